"""How far the rows' shares may be raised before a group of them would claim more than it costs.

Every row claims a share of the total price, which may be negative. If no group of k to 2k-1 rows claims more than it
costs, all shares together are a lower bound on every partition. The *slack* of a row is the least that any group with
it leaves unclaimed; it is found by branch and bound over the boxes around the row (`row_chain`), whose bits are in
the order of falling shares: in a box of a given price the group that leaves least takes the row itself, the k-1
greatest shares, and then, up to 2k-1 rows, those greater than the price.
"""

from typing import NamedTuple

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.bound.points import BRANCH, LEAF, block_gap, gather, write_own
from shoal.kernels.bound.row_chain import chains_of, step_down, walk_from
from shoal.kernels.shared.bits import ONE, lowest_bit

ROOM = 1 << 20
GAPS, SHARES = 64, 128
"""How finely prices and shares are distinguished where rows are counted to see how far a search must reach."""


class Scratch(NamedTuple):
    """Room for one search: own (codes,) float64; near (points,) int64; gap (points,) float64; tally int64."""

    own: np.ndarray
    near: np.ndarray
    gap: np.ndarray
    tally: np.ndarray


class Claims(NamedTuple):
    """The shares, and what is known of them block by block.

    share (points,) float64; peak (blocks, 3) float64, rows, greatest and second greatest share of each block; high
    (some,) int64, points that claim much and are counted one by one; apart (points,) bool, whether a point is among
    them, and so in no peak.
    """

    share: np.ndarray
    peak: np.ndarray
    high: np.ndarray
    apart: np.ndarray


@serial()
def scratch_of(points):
    """Return room for searches around these points, one at a time."""
    m, d = points.x.shape
    own, tally = np.empty(points.own_at[d], np.float64), np.empty((GAPS, SHARES), np.int64)
    return Scratch(own, np.empty(m, np.int64), np.empty(m, np.float64), tally)


def claims_of(points, share):
    """Return the shares with what is known of each block; the tenth of the points that claim most are apart."""
    high = np.sort(np.argsort(-share, kind="stable")[: 1 + len(share) // 10])
    apart = np.zeros(len(share), np.bool_)
    apart[high] = True
    claims = Claims(share, np.zeros((len(points.lo), 3)), high, apart)
    for block in range(len(points.lo)):
        write_peaks(points, claims, block)
    return claims


@serial()
def write_peaks(points, claims, block):
    """Bring up to date what is known of a block."""
    rows, first, second = 0.0, 0.0, 0.0
    for a in range(block * LEAF, min((block + 1) * LEAF, points.x.shape[0])):
        if claims.apart[a]:
            continue
        value = claims.share[a]
        rows += points.times[a]
        if value >= first:
            first, second = value, first if points.times[a] == 1 else value
        else:
            second = max(second, value)
    claims.peak[block, 0] = rows
    claims.peak[block, 1] = first
    claims.peak[block, 2] = second


@inner()
def tally_blocks(points, own, i, peak, most, gap_scale, share_scale, reach, out_tally):
    """Count rows by what they cost at least together with point i and by the share they claim at most.

    peak (blocks, 3) float64, see `Claims`; no more than `most` rows are counted in a block; out_tally (GAPS, SHARES)
    int64, zeros.
    """
    own_at, x, lo, hi = points.own_at, points.x, points.lo, points.hi
    for wide in range(points.wide_lo.shape[0]):
        if block_gap(own_at, own, x, i, points.wide_lo, points.wide_hi, wide, reach) >= reach:
            continue
        for block in range(wide * BRANCH, min((wide + 1) * BRANCH, lo.shape[0])):
            gap = block_gap(own_at, own, x, i, lo, hi, block, reach)
            if gap < reach and peak[block, 0] > 0:
                row = min(GAPS - 1, int(gap * gap_scale))
                out_tally[row, min(SHARES - 1, int(peak[block, 1] * share_scale))] += 1
                rest = min(most, np.int64(peak[block, 0])) - 1
                out_tally[row, min(SHARES - 1, int(peak[block, 2] * share_scale))] += rest


@inner()
def tally_high(points, own, claims, most, gap_scale, share_scale, reach, out_tally):
    """Count the rows of the points that are apart, as `tally_blocks` does, but by their own prices and shares."""
    own_at, x = points.own_at, points.x
    for h in range(claims.high.shape[0]):
        a, gap = claims.high[h], 0.0
        for j in range(x.shape[1]):
            gap += own[own_at[j] + x[a, j]]
        if gap < reach:
            place = max(0, min(SHARES - 1, int(claims.share[a] * share_scale)))
            out_tally[min(GAPS - 1, int(gap * gap_scale)), place] += min(most, points.times[a])


@inner()
def tally_points(points, near, gap, size, share, most, gap_scale, share_scale, out_tally):
    """Count the rows of neighbours as `tally_blocks` does, but by their own prices and shares."""
    for q in range(size):
        place = max(0, min(SHARES - 1, int(share[near[q]] * share_scale)))
        out_tally[min(GAPS - 1, int(gap[q] * gap_scale)), place] += min(most, points.times[near[q]])


@inner()
def read_tally(tally, k, claimed, enough, gap_scale, share_scale):
    """Return a price from which on no group leaves less than `enough` unclaimed, given how many rows could be in it.

    tally (GAPS, SHARES) int64, see `tally_blocks`; `claimed` is the share of the row that is in the group anyway.
    """
    reach, sums = 0.0, np.zeros(SHARES, np.int64)
    for g in range(GAPS):
        price, size = g / gap_scale, np.int64(1)
        left = price - claimed
        for s in range(SHARES):
            sums[s] += tally[g, s]
        for s in range(SHARES - 1, -1, -1):
            edge = (s + 1) / share_scale
            if edge <= price and size >= k:
                break
            if sums[s] > 0:
                take = min(sums[s], (k if edge <= price else 2 * k - 1) - size)
                left += take * (price - edge)
                size += take
        if size >= k and left < enough:
            reach = (g + 1) / gap_scale
    return reach * (1 + 1e-9)


@inner()
def neighbours(points, i, claims, k, enough, greatest, scratch):
    """Write the points that a group of point i which leaves less than `enough` can hold, and some; return how many.

    They are in `near` and `gap`, not in order. No share is greater than `greatest` > 0.
    """
    own, near, gap, tally, share = scratch.own, scratch.near, scratch.gap, scratch.tally, claims.share
    limit, share_scale = greatest + enough / k, SHARES / greatest
    tally[:] = 0
    tally_blocks(points, own, i, claims.peak, 2 * k - 1, GAPS / limit, share_scale, limit, tally)
    tally_high(points, own, claims, 2 * k - 1, GAPS / limit, share_scale, limit, tally)
    reach = read_tally(tally, k, share[i], enough, GAPS / limit, share_scale)
    if reach == 0.0:
        return np.int64(0)
    size = gather(points, own, i, reach, near, gap)
    tally[:] = 0
    tally_points(points, near, gap, size, share, 2 * k - 1, GAPS / reach, share_scale, tally)
    kept = read_tally(tally, k, share[i], enough, GAPS / reach, share_scale)
    found = np.int64(0)
    for q in range(size):
        if gap[q] < kept:
            near[found], gap[found] = near[q], gap[q]
            found += 1
    return found


@inner()
def sort_by_share(share, near, gap, size):
    """Sort neighbours by falling share, equal ones by number; near (size,) int64 and gap (size,) float64 alike."""
    step = 1
    while step < size // 3:
        step = 3 * step + 1
    while step > 0:
        for q in range(step, size):
            a, price, r = near[q], gap[q], q
            while r >= step:
                other = near[r - step]
                if share[other] > share[a] or (share[other] == share[a] and other < a):
                    break
                near[r], gap[r] = other, gap[r - step]
                r -= step
            near[r], gap[r] = a, price
        step //= 3


@inner()
def trim(points, share, i, near, gap, size, k, enough):
    """Keep only the neighbours that a group which leaves less than `enough` can hold; return how many.

    near, gap (size,), by falling share.
    """
    steps, kept, reach = 32, 0.0, 0.0
    for q in range(size):
        reach = max(reach, gap[q] * (1 + 1e-9) + 1e-300)
    for g in range(steps):
        price, upto, rows = reach * g / steps, reach * (g + 1) / steps, np.int64(1)
        left = price - share[i]
        for q in range(size):
            if gap[q] < upto:
                a = near[q]
                count = points.times[a] - 1 if a == i else points.times[a]
                if rows >= k and share[a] <= price:
                    break
                take = min(count, (k if share[a] <= price else 2 * k - 1) - rows)
                left += take * (price - share[a])
                rows += take
                if rows == 2 * k - 1:
                    break
        if rows >= k and left < enough:
            kept = upto
    found = np.int64(0)
    for q in range(size):
        if gap[q] < kept or near[q] == i:
            near[found] = near[q]
            found += 1
    return found


@inner()
def unclaimed(covered, t, share, mine, k, price):
    """Return the least that a group from a set leaves unclaimed at this price, and its rows; infinity when under k.

    covered (depth + 1, words) uint64, its row t the set; share (bits,) float64, falling; `mine` the bit of the row that
    must be in the group. The others are the first of the set.
    """
    left, size = price - share[mine], 1
    for w in range(covered.shape[1]):
        word = covered[t, w]
        while word != 0:
            bit = (w << 6) + lowest_bit(word)
            word &= word - ONE
            if bit == mine:
                continue
            if size >= k and (share[bit] <= price or size >= 2 * k - 1):
                return left, size
            left += price - share[bit]
            size += 1
    return left if size >= k else np.inf, size


@inner()
def write_group(covered, t, owner, mine, size, out_group):
    """Write the points of the group of `size` rows that `unclaimed` speaks of, one for each row."""
    out_group[0] = owner[mine]
    place = 1
    for w in range(covered.shape[1]):
        word = covered[t, w]
        while word != 0 and place < size:
            bit = (w << 6) + lowest_bit(word)
            word &= word - ONE
            if bit != mine:
                out_group[place] = owner[bit]
                place += 1


@inner()
def branch_slack(chains, share, mine, k, best, nodes, out_group):
    """Return a lower bound on the slack over all choices, no more than `best`, the group, and the nodes left.

    It is the slack itself where nodes are left. share (bits,) float64, falling; out_group (2k,) int64, its rows; the
    second of what is returned is their number, 0 where no group leaves less than `best`.
    """
    start, price, rest = chains.start, chains.price, chains.rest
    walk = walk_from(chains)
    covered, choice, paid = walk.covered, walk.choice, walk.paid
    depth, size, t = start.shape[0] - 1, 0, 0
    while t >= 0 and nodes > 0:
        if t == depth:
            left, rows = unclaimed(covered, t, share, mine, k, paid[t])
            if left < best:
                best, size = left, rows
                write_group(covered, t, chains.owner, mine, size, out_group)
            t -= 1
            continue
        at = choice[t]
        if at == start[t + 1] or unclaimed(covered, t, share, mine, k, paid[t] + price[at] + rest[t + 1])[0] >= best:
            t -= 1
            continue
        nodes -= 1
        t = step_down(chains, walk, t, k)
    low = best
    while t >= 0:
        low = min(low, unclaimed(covered, t, share, mine, k, paid[t])[0])
        t -= 1
    return low, size, nodes


@inner()
def slack_of(points, costs, k, i, claims, greatest, enough, nodes, scratch, out_group):
    """Return a lower bound on the slack of point i, no more than `enough`, its group's size, and the work it took.

    The bound is negative infinity where the search takes too much room. out_group (2k,) int64, points.
    """
    own, near, gap, share = scratch.own, scratch.near, scratch.gap, claims.share
    write_own(points, costs, i, own)
    size = neighbours(points, i, claims, k, enough, greatest, scratch)
    sort_by_share(share, near, gap, size)
    work = 400 * points.lo.shape[0] + 64 * size
    size = trim(points, share, i, near, gap, size, k, enough)
    if size == 0:
        return enough, 0, work
    chains = chains_of(points, costs, own, i, near, size, -1, k, 2 * k - 1, ROOM)
    if chains.start.shape[0] == 0:
        return -np.inf, 0, work
    bits, mine = np.empty(chains.owner.shape[0], np.float64), 0
    for bit in range(bits.shape[0]):
        bits[bit] = share[chains.owner[bit]]
        if chains.owner[bit] == i:
            mine = bit
    left, rows, spare = branch_slack(chains, bits, mine, k, enough, nodes, out_group)
    work += 20 * bits.shape[0] * chains.start.shape[0] + 2 * chains.sets.size
    return left, rows, work + (nodes - spare) * (16 * k + 2 * chains.sets.shape[1])


@inner()
def greatest_of(values):
    """Return the greatest of at least one number."""
    most = values[0]
    for value in values:
        most = max(most, value)
    return most


@serial()
def raise_shares(order, points, costs, k, steps, cap, nodes, allowed, scratch, claims):
    """Raise the share of one point after the other by its slack, by no more than its step; return the work it took.

    order (some,) int64, points; steps (points,) float64; no share becomes greater than `cap`; it ends where more work
    than `allowed` is done. `claims` is brought up to date.
    """
    group, work, share = np.empty(2 * k, np.int64), np.int64(0), claims.share
    greatest = greatest_of(share)
    for o in range(order.shape[0]):
        i = order[o]
        rows = points.times[i]
        enough = min(steps[i], cap - share[i]) * rows
        if rows >= k or enough <= 0.0 or greatest <= 0.0:
            continue
        left, _, took = slack_of(points, costs, k, i, claims, greatest, enough, nodes, scratch, group)
        work += took
        if left > 0.0:
            share[i] += left / rows
            greatest = max(greatest, share[i])
            write_peaks(points, claims, i // LEAF)
        if work > allowed:
            break
    return work


@serial()
def find_slacks(starts, ends, points, costs, k, enough, nodes, claims, out_slack, out_size, out_work, out_group):
    """Write a lower bound on the slack of the points of each run, and the group that leaves least.

    out_slack (points,) float64, no more than `enough`; out_size (points,) int64, 0 where no group leaves less;
    out_work (points,) int64, the steps it took;
    out_group (points, 2k) int64, its points.
    """
    greatest, scratch = max(greatest_of(claims.share), 1e-300), scratch_of(points)
    for run in range(starts.shape[0]):
        for i in range(starts[run], ends[run]):
            out_slack[i], out_size[i], out_work[i] = slack_of(
                points, costs, k, i, claims, greatest, enough, nodes, scratch, out_group[i]
            )
