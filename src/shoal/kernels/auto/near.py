"""Make groups of the rows of a region from the nearest rows: where boxes have too many columns to give up one of them.

A group begins with one row, and takes the row that makes its box cost least until it has k. The price of every row is
kept as the box grows, column by column, so a step costs O(m) for each column that grew.
"""

import numpy as np

from shoal.kernels._jit import inner
from shoal.kernels.auto.region_groups import add_prices, steps_of
from shoal.kernels.shared.box_cost import span
from shoal.kernels.shared.random_stream import below

GRAIN = 1e-12


@inner()
def rebuild_near(region, draft, costs, m, k, rules, state):
    """Write groups of k to 2k - 1 rows to `draft.group`, until fewer than k are free; return how many there are.

    The rows are those that were loaded. Seeds are drawn: of `rules.seeds` rows the one that pays most now where
    `rules.hard`, else any. With `rules.spare`, rows that lie in the box anyhow are taken beyond k, as in `rebuild`.
    """
    free, group, worth = draft.free, draft.group, draft.worth
    low, high = np.empty(region.codes.shape[1], np.int32), np.empty(region.codes.shape[1], np.int32)
    for r in range(m):
        group[r], free[r] = -1, r
    live, groups = m, np.int64(0)
    while live >= k:
        at = below(state, live)
        if rules.hard:
            for _ in range(rules.seeds - 1):
                i = below(state, live)
                if worth[free[i]] > worth[free[at]]:
                    at = i
        price = begin_near(region, costs, m, free[at], low, high)
        live = take_near(free, group, at, live, groups)
        size = 1
        while size < k:
            at = nearest(region, free, live)
            price = widen_near(region, costs, m, free[at], low, high, price)
            live = take_near(free, group, at, live, groups)
            size += 1
        if rules.spare > 0.0:
            i = np.int64(0)
            while i < live and size < 2 * k - 1:
                r = free[i]
                if region.less[r] <= price + GRAIN and rules.spare * worth[r] > price:
                    live = take_near(free, group, i, live, groups)
                    size += 1
                else:
                    i += 1
        groups += 1
    return groups


@inner()
def take_near(free, group, at, live, g):
    """Put the free row at a place of the list into a group; return how many rows are free then."""
    group[free[at]] = g
    free[at] = free[live - 1]
    return live - 1


@inner()
def nearest(region, free, live):
    """Return the place in the list of the free row that costs least in the box; ties go to the first."""
    best = np.int64(0)
    for i in range(1, live):
        if region.less[free[i]] < region.less[free[best]]:
            best = np.int64(i)
    region.work[0] += live
    return best


@inner()
def begin_near(region, costs, m, seed, low, high):
    """Let the box be one row, and write to `region.less` what it costs with each other row; return its price, 0."""
    for r in range(m):
        region.less[r] = 0.0
    for j in range(low.shape[0]):
        low[j] = high[j] = region.codes[seed, j]
        add_prices(costs, j, low[j], high[j], region.codes, region.place, m, region.less)
        region.work[0] += steps_of(costs, j, m)
    return 0.0


@inner()
def widen_near(region, costs, m, r, low, high, price):
    """Let the box cover one more row, and bring the price of every row up to date; return the price of the box."""
    for j in range(low.shape[0]):
        a, b, c = low[j], high[j], region.codes[r, j]
        if a <= c <= b:
            continue
        low[j], high[j] = min(a, c), max(b, c)
        price += span(costs, j, low[j], high[j]) - span(costs, j, a, b)
        change_prices(costs, j, a, b, low[j], high[j], region.codes, region.place, m, region.less)
        region.work[0] += steps_of(costs, j, 2 * m)
    return price


@inner(early=True)
def change_prices(costs, j, low, high, wide_low, wide_high, codes, place, m, out):
    """Add to `out` by how much column j costs more from wide_low to wide_high than from low to high, with each row."""
    if costs.line[j] and costs.missing[j] < 0:
        at = costs.base[j]
        a, b = costs.position[at + low], costs.position[at + high]
        c, e = costs.position[at + wide_low], costs.position[at + wide_high]
        for r in range(m):
            x = place[j, r]
            out[r] += (max(e, x) - min(c, x)) - (max(b, x) - min(a, x))
        return
    for r in range(m):
        x = codes[r, j]
        out[r] += span(costs, j, min(wide_low, x), max(wide_high, x)) - span(costs, j, min(low, x), max(high, x))
