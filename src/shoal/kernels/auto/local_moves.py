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
    change,
    cheapest_home,
    cheapest_union,
    link,
    price_swapped,
    survey,
    unlink,
    write_price_without,
)

GAIN = 1e-9
"""A change must save more than this; it keeps rounding noise from going round in circles."""


@inner()
def improve_rows(region, counts, codes, costs, m, k, group, groups, passes):
    """Give leftover rows (group -1) to groups, improve, and return the total price; `region.group` is the result.

    codes (m, d) int32; group (m,) int64. A group that was dissolved is empty then. Groups that break a rule are merged
    first; the total is infinite when even all of them together break one. O(m (groups + m') d) a pass, m' the rows that
    their group would rather lose.
    """
    fill(region, counts, codes, costs, m, group, groups)
    place_leftovers(region, counts, codes, costs, m, groups)
    if counts is not None and not merge_broken(region, counts, codes, costs, groups):
        return np.inf
    for g in range(groups):
        write_price_without(region, codes, costs, g)
    for _ in range(passes):
        changed = move_rows(region, counts, codes, costs, m, k, groups)
        changed |= dissolve_groups(region, counts, codes, costs, groups)
        changed |= swap_rows(region, counts, codes, costs, m)
        if not changed:
            break
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


@inner()
def place_leftovers(region, counts, codes, costs, m, groups):
    """Give each row without a group to the one whose total it raises least, one that stays within the rules if any."""
    size, price, low, high, less, welcome = (
        region.size, region.price, region.low, region.high, region.less, region.welcome
    )  # fmt: skip
    for r in range(m):
        if region.group[r] < 0:
            g = max(0, cheapest_home(size, price, low, high, less, welcome, codes, costs, r, -1, groups, np.inf))
            if counts is not None and not passes_with(counts, g, size[g], r):
                write_welcome(counts, size, r, groups, welcome)
                fit = cheapest_home(size, price, low, high, less, welcome, codes, costs, r, -1, groups, np.inf)
                g = fit if fit >= 0 else g
                welcome[:groups] = 1
            link(region, counts, r, g)
            survey(region, codes, costs, g)


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
def move_rows(region, counts, codes, costs, m, k, groups):
    """Move each row of a group of more than k rows to where the total falls most; return whether any moved."""
    changed = False
    group, size, price, low, high, less, welcome = (
        region.group, region.size, region.price, region.low, region.high, region.less, region.welcome
    )  # fmt: skip
    for r in range(m):
        g = group[r]
        if size[g] <= k:
            continue
        without = less[r]
        saved = size[g] * price[g] - (size[g] - 1) * without
        home = cheapest_home(size, price, low, high, less, welcome, codes, costs, r, g, groups, saved - GAIN)
        if counts is not None and home >= 0:
            if not passes_without(counts, g, size[g], r):
                home = np.int64(-1)
            elif not passes_with(counts, home, size[home], r):
                write_welcome(counts, size, r, groups, welcome)
                home = cheapest_home(size, price, low, high, less, welcome, codes, costs, r, g, groups, saved - GAIN)
                welcome[:groups] = 1
        less[r] = without
        if home >= 0:
            unlink(region, counts, r)
            link(region, counts, r, home)
            change(region, codes, costs, g, home)
            changed = True
    return changed


@inner()
def dissolve_groups(region, counts, codes, costs, groups):
    """Give all rows of a group to others where that lowers the total; return whether any group went."""
    changed = False
    first, follow, aim, size, price, low, high, less, welcome = (
        region.first, region.follow, region.aim, region.size, region.price, region.low, region.high, region.less,
        region.welcome,
    )  # fmt: skip
    for g in range(groups):
        saved = size[g] * price[g] - GAIN
        if saved <= 0.0:
            continue
        r, left = first[g], saved
        while r >= 0 and left > 0.0:
            aim[r] = cheapest_home(size, price, low, high, less, welcome, codes, costs, r, g, groups, left)
            left = -1.0 if aim[r] < 0 else left - less[r]
            r = follow[r]
        if r < 0 and left > 0.0:
            changed |= scatter(region, counts, codes, costs, g, groups)
        write_price_without(region, codes, costs, g)
    return changed


@inner()
def scatter(region, counts, codes, costs, g, groups):
    """Send each row of a group to its aim, or take it all back where that costs more or breaks a rule.

    Returns whether it stays.
    """
    before, after = 0.0, 0.0
    for i in range(groups):
        before += region.size[i] * region.price[i]
    rows = np.empty(region.size[g], np.int64)
    r = region.first[g]
    for i in range(rows.shape[0]):
        rows[i] = r
        r = region.follow[r]
    for i in range(rows.shape[0]):
        unlink(region, counts, rows[i])
        link(region, counts, rows[i], region.aim[rows[i]])
    for i in range(groups):
        survey(region, codes, costs, i)
        after += region.size[i] * region.price[i]
        if counts is not None and region.size[i] > 0 and not group_passes(counts, counts.often[i], region.size[i]):
            after = np.inf
    if after >= before - GAIN:
        for i in range(rows.shape[0]):
            unlink(region, counts, rows[i])
            link(region, counts, rows[i], g)
        for i in range(groups):
            survey(region, codes, costs, i)
    for i in range(groups):
        write_price_without(region, codes, costs, i)
    return after < before - GAIN


@inner()
def swap_rows(region, counts, codes, costs, m):
    """Swap each row that its group would rather lose for the one that lowers the total most; return whether any was."""
    changed = False
    group, size, price, less = region.group, region.size, region.price, region.less
    low, low2, high, high2 = region.low, region.low2, region.high, region.high2
    for r in range(m):
        a = group[r]
        if size[a] * (price[a] - less[r]) <= GAIN:
            continue
        least, other = -GAIN, -1
        for s in range(m):
            b = group[s]
            if b == a:
                continue
            rise = size[a] * (price_swapped(low, low2, high, high2, codes, costs, a, r, s) - price[a])
            if rise - size[b] * (price[b] - less[s]) >= least:
                continue
            rise += size[b] * (price_swapped(low, low2, high, high2, codes, costs, b, s, r) - price[b])
            if rise < least and may_swap(counts, a, size[a], r, b, size[b], s):
                least, other = rise, s
        if other >= 0:
            b = region.group[other]
            unlink(region, counts, r)
            unlink(region, counts, other)
            link(region, counts, r, b)
            link(region, counts, other, a)
            change(region, codes, costs, a, b)
            changed = True
    return changed


@inner()
def may_swap(counts, a, size_a, r, b, size_b, s):
    """Return whether groups a and b stay within the rules once their rows r and s change places."""
    if counts is None:
        return True
    return passes_swapped(counts, a, size_a, r, s) and passes_swapped(counts, b, size_b, s, r)
