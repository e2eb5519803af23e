"""Mondrian's step: cut a run of rows along its widest column."""

import numpy as np

from shoal.kernels._jit import serial
from shoal.kernels.spread import span
from shoal.kernels.tally import box_of, tally

RELAXED = 1
"""Rows equal to the median may go to either half."""

CHILDREN = 2
"""A column on a tree is cut into the children of the common node, not at the median of the leaf order."""


@serial()
def cut_widest(starts, ends, codes, costs, k, rules, rows, spare, out_edge):
    """Cut each run rows[starts[g]:ends[g]] into parts of at least k rows, where some column allows it.

    starts, ends (runs,) int64, disjoint; codes (n, d) int32; costs a Costs; rules: RELAXED, CHILDREN, both or neither;
    rows, spare (n,) int32, reordered in place; out_edge (n,) uint8: 1 where a part begins that may be cut again, 2
    where a run begins that cannot be.
    Columns are tried by descending price of the run's box, ties to the lowest. O(rows * d) a run.
    """
    for g in range(starts.shape[0]):
        start, end = starts[g], ends[g]
        if end - start < 2 * k or not cut_run(codes, costs, k, rules, start, end, rows, spare, out_edge):
            out_edge[start] = 2


@serial()
def cut_run(codes, costs, k, rules, start, end, rows, spare, out_edge):
    """Cut one run along the first column that allows it, and return whether one did."""
    d = codes.shape[1]
    lo = np.empty(d, np.int32)
    hi = np.empty(d, np.int32)
    run = rows[start:end]
    box_of(codes, run, lo, hi)
    width = np.empty(d, np.float64)
    for j in range(d):
        width[j] = span(costs, j, lo[j], hi[j])
    for _ in range(d):
        j = 0
        for other in range(1, d):
            if width[other] > width[j]:
                j = other
        if width[j] <= 0.0:
            return False
        width[j] = -1.0
        value, count = tally(codes, run, j, lo[j], hi[j])
        if rules & CHILDREN and not costs.line[j]:
            top, ok = tree_parts(costs, j, value, count, k)
        elif rules & RELAXED:
            halve_run(codes, j, value, count, start, end, rows, spare, out_edge)
            return True
        else:
            top, ok = line_parts(value, count, k, costs.missing[j])
        if ok:
            share_out(codes, j, top, start, end, rows, spare, out_edge)
            return True
    return False


@serial()
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


@serial()
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


@serial()
def part_of(top, code):
    """Return the first part whose highest code is at least `code`; top (parts,) ascending."""
    low, high = 0, top.shape[0] - 1
    while low < high:
        middle = (low + high) // 2
        if top[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low


@serial()
def share_out(codes, j, top, start, end, rows, spare, out_edge):
    """Reorder rows[start:end] by part, stably, and mark where each part begins; top (parts,) ascending."""
    parts = top.shape[0]
    begin = np.zeros(parts + 1, np.int64)
    for i in range(start, end):
        begin[part_of(top, codes[rows[i], j]) + 1] += 1
    for p in range(parts):
        begin[p + 1] += begin[p]
    for p in range(parts):
        out_edge[start + begin[p]] = 1
    for i in range(start, end):
        p = part_of(top, codes[rows[i], j])
        spare[start + begin[p]] = rows[i]
        begin[p] += 1
    for i in range(start, end):
        rows[i] = spare[i]


@serial()
def halve_run(codes, j, value, count, start, end, rows, spare, out_edge):
    """Reorder rows[start:end] into halves at the median of column j; rows equal to it fill the left half first."""
    half = (end - start) // 2
    below = 0
    v = 0
    while below + count[v] <= half:
        below += count[v]
        v += 1
    equal_left = half - below
    left, right = start, start + half
    for i in range(start, end):
        c = codes[rows[i], j]
        go_left = c < value[v]
        if c == value[v] and equal_left > 0:
            equal_left -= 1
            go_left = True
        if go_left:
            spare[left] = rows[i]
            left += 1
        else:
            spare[right] = rows[i]
            right += 1
    for i in range(start, end):
        rows[i] = spare[i]
    out_edge[start] = 1
    out_edge[start + half] = 1
