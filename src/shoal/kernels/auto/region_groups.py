"""The groups of a region: which rows they have, their boxes and what they cost, kept up to date as rows come and go.

Each group keeps the lowest and the second lowest code of every column, and the highest two, so what a group costs
without one of its rows is known in O(d). What it costs with one more row is known for every row and group at once: a
move is then a look-up, and most swaps are refused by one.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner
from shoal.kernels.auto.region_counts import add_to_counts
from shoal.kernels.shared.box_cost import span

NO_CODE = np.int32(2147483647)

ROOM = 1 << 22
"""Prices of a row in a group that a region may need; in one that needs more no row is moved."""


class Region(NamedTuple):
    """The groups of up to `capacity` rows.

    codes (capacity, d) int32; place (d, capacity) float64, where each cell of a column on a line is; group (capacity,)
    int64; first (groups,) int64 and follow (capacity,) int64, the rows of each group as a chain that ends with -1; size
    (groups,) int64; price (groups,) float64, per row; low, low2, high, high2 (groups, d) int32, the two lowest and
    highest codes, counted row by row; less (capacity,) float64, the price of a row's group without it; rise (groups,)
    float64, scratch; with_row (groups * capacity,) float64 or ROOM, at g * m + r the price of group g with row r too;
    aim (capacity,) int64, scratch; welcome (groups,) uint8, 1 for the groups that a row may join; touched (groups,)
    uint8, scratch; work (1,) int64, the steps taken so far, of about a nanosecond.
    """

    codes: np.ndarray
    place: np.ndarray
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
    rise: np.ndarray
    with_row: np.ndarray
    aim: np.ndarray
    welcome: np.ndarray
    touched: np.ndarray
    work: np.ndarray


@inner()
def empty_region(capacity, groups, d):
    """Return room for so many rows and groups."""
    return Region(
        np.empty((capacity, d), np.int32),
        np.empty((d, capacity), np.float64),
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
        np.empty(groups, np.float64),
        np.empty(min(groups * capacity, ROOM), np.float64),
        np.empty(capacity, np.int64),
        np.ones(groups, np.uint8),
        np.zeros(groups, np.uint8),
        np.zeros(1, np.int64),
    )


@inner()
def load_region(region, costs, codes, rows):
    """Lay out the rows of a table; codes (n, d) int32, rows (m,) int32. O(m d)."""
    m, d = rows.shape[0], codes.shape[1]
    here, place = region.codes, region.place
    for r in range(m):
        for j in range(d):
            here[r, j] = codes[rows[r], j]
    for j in range(d):
        if costs.line[j]:
            at = costs.base[j]
            for r in range(m):
                place[j, r] = costs.position[at + here[r, j]]
    region.work[0] += 4 * m * d


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
def has_room(region, m, groups):
    """Return whether the price of every row in every group can be kept."""
    return m * groups <= region.with_row.shape[0]


@inner()
def measure_again(region, costs, m, g):
    """Measure a group after rows came or went: its box, its price, and the prices without and with each row."""
    survey(region, region.codes, costs, g)
    write_price_without(region, region.codes, costs, g)
    write_price_with(region, costs, m, g)
    region.work[0] += 6 * region.size[g] * region.codes.shape[1]


@inner()
def write_price_with(region, costs, m, g):
    """Write what a group costs once it has one more row, for every row; nothing for a group without rows."""
    if region.size[g] == 0:
        return
    out = region.with_row[g * m : (g + 1) * m]
    for r in range(m):
        out[r] = 0.0
    for j in range(region.codes.shape[1]):
        add_prices(costs, j, region.low[g, j], region.high[g, j], region.codes, region.place, m, out)
        region.work[0] += steps_of(costs, j, m)


@inner()
def steps_of(costs, j, cells):
    """Return how many steps the prices of some cells take: few where many are computed at once, more for look-ups."""
    return 16 + (cells >> 1 if costs.line[j] and costs.missing[j] < 0 else 2 * cells)


@inner(early=True)
def add_prices(costs, j, low, high, codes, place, m, out):
    """Add to `out` what column j costs from low to high, widened to each row; out (m,) float64."""
    if costs.line[j] and costs.missing[j] < 0:
        a, b = costs.position[costs.base[j] + low], costs.position[costs.base[j] + high]
        for r in range(m):
            out[r] += max(b, place[j, r]) - min(a, place[j, r])
        return
    for r in range(m):
        c = codes[r, j]
        out[r] += span(costs, j, min(low, c), max(high, c))


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
def cheapest_home(size, price, with_row, less, welcome, m, r, own, groups, limit):
    """Return the group whose total a row raises least, or -1 where that is not below `limit`.

    `own` and groups that do not welcome it are left out. The rise goes to `less[r]` when a group is found.
    """
    best, least = np.int64(-1), limit
    for g in range(groups):
        if g != own and size[g] > 0 and welcome[g]:
            rise = (size[g] + 1) * with_row[g * m + r] - size[g] * price[g]
            if rise < least:
                best, least = np.int64(g), rise
    if best >= 0:
        less[r] = least
    return best


@inner()
def home_now(region, costs, r, groups):
    """Return the group that welcomes a row and whose total it raises least, priced now; -1 where there is none."""
    codes, best, least = region.codes, np.int64(-1), np.inf
    for g in range(groups):
        if region.size[g] > 0 and region.price[g] < least and region.welcome[g]:
            total = 0.0
            for j in range(codes.shape[1]):
                c = codes[r, j]
                total += span(costs, j, min(region.low[g, j], c), max(region.high[g, j], c))
            rise = (region.size[g] + 1) * total - region.size[g] * region.price[g]
            if rise < least:
                best, least = np.int64(g), rise
    region.work[0] += groups * codes.shape[1]
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
