"""Mondrian's step: cut a run of rows along its widest column."""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.box_cost import span
from shoal.kernels.shared.cut_parts import parts_pass, sort_sides
from shoal.kernels.shared.ordered import place_of
from shoal.kernels.shared.value_counts import box_of, tally

RELAXED = 1
"""Rows equal to the median may go to either half."""

CHILDREN = 2
"""A column on a tree is cut into the children of the common node, not at the median of the leaf order."""

MEDIAN = 4
"""A column is cut at its median or not at all."""


@serial()
def cut_widest(starts, ends, codes, costs, k, rules, rows, spare, out_edge):
    """Cut each run rows[starts[g]:ends[g]] into parts of at least k rows, where some column allows it.

    starts, ends (runs,) int64, disjoint; codes (n, d) int32; costs a Costs; rules: RELAXED, CHILDREN, both or
    neither, or MEDIAN; rows, spare (n,) int32, reordered in place; out_edge (n,) uint8: 1 where a part begins that may
    be cut again, 2 where a run begins that cannot be.
    Columns are tried by descending price of the run's box, ties to the lowest. O(rows * d) a run.
    """
    for g in range(starts.shape[0]):
        run, parts = rows[starts[g] : ends[g]], spare[starts[g] : ends[g]]
        box = box_and_prices(codes, costs, run)
        begin = next_cut(codes, costs, k, rules, box, run, parts)
        keep_cut(begin, parts, run, out_edge[starts[g] : ends[g]])


@serial()
def cut_guarded(starts, ends, codes, costs, k, rules, guard, rows, spare, out_edge):
    """Cut as `cut_widest` does, each run along the first column whose parts all meet the rules of the guard."""
    for g in range(starts.shape[0]):
        run, parts = rows[starts[g] : ends[g]], spare[starts[g] : ends[g]]
        box = box_and_prices(codes, costs, run)
        begin = next_cut(codes, costs, k, rules, box, run, parts)
        while begin.shape[0] > 1 and not parts_pass(guard, parts, begin):
            begin = next_cut(codes, costs, k, rules, box, run, parts)
        keep_cut(begin, parts, run, out_edge[starts[g] : ends[g]])


@inner()
def box_and_prices(codes, costs, run):
    """Return the least and greatest code of a run in every column, and what that costs."""
    d = codes.shape[1]
    lo, hi = box_of(codes, run)
    price = np.empty(d, np.float64)
    for j in range(d):
        price[j] = span(costs, j, lo[j], hi[j])
    return lo, hi, price


@inner()
def next_cut(codes, costs, k, rules, box, run, out_rows):
    """Write the run cut along the dearest column that can be cut, and return where each part begins, and the end.

    A single number where no column is left. Columns that were tried are marked in the prices of the box.
    """
    lo, hi, price = box
    for _ in range(price.shape[0] if run.shape[0] >= 2 * k else 0):
        j = 0
        for other in range(1, price.shape[0]):
            if price[other] > price[j]:
                j = other
        if price[j] <= 0.0:
            break
        price[j] = -1.0
        value, count = tally(codes, run, j, lo[j], hi[j])
        if rules & CHILDREN and not costs.line[j]:
            top, ok = tree_parts(costs, j, value, count, k)
        elif rules & RELAXED:
            return halve_run(codes, j, value, count, run, out_rows)
        elif rules & MEDIAN:
            top, ok = median_parts(value, count, k)
        else:
            top, ok = line_parts(value, count, k, costs.missing[j])
        if ok:
            return share_out(codes, j, top, run, out_rows)
    return np.zeros(1, np.int64)


@inner()
def keep_cut(begin, parts, out_run, out_edge):
    """Write the parts over the run and mark where each begins, or mark the run as final where it has no cut."""
    if begin.shape[0] == 1:
        out_edge[0] = 2
        return
    for i in range(parts.shape[0]):
        out_run[i] = parts[i]
    for p in range(begin.shape[0] - 1):
        out_edge[begin[p]] = 1


@inner()
def line_parts(value, count, k, missing):
    """Return the highest code of each of two parts, and whether both have k rows.

    The cut is `present | missing` where both occur and have k rows, else the one between two values that leaves k rows
    on either side and is nearest to the middle; of two equally near, the upper one.
    """
    total = 0
    for v in range(count.shape[0]):
        total += count[v]
    top = np.empty(2, np.int32)
    top[1] = value[-1]
    last = count.shape[0] - 1
    if value[last] == missing and count[last] >= k and total - count[last] >= k:
        top[0] = value[last - 1]
        return top, True
    below = 0
    best = total
    for v in range(last):
        below += count[v]
        away = abs(2 * below - total)
        if below >= k and total - below >= k and away <= best:
            best = away
            top[0] = value[v]
    return top, best < total


@inner()
def median_parts(value, count, k):
    """Return the highest code of two parts, up to the median and above it, and whether both have k rows.

    The median is the least value that half of the rows do not exceed.
    """
    total = 0
    for v in range(count.shape[0]):
        total += count[v]
    below, v = count[0], 0
    while 2 * below < total:
        v += 1
        below += count[v]
    top = np.empty(2, np.int32)
    top[0], top[1] = value[v], value[-1]
    return top, below >= k and total - below >= k


@inner()
def tree_parts(costs, j, value, count, k):
    """Return the highest code of each part, one part per child of the common node, and whether all have k rows."""
    at = costs.node_at[j]
    node = value[0]
    while costs.last[at + node] < value[-1]:
        node = costs.parent[at + node]
    top = np.empty(count.shape[0], np.int32)
    parts = 0
    inside = 0
    for v in range(count.shape[0]):
        if parts == 0 or value[v] > top[parts - 1]:
            if parts > 0 and inside < k:
                return top[:parts], False
            child = value[v]
            while costs.parent[at + child] != node:
                child = costs.parent[at + child]
            top[parts] = costs.last[at + child]
            parts += 1
            inside = 0
        inside += count[v]
    return top[:parts], inside >= k


@inner()
def share_out(codes, j, top, run, out_rows):
    """Write the run by part, stably, and return where each part begins, and the end; top (parts,) ascending."""
    parts = top.shape[0]
    begin = np.zeros(parts + 1, np.int64)
    for i in range(run.shape[0]):
        begin[place_of(top, 0, parts - 1, codes[run[i], j]) + 1] += 1
    for p in range(parts):
        begin[p + 1] += begin[p]
    at = begin.copy()
    for i in range(run.shape[0]):
        p = place_of(top, 0, parts - 1, codes[run[i], j])
        out_rows[at[p]] = run[i]
        at[p] += 1
    return begin


@inner()
def halve_run(codes, j, value, count, run, out_rows):
    """Write the run as halves at the median of column j, and return where they begin, and the end.

    Rows equal to the median fill the left half first.
    """
    begin = np.array([0, run.shape[0] // 2, run.shape[0]])
    below = 0
    v = 0
    while below + count[v] <= begin[1]:
        below += count[v]
        v += 1
    equal_left = begin[1] - below
    side = np.ones(run.shape[0], np.uint8)
    for i in range(run.shape[0]):
        c = codes[run[i], j]
        if c < value[v]:
            side[i] = 0
        elif c == value[v] and equal_left > 0:
            equal_left -= 1
            side[i] = 0
    sort_sides(run, side, out_rows)
    return begin
