"""Find a cheap box with k rows around a row: choose columns to give up, not rows to add.

The box begins as the row itself. The free rows outside it in exactly one column are counted, by column and value; the
extent that gains most rows for its price is taken, again and again. The cheapest extent ever seen that reaches k rows
is the answer; the search ends when the box itself costs as much. Then each column in turn is let go of and grown again.
"""

import numpy as np

from shoal.kernels._jit import inner
from shoal.kernels.shared.bits import NONE, ONE, bits_set, lowest_bit
from shoal.kernels.shared.box_cost import span

GRAIN = 1e-12
GAIN = 1e-9
SEVEN = 7
"""What three bits can count to."""

HERE, BEST, CHOSEN = 0, 2, 4
"""Where in `ends` a box begins: the current one, the best from this seed, the best of all seeds."""


@inner()
def cheapest_box(bit_rows, costs, m, k, seed, limit):
    """Return the price of a cheap box around a row with k free rows, or infinity when none costs less than `limit`.

    The box goes to `ends[BEST]`. O(d m / 64) words a step and O(1) for each row that is off in one column.
    """
    ends, place = bit_rows.ends, bit_rows.place
    for j in range(place.shape[0]):
        ends[HERE, j] = place[j, seed]
        ends[HERE + 1, j] = place[j, seed]
    return widen_box(
        costs, place, bit_rows.values, bit_rows.low, bit_rows.high, bit_rows.under, bit_rows.free, bit_rows.off,
        bit_rows.once, bit_rows.twice, bit_rows.gains, ends, bit_rows.least, bit_rows.step, bit_rows.work,
        (m + 63) >> 6, k, limit,
    )  # fmt: skip


@inner()
def let_go(bit_rows, costs, m, k, seed, price):
    """Return the price of the box `ends[BEST]` once no column can be let go of and grown again for less."""
    ends, place = bit_rows.ends, bit_rows.place
    d = place.shape[0]
    j, left = 0, d
    while left > 0 and price > 0.0:
        u = place[j, seed]
        if ends[BEST, j] < u or ends[BEST + 1, j] > u:
            for i in range(d):
                ends[HERE, i], ends[HERE + 1, i] = ends[BEST, i], ends[BEST + 1, i]
            ends[HERE, j], ends[HERE + 1, j] = u, u
            found = widen_box(
                costs, place, bit_rows.values, bit_rows.low, bit_rows.high, bit_rows.under, bit_rows.free, bit_rows.off,
                bit_rows.once, bit_rows.twice, bit_rows.gains, ends, bit_rows.least, bit_rows.step, bit_rows.work,
                (m + 63) >> 6, k, price - GAIN,
            )  # fmt: skip
            if found < price:
                price, left = found, d
        j = (j + 1) % d
        left -= 1
    return price


@inner()
def widen_box(
    costs, place, values, low, high, under, free, off, once, twice, count, ends, least, step, work, words, k, limit
):  # fmt: skip
    """Widen the current box until it has k free rows; return the least price found, or infinity."""
    d = ends.shape[1]
    price = 0.0
    for j in range(d):
        price += span(costs, j, low[j, ends[HERE, j]], high[j, ends[HERE + 1, j]])
        shut_out(under, off, j, ends, words)
    least[0], least[1] = limit, 0.0
    while price < least[0]:
        need = k - once_off(free, off, once, twice, words)
        work[0] += d * (3 * words + 20)
        if need <= 0:
            keep_box(ends, least, price)
            break
        step[0] = 0.0
        for j in range(d):
            counted = count_off(once, off, place, count, j, values[j], words)
            if counted == 0:
                continue
            work[0] += 3 * counted + 2 * values[j] + 20
            now = span(costs, j, low[j, ends[HERE, j]], high[j, ends[HERE + 1, j]])
            if costs.line[j]:
                along_line(costs, j, low, high, values[j], count, need, price - now, now, ends, least, step)
            else:
                up_tree(costs, j, low, high, values[j], count, need, price - now, now, ends, least, step)
        if step[0] > 0.0:
            j = int(step[1])
            now = span(costs, j, low[j, ends[HERE, j]], high[j, ends[HERE + 1, j]])
            ends[HERE, j], ends[HERE + 1, j] = int(step[2]), int(step[3])
            price += span(costs, j, low[j, ends[HERE, j]], high[j, ends[HERE + 1, j]]) - now
            shut_out(under, off, j, ends, words)
        elif least[1] > 0.0:
            break
        else:
            price = cover_nearest(costs, place, low, high, under, free, off, ends, work, words, least[0])
    return least[0] if least[1] > 0.0 else np.inf


@inner()
def shut_out(under, out_off, j, ends, words):
    """Write the rows whose number in column j is not in the current box."""
    a, b = ends[HERE, j], ends[HERE + 1, j] + 1
    for w in range(words):
        out_off[j, w] = ~(under[j, b, w] ^ under[j, a, w])


@inner()
def once_off(free, off, out_once, twice, words):
    """Write the free rows that are off in exactly one column; return how many are off in none."""
    for w in range(words):
        out_once[w] = off[0, w]
        twice[w] = NONE
    for j in range(1, off.shape[0]):
        for w in range(words):
            x = off[j, w]
            twice[w] |= out_once[w] & x
            out_once[w] |= x
    inside = 0
    for w in range(words):
        inside += bits_set(free[w] & ~out_once[w])
        out_once[w] &= free[w] & ~twice[w]
    return inside


@inner()
def count_off(once, off, place, out_count, j, values, words):
    """Count the rows that are off in column j alone, by their number in it; return how many there are."""
    total = 0
    for w in range(words):
        x = once[w] & off[j, w]
        while x != NONE:
            if total == 0:
                for u in range(values):
                    out_count[u] = 0
            out_count[place[j, (w << 6) + lowest_bit(x)]] += 1
            total += 1
            x &= x - ONE
    return total


@inner()
def keep_box(ends, least, price):
    """Remember the current box as the best."""
    least[0], least[1] = price, 1.0
    for j in range(ends.shape[1]):
        ends[BEST, j] = ends[HERE, j]
        ends[BEST + 1, j] = ends[HERE + 1, j]


@inner()
def consider(ends, least, step, need, gained, j, low, high, price, rise):
    """Weigh one extent: keep it as the best box when it reaches k rows, else as the next step when it gains most."""
    if gained >= need:
        keep_box(ends, least, price)
        ends[BEST, j], ends[BEST + 1, j] = low, high
    elif gained > step[0] * (rise + GRAIN):
        step[0], step[1], step[2], step[3] = gained / (rise + GRAIN), j, low, high


@inner()
def along_line(costs, j, low, high, values, count, need, rest, now, ends, least, step):
    """Weigh the extents of a column on a line: to the left, to the right, and to both sides where that completes.

    The column costs `now`, all others `rest`.
    """
    a, b, left = ends[HERE, j], ends[HERE + 1, j], 0
    for u in range(a - 1, -1, -1):
        if count[u] > 0:
            wide = span(costs, j, low[j, u], high[j, b])
            if rest + wide >= least[0]:
                break
            left += count[u]
            consider(ends, least, step, need, left, j, u, b, rest + wide, wide - now)
    right = 0
    for u in range(b + 1, values):
        if count[u] > 0:
            wide = span(costs, j, low[j, a], high[j, u])
            if rest + wide >= least[0]:
                break
            right += count[u]
            consider(ends, least, step, need, right, j, a, u, rest + wide, wide - now)
    if left == 0 or right == 0 or left + right < need:
        return
    x, y, gained = a, b, 0
    while x > 0 and gained < need and rest + span(costs, j, low[j, x - 1], high[j, b]) < least[0]:
        x -= 1
        gained += count[x]
    while y < values - 1:
        y += 1
        if rest + span(costs, j, low[j, a], high[j, y]) >= least[0]:
            break
        gained += count[y]
        while x < a and gained - count[x] >= need:
            gained -= count[x]
            x += 1
        wide = span(costs, j, low[j, x], high[j, y])
        if gained >= need and rest + wide < least[0]:
            consider(ends, least, step, need, gained, j, x, y, rest + wide, wide - now)


@inner()
def up_tree(costs, j, low, high, values, count, need, rest, now, ends, least, step):
    """Weigh the nodes above the box in a column on a tree, each with every value below it; as `along_line`."""
    a, b, gained = ends[HERE, j], ends[HERE + 1, j], 0
    while a > 0 or b < values - 1:
        wide = np.inf
        if a > 0:
            wide = span(costs, j, low[j, a - 1], high[j, b])
        if b < values - 1:
            wide = min(wide, span(costs, j, low[j, a], high[j, b + 1]))
        if not rest + wide < least[0]:  # so that a price that is no number ends it too
            break
        while a > 0 and span(costs, j, low[j, a - 1], high[j, b]) <= wide + GRAIN:
            a -= 1
            gained += count[a]
        while b < values - 1 and span(costs, j, low[j, a], high[j, b + 1]) <= wide + GRAIN:
            b += 1
            gained += count[b]
        if gained > 0:
            consider(ends, least, step, need, gained, j, a, b, rest + wide, wide - now)
            if gained >= need:
                break


@inner()
def cover_nearest(costs, place, low, high, under, free, off, ends, work, words, limit):
    """Let the box cover the cheapest free row among those that are off in the fewest columns; return its new price.

    Returns infinity, and leaves the box, when that is not below `limit`.
    """
    d = ends.shape[1]
    least, row = np.inf, np.int64(-1)
    for times in range(2, d + 1):
        work[0] += d * words
        for w in range(words):
            x = free[w] & off_times(off, w, times)
            while x != NONE:
                r = (w << 6) + lowest_bit(x)
                x &= x - ONE
                price = 0.0
                work[0] += 5 * d
                for j in range(d):
                    u = place[j, r]
                    price += span(costs, j, low[j, min(ends[HERE, j], u)], high[j, max(ends[HERE + 1, j], u)])
                if price < least:
                    least, row = price, np.int64(r)
        if row >= 0:
            break
    if row < 0 or least >= limit:
        return np.inf
    for j in range(d):
        u = place[j, row]
        if u < ends[HERE, j] or u > ends[HERE + 1, j]:
            ends[HERE, j], ends[HERE + 1, j] = min(ends[HERE, j], u), max(ends[HERE + 1, j], u)
            shut_out(under, off, j, ends, words)
    return least


@inner()
def off_times(off, w, times):
    """Return the rows of a word that are off in exactly so many columns; the columns are added up bit by bit."""
    ones, twos, fours, rest = NONE, NONE, NONE, NONE
    for j in range(off.shape[0]):
        x = off[j, w]
        carry = ones & x
        ones ^= x
        x = twos & carry
        twos ^= carry
        carry = fours & x
        fours ^= x
        rest |= carry
    if times > SEVEN:
        return rest
    found = ones if times & 1 else ~ones
    found &= twos if times & 2 else ~twos
    found &= fours if times & 4 else ~fours
    return found & ~rest
