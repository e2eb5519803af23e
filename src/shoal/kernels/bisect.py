"""The bisection of CB: two centres, rows to the nearer one, repeated from the new centres.

A centre is, per column, a position on the line (`NaN`: missing) or a leaf of the tree. `delta` is a row's price with
the first centre minus its price with the second, in whole units of `GRAIN`, so that rounding errors decide no tie.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import serial
from shoal.kernels.side import put_sides, sides_pass
from shoal.kernels.spread import box_cost, span
from shoal.kernels.tally import box_of

GRAIN = 1e-12


class Rules(NamedTuple):
    """How a run is cut: at least k rows a side, how many rounds, and the options of the paper's open questions.

    restart: new centres are drawn in every round; growing: rows are compared with the boxes of the growing sides
    instead of the centres.
    """

    k: int
    rounds: int
    restart: bool
    growing: bool


class Bench(NamedTuple):
    """A run that is being cut, and room to work in.

    run (m,) int32; x (d, m) int32, its codes column by column; lo, hi (d,) int32, the least and greatest; gain, tallies
    scratch room; centre (2, d) float64; delta (m,) float64; side, last, best (m,) uint8, the sides of this round, of
    the one before, and of the cheapest one.
    """

    run: np.ndarray
    x: np.ndarray
    lo: np.ndarray
    hi: np.ndarray
    gain: np.ndarray
    tallies: np.ndarray
    centre: np.ndarray
    delta: np.ndarray
    side: np.ndarray
    last: np.ndarray
    best: np.ndarray


@serial()
def bisect_runs(starts, ends, draws, codes, costs, near, rules, rows, out_edge):
    """Cut each run rows[starts[g]:ends[g]] of at least 2k rows in two parts of at least k rows, the cheapest of rounds.

    starts, ends (runs,) int64, disjoint; draws (runs, 1 or rounds, 2) float64 in [0, 1), which pick centres; codes
    (n, d) int32; costs, near two Costs, for boxes and for the distance to a centre; rows (n,) int32, reordered in
    place, in random order inside a run; out_edge (n,) uint8: 1 where a part begins. Of equal rounds the first one
    counts. O(rounds * rows * d) a run.
    """
    for g in range(starts.shape[0]):
        bench = bench_for(codes, near, draws[g], rows[starts[g] : ends[g]])
        least = np.inf
        for turn in range(rules.rounds):
            cost = play(bench, costs, near, rules, draws[g], turn)
            if cost < 0.0:
                break
            if cost < least - GRAIN:
                least = cost
                copy_into(bench.side, bench.best)
        put_sides(bench.run, bench.best, rows[starts[g] : ends[g]], out_edge[starts[g] : ends[g]])


@serial()
def bisect_guarded(starts, ends, draws, codes, costs, near, rules, guard, rows, out_edge):
    """Cut as `bisect_runs` does, only rounds counting whose sides both meet the rules; 2 where a run has none."""
    for g in range(starts.shape[0]):
        bench = bench_for(codes, near, draws[g], rows[starts[g] : ends[g]])
        least = np.inf
        for turn in range(rules.rounds):
            cost = play(bench, costs, near, rules, draws[g], turn)
            if cost < 0.0:
                break
            if cost < least - GRAIN and sides_pass(guard, bench.run, bench.side):
                least = cost
                copy_into(bench.side, bench.best)
        if least < np.inf:
            put_sides(bench.run, bench.best, rows[starts[g] : ends[g]], out_edge[starts[g] : ends[g]])
        else:
            out_edge[starts[g]] = 2


@serial()
def bench_for(codes, near, draw, run):
    """Return a run ready to be cut, with its first centres drawn."""
    m, d = run.shape[0], codes.shape[1]
    x = np.empty((d, m), np.int32)
    for i in range(m):
        for j in range(d):
            x[j, i] = codes[run[i], j]
    lo = np.empty(d, np.int32)
    hi = np.empty(d, np.int32)
    box_of(codes, run, lo, hi)
    gain, tallies = room_for(near, lo, hi, m)
    sides = np.zeros((3, m), np.uint8)
    centre, delta = first_centres(x, near, draw[0]), np.empty(m, np.float64)
    return Bench(run.copy(), x, lo, hi, gain, tallies, centre, delta, sides[0], sides[1], sides[2])


@serial()
def play(bench, costs, near, rules, draw, turn):
    """Play one round: write the sides and the centres of the next one, and return what the sides cost; -1 at the end.

    The end is where the sides are those of the round before.
    """
    if rules.restart and turn > 0:
        centre = first_centres(bench.x, near, draw[turn])
        for s in range(2):
            copy_into(centre[s], bench.centre[s])
    if rules.growing:
        grow_sides(bench.x, costs, near, bench.centre, bench.delta, bench.side)
    else:
        compare(bench.x, near, bench.centre, bench.lo, bench.hi, bench.gain, bench.delta)
        distribute(bench.delta, bench.side)
    borrow(rules.k, bench.run, bench.delta, bench.side)
    if turn > 0 and not rules.restart and same(bench.side, bench.last):
        return -1.0
    copy_into(bench.side, bench.last)
    return settle(bench.x, costs, near, bench.side, bench.lo, bench.tallies, bench.centre)


@serial()
def grow_sides(x, costs, near, centre, out_delta, out_side):
    """Send each row to the side whose box grows to the cheaper one; ties as in `distribute`. Boxes begin at centres."""
    d, m = x.shape
    lo = np.empty((2, d), np.int32)
    hi = np.empty((2, d), np.int32)
    for j in range(d):
        for s in range(2):
            lo[s, j] = as_code(near, j, centre[s, j])
            hi[s, j] = lo[s, j]
    first = 0
    for i in range(m):
        delta = 0.0
        for j in range(d):
            c = x[j, i]
            delta += span(costs, j, min(lo[0, j], c), max(hi[0, j], c))
            delta -= span(costs, j, min(lo[1, j], c), max(hi[1, j], c))
        out_delta[i] = np.rint(delta / GRAIN)
        out_side[i] = 0 if out_delta[i] < 0.0 or (out_delta[i] == 0.0 and 2 * first <= i) else 1
        if out_side[i] == 0:
            first += 1
        for j in range(d):
            lo[out_side[i], j] = min(lo[out_side[i], j], x[j, i])
            hi[out_side[i], j] = max(hi[out_side[i], j], x[j, i])


@serial()
def as_code(costs, j, centre):
    """Return the code nearest to a centre in column j, the lower of two equally near."""
    if not costs.line[j]:
        return np.int64(centre)
    if np.isnan(centre):
        return costs.missing[j]
    present = costs.size[j] - 1 if costs.missing[j] >= 0 else costs.size[j]
    low, high = 0, present - 1
    while low < high:
        middle = (low + high) // 2
        if costs.position[costs.base[j] + middle] < centre:
            low = middle + 1
        else:
            high = middle
    at = costs.base[j] + low
    if low > 0 and centre - costs.position[at - 1] <= costs.position[at] - centre:
        return low - 1
    return low


@serial()
def room_for(costs, lo, hi, m):
    """Return scratch room: a price per code of the widest dense column, and zeroed counts for the widest tree."""
    wide, tall = 0, 0
    for j in range(lo.shape[0]):
        width = hi[j] - lo[j] + 1
        if is_dense(width, m):
            wide = max(wide, width)
        if not costs.line[j]:
            tall = max(tall, width)
    return np.empty(wide, np.float64), np.zeros((2, tall), np.int32)


@serial()
def is_dense(width, m):
    """Return whether a price per code is cheaper than a price per row."""
    return 2 * width <= m


@serial()
def first_centres(x, costs, draw):
    """Return two rows as centres: one drawn, then the first one from a drawn place on that differs from it."""
    d, m = x.shape
    a = np.int64(draw[0] * m)
    b = np.int64(draw[1] * m)
    for step in range(m):
        i = (b + step) % m
        differs = False
        for j in range(d):
            differs = differs or x[j, i] != x[j, a]
        if differs:
            b = i
            break
    centre = np.empty((2, d), np.float64)
    for j in range(d):
        centre[0, j] = as_centre(costs, j, x[j, a])
        centre[1, j] = as_centre(costs, j, x[j, b])
    return centre


@serial()
def as_centre(costs, j, code):
    """Return a code as a centre: its position on the line, NaN when missing; or the leaf itself."""
    if not costs.line[j]:
        return np.float64(code)
    if code == costs.missing[j]:
        return np.nan
    return costs.position[costs.base[j] + code]


@serial()
def price_to(costs, j, code, centre):
    """Return the weighted price of column j between a code and a centre."""
    if not costs.line[j]:
        leaf = np.int64(centre)
        return span(costs, j, min(leaf, code), max(leaf, code))
    missing = code == costs.missing[j]
    if missing or np.isnan(centre):
        return 0.0 if missing and np.isnan(centre) else costs.weight[j]
    return abs(costs.position[costs.base[j] + code] - centre)


@serial()
def compare(x, costs, centre, lo, hi, gain, out_delta):
    """Write each row's price with the first centre minus its price with the second, in grains."""
    d, m = x.shape
    for i in range(m):
        out_delta[i] = 0.0
    for j in range(d):
        width = hi[j] - lo[j] + 1
        near, far = centre[0, j], centre[1, j]
        if is_dense(width, m):
            for s in range(width):
                gain[s] = price_to(costs, j, lo[j] + s, near) - price_to(costs, j, lo[j] + s, far)
            for i in range(m):
                out_delta[i] += gain[x[j, i] - lo[j]]
        else:
            for i in range(m):
                out_delta[i] += price_to(costs, j, x[j, i], near) - price_to(costs, j, x[j, i], far)
    for i in range(m):
        out_delta[i] = np.rint(out_delta[i] / GRAIN)


@serial()
def distribute(delta, out_side):
    """Send each row to the nearer centre; on equality to the side with fewer rows so far, then to the first."""
    first = 0
    for i in range(delta.shape[0]):
        if delta[i] < 0.0 or (delta[i] == 0.0 and 2 * first <= i):
            out_side[i] = 0
            first += 1
        else:
            out_side[i] = 1


@serial()
def borrow(k, run, delta, side):
    """Move rows to a side with fewer than k, those that lose least by it first; ties to the lowest row. O(m log k)."""
    m = side.shape[0]
    size1 = 0
    for i in range(m):
        if side[i] == 1:
            size1 += 1
    short, need, sign = 0, k - (m - size1), 1.0
    if size1 < k:
        short, need, sign = 1, k - size1, -1.0
    if need <= 0:
        return
    heap = np.empty(need, np.int64)
    size = 0
    for i in range(m):
        if side[i] == short:
            continue
        if size < need:
            heap[size] = i
            size += 1
            if size == need:
                for top in range(need // 2 - 1, -1, -1):
                    sink(heap, top, run, delta, sign)
        elif loses_more(heap[0], i, run, delta, sign):
            heap[0] = i
            sink(heap, 0, run, delta, sign)
    for s in range(need):
        side[heap[s]] = short


@serial()
def loses_more(a, b, run, delta, sign):
    """Return whether moving row a of the run costs more than moving row b."""
    gap = sign * (delta[a] - delta[b])
    return gap > 0.0 or (gap == 0.0 and run[a] > run[b])


@serial()
def sink(heap, top, run, delta, sign):
    """Let heap[top] sink to its place, the row that loses most on top."""
    size, row = heap.shape[0], heap[top]
    while 2 * top + 1 < size:
        child = 2 * top + 1
        if child + 1 < size and loses_more(heap[child + 1], heap[child], run, delta, sign):
            child += 1
        if not loses_more(heap[child], row, run, delta, sign):
            break
        heap[top] = heap[child]
        top = child
    heap[top] = row


@serial()
def copy_into(source, target):
    """Copy an array into one of the same length."""
    for i in range(source.shape[0]):
        target[i] = source[i]


@serial()
def same(a, b):
    """Return whether two arrays of equal length agree everywhere."""
    for i in range(a.shape[0]):
        if a[i] != b[i]:
            return False
    return True


@serial()
def settle(x, costs, near, side, base, count, out_centre):
    """Write the centres of both sides, and return what their boxes cost in total.

    A centre is the mean of the positions that are present, missing where more than half of the rows are, or the most
    frequent leaf, ties to the lowest. base (d,) int32 is below every code; count (2, codes) int32 is zeros, and is
    left so.
    """
    d, m = x.shape
    lo = np.empty((2, d), np.int32)
    hi = np.empty((2, d), np.int32)
    size = np.zeros(2, np.int64)
    for i in range(m):
        size[side[i]] += 1
    for j in range(d):
        extent(x[j], side, lo[:, j], hi[:, j])
        if near.line[j]:
            settle_line(x[j], near, side, j, size, out_centre[:, j])
        else:
            settle_tree(x[j], side, base[j], hi[:, j], count, out_centre[:, j])
    return size[0] * box_cost(costs, lo[0], hi[0]) + size[1] * box_cost(costs, lo[1], hi[1])


@serial()
def extent(column, side, out_lo, out_hi):
    """Write the least and greatest code of either side; column (m,) int32; out_* (2,) int32."""
    for s in range(2):
        out_lo[s] = 2**31 - 1
        out_hi[s] = -1
    for i in range(column.shape[0]):
        s, c = side[i], column[i]
        out_lo[s] = min(out_lo[s], c)
        out_hi[s] = max(out_hi[s], c)


@serial()
def settle_line(column, costs, side, j, size, out_centre):
    """Write the mean position of column j for both sides."""
    total = np.zeros(2, np.float64)
    present = np.zeros(2, np.int64)
    for i in range(column.shape[0]):
        if column[i] != costs.missing[j]:
            total[side[i]] += costs.position[costs.base[j] + column[i]]
            present[side[i]] += 1
    for s in range(2):
        out_centre[s] = total[s] / present[s] if 2 * present[s] >= size[s] else np.nan


@serial()
def settle_tree(column, side, base, hi, count, out_centre):
    """Write the most frequent leaf of either side; count is zeros before and after."""
    m = column.shape[0]
    for i in range(m):
        count[side[i], column[i] - base] += 1
    width = max(hi[0], hi[1]) - base + 1
    most = np.zeros(2, np.int32)
    if width <= m:
        for s in range(2):
            for c in range(width):
                if count[s, c] > most[s]:
                    most[s] = count[s, c]
                    out_centre[s] = base + c
                count[s, c] = 0
        return
    for i in range(m):
        s, c = side[i], column[i]
        seen = count[s, c - base]
        if seen > most[s] or (seen == most[s] and c < out_centre[s]):
            most[s] = seen
            out_centre[s] = c
    for i in range(m):
        count[side[i], column[i] - base] = 0
