"""Improve the groups of a region row by row: move, dissolve, swap, as long as the total falls.

Where there are rules on sensitive values, no change breaks one; where there are none, `counts` is None.
"""

import numpy as np

from shoal.kernels._jit import inner
from shoal.kernels.auto.region_counts import (
    add_to_counts,
    group_passes,
    passes_swapped,
    passes_with,
    passes_without,
    write_welcome,
)
from shoal.kernels.auto.region_groups import (
    cheapest_home,
    cheapest_union,
    has_room,
    home_now,
    link,
    measure_again,
    price_swapped,
    survey,
    unlink,
    write_price_with,
    write_price_without,
)

GAIN = 1e-9
"""A change must save more than this; it keeps rounding noise from going round in circles."""


@inner()
def lay_out(region, counts, costs, m, group, groups):
    """Begin with the given groups, leftover rows (group -1) given to these; return the total price.

    The rows are those that were loaded; group (m,) int64. Groups that break a rule are merged; the total is infinite
    when even all of them together break one.
    """
    fill(region, counts, region.codes, costs, m, group, groups)
    place_leftovers(region, counts, costs, m, groups)
    if counts is not None and not merge_broken(region, counts, region.codes, costs, groups):
        return np.inf
    return total_price(region, groups)


@inner()
def improve_rows(region, counts, costs, m, k, groups, passes):
    """Move, dissolve and swap, and return the total price; `region.group` is the result.

    A group that was dissolved is empty then. O(m (groups d + m')) a pass, m' the rows that their group would rather
    lose.
    """
    if passes > 0 and has_room(region, m, groups):
        for g in range(groups):
            write_price_without(region, region.codes, costs, g)
            write_price_with(region, costs, m, g)
        region.work[0] += 3 * m * region.codes.shape[1]
        for _ in range(passes):
            changed = move_rows(region, counts, costs, m, k, groups)
            changed |= dissolve_groups(region, counts, costs, m, groups)
            changed |= swap_rows(region, counts, costs, m, groups)
            if not changed:
                break
    return total_price(region, groups)


@inner()
def total_price(region, groups):
    """Return what all groups cost together."""
    total = 0.0
    for g in range(groups):
        total += region.size[g] * region.price[g]
    return total


@inner()
def fill(region, counts, codes, costs, m, group, groups):
    """Begin with the given groups."""
    for g in range(groups):
        region.first[g] = -1
        if counts is not None:
            counts.often[g, :] = 0
    for r in range(m - 1, -1, -1):
        region.group[r] = -1
        if group[r] >= 0:
            link(region, counts, r, group[r])
    for g in range(groups):
        survey(region, codes, costs, g)
    region.work[0] += m * (5 * codes.shape[1] + 40) + 100 * groups


@inner()
def place_leftovers(region, counts, costs, m, groups):
    """Give each row without a group to the one whose total it raises least, one that stays within the rules if any."""
    welcome = region.welcome
    for r in range(m):
        if region.group[r] < 0:
            g = max(0, home_now(region, costs, r, groups))
            if counts is not None and not passes_with(counts, g, region.size[g], r):
                write_welcome(counts, region.size, r, groups, welcome)
                fit = home_now(region, costs, r, groups)
                g = fit if fit >= 0 else g
                welcome[:groups] = 1
            link(region, counts, r, g)
            survey(region, region.codes, costs, g)


@inner()
def merge_broken(region, counts, codes, costs, groups):
    """Merge each group that breaks a rule with the one that costs least; return whether none is broken in the end."""
    for g in range(groups):
        while region.size[g] > 0 and not group_passes(counts, counts.often[g], region.size[g]):
            other = cheapest_union(region, codes, costs, g, groups)
            if other < 0:
                return False
            r = region.first[other]
            while r >= 0:
                after = region.follow[r]
                add_to_counts(counts, counts.often[other], r, -1)
                link(region, counts, r, g)
                r = after
            region.first[other] = -1
            survey(region, codes, costs, g)
            survey(region, codes, costs, other)
    return True


@inner()
def move_rows(region, counts, costs, m, k, groups):
    """Move each row of a group of more than k rows to where the total falls most; return whether any moved."""
    changed = False
    group, size, price, with_row, less, welcome = (
        region.group, region.size, region.price, region.with_row, region.less, region.welcome
    )  # fmt: skip
    for r in range(m):
        g = group[r]
        if size[g] <= k:
            continue
        without = less[r]
        saved = size[g] * price[g] - (size[g] - 1) * without
        home = cheapest_home(size, price, with_row, less, welcome, m, r, g, groups, saved - GAIN)
        region.work[0] += groups + 2
        if counts is not None and home >= 0:
            if not passes_without(counts, g, size[g], r):
                home = np.int64(-1)
            elif not passes_with(counts, home, size[home], r):
                write_welcome(counts, size, r, groups, welcome)
                home = cheapest_home(size, price, with_row, less, welcome, m, r, g, groups, saved - GAIN)
                welcome[:groups] = 1
        less[r] = without
        if home >= 0:
            unlink(region, counts, r)
            link(region, counts, r, home)
            measure_again(region, costs, m, g)
            measure_again(region, costs, m, home)
            changed = True
    return changed


@inner()
def dissolve_groups(region, counts, costs, m, groups):
    """Give all rows of a group to others where that lowers the total; return whether any group went."""
    changed = False
    first, follow, aim, size, price, with_row, less, welcome = (
        region.first, region.follow, region.aim, region.size, region.price, region.with_row, region.less, region.welcome
    )  # fmt: skip
    for g in range(groups):
        saved = size[g] * price[g] - GAIN
        if saved <= 0.0:
            continue
        r, left = first[g], saved
        while r >= 0 and left > 0.0:
            aim[r] = cheapest_home(size, price, with_row, less, welcome, m, r, g, groups, left)
            left = -1.0 if aim[r] < 0 else left - less[r]
            region.work[0] += groups
            r = follow[r]
        if r < 0 and left > 0.0 and scatter(region, counts, costs, m, g, groups):
            changed = True
        else:
            write_price_without(region, region.codes, costs, g)
    return changed


@inner()
def scatter(region, counts, costs, m, g, groups):
    """Send each row of a group to its aim, or take it all back where that costs more or breaks a rule.

    Returns whether it stays.
    """
    before, after, touched = 0.0, 0.0, region.touched
    rows = np.empty(region.size[g], np.int64)
    r = region.first[g]
    for i in range(rows.shape[0]):
        rows[i] = r
        touched[region.aim[r]] = 1
        r = region.follow[r]
    touched[g] = 1
    for i in range(groups):
        if touched[i]:
            before += region.size[i] * region.price[i]
    for i in range(rows.shape[0]):
        unlink(region, counts, rows[i])
        link(region, counts, rows[i], region.aim[rows[i]])
    for i in range(groups):
        if touched[i]:
            survey(region, region.codes, costs, i)
            after += region.size[i] * region.price[i]
            if counts is not None and region.size[i] > 0 and not group_passes(counts, counts.often[i], region.size[i]):
                after = np.inf
    stays = after < before - GAIN
    if not stays:
        for i in range(rows.shape[0]):
            unlink(region, counts, rows[i])
            link(region, counts, rows[i], g)
    for i in range(groups):
        if touched[i]:
            if stays:
                measure_again(region, costs, m, i)
            else:
                survey(region, region.codes, costs, i)
            touched[i] = 0
    return stays


@inner()
def swap_rows(region, counts, costs, m, groups):
    """Swap each row that its group would rather lose for the one that lowers the total most; return whether any was.

    A smaller box is widened by a row at least as much as a larger one around it, so what a group would pay for row s
    instead of row r is at least what it pays without r, and the rise that s brings to it as it is. Most pairs are
    refused by that; the others are priced.
    """
    changed = False
    group, size, price, less, with_row, rise = (
        region.group, region.size, region.price, region.less, region.with_row, region.rise
    )  # fmt: skip
    low, low2, high, high2, codes = region.low, region.low2, region.high, region.high2, region.codes
    for r in range(m):
        a = group[r]
        if size[a] * (price[a] - less[r]) <= GAIN:
            continue
        for g in range(groups):
            rise[g] = size[g] * (with_row[g * m + r] - 2.0 * price[g]) if size[g] > 0 else np.inf
        rise[a] = np.inf
        least, other, priced = -GAIN, np.int64(-1), 0
        here = size[a] * (less[r] - 2.0 * price[a])
        for s in range(m):
            b = group[s]
            if size[a] * with_row[a * m + s] + here + rise[b] + size[b] * less[s] >= least:
                continue
            priced += 1
            exact = size[a] * (price_swapped(low, low2, high, high2, codes, costs, a, r, s) - price[a])
            exact += size[b] * (price_swapped(low, low2, high, high2, codes, costs, b, s, r) - price[b])
            if exact < least and may_swap(counts, a, size[a], r, b, size[b], s):
                least, other = exact, np.int64(s)
        region.work[0] += groups + (m >> 2) + 6 * priced * codes.shape[1]
        if other >= 0:
            b = group[other]
            unlink(region, counts, r)
            unlink(region, counts, other)
            link(region, counts, r, b)
            link(region, counts, other, a)
            measure_again(region, costs, m, a)
            measure_again(region, costs, m, b)
            changed = True
    return changed


@inner()
def may_swap(counts, a, size_a, r, b, size_b, s):
    """Return whether groups a and b stay within the rules once their rows r and s change places."""
    if counts is None:
        return True
    return passes_swapped(counts, a, size_a, r, s) and passes_swapped(counts, b, size_b, s, r)
