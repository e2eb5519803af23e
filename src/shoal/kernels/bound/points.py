"""Distinct rows in blocks of similar ones, and what each costs together with one of them.

A *point* is a distinct row with the number of rows that are like it. Points are put in an order in which neighbours are
alike, by halving them again and again at the middle of the column they differ most in; `LEAF` in a row are a block,
`BRANCH` blocks a large block. A block costs a row at least what the nearest corner does, so most are never opened.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.pool import FEW_ROWS, SHARES, over_runs, thread_count
from shoal.kernels.shared.box_cost import span

LEAF = 32
BRANCH = 16


class Points(NamedTuple):
    """Distinct rows in block order.

    x (points, d) int32; times (points,) int64, the rows that are like each; lo, hi (blocks, d) int32, the corners of
    each block; wide_lo, wide_hi (large blocks, d) int32; own_at (d + 1,) int64, where the prices of column j begin in
    the list of what every code costs together with those of one point.
    """

    x: np.ndarray
    times: np.ndarray
    lo: np.ndarray
    hi: np.ndarray
    wide_lo: np.ndarray
    wide_hi: np.ndarray
    own_at: np.ndarray


def points_of(x, count, costs):
    """Return points and their order, `out.x = x[order]`; x (points, d) int32, all distinct; count (points,) int64."""
    order = halved(x, costs)
    x, count = np.ascontiguousarray(x[order]), np.ascontiguousarray(count[order])
    corners = []
    for size in (LEAF, LEAF * BRANCH):
        starts = np.arange(0, len(x), size)
        corners += [np.minimum.reduceat(x, starts, axis=0), np.maximum.reduceat(x, starts, axis=0)]
    own_at = np.concatenate([[0], np.cumsum(costs.size)])
    return Points(x, count, *corners, own_at), order


def halved(x, costs):
    """Return the points in an order in which those that are alike stand together; (points,) int64.

    Once there are enough runs for all threads, each is halved to the end by one of them.
    """
    order = np.arange(len(x), dtype=np.int64)
    starts, ends = np.zeros(min(1, len(x)), np.int64), np.full(min(1, len(x)), len(x))
    while 0 < len(starts) < SHARES * thread_count() and (ends - starts).min() > FEW_ROWS:
        middle = np.empty(len(starts), np.int64)
        over_runs(halve_once, starts, ends, x, costs, order, aligned=(middle,))
        starts, ends = np.sort(np.concatenate([starts, middle])), np.sort(np.concatenate([middle, ends]))
    over_runs(halve, starts, ends, x, costs, order)
    return order


@serial()
def halve_once(starts, ends, out_middle, x, costs, order):
    """Halve each run order[starts[r]:ends[r]] at the middle of the column it differs most in, and say where.

    starts, ends, out_middle (runs,) int64; x (points, d) int32; order (points,) int64. No run has fewer than LEAF + 1.
    """
    for r in range(starts.shape[0]):
        out_middle[r] = cut(x, costs, order, starts[r], ends[r])


@serial()
def halve(starts, ends, x, costs, order):
    """Put points of each run order[starts[r]:ends[r]] that are alike next to each other; arrays as in `halve_once`."""
    begin, end = np.empty(128, np.int64), np.empty(128, np.int64)
    for r in range(starts.shape[0]):
        begin[0], end[0], depth = starts[r], ends[r], 1
        while depth > 0:
            depth -= 1
            a, b = begin[depth], end[depth]
            if b - a <= LEAF:
                continue
            middle = cut(x, costs, order, a, b)
            begin[depth], end[depth] = a, middle
            begin[depth + 1], end[depth + 1] = middle, b
            depth += 2


@inner()
def cut(x, costs, order, a, b):
    """Halve the points order[a:b] at the middle of the column they differ most in, at a whole block, and return it."""
    lo, hi = np.empty(x.shape[1], np.int32), np.empty(x.shape[1], np.int32)
    extent(x, order, a, b, lo, hi)
    column, most = 0, -1.0
    for j in range(x.shape[1]):
        price = span(costs, j, lo[j], hi[j])
        if price > most:
            column, most = j, price
    step = LEAF * BRANCH if b - a > LEAF * BRANCH else LEAF
    middle = a + ((b - a + step) // (2 * step)) * step
    part(x, column, order, a, b, middle)
    return middle


@inner()
def extent(x, order, a, b, out_lo, out_hi):
    """Write the corners of the points order[a:b]; out_lo, out_hi (d,) int32."""
    for j in range(x.shape[1]):
        out_lo[j] = x[order[a], j]
        out_hi[j] = x[order[a], j]
    for p in range(a + 1, b):
        for j in range(x.shape[1]):
            code = x[order[p], j]
            out_lo[j] = min(out_lo[j], code)
            out_hi[j] = max(out_hi[j], code)


@inner()
def part(x, column, order, a, b, middle):
    """Let no point of order[a:middle] have a greater code in the column than one of order[middle:b]."""
    lo, hi = a, b - 1
    while lo < hi:
        pivot = x[order[(lo + hi) // 2], column]
        below, above, p = lo, hi, lo
        while p <= above:
            code = x[order[p], column]
            if code < pivot:
                order[below], order[p] = order[p], order[below]
                below += 1
                p += 1
            elif code > pivot:
                order[above], order[p] = order[p], order[above]
                above -= 1
            else:
                p += 1
        if middle < below:
            hi = below - 1
        elif middle > above:
            lo = above + 1
        else:
            break


@inner()
def write_own(points, costs, i, out_own):
    """Write what each code costs together with those of point i; out_own (own_at[d],) float64."""
    for j in range(points.x.shape[1]):
        code, size, at = points.x[i, j], costs.size[j], points.own_at[j]
        if costs.line[j]:
            begin, absent = costs.base[j], costs.missing[j]
            place = costs.position[begin + code]
            for c in range(size):
                out_own[at + c] = abs(costs.position[begin + c] - place)
            if absent >= 0:
                out_own[at + absent] = costs.weight[j]
            if code == absent:
                out_own[at : at + size] = costs.weight[j]
        elif costs.table_at[j] >= 0:
            begin = costs.table_at[j] + code * size
            for c in range(size):
                out_own[at + c] = costs.table[begin + c]
        else:
            for c in range(size):
                out_own[at + c] = span(costs, j, min(c, code), max(c, code))
        out_own[at + code] = 0.0


@inner()
def block_gap(own_at, own, x, i, lo, hi, block, reach):
    """Return what a point of a block costs at least together with point i, or something from `reach` on.

    own float64, what each code costs together with those of point i; lo, hi (blocks, d) int32.
    """
    total = 0.0
    for j in range(x.shape[1]):
        code = x[i, j]
        if code < lo[block, j]:
            total += own[own_at[j] + lo[block, j]]
        elif code > hi[block, j]:
            total += own[own_at[j] + hi[block, j]]
        if total >= reach:
            break
    return total


@inner()
def write_gaps(own_at, own, x, begin, end, reach, size, out_near, out_gap):
    """Put the points from `begin` to `end` that cost less than `reach` behind the first `size`; return the new size.

    out_near (points,) int64; out_gap (points,) float64, what each costs together with the point of `own`.
    """
    for a in range(begin, end):
        total = 0.0
        for j in range(x.shape[1]):
            total += own[own_at[j] + x[a, j]]
        if total < reach:
            out_near[size] = a
            out_gap[size] = total
            size += 1
    return size


@inner()
def gather(points, own, i, reach, out_near, out_gap):
    """Write the points that cost less than `reach` together with point i, and their prices; return how many.

    own float64, as `write_own` writes it; out_near (points,) int64; out_gap (points,) float64.
    """
    m, own_at, x, size = points.x.shape[0], points.own_at, points.x, np.int64(0)
    lo, hi, wide_lo, wide_hi = points.lo, points.hi, points.wide_lo, points.wide_hi
    for wide in range(wide_lo.shape[0]):
        if block_gap(own_at, own, x, i, wide_lo, wide_hi, wide, reach) >= reach:
            continue
        for block in range(wide * BRANCH, min((wide + 1) * BRANCH, lo.shape[0])):
            if block_gap(own_at, own, x, i, lo, hi, block, reach) < reach:
                end = min((block + 1) * LEAF, m)
                size = write_gaps(own_at, own, x, block * LEAF, end, reach, size, out_near, out_gap)
    return size


@inner()
def select(value, weight, size, k):
    """Return the k-th smallest of the first `size` values, each counted `weight` times; both are put out of order.

    value float64; weight int64, at least k in all; `size` >= 1.
    """
    lo, hi = 0, size - 1
    while lo < hi:
        first, middle, last = value[lo], value[(lo + hi) // 2], value[hi]
        pivot = max(min(first, middle), min(max(first, middle), last))
        below, above, p, less, same = lo, hi, lo, np.int64(0), np.int64(0)
        while p <= above:
            if value[p] < pivot:
                less += weight[p]
                value[below], value[p] = value[p], value[below]
                weight[below], weight[p] = weight[p], weight[below]
                below += 1
                p += 1
            elif value[p] > pivot:
                value[above], value[p] = value[p], value[above]
                weight[above], weight[p] = weight[p], weight[above]
                above -= 1
            else:
                same += weight[p]
                p += 1
        if k <= less:
            hi = below - 1
        elif k <= less + same:
            return pivot
        else:
            k -= less + same
            lo = above + 1
    return value[lo]
