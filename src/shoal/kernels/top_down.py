"""Cut runs of rows in two by letting two groups grow from two distant rows.

`x` holds the codes of a run column by column, (d, m) int32. Prices are compared in whole grains, so that rounding
errors decide no tie. In a column with few codes for the rows there are, prices are looked up in a table by code, which
is filled again only when a box grows.
"""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.box_cost import span
from shoal.kernels.shared.cut_parts import put_sides, sides_pass
from shoal.kernels.shared.heap import cheapest
from shoal.kernels.shared.rounding import GRAIN, in_grains
from shoal.kernels.shared.value_counts import columns_of

SIDES = 2


@serial()
def grow_runs(starts, ends, draws, codes, costs, rounds, rows, out_edge):
    """Cut each run rows[starts[g]:ends[g]] of at least two rows in two parts of at least one row.

    starts, ends (runs,) int64, disjoint; draws (n,) float64 in [0, 1), which shuffle the run at the same places;
    codes (n, d) int32; costs a Costs; rows (n,) int32, reordered in place; out_edge (n,) uint8: 1 where a part begins.
    O(rounds * rows * d) a run.
    """
    for g in range(starts.shape[0]):
        start, end = starts[g], ends[g]
        run, _, side = grown_apart(codes, costs, rounds, rows[start:end], draws[start:end])
        put_sides(run, side, rows[start:end], out_edge[start:end])


@serial()
def grow_guarded(starts, ends, draws, codes, costs, rounds, k, guard, rows, out_edge):
    """Cut as `grow_runs` does, in two parts of at least k rows that meet the rules; 2 where a run stays whole.

    A part that is too small takes the nearest rows of the other one, k rows in all; where a rule is broken then, twice
    as many, and so on up to half of the run. O((rounds * d + log rows) * rows) a run.
    """
    for g in range(starts.shape[0]):
        start, end = starts[g], ends[g]
        run, x, side = grown_apart(codes, costs, rounds, rows[start:end], draws[start:end])
        if balance(x, costs, k, guard, run, side):
            put_sides(run, side, rows[start:end], out_edge[start:end])
        else:
            out_edge[start] = 2


@inner()
def grown_apart(codes, costs, rounds, rows, draws):
    """Return the rows in random order, their codes column by column, and the side that each has joined."""
    run = rows.copy()
    shuffle(run, draws)
    x, lo, hi = columns_of(codes, run)
    a, b = far_pair(x, costs, rounds, run, lo, hi)
    return run, x, grow(x, costs, lo, hi, a, b)


@inner()
def balance(x, costs, k, guard, run, side):
    """Fill the smaller side until both have k rows and meet the rules, and return whether that is so."""
    m = run.shape[0]
    count = 0
    for i in range(m):
        if side[i] == 1:
            count += 1
    small = 1 if 2 * count <= m else 0
    own = count if small == 1 else m - count
    if own >= k and sides_pass(guard, run, side):
        return True
    price = prices_with_side(x, costs, side, small)
    wanted = k if own < k else 2 * own
    while 2 * wanted <= m:
        for i in range(m):
            side[i] = 1 - small
        for place in cheapest(price, run, m, wanted):
            side[place] = small
        if sides_pass(guard, run, side):
            return True
        wanted *= 2
    return False


@inner()
def prices_with_side(x, costs, side, small):
    """Return the price, in grains, of the box of a side with each row; -1 for the rows of the side itself."""
    d, m = x.shape
    price = np.zeros(m, np.float64)
    for j in range(d):
        low, high = 2**31 - 1, -1
        for i in range(m):
            if side[i] == small:
                low, high = min(low, x[j, i]), max(high, x[j, i])
        for i in range(m):
            price[i] += span(costs, j, min(low, x[j, i]), max(high, x[j, i]))
    for i in range(m):
        price[i] = -1.0 if side[i] == small else in_grains(price[i])
    return price


@inner()
def shuffle(run, draws):
    """Put the run in random order: from the last place down, each is swapped with a drawn one up to itself."""
    for i in range(run.shape[0] - 1, 0, -1):
        other = np.int64(draws[i] * (i + 1))
        run[i], run[other] = run[other], run[i]


@inner()
def far_pair(x, costs, rounds, run, lo, hi):
    """Return two places in the run, far from each other; the search begins at place 0 and never returns one twice.

    A round finds the row farthest from the last place, then the row farthest from that one. The search ends early when
    it comes back to the place before.
    """
    a, b = 0, 0
    for step in range(2 * rounds):
        c = farthest(x, costs, run, lo, hi, a)
        if step > 0 and c == b:
            break
        a, b = c, a
    return a, b


@inner()
def farthest(x, costs, run, lo, hi, a):
    """Return the place of the row that costs most together with the row at place a; ties to the lowest row."""
    price = prices_with(x, costs, lo, hi, a)
    best, most, nearly = -1, -1.0, -1.0
    for i in range(run.shape[0]):
        if i == a or price[i] < nearly:
            continue
        grains = in_grains(price[i])
        if best < 0 or grains > most or (grains == most and run[i] < run[best]):
            best, most, nearly = i, grains, (grains - 1.0) * GRAIN
    return best


@inner()
def prices_with(x, costs, lo, hi, a):
    """Return the price of each row together with the row at place a."""
    d, m = x.shape
    price = np.zeros(m, np.float64)
    for j in range(d):
        c, low, width = x[j, a], lo[j], hi[j] - lo[j] + 1
        if width == 1:
            continue
        dense = is_dense(width, m)
        table = np.empty(width if dense else m, np.float64)
        for s in range(table.shape[0]):
            other = low + s if dense else x[j, s]
            table[s] = span(costs, j, min(c, other), max(c, other))
        for i in range(m):
            price[i] += table[x[j, i] - low] if dense else table[i]
    return price


@inner()
def is_dense(width, m):
    """Return whether a price per code is cheaper than a price per row."""
    return 2 * width <= m


@inner()
def grow(x, costs, lo, hi, a, b):
    """Return the side of each place when the rows join, one by one, the side that is cheaper with them.

    Side 0 begins with place a, side 1 with place b. Ties go to the side with fewer rows, then to side 0.
    """
    m = x.shape[1]
    varied, at, gain = tables_for(lo, hi, m)
    box = np.empty((2, 2, x.shape[0]), np.int32)
    for s in range(SIDES):
        for j in varied:
            box[s, 0, j] = 2**31 - 1
            box[s, 1, j] = -1
    side = np.zeros(m, np.uint8)
    count = np.zeros(2, np.int64)
    for turn in range(m + SIDES):
        i, s = turn - SIDES, turn
        if turn < SIDES:
            i = a if turn == 0 else b
        elif i in (a, b):
            continue
        else:
            delta = in_grains(lean(x[:, i], costs, lo, box, varied, at, gain))
            s = 0 if delta < 0.0 or (delta == 0.0 and count[0] <= count[1]) else 1
        side[i] = s
        count[s] += 1
        for j in varied:
            c = x[j, i]
            if c < box[s, 0, j] or c > box[s, 1, j]:
                box[s, 0, j] = min(box[s, 0, j], c)
                box[s, 1, j] = max(box[s, 1, j], c)
                if at[j] >= 0 and turn > 0:
                    fill(costs, j, box, lo[j], hi[j], gain[at[j] :])
    return side


@inner()
def lean(row, costs, lo, box, varied, at, gain):
    """Return what the row costs with the first box minus what it costs with the second; row (d,) int32."""
    delta = 0.0
    for j in varied:
        if at[j] >= 0:
            delta += gain[at[j] + row[j] - lo[j]]
        else:
            delta += difference(costs, j, box, row[j])
    return delta


@inner()
def tables_for(lo, hi, m):
    """Return the columns that vary, where the table of each begins, -1 where it has none, and room for all tables."""
    d = lo.shape[0]
    varied = np.empty(d, np.int64)
    at = np.full(d, -1, np.int64)
    found, room = 0, 0
    for j in range(d):
        width = hi[j] - lo[j] + 1
        if width > 1:
            varied[found] = j
            found += 1
        if is_dense(width, m):
            at[j] = room
            room += width
    return varied[:found], at, np.empty(room, np.float64)


@inner()
def fill(costs, j, box, low, high, out_gain):
    """Write for each code low..high what it costs in column j with the first box minus with the second."""
    for code in range(low, high + 1):
        out_gain[code - low] = difference(costs, j, box, code)


@inner()
def difference(costs, j, box, code):
    """Return the price of column j when the first box takes in the code minus that when the second does.

    box (2, 2, d) int32: the lowest and the highest code of each.
    """
    total = 0.0
    for s in range(SIDES):
        total = span(costs, j, min(box[s, 0, j], code), max(box[s, 1, j], code)) - total
    return -total
