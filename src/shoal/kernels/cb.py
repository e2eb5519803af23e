"""The bisection of CB: two centres, rows to the nearer one, repeated from the new centres.

`delta` is a row's price with the first centre minus its price with the second, in grains. Every round looks at the rows
in an order of its own; it is only drawn where it decides something.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.cb_centres import GRAIN, as_code, compare, first_centres, move_centres, room_for
from shoal.kernels.shared.box_cost import span
from shoal.kernels.shared.cut_parts import put_sides, sides_pass
from shoal.kernels.shared.heap import cheapest
from shoal.kernels.shared.random_stream import shuffle, stream
from shoal.kernels.shared.value_counts import columns_of

NOWHERE = 2
"""No side: sides that hold it are no round's."""


class Rules(NamedTuple):
    """How a run is cut: at least k rows a side, how many rounds, and the options of the paper's open questions.

    restart: new centres are drawn in every round; growing: rows are compared with the boxes of the growing sides
    instead of the centres; trying: a side that breaks a rule borrows more rows, and new centres are drawn after that.
    """

    k: int
    rounds: int
    restart: bool
    growing: bool
    trying: bool


class Bench(NamedTuple):
    """A run that is being cut, and room to work in.

    run (m,) int32; x (d, m) int32, its codes column by column; lo, hi (d,) int32, the least and greatest; gain, tallies
    scratch room; centre (2, d) float64; delta (m,) float64; order (m,) int32, in which rows are looked at; side, last,
    best (m,) uint8, the sides of this round, of the one before, and of the cheapest one.
    """

    run: np.ndarray
    x: np.ndarray
    lo: np.ndarray
    hi: np.ndarray
    gain: np.ndarray
    tallies: np.ndarray
    centre: np.ndarray
    delta: np.ndarray
    order: np.ndarray
    side: np.ndarray
    last: np.ndarray
    best: np.ndarray


@serial()
def bisect_runs(starts, ends, draws, codes, costs, near, rules, rows, out_edge):
    """Cut each run rows[starts[g]:ends[g]] of at least 2k rows in two parts of at least k rows, the cheapest of rounds.

    starts, ends (runs,) int64, disjoint; draws (runs, 1 or rounds, 3) float64 in [0, 1): two that pick centres, and one
    of which the first seeds the orders of the run's rounds; codes (n, d) int32; costs, near two Costs, for boxes and
    for the distance to a centre; rows (n,) int32, reordered in place; out_edge (n,) uint8: 1 where a part begins. Of
    equal rounds the first one counts. O(rounds * rows * d) a run.
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
    """Cut as `bisect_runs` does, only rounds counting whose sides both meet the rules; 2 where a run has none.

    With `trying`, draws are (runs, rounds, 3), and the smaller side borrows until it has twice as many rows, and so on,
    while a rule is broken.
    """
    for g in range(starts.shape[0]):
        bench = bench_for(codes, near, draws[g], rows[starts[g] : ends[g]])
        least = np.inf
        for turn in range(rules.rounds):
            cost = play(bench, costs, near, rules, draws[g], turn)
            if cost < 0.0:
                break
            if cost >= least - GRAIN:
                continue
            if not sides_pass(guard, bench.run, bench.side):
                cost = np.inf
                if rules.trying:
                    cost = filled_cost(bench, costs, near, guard)
                    draw_centres(bench, near, draws[g], turn + 1)
                    bench.last[0] = NOWHERE
            if cost < least - GRAIN:
                least = cost
                copy_into(bench.side, bench.best)
        if least < np.inf:
            put_sides(bench.run, bench.best, rows[starts[g] : ends[g]], out_edge[starts[g] : ends[g]])
        else:
            out_edge[starts[g]] = 2


@inner()
def bench_for(codes, near, draw, run):
    """Return a run ready to be cut, with its first centres drawn."""
    m = run.shape[0]
    x, lo, hi = columns_of(codes, run)
    gain, tallies = room_for(near, lo, hi, m)
    sides = np.zeros((3, m), np.uint8)
    centre, delta, order = first_centres(x, near, draw[0]), np.empty(m, np.float64), np.empty(m, np.int32)
    return Bench(run.copy(), x, lo, hi, gain, tallies, centre, delta, order, sides[0], sides[1], sides[2])


@inner()
def play(bench, costs, near, rules, draw, turn):
    """Play one round: write the sides and the centres of the next one, and return what the sides cost; -1 at the end.

    The end is where all further rounds would repeat this one: the sides are those of the round before, and no row is as
    near to both centres.
    """
    if rules.restart and turn > 0:
        draw_centres(bench, near, draw, turn)
    if not rules.growing:
        compare(bench.x, near, bench.centre, bench.lo, bench.hi, bench.gain, bench.delta)
    ordered = rules.growing or any_tie(bench.delta)
    if ordered:
        shuffle(stream(order_seed(draw[0, 2], turn)), bench.order)
    if rules.growing:
        grow_sides(bench, costs, near)
    elif ordered:
        distribute(bench.delta, bench.order, bench.side)
    else:
        part(bench.delta, bench.side)
    borrow(rules.k, bench.run, bench.delta, bench.side)
    if turn > 0 and not ordered and not rules.restart and same(bench.side, bench.last):
        return -1.0
    copy_into(bench.side, bench.last)
    return move_centres(bench.x, costs, near, bench.side, bench.lo, bench.tallies, bench.centre)


@inner()
def draw_centres(bench, near, draw, turn):
    """Write newly drawn centres; nothing after the last turn."""
    if turn < draw.shape[0]:
        centre = first_centres(bench.x, near, draw[turn])
        for s in range(2):
            copy_into(centre[s], bench.centre[s])


@inner()
def filled_cost(bench, costs, near, guard):
    """Let the smaller side borrow until both meet the rules, and return what they cost then; inf if they never do."""
    m, first = bench.run.shape[0], 0
    for i in range(m):
        if bench.side[i] == 0:
            first += 1
    wanted = 2 * min(first, m - first)
    while 2 * wanted <= m:
        borrow(wanted, bench.run, bench.delta, bench.side)
        if sides_pass(guard, bench.run, bench.side):
            return move_centres(bench.x, costs, near, bench.side, bench.lo, bench.tallies, np.empty_like(bench.centre))
        wanted *= 2
    return np.inf


@inner()
def order_seed(draw, turn):
    """Return what seeds the order of a round: 53 bits of a draw in [0, 1), and the number of the round above them."""
    return np.uint64(draw * 2.0**53) ^ (np.uint64(turn) << np.uint64(53))


@inner()
def any_tie(delta):
    """Return whether a row is as near to both centres."""
    for i in range(delta.shape[0]):
        if delta[i] == 0.0:
            return True
    return False


@inner()
def grow_sides(bench, costs, near):
    """Send each row in turn to the side whose box grows to the cheaper one; ties as in `distribute`.

    Boxes begin at the centres. Writes delta and side.
    """
    x, centre = bench.x, bench.centre
    d, m = x.shape
    lo = np.empty((2, d), np.int32)
    hi = np.empty((2, d), np.int32)
    for j in range(d):
        for s in range(2):
            lo[s, j] = as_code(near, j, centre[s, j])
            hi[s, j] = lo[s, j]
    first = 0
    for p in range(m):
        i = bench.order[p]
        delta = 0.0
        for j in range(d):
            c = x[j, i]
            delta += span(costs, j, min(lo[0, j], c), max(hi[0, j], c))
            delta -= span(costs, j, min(lo[1, j], c), max(hi[1, j], c))
        delta = np.rint(delta / GRAIN)
        bench.delta[i] = delta
        s = 0 if delta < 0.0 or (delta == 0.0 and 2 * first <= p) else 1
        bench.side[i] = s
        first += 1 - s
        for j in range(d):
            lo[s, j] = min(lo[s, j], x[j, i])
            hi[s, j] = max(hi[s, j], x[j, i])


@inner()
def distribute(delta, order, out_side):
    """Send each row in turn to the nearer centre; on equality to the side with fewer rows so far, then to the first."""
    first = 0
    for p in range(delta.shape[0]):
        i = order[p]
        s = 0 if delta[i] < 0.0 or (delta[i] == 0.0 and 2 * first <= p) else 1
        out_side[i] = s
        first += 1 - s


@inner()
def part(delta, out_side):
    """Send each row to the nearer centre, where no row is as near to both."""
    for i in range(delta.shape[0]):
        out_side[i] = 0 if delta[i] < 0.0 else 1


@inner()
def borrow(k, run, delta, side):
    """Move rows to a side with fewer than k, those that lose least by it first; ties to the lowest row. O(m log k)."""
    m = side.shape[0]
    size1 = 0
    for i in range(m):
        if side[i] == 1:
            size1 += 1
    if size1 >= k and m - size1 >= k:
        return
    short, sign = (1, -1.0) if size1 < k else (0, 1.0)
    price = np.empty(m, np.float64)
    for i in range(m):
        price[i] = -np.inf if side[i] == short else sign * delta[i]
    for place in cheapest(price, run, m, k):
        side[place] = short


@inner()
def copy_into(source, target):
    """Copy an array into one of the same length."""
    for i in range(source.shape[0]):
        target[i] = source[i]


@inner()
def same(a, b):
    """Return whether two arrays of equal length agree everywhere."""
    for i in range(a.shape[0]):
        if a[i] != b[i]:
            return False
    return True
