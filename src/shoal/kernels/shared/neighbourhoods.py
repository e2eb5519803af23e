"""Neighbourhoods: put similar boxes, or rows, side by side, in O(n log n)."""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.box_cost import span
from shoal.kernels.shared.random_stream import below, stream

LOOKS = 16
"""Boxes that the second pivot of a cut is the farthest of."""

FEWEST = 2
"""Groups that a region has whatever their size: one alone cannot be improved."""


@serial()
def boxes_of_runs(rows, edge, codes, out_start, out_low, out_high):
    """Write where each group begins and its box; return how many there are.

    rows (n,) int32, edge (n,) uint8; out_start (groups,) int64; out_low, out_high (groups, d) int32.
    """
    g, d = -1, codes.shape[1]
    for i in range(rows.shape[0]):
        code = codes[rows[i]]
        if edge[i]:
            g += 1
            out_start[g] = i
            for j in range(d):
                out_low[g, j], out_high[g, j] = code[j], code[j]
        else:
            for j in range(d):
                out_low[g, j], out_high[g, j] = min(out_low[g, j], code[j]), max(out_high[g, j], code[j])
    return g + 1


@inner()
def union(costs, low, high, a, b):
    """Return the price of the box around two boxes."""
    total = 0.0
    for j in range(low.shape[1]):
        total += span(costs, j, min(low[a, j], low[b, j]), max(high[a, j], high[b, j]))
    return total


@serial()
def cut_runs(starts, ends, dice, out_cut, order, key, low, high, costs, spread):
    """Cut each run of boxes in two by which of two far-apart boxes is nearer; similar boxes stay together.

    The cut is the middle, moved at random by up to `spread` of the run; out_cut (runs,) int64 says where it is. order
    (n,) int32 are boxes, reordered inside the runs; key (n,) float64, scratch.
    """
    for i in range(starts.shape[0]):
        a, b, state = starts[i], ends[i], stream(dice[i])
        one = order[a + below(state, b - a)]
        far, other = -1.0, one
        for _ in range(LOOKS):
            box = order[a + below(state, b - a)]
            price = union(costs, low, high, one, box)
            if price > far:
                far, other = price, box
        for p in range(a, b):
            key[p] = union(costs, low, high, one, order[p]) - union(costs, low, high, other, order[p])
        room = np.int64(spread * (b - a))
        cut = (a + b) // 2 - room + below(state, 2 * room + 1)
        out_cut[i] = max(a + 1, min(b - 1, cut))
        split(key, order, a, b, out_cut[i])


@inner()
def split(key, order, a, b, cut):
    """Reorder a..b-1 so that no key before `cut` is greater than one from there on. O(b - a) expected."""
    b -= 1
    while a < b:
        middle = key[(a + b) >> 1]
        i, j = a, b
        while i <= j:
            while key[i] < middle:
                i += 1
            while key[j] > middle:
                j -= 1
            if i <= j:
                key[i], key[j] = key[j], key[i]
                order[i], order[j] = order[j], order[i]
                i += 1
                j -= 1
        if cut <= j:
            b = j
        elif cut >= i:
            a = i
        else:
            break


@serial()
def gather(starts, ends, dice, order, key, low, high, size, price, costs, most, limit, rising, out_last):
    """Reorder each run of groups so that every group drawn at random stands with its nearest, in regions.

    A region has up to `most` groups and `limit` rows (two groups may have more); out_last (groups,) uint8 is 1 where a
    region ends. Near is a low price of the union or, where `rising`, a low rise over the other group's own price.
    O(run² / most) prices.
    """
    for i in range(starts.shape[0]):
        at, end, state = starts[i], ends[i], stream(dice[i])
        while at < end:
            pick = at + below(state, end - at)
            focus = order[pick]
            order[pick], order[at] = order[at], focus
            for p in range(at, end):
                key[p] = union(costs, low, high, focus, order[p])
                if rising:
                    key[p] -= price[order[p]]
            key[at] = -np.inf
            stop = min(end, at + most)
            split(key, order, at, end, stop - 1)
            for p in range(at, stop):
                if order[p] == focus:
                    order[p], order[at] = order[at], focus
            first, held = at, np.int64(0)
            while at < stop and (at < first + FEWEST or held + size[order[at]] <= limit):
                held += size[order[at]]
                at += 1
            out_last[at - 1] = 1


@serial()
def reorder(order, start, size, rows, out_rows, out_edge):
    """Write the rows group by group in a new order of the groups; out_edge (n,) uint8, 1 where a group begins."""
    at = 0
    for i in range(order.shape[0]):
        g = order[i]
        for p in range(size[g]):
            out_rows[at + p] = rows[start[g] + p]
            out_edge[at + p] = p == 0
        at += size[g]
