"""The cheapest box of at least k rows around each row, exactly, by branch and bound.

See `row_chain` for how a box is a choice from each chain. Choices are made chain by chain, the cheapest first; a
branch ends when it costs as much as the best box known, or covers fewer than k rows. One column on a line is kept for
the end: its rows are in order, and the narrowest run of k of them is found in one sweep. Where that takes more nodes
than allowed, the search is repeated for a cheaper box; that there is none is still a bound.
"""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.bound.points import BRANCH, LEAF, gather, write_gaps, write_own
from shoal.kernels.bound.row_chain import chains_of, count_ones, step_down, walk_from
from shoal.kernels.bound.sums import kth
from shoal.kernels.shared.bits import ONE, lowest_bit
from shoal.kernels.shared.box_cost import span

ROOM = 1 << 20
"""Words of bit sets around one row at most."""

TRIES = 4
MARGIN = 1e-9


@inner()
def sweep_column(points, line, absent, own, i, near, size):
    """Return the column on a line that the neighbours differ most in, or -1; near (size,) int64."""
    column, most, x = -1, 0.0, points.x
    for j in range(x.shape[1]):
        if line[j] and x[i, j] != absent[j]:
            total = 0.0
            for q in range(size):
                total += own[points.own_at[j] + x[near[q], j]]
            if total > most:
                column, most = j, total
    return column


@inner()
def sort_by_code(x, column, near, size):
    """Sort neighbours by their code in a column, equal ones in any order; near (size,) int64."""
    step = 1
    while step < size // 3:
        step = 3 * step + 1
    while step > 0:
        for q in range(step, size):
            a = near[q]
            code, r = x[a, column], q
            while r >= step and x[near[r - step], column] > code:
                near[r] = near[r - step]
                r -= step
            near[r] = a
        step //= 3


@inner()
def narrowest(words, line, present, weight, own, k, run):
    """Return the least price, in the swept column, of k rows of a set together with a row at the place `own`.

    words (words,) uint64; line (bits,) float64, the place of each bit, ascending, known for the first `present`; the
    others are missing cells, which cost `weight`; run (bits,) float64, room. Infinity when there are fewer than k.
    """
    found, all_rows = 0, 0
    for w in range(words.shape[0]):
        word = words[w]
        while word != 0:
            bit = (w << 6) + lowest_bit(word)
            word &= word - ONE
            all_rows += 1
            if bit < present:
                run[found] = line[bit]
                found += 1
    least = weight if all_rows >= k and all_rows > found else np.inf
    for s in range(found - k + 1):
        least = min(least, max(run[s + k - 1], own) - min(run[s], own))
    return least


@inner()
def places(x, costs, column, owner, out_line):
    """Write where each bit lies in a column on a line; return how many come before the missing cells."""
    base = costs.base[column]
    for bit in range(owner.shape[0]):
        code = x[owner[bit], column]
        if code == costs.missing[column]:
            return bit
        out_line[bit] = costs.position[base + code]
    return owner.shape[0]


@inner()
def cheapest_around(points, costs, own, k, i, near, size, below, nodes):
    """Return the price of the cheapest box that costs less than `below`, or `below`, and whether the search ended.

    near (size,) int64, all points that cost less than `below` together with point i, itself among them.
    """
    column = sweep_column(points, costs.line, costs.missing, own, i, near, size)
    weight, place = -1.0, 0.0
    if column >= 0:
        sort_by_code(points.x, column, near, size)
        weight, place = costs.weight[column], costs.position[costs.base[column] + points.x[i, column]]
    chains = chains_of(points, costs, own, i, near, size, column, k, k, ROOM)
    if chains.start.shape[0] == 0:
        return below, False
    bits = chains.owner.shape[0]
    line, run, present = np.empty(bits, np.float64), np.empty(bits, np.float64), bits
    if column >= 0:
        present = places(points.x, costs, column, chains.owner, line)
    return branch(chains, line, run, present, weight, place, k, below, nodes)


@inner()
def branch(chains, line, run, present, weight, own, k, best, nodes):
    """Return the least price below `best` over all choices, or `best`, and whether all were gone through."""
    start, price, rest = chains.start, chains.price, chains.rest
    depth, walk = start.shape[0] - 1, walk_from(chains)
    covered, choice, paid = walk.covered, walk.choice, walk.paid
    swept = 0.0 if weight < 0 else narrowest(covered[0], line, present, weight, own, k, run)
    if count_ones(covered[0]) < k:
        return best, True
    t = 0
    while t >= 0:
        if t == depth:
            last = 0.0 if weight < 0 else narrowest(covered[t], line, present, weight, own, k, run)
            best = min(best, paid[t] + last)
            t -= 1
            continue
        at = choice[t]
        if at == start[t + 1] or paid[t] + price[at] + rest[t + 1] + swept >= best:
            t -= 1
            continue
        nodes -= 1
        if nodes < 0:
            return best, False
        t = step_down(chains, walk, t, k)
    return best, True


@inner()
def box_of(x, costs, i, near, gap, size, upto, lo, hi):
    """Return the price of the box around point i and the neighbours of a gap up to `upto`; lo, hi (d,) int32, room."""
    total = 0.0
    for j in range(x.shape[1]):
        lo[j] = x[i, j]
        hi[j] = x[i, j]
    for q in range(size):
        if gap[q] <= upto:
            for j in range(x.shape[1]):
                lo[j] = min(lo[j], x[near[q], j])
                hi[j] = max(hi[j], x[near[q], j])
    for j in range(x.shape[1]):
        total += span(costs, j, lo[j], hi[j])
    return total


@serial()
def cheapest_boxes(starts, ends, points, costs, k, nodes, upper, out_near, out_box, out_exact):
    """Write for the points of each run the price with the k-1 nearest rows, and of the cheapest box around them.

    points a Points; upper (points,) float64, what some box around each costs; out_near, out_box (points,) float64;
    out_exact (points,) bool, whether `out_box` is the least price itself or only a bound on it. Without nodes there is
    no search, and the two are the same.
    """
    m, d = points.x.shape
    own, large = np.empty(points.own_at[d], np.float64), LEAF * BRANCH
    near, gap = np.empty(m, np.int64), np.empty(m, np.float64)
    value, weight = np.empty(m, np.float64), np.empty(m, np.int64)
    lo, hi = np.empty(d, np.int32), np.empty(d, np.int32)
    for run in range(starts.shape[0]):
        for i in range(starts[run], ends[run]):
            write_own(points, costs, i, own)
            begin, high = i // large * large, upper[i]
            size = write_gaps(points.own_at, own, points.x, begin, min(m, begin + large), np.inf, 0, near, gap)
            low = kth(points.times, near, gap, size, k, value, weight)
            if low < np.inf:
                high = min(high, box_of(points.x, costs, i, near, gap, size, low, lo, hi))
            size = gather(points, own, i, high + MARGIN, near, gap)
            low = kth(points.times, near, gap, size, k, value, weight)
            if low == np.inf:
                size = gather(points, own, i, np.inf, near, gap)
                low = kth(points.times, near, gap, size, k, value, weight)
            high = min(high, box_of(points.x, costs, i, near, gap, size, low, lo, hi))
            out_near[i] = low
            out_box[i], out_exact[i] = low, low >= high
            if nodes > 0:
                out_box[i], out_exact[i] = narrow(points, costs, own, k, i, near, gap, size, low, high, nodes)


@inner()
def narrow(points, costs, own, k, i, near, gap, size, low, high, nodes):
    """Return a bound from `low` to `high` on the cheapest box around point i, and whether it is its price."""
    some = np.empty(size, np.int64)
    below = high
    for _ in range(TRIES):
        if below <= low:
            return low, low >= high
        chosen = 0
        for q in range(size):
            if gap[q] < below:
                some[chosen] = near[q]
                chosen += 1
        best, done = cheapest_around(points, costs, own, k, i, some, chosen, below, nodes)
        if done:
            return max(low, best), best < below or below >= high
        high = min(high, best)
        below = low + (below - low) / 2
    return low, False
