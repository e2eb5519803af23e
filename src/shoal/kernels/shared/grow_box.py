"""Grow groups row by row, always by the row that makes the group's box cost least.

Rows that agree in every column are kept once, as a *point* with a chain of rows, the lowest free row at its head. A
box only ever grows, so what a row would cost once is a lower bound on what it costs later: only rows whose bound is
below the best price found are priced again. Prices within `GRAIN` of each other are equal; the lowest row wins.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.box_cost import box_cost, span
from shoal.kernels.shared.chains import chain_rows
from shoal.kernels.shared.groups import rows_alike

GRAIN = 1e-12
PACK_LIMIT = 2048
"""Columns are priced together by one look-up as long as their codes have no more combinations than this."""


class Pool(NamedTuple):
    """The points that still have free rows, in no order, and scratch room.

    live (1,) int64, how many there are; head (points,) int32, the lowest free row of each, -1 for none; follow (n,)
    int32, the next row of the same point, or -1; x (points, packs) int32, places in `table`; table float64, what each
    combination of codes costs together with one row; columns (packed,) int64, pack by pack; begins (packed,) int64,
    where the pack of each of them begins in `table`, or -1 where it goes on; wide int64, columns priced one by one;
    gap (points,) float64, the price together with one row; near (points,) int32, points worth a look;
    bound (points,) float64, what each of them costs at least; seen (points,) int64, the size of the group when this
    was priced; work (1,) int64, the steps taken so far, of about a nanosecond.
    """

    live: np.ndarray
    head: np.ndarray
    follow: np.ndarray
    x: np.ndarray
    table: np.ndarray
    columns: np.ndarray
    begins: np.ndarray
    wide: np.ndarray
    gap: np.ndarray
    near: np.ndarray
    bound: np.ndarray
    seen: np.ndarray
    work: np.ndarray


def pool_of(codes, costs):
    """Return all rows as a pool; codes (n, d) int32, costs a Costs. O(n d)."""
    ids, points = rows_alike(codes.T, len(codes))
    head, follow = np.full(points, -1, np.int32), np.empty(len(codes), np.int32)
    chain_rows(ids, head, follow)
    packs, wide = packs_of(costs.size.tolist())
    x, columns, begins, room = np.empty((points, len(packs)), np.int32), [], [], 0
    for p, pack in enumerate(packs):
        place, stride = np.full(points, room, np.int64), 1
        for j in pack:
            place += codes[head, j].astype(np.int64) * stride
            stride *= int(costs.size[j])
        x[:, p] = place
        columns += pack
        begins += [room, *[-1] * (len(pack) - 1)]
        room += stride
    return Pool(
        live=np.array([points]), head=head, follow=follow, x=x, table=np.empty(room), gap=np.empty(points),
        columns=np.array(columns, np.int64), begins=np.array(begins, np.int64), wide=np.array(wide, np.int64),
        near=np.empty(points, np.int32), bound=np.empty(points), seen=np.empty(points, np.int64),
        work=np.zeros(1, np.int64),
    )  # fmt: skip


def packs_of(sizes):
    """Return columns put together, each in the first pack that has room, and the columns too wide for any."""
    packs, rooms, wide = [], [], []
    for j, size in enumerate(sizes):
        if size > PACK_LIMIT:
            wide.append(j)
            continue
        fits = next((p for p, room in enumerate(rooms) if room * size <= PACK_LIMIT), -1)
        if fits < 0:
            packs.append([j])
            rooms.append(max(1, size))
        else:
            packs[fits].append(j)
            rooms[fits] *= size
    return packs, wide


@serial()
def measure(pool, codes, costs, row):
    """Write to `gap` what each point costs in one group with this row alone."""
    length, at = 1, 0
    for s in range(pool.columns.shape[0]):
        j = pool.columns[s]
        code = codes[row, j]
        if pool.begins[s] >= 0:
            length, at = 1, pool.begins[s]
            pool.table[at] = 0.0
        for c in range(costs.size[j] - 1, -1, -1):
            price = span(costs, j, min(c, code), max(c, code))
            for i in range(length):
                pool.table[at + c * length + i] = pool.table[at + i] + price
        length *= costs.size[j]
    for i in range(pool.live[0]):
        total = 0.0
        for p in range(pool.x.shape[1]):
            total += pool.table[pool.x[i, p]]
        pool.gap[i] = total
    pool.work[0] += pool.table.shape[0] + pool.live[0] * (2 * pool.x.shape[1] + 6 * pool.wide.shape[0] + 8)
    for s in range(pool.wide.shape[0]):
        j = pool.wide[s]
        code = codes[row, j]
        for i in range(pool.live[0]):
            c = codes[pool.head[i], j]
            pool.gap[i] += span(costs, j, min(c, code), max(c, code))


@inner()
def farthest(pool):
    """Return the live point of the greatest gap."""
    most, best = -1.0, 0
    for i in range(pool.live[0]):
        most = max(most, pool.gap[i])
    for i in range(pool.live[0]):
        if pool.gap[i] >= most - GRAIN and (pool.gap[best] < most - GRAIN or pool.head[i] < pool.head[best]):
            best = i
    return best


@inner()
def collect(pool, count, above, upto, out_least):
    """Put the points of a gap above `above` and up to `upto` behind the first `count` of `near`; return how many.

    out_least (1,) float64 becomes the least gap beyond, or infinity.
    """
    out_least[0] = np.inf
    for i in range(pool.live[0]):
        gap = pool.gap[i]
        if gap > upto:
            out_least[0] = min(out_least[0], gap)
        elif gap > above and pool.head[i] >= 0:
            pool.near[count] = i
            pool.bound[count] = gap
            pool.seen[count] = 1
            count += 1
    return count


@inner()
def with_row(costs, lo, hi, code):
    """Return the price per row of the box once it covers the row; lo, hi, code (d,) int32."""
    total = 0.0
    for j in range(lo.shape[0]):
        total += span(costs, j, min(lo[j], code[j]), max(hi[j], code[j]))
    return total


@inner()
def cheapest(pool, codes, costs, lo, hi, size, count):
    """Return the place in `near` of the point that costs least in the group, or -1 when there is none."""
    least, priced = np.inf, 0
    for s in range(count):
        if pool.bound[s] < least:
            if pool.seen[s] < size:
                priced += 1
                pool.bound[s] = with_row(costs, lo, hi, codes[pool.head[pool.near[s]]])
                pool.seen[s] = size
            least = min(least, pool.bound[s])
    pool.work[0] += 4 * count + 6 * priced * codes.shape[1]
    best, best_row = np.int64(-1), np.int64(codes.shape[0])
    for s in range(count):
        if pool.bound[s] <= least + GRAIN and pool.head[pool.near[s]] < best_row:
            if pool.seen[s] < size:
                pool.bound[s] = with_row(costs, lo, hi, codes[pool.head[pool.near[s]]])
                pool.seen[s] = size
            if pool.bound[s] <= least + GRAIN:
                best, best_row = s, np.int64(pool.head[pool.near[s]])
    return best


@inner()
def grow(pool, codes, costs, seed, most, limit, reach, out_rows):
    """Write the rows of one group that starts with the point `seed`; return their number and the box's price.

    The group takes up to `most` rows as long as its price stays within `limit`. `gap` holds the prices with the seed;
    the search begins with the points up to `reach` and goes on as far as it must. out_rows (>= most,) int32.
    """
    lo, hi = codes[pool.head[seed]].copy(), codes[pool.head[seed]].copy()
    out_rows[0] = take(pool, seed)
    size, cost, beyond = np.int64(1), 0.0, np.zeros(1, np.float64)
    count = collect(pool, np.int64(0), -1.0, reach, beyond)
    while size < most:
        s = cheapest(pool, codes, costs, lo, hi, size, count)
        price = np.inf if s < 0 else pool.bound[s]
        if beyond[0] < np.inf and beyond[0] <= min(price, limit) + 2 * GRAIN:
            above, reach = reach, max(1.25 * reach, min(price, max(limit, beyond[0]), 1.5 * beyond[0]) + 4 * GRAIN)
            count = collect(pool, count, above, reach, beyond)
            continue
        if s < 0 or price > limit + GRAIN:
            break
        cost = price
        out_rows[size] = take(pool, np.int64(pool.near[s]))
        cover(codes[out_rows[size]], lo, hi)
        size += 1
        if pool.head[pool.near[s]] < 0:
            count -= 1
            pool.near[s], pool.bound[s], pool.seen[s] = pool.near[count], pool.bound[count], pool.seen[count]
    return size, cost


@inner()
def take(pool, i):
    """Return the lowest free row of a point, which is free no longer."""
    row = pool.head[i]
    pool.head[i] = pool.follow[row]
    return row


@inner()
def cover(code, lo, hi):
    """Let the box lo..hi cover a row; all (d,) int32."""
    for j in range(lo.shape[0]):
        lo[j] = min(lo[j], code[j])
        hi[j] = max(hi[j], code[j])


@inner()
def sweep(pool):
    """Let the points without free rows leave the pool."""
    i, live = 0, pool.live[0]
    while i < live:
        if pool.head[i] >= 0:
            i += 1
            continue
        live -= 1
        pool.head[i], pool.gap[i] = pool.head[live], pool.gap[live]
        for p in range(pool.x.shape[1]):
            pool.x[i, p] = pool.x[live, p]
    pool.live[0] = live


@serial()
def grow_groups(pool, codes, costs, k, from_last, groups, reach, out_label):
    """Write groups[0]..groups[1]-1 of k rows each, every one from the point of greatest gap on; return the reach.

    Before the first, `gap` holds the prices with the start row; then with the last seed, or with the last row taken.
    codes (n, d) int32; out_label (n,) int32; at least k free rows for every group. O(points d) a group at the least.
    """
    rows = np.empty(k, np.int32)
    for g in range(groups[0], groups[1]):
        seed = farthest(pool)
        measure(pool, codes, costs, np.int64(pool.head[seed]))
        size, reach = grow(pool, codes, costs, seed, k, np.inf, reach, rows)
        for s in range(size):
            out_label[rows[s]] = g
        sweep(pool)
        if from_last:
            measure(pool, codes, costs, np.int64(rows[size - 1]))
    return reach


@serial()
def grow_within(pool, codes, costs, k, limit, starts, groups, out_label):
    """Grow a group from each start row that is still free, as far as its price stays within `limit`.

    starts (m,) int32; out_label (n,) int32, -1 for free rows; it becomes the number of the group, counted on from
    `groups`, or -2 for the rows of a group of fewer than k. Returns the number of groups by then.
    """
    rows = np.empty(codes.shape[0], np.int32)
    for i in range(starts.shape[0]):
        if out_label[starts[i]] != -1:
            continue
        seed = point_of(pool, codes, starts[i])
        measure(pool, codes, costs, np.int64(starts[i]))
        size, _ = grow(pool, codes, costs, seed, rows.shape[0], limit, limit + 2 * GRAIN, rows)
        for s in range(size):
            out_label[rows[s]] = groups if size >= k else -2
        groups += size >= k
        sweep(pool)
    return groups


@inner()
def point_of(pool, codes, row):
    """Return the live point that a free row belongs to."""
    for i in range(pool.live[0]):
        other, j = pool.head[i], 0
        while j < codes.shape[1] and codes[other, j] == codes[row, j]:
            j += 1
        if j == codes.shape[1]:
            return i
    return -1


@serial()
def join_cheapest(rows, codes, costs, sizes, lo, hi, out_label):
    """Give each row in turn to the group whose total price it raises least; ties go to the lowest group.

    rows (m,) int32; sizes (groups,) int64; lo, hi (groups, d) int32; all three are brought up to date. O(m groups d).
    """
    price = np.empty(sizes.shape[0], np.float64)
    for g in range(sizes.shape[0]):
        price[g] = box_cost(costs, lo[g], hi[g])
    for i in range(rows.shape[0]):
        code, best, least = codes[rows[i]], 0, np.inf
        for g in range(sizes.shape[0]):
            if price[g] < least:
                rise = (sizes[g] + 1) * with_row(costs, lo[g], hi[g], code) - sizes[g] * price[g]
                if rise < least - GRAIN:
                    best, least = g, rise
        out_label[rows[i]] = best
        sizes[best] += 1
        cover(code, lo[best], hi[best])
        price[best] = box_cost(costs, lo[best], hi[best])
