"""Boxes of their own for every row: grow them, and widen those that cover too few.

Rows that agree in every column are kept once, as a *point*. A box only ever grows, so what a point would cost once is a
lower bound on what it costs later: only points whose bound is below the best price found are priced again. Prices
within `GRAIN` of each other are equal; the lowest row wins.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.box_cost import span
from shoal.kernels.shared.groups import rows_alike
from shoal.kernels.shared.grow_box import cover, with_row

GRAIN = 1e-12


class Points(NamedTuple):
    """The distinct rows, by first appearance.

    of_row (n,) int32, the point of each row; first (points,) int64, its lowest row; many (points,) int64, how
    many rows it has; code (points, d) int32; x (d, points) int32, the same column by column.
    """

    of_row: np.ndarray
    first: np.ndarray
    many: np.ndarray
    code: np.ndarray
    x: np.ndarray


class Room(NamedTuple):
    """Scratch room of one thread.

    shelf (points,) float64, what each code of a column costs together with one; gap (points,) float64, the price
    together with the first point of the box; near (points,) int32, points worth a look, in no order; bound (points,)
    float64, what each of them costs at least.
    """

    shelf: np.ndarray
    gap: np.ndarray
    near: np.ndarray
    bound: np.ndarray


def points_of(codes):
    """Return the distinct rows of a table of at least one row; codes (n, d) int32. O(n d)."""
    ids, points = rows_alike(codes.T, len(codes))
    many = np.bincount(ids, minlength=points)
    first = np.empty(points, np.int64)
    first[ids[::-1]] = np.arange(len(codes))[::-1]
    code = np.ascontiguousarray(codes[first])
    return Points(ids, first, many, code, np.ascontiguousarray(code.T))


@inner()
def covers(lo, hi, code):
    """Return whether the box lo..hi holds a row; all (d,) int32."""
    for j in range(lo.shape[0]):
        if code[j] < lo[j] or code[j] > hi[j]:
            return False
    return True


@inner()
def rise(costs, lo, hi, code, most):
    """Return by how much the price of the box lo..hi rises once it covers a row, or infinity above `most`."""
    total = 0.0
    for j in range(lo.shape[0]):
        if code[j] < lo[j]:
            total += span(costs, j, code[j], hi[j]) - span(costs, j, lo[j], hi[j])
        elif code[j] > hi[j]:
            total += span(costs, j, lo[j], code[j]) - span(costs, j, lo[j], hi[j])
        if total > most:
            return np.inf
    return total


@serial()
def grow_boxes(starts, ends, points, costs, k, out_lo, out_hi):
    """Write for each point the box that grows from it, always to the cheapest further point, until it covers k rows.

    A run goes over pairs of points: it begins at p * points and ends at q * points for the boxes of p..q-1, so that
    work is shared by its true size. out_lo, out_hi (points, d) int32. O(points² d) for few steps a box, k times that
    at worst; memory O(points).
    """
    m = points.code.shape[0]
    room = Room(np.empty(m, np.float64), np.empty(m, np.float64), np.empty(m, np.int32), np.empty(m, np.float64))
    reach = 0.0
    for g in range(starts.shape[0]):
        for p in range(starts[g] // m, ends[g] // m):
            price_pairs(points, costs, p, room)
            reach = grow_box(points, costs, p, k, reach, room, out_lo[p], out_hi[p])


@inner()
def price_pairs(points, costs, p, room):
    """Write to `gap` what each point costs in one box with the point p."""
    gap, shelf = room.gap, room.shelf
    m = gap.shape[0]
    for q in range(m):
        gap[q] = 0.0
    for j in range(points.x.shape[0]):
        x, code = points.x[j], points.x[j, p]
        if costs.size[j] <= m:
            for c in range(costs.size[j]):
                shelf[c] = span(costs, j, min(c, code), max(c, code))
            for q in range(m):
                gap[q] += shelf[x[q]]
        else:
            for q in range(m):
                gap[q] += span(costs, j, min(x[q], code), max(x[q], code))


@inner()
def grow_box(points, costs, p, k, reach, room, lo, hi):
    """Grow the box lo..hi from the point p until it covers k rows; return its price.

    `gap` holds the prices with p alone; the search begins with the points up to `reach` and goes on as far as it must.
    """
    for j in range(lo.shape[0]):
        lo[j] = hi[j] = points.code[p, j]
    cost = 0.0
    count, beyond = collect(room, -1.0, reach, 0)
    count, covered = absorb(points, lo, hi, cost, room, count)
    while covered < k:
        s = cheapest(points, costs, lo, hi, room, count)
        price = np.inf if s < 0 else room.bound[s]
        if beyond < np.inf and beyond <= price + 2 * GRAIN:
            above, reach = reach, max(1.25 * reach, min(price, 1.5 * beyond) + 4 * GRAIN)
            count, beyond = collect(room, above, reach, count)
            continue
        if s < 0:
            break
        cost = price
        cover(points.code[room.near[s]], lo, hi)
        count, more = absorb(points, lo, hi, cost, room, count)
        covered += more
    return cost


@inner()
def collect(room, above, upto, count):
    """Put the points of a gap above `above` and up to `upto` behind the first `count` of `near`.

    Returns how many there are by then, and the least gap beyond, or infinity.
    """
    gap, beyond = room.gap, np.inf
    for q in range(gap.shape[0]):
        if gap[q] > upto:
            beyond = min(beyond, gap[q])
        elif gap[q] > above:
            room.near[count] = q
            room.bound[count] = gap[q]
            count += 1
    return count, beyond


@inner()
def absorb(points, lo, hi, cost, room, count):
    """Take the points that the box covers out of `near`; return how many are left, and how many rows were covered."""
    near, bound = room.near, room.bound
    s, rows = 0, 0
    while s < count:
        if bound[s] <= cost + GRAIN and covers(lo, hi, points.code[near[s]]):
            rows += points.many[near[s]]
            count -= 1
            near[s], bound[s] = near[count], bound[count]
        else:
            s += 1
    return count, rows


@inner()
def cheapest(points, costs, lo, hi, room, count):
    """Return the place in `near` of the point that the box covers at the least price, or -1 when there is none."""
    near, bound = room.near, room.bound
    least = np.inf
    for s in range(count):
        if bound[s] < least:
            bound[s] = with_row(costs, lo, hi, points.code[near[s]])
            least = min(least, bound[s])
    best = -1
    for s in range(count):
        if bound[s] <= least + GRAIN and (best < 0 or near[s] < near[best]):
            bound[s] = with_row(costs, lo, hi, points.code[near[s]])
            if bound[s] <= least + GRAIN:
                best = s
    return best


@serial()
def repair(rows, codes, costs, k, out_lo, out_hi):
    """Widen boxes until each of these rows is covered by k of them, row by row, the boxes of least rise first.

    rows (m,) int64; codes (n, d) int32, n >= k; out_lo, out_hi (n, d) int32, the boxes. O(m n d), memory O(n).
    """
    n = out_lo.shape[0]
    near, rises, least = np.empty(n, np.int64), np.empty(n, np.float64), np.empty(k, np.float64)
    for s in range(rows.shape[0]):
        code = codes[rows[s]]
        lacking, b = k, 0
        while b < n and lacking > 0:
            lacking -= covers(out_lo[b], out_hi[b], code)
            b += 1
        if lacking == 0:
            continue
        count = near_boxes(code, costs, out_lo, out_hi, least[:lacking], near, rises)
        for _ in range(lacking):
            at = first_least(rises, count)
            cover(code, out_lo[near[at]], out_hi[near[at]])
            rises[at] = np.inf


@inner()
def near_boxes(code, costs, lo, hi, least, out_near, out_rise):
    """Collect the boxes that may be among the len(least) of least rise to cover a row; return their number.

    code (d,) int32; least scratch room; out_near (n,) int64, ascending, and out_rise (n,) float64.
    """
    count, last = 0, least.shape[0] - 1
    for s in range(last + 1):
        least[s] = np.inf
    for b in range(lo.shape[0]):
        if covers(lo[b], hi[b], code):
            continue
        more = rise(costs, lo[b], hi[b], code, least[last] + 2 * GRAIN)
        if more == np.inf:
            continue
        out_near[count], out_rise[count] = b, more
        count += 1
        s = last
        if more < least[last]:
            while s > 0 and least[s - 1] > more:
                least[s] = least[s - 1]
                s -= 1
            least[s] = more
    return count


@inner()
def first_least(values, count):
    """Return the first of the least `count` values (n,) float64."""
    least = np.inf
    for s in range(count):
        least = min(least, values[s])
    for s in range(count):
        if values[s] <= least + GRAIN:
            return s
    return -1


@serial()
def components(codes, lo, hi, out_component):
    """Number the strongly connected components of the graph in which row i leads to row j where box j covers row i.

    Rows and boxes are matched one to one, row i to box i; the pair of row i and box j is in some perfect matching just
    where box j covers row i and both rows are in one component. After Tarjan, SIAM J. Comput. 1(2), 1972. Whether a
    box covers a row is looked up as it is needed: time O(n² d), memory O(n). codes, lo, hi (n, d) int32; out_component
    (n,) int64.
    """
    n = codes.shape[0]
    order, low, at = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    path, waiting = np.empty(n, np.int64), np.empty(n, np.int64)
    seen, depth, size, found = 0, 0, 0, 0
    out_component[:] = -1
    for root in range(n):
        if order[root] > 0:
            continue
        path[0], depth = root, 1
        while depth > 0:
            i = path[depth - 1]
            if order[i] == 0:
                seen += 1
                order[i] = low[i] = seen
                waiting[size] = i
                size += 1
            deeper = False
            while at[i] < n and not deeper:
                j = at[i]
                if out_component[j] < 0 and covers(lo[j], hi[j], codes[i]):
                    if order[j] == 0:
                        path[depth] = j
                        depth += 1
                        deeper = True
                        continue  # and look at j again on the way back, for what it reaches
                    low[i] = min(low[i], low[j])
                at[i] += 1
            if deeper:
                continue
            depth -= 1
            if low[i] == order[i]:
                size = close(waiting, size, i, found, out_component)
                found += 1
    return found


@inner()
def close(waiting, size, root, number, out_component):
    """Give the rows that wait behind `root`, and itself, the number of their component; return how many still wait."""
    while True:
        size -= 1
        out_component[waiting[size]] = number
        if waiting[size] == root:
            return size


@serial()
def match_more(codes, costs, k, component, out_lo, out_hi):
    """Give one more match to each row that has fewer than k; return how many had.

    Of the boxes that row i is not matched to in any perfect matching, the cheapest is widened to cover it, and where
    its row is in another component, box i is widened to cover that row, so that the two can be exchanged. codes,
    out_lo, out_hi (n, d) int32; component (n,) int64 is kept up to date. O(n² d), memory O(n).
    """
    n = codes.shape[0]
    price, short = np.empty(n, np.float64), 0
    for i in range(n):
        matches = 0
        for j in range(n):
            price[j] = np.inf
            if component[j] != component[i]:
                price[j] = rise(costs, out_lo[i], out_hi[i], codes[j], np.inf)
            elif covers(out_lo[j], out_hi[j], codes[i]):
                matches += 1
                if matches >= k:
                    break
                continue
            else:
                price[j] = 0.0
            price[j] += rise(costs, out_lo[j], out_hi[j], codes[i], np.inf)
        if matches >= k:
            continue
        short += 1
        j = first_least(price, n)
        cover(codes[i], out_lo[j], out_hi[j])
        old, new = component[j], component[i]
        if old != new:
            cover(codes[j], out_lo[i], out_hi[i])
            for row in range(n):
                if component[row] == old:
                    component[row] = new
    return short
