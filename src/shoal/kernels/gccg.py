"""The groups of GCCG: the first row that is left and the rows nearest to it, over and over.

Rows stand in the order of their score. Columns with few values are packed together, and each pack of cells is replaced
by its place in one table of prices, filled again for every centre; then a row's distance is one look-up a pack.
Place 0 costs infinitely much, and is where a row that is taken points first. Distances are compared in whole units of
`GRAIN`, so that rounding errors decide no tie.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.box_cost import span
from shoal.kernels.shared.packs import pack_prices

GRAIN = 1e-12
FAR = 1e300
TAKEN = 0
PACK_LIMIT = 2048
"""Columns share a pack as long as their values have no more combinations than this."""


class Places(NamedTuple):
    """Where the rows of a run look up their prices.

    x (m, packs) int32, places; value (values,) int32, the codes that the run holds, column by column, ascending;
    at (d + 1,) int64, where each column begins in `value`; first (packs + 1,) int64, the first column of each pack;
    base (packs + 1,) int64, where each pack begins in the table.
    """

    x: np.ndarray
    value: np.ndarray
    at: np.ndarray
    first: np.ndarray
    base: np.ndarray


@serial()
def take_groups(starts, ends, turns, codes, costs, k, rows):
    """Move `turns` groups of k rows to the front of each run rows[starts[g]:ends[g]]; the rest keeps its order.

    starts, ends (runs,) int64, disjoint; turns (runs,) int64, turns * k at most the rows of the run; codes (n, d)
    int32, d >= 1; costs a Costs; rows (n,) int32, reordered in place. Ties go to the row that stands first.
    O(turns * rows * d) a run.
    """
    for g in range(starts.shape[0]):
        if turns[g] > 0:
            run = rows[starts[g] : ends[g]]
            take_from(codes, costs, k, turns[g], run.copy(), run)


@serial()
def halve_runs(starts, ends, codes, costs, rows, out_edge):
    """Cut each run of at least 2 rows in two: its first row with the half nearest to it, and the rest, each in order.

    As `take_groups`; the first part has half of the rows, rounded down. out_edge (n,) uint8: 1 where a part begins.
    """
    for g in range(starts.shape[0]):
        run = rows[starts[g] : ends[g]].copy()
        half = run.shape[0] // 2
        places = places_of(codes, costs, run)
        x = places.x
        price, single = np.empty(places.base[-1], np.float64), np.empty(places.at[-1], np.float64)
        price_from(costs, places, codes[run[0]], single, price)
        spot = nearest(x, 1, run.shape[0], price, half - 1)
        x[0, 0] = TAKEN
        for s in range(half - 1):
            x[spot[s], 0] = TAKEN
        left, right = starts[g], starts[g] + half
        out_edge[left] = 1
        out_edge[right] = 1
        for i in range(run.shape[0]):
            if x[i, 0] == TAKEN:
                rows[left] = run[i]
                left += 1
            else:
                rows[right] = run[i]
                right += 1


@inner()
def take_from(codes, costs, k, turns, run, out_rows):
    """Write the rows of the run again: `turns` groups of k rows, then the rest in order; run (m,) int32 is used up."""
    places = places_of(codes, costs, run)
    x = places.x
    price, single = np.empty(places.base[-1], np.float64), np.empty(places.at[-1], np.float64)
    head, end, out = 0, run.shape[0], 0
    left = end
    for _ in range(turns):
        while x[head, 0] == TAKEN:
            head += 1
        price_from(costs, places, codes[run[head]], single, price)
        spot = nearest(x, head + 1, end, price, k - 1)
        out_rows[out] = run[head]
        x[head, 0] = TAKEN
        for s in range(k - 1):
            out_rows[out + 1 + s] = run[spot[s]]
            x[spot[s], 0] = TAKEN
        out += k
        left -= k
        if 8 * left < 7 * (end - head):
            end = squeeze(x, run, head, end)
            head = 0
    end = squeeze(x, run, head, end)
    for i in range(end):
        out_rows[out + i] = run[i]


@inner()
def places_of(codes, costs, run):
    """Return the places of the rows of a run, one row or more. O(m d + codes)."""
    m, d = run.shape[0], codes.shape[1]
    room = 0
    for j in range(d):
        room += min(costs.size[j], m)
    value = np.empty(room, np.int32)
    at = np.zeros(d + 1, np.int64)
    first = np.zeros(d + 1, np.int64)
    base = np.ones(d + 1, np.int64)
    x = np.zeros((m, d), np.int32)
    packs, width = 0, 1
    for j in range(d):
        rank = np.zeros(costs.size[j], np.int32)
        at[j + 1] = at[j] + ranks(codes, run, j, rank, value[at[j] :])
        distinct = at[j + 1] - at[j]
        if packs == 0 or width * distinct > min(PACK_LIMIT, m):
            first[packs] = j
            base[packs + 1] = base[packs]
            packs += 1
            width = 1
        for i in range(m):
            x[i, packs - 1] += rank[codes[run[i], j]] * width
        width *= distinct
        first[packs] = j + 1
        base[packs] = base[packs - 1] + width
    narrow = np.empty((m, packs), np.int32)
    for i in range(m):
        for p in range(packs):
            narrow[i, p] = base[p] + x[i, p]
    return Places(narrow, value, at, first[: packs + 1], base[: packs + 1])


@inner()
def ranks(codes, run, j, rank, out_value):
    """Write the codes that the run holds in column j, ascending, and the rank of each; return how many there are.

    rank (codes,) int32, zeros.
    """
    for i in range(run.shape[0]):
        rank[codes[run[i], j]] = 1
    found = 0
    for code in range(rank.shape[0]):
        if rank[code] != 0:
            rank[code] = found
            out_value[found] = code
            found += 1
    return found


@inner()
def price_from(costs, places, centre, single, out_price):
    """Write what each place costs together with a centre; centre (d,) int32 codes; out_price (places,) float64.

    single (values,) float64, room for what each code costs.
    """
    out_price[TAKEN] = np.inf
    at = places.at
    for j in range(centre.shape[0]):
        for s in range(at[j], at[j + 1]):
            code = places.value[s]
            single[s] = span(costs, j, min(code, centre[j]), max(code, centre[j]))
    pack_prices(places.first, at, places.base, single, out_price)


@inner()
def nearest(x, begin, end, price, need):
    """Return the positions (need,) int64 of the cheapest rows of x[begin:end] that are not taken, in no order.

    x (m, packs) int32; price (places,) float64. Ties go to the first. A heap holds the best so far, the worst of them
    on top; rows dearer than that are given up half-way. O(m packs + found log need).
    """
    spot = np.zeros(need, np.int64)
    if need == 0:
        return spot
    key = np.empty(need, np.float64)
    for s in range(need):
        key[s] = FAR
    d = x.shape[1]
    half = (d + 1) // 2
    bar = FAR
    for i in range(begin, end):
        total = 0.0
        for j in range(half):
            total += price[x[i, j]]
        if total >= bar:
            continue
        for j in range(half, d):
            total += price[x[i, j]]
        if total < bar:
            grains = np.rint(total / GRAIN)
            if grains < key[0]:
                replace_top(key, spot, grains, i)
                bar = (key[0] - 0.25) * GRAIN
    return spot


@inner()
def replace_top(key, spot, grains, row):
    """Put a row in the place of the worst one of the heap; of equal rows the later is the worse."""
    size, top = key.shape[0], 0
    while 2 * top + 1 < size:
        child = 2 * top + 1
        other = child + 1
        if other < size and (key[other] > key[child] or (key[other] == key[child] and spot[other] > spot[child])):
            child = other
        if key[child] < grains or (key[child] == grains and spot[child] < row):
            break
        key[top] = key[child]
        spot[top] = spot[child]
        top = child
    key[top] = grains
    spot[top] = row


@inner()
def squeeze(x, run, head, end):
    """Move the rows of x[head:end] that are not taken to the front, in order, and return how many there are."""
    out = 0
    for i in range(head, end):
        if x[i, 0] != TAKEN:
            for j in range(x.shape[1]):
                x[out, j] = x[i, j]
            run[out] = run[i]
            out += 1
    return out
