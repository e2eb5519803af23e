"""Two centres of a run of rows: what each row costs with either, and where they go next.

A centre is, per column, a position on the line (`NaN`: missing) or a leaf of the tree. `delta` is a row's price with
the first centre minus its price with the second, in whole units of `GRAIN`, so that rounding errors decide no tie.
"""

import numpy as np

from shoal.kernels._jit import inner
from shoal.kernels.shared.box_cost import box_cost, span

GRAIN = 1e-12


@inner()
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


@inner()
def as_centre(costs, j, code):
    """Return a code as a centre: its position on the line, NaN when missing; or the leaf itself."""
    if not costs.line[j]:
        return np.float64(code)
    if code == costs.missing[j]:
        return np.nan
    return costs.position[costs.base[j] + code]


@inner()
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


@inner()
def price_to(costs, j, code, centre):
    """Return the weighted price of column j between a code and a centre."""
    if not costs.line[j]:
        leaf = np.int64(centre)
        return span(costs, j, min(leaf, code), max(leaf, code))
    missing = code == costs.missing[j]
    if missing or np.isnan(centre):
        return 0.0 if missing and np.isnan(centre) else costs.weight[j]
    return abs(costs.position[costs.base[j] + code] - centre)


@inner()
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


@inner()
def is_dense(width, m):
    """Return whether a price per code is cheaper than a price per row."""
    return 2 * width <= m


@inner()
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


@inner()
def move_centres(x, costs, near, side, base, count, out_centre):
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
            middle_of_line(x[j], near, side, j, size, out_centre[:, j])
        else:
            middle_of_tree(x[j], side, base[j], hi[:, j], count, out_centre[:, j])
    return size[0] * box_cost(costs, lo[0], hi[0]) + size[1] * box_cost(costs, lo[1], hi[1])


@inner()
def extent(column, side, out_lo, out_hi):
    """Write the least and greatest code of either side; column (m,) int32; out_* (2,) int32."""
    for s in range(2):
        out_lo[s] = 2**31 - 1
        out_hi[s] = -1
    for i in range(column.shape[0]):
        s, c = side[i], column[i]
        out_lo[s] = min(out_lo[s], c)
        out_hi[s] = max(out_hi[s], c)


@inner()
def middle_of_line(column, costs, side, j, size, out_centre):
    """Write the mean position of column j for both sides."""
    total = np.zeros(2, np.float64)
    present = np.zeros(2, np.int64)
    for i in range(column.shape[0]):
        if column[i] != costs.missing[j]:
            total[side[i]] += costs.position[costs.base[j] + column[i]]
            present[side[i]] += 1
    for s in range(2):
        out_centre[s] = total[s] / present[s] if 2 * present[s] >= size[s] else np.nan


@inner()
def middle_of_tree(column, side, base, hi, count, out_centre):
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
