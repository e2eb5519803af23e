"""The groups of a region: which rows they have, their boxes and what they cost, kept up to date as rows come and go.

Each group keeps the lowest and the second lowest code of every column, and the highest two, so what a group costs
without one of its rows is known in O(d).
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner
from shoal.kernels.auto.region_counts import add_to_counts
from shoal.kernels.shared.box_cost import span

NO_CODE = np.int32(2147483647)


class Region(NamedTuple):
    """The groups of up to `capacity` rows.

    group (capacity,) int64; first (groups,) int64 and follow (capacity,) int64, the rows of each group as a chain that
    ends with -1; size (groups,) int64; price (groups,) float64, per row; low, low2, high, high2 (groups, d) int32, the
    two lowest and highest codes, counted row by row; less (capacity,) float64, the price of a row's group without it;
    aim (capacity,) int64, scratch; welcome (groups,) uint8, 1 for the groups that a row may join.
    """

    group: np.ndarray
    first: np.ndarray
    follow: np.ndarray
    size: np.ndarray
    price: np.ndarray
    low: np.ndarray
    low2: np.ndarray
    high: np.ndarray
    high2: np.ndarray
    less: np.ndarray
    aim: np.ndarray
    welcome: np.ndarray


@inner()
def empty_region(capacity, groups, d):
    """Return room for so many rows and groups."""
    return Region(
        np.empty(capacity, np.int64),
        np.empty(groups, np.int64),
        np.empty(capacity, np.int64),
        np.empty(groups, np.int64),
        np.empty(groups, np.float64),
        np.empty((groups, d), np.int32),
        np.empty((groups, d), np.int32),
        np.empty((groups, d), np.int32),
        np.empty((groups, d), np.int32),
        np.empty(capacity, np.float64),
        np.empty(capacity, np.int64),
        np.ones(groups, np.uint8),
    )


@inner()
def link(region, counts, r, g):
    """Put a row at the head of a group's chain."""
    region.group[r] = g
    region.follow[r] = region.first[g]
    region.first[g] = r
    if counts is not None:
        add_to_counts(counts, counts.often[g], r, 1)


@inner()
def unlink(region, counts, r):
    """Take a row out of its group's chain."""
    g = region.group[r]
    if counts is not None:
        add_to_counts(counts, counts.often[g], r, -1)
    if region.first[g] == r:
        region.first[g] = region.follow[r]
        return
    before = region.first[g]
    while region.follow[before] != r:
        before = region.follow[before]
    region.follow[before] = region.follow[r]


@inner()
def survey(region, codes, costs, g):
    """Measure a group again: its size, its two lowest and highest codes, its price."""
    d = codes.shape[1]
    low, low2, high, high2, follow = region.low, region.low2, region.high, region.high2, region.follow
    for j in range(d):
        low[g, j], low2[g, j], high[g, j], high2[g, j] = NO_CODE, NO_CODE, -1, -1
    size, r = 0, region.first[g]
    while r >= 0:
        size += 1
        for j in range(d):
            c = codes[r, j]
            if c < low[g, j]:
                low2[g, j] = low[g, j]
                low[g, j] = c
            elif c < low2[g, j]:
                low2[g, j] = c
            if c > high[g, j]:
                high2[g, j] = high[g, j]
                high[g, j] = c
            elif c > high2[g, j]:
                high2[g, j] = c
        r = follow[r]
    region.size[g] = size
    total = 0.0
    if size > 0:
        for j in range(d):
            total += span(costs, j, low[g, j], high[g, j])
    region.price[g] = total


@inner()
def write_price_without(region, codes, costs, g):
    """Write what a group costs without each of its rows."""
    low, low2, high, high2, follow, less = (
        region.low, region.low2, region.high, region.high2, region.follow, region.less
    )  # fmt: skip
    r = region.first[g]
    while r >= 0:
        total = 0.0
        if region.size[g] > 1:
            for j in range(codes.shape[1]):
                c = codes[r, j]
                total += span(
                    costs,
                    j,
                    low2[g, j] if c == low[g, j] else low[g, j],
                    high2[g, j] if c == high[g, j] else high[g, j],
                )
        less[r] = total
        r = follow[r]


@inner()
def change(region, codes, costs, a, b):
    """Measure two groups again after rows went from one to the other."""
    survey(region, codes, costs, a)
    survey(region, codes, costs, b)
    write_price_without(region, codes, costs, a)
    write_price_without(region, codes, costs, b)


@inner(early=True)
def price_with(low, high, codes, costs, g, r):
    """Return the price of a group once it has one more row."""
    total = 0.0
    for j in range(codes.shape[1]):
        c = codes[r, j]
        total += span(costs, j, min(low[g, j], c), max(high[g, j], c))
    return total


@inner(early=True)
def price_swapped(low, low2, high, high2, codes, costs, g, r, s):
    """Return the price of a group once its row r has made room for row s."""
    total = 0.0
    for j in range(codes.shape[1]):
        c, e = codes[r, j], codes[s, j]
        a = low2[g, j] if c == low[g, j] else low[g, j]
        b = high2[g, j] if c == high[g, j] else high[g, j]
        total += span(costs, j, min(a, e), max(b, e))
    return total


@inner(early=True)
def cheapest_home(size, price, low, high, less, welcome, codes, costs, r, own, groups, limit):
    """Return the group whose total a row raises least, or -1 where that is not below `limit`.

    `own` and groups that do not welcome it are left out.

    The rise goes to `less[r]` when a group is found.
    """
    best, least = np.int64(-1), limit
    for g in range(groups):
        if g != own and size[g] > 0 and price[g] < least and welcome[g]:
            rise = (size[g] + 1) * price_with(low, high, codes, costs, g, r) - size[g] * price[g]
            if rise < least:
                best, least = np.int64(g), rise
    if best >= 0:
        less[r] = least
    return best


@inner()
def cheapest_union(region, codes, costs, g, groups):
    """Return the group whose union with group g raises the total least, or -1 when there is no other."""
    best, least = np.int64(-1), np.inf
    size, price, low, high = region.size, region.price, region.low, region.high
    for o in range(groups):
        if o == g or size[o] == 0:
            continue
        total = 0.0
        for j in range(codes.shape[1]):
            total += span(costs, j, min(low[g, j], low[o, j]), max(high[g, j], high[o, j]))
        rise = (size[g] + size[o]) * total - size[o] * price[o]
        if rise < least:
            best, least = np.int64(o), rise
    return best
