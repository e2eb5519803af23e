"""Bring groups with fewer than k rows up to k: take rows from a large group, or merge with a near one.

Groups with near numbers come from the same cuts. So a search goes outwards from a group's own block of `BLOCK` numbers,
and passes over a block when even the box around all of its groups, its walls, is too far.
"""

import numpy as np

from shoal.kernels._jit import inner, serial
from shoal.kernels.shared.box_cost import box_cost, span
from shoal.kernels.shared.cut_parts import sort_sides
from shoal.kernels.shared.heap import cheapest
from shoal.kernels.shared.merging import chain, joint_price, label_chains, measure, merge, rows_of, split
from shoal.kernels.shared.rounding import GRAIN, in_grains
from shoal.kernels.shared.value_counts import box_of

BLOCK = 32


@serial()
def fill_small(codes, costs, k, groups, labels):
    """Change the labels until every group has at least k rows, and return the number of groups.

    codes (n, d) int32, n >= k; labels (n,) int32, 0..groups-1, no group is empty. Groups are mended in the order of
    their numbers, and a union takes the lower one. O(groups² * d) at worst; far blocks are passed over as one.
    """
    chains = chain(codes, costs, labels, groups)
    walls = np.empty((2, (groups + BLOCK - 1) // BLOCK, codes.shape[1]), np.int32)
    for b in range(walls.shape[1]):
        for j in range(walls.shape[2]):
            walls[0, b, j] = chains.lo[b * BLOCK, j]
            walls[1, b, j] = chains.hi[b * BLOCK, j]
    for g in range(groups):
        widen(chains, walls, g)
    for g in range(groups):
        while 0 < chains.size[g] < k:
            mend(chains, walls, codes, costs, k, g)
    return label_chains(chains, labels)


@inner()
def widen(chains, walls, g):
    """Let the walls of its block take in the box of group g; walls (2, blocks, d) int32, lowest and highest codes."""
    b = g // BLOCK
    for j in range(walls.shape[2]):
        walls[0, b, j] = min(walls[0, b, j], chains.lo[g, j])
        walls[1, b, j] = max(walls[1, b, j], chains.hi[g, j])


@inner()
def mend(chains, walls, codes, costs, k, g):
    """Fill group g with rows of the best lender, or merge it with the nearest group where that is no dearer."""
    size, price = chains.size, chains.price
    near, joint = nearest_group(chains, walls, costs, g)
    together = (size[g] + size[near]) * joint - size[near] * price[near]
    lender, filled, run, side = best_lender(chains, walls, codes, costs, k, g)
    apart = np.inf
    if lender >= 0:
        apart = k * filled + rest_cost(codes, costs, run, side) - size[lender] * price[lender]
    if apart < together:
        near = lender
        run, side = with_own(chains, g, run, side)
        split(chains, run, side, g, lender)
    else:
        merge(chains, g, near)
    for h in (g, near):
        if size[h] > 0:
            measure(chains, codes, costs, h)
            widen(chains, walls, h)


@inner()
def with_own(chains, g, run, side):
    """Return the run and its sides with the rows of group g before it, on side 0."""
    own = rows_of(chains, g)
    m = own.shape[0]
    union = np.empty(m + run.shape[0], np.int32)
    sides = np.zeros(m + run.shape[0], np.uint8)
    for i in range(m):
        union[i] = own[i]
    for i in range(run.shape[0]):
        union[m + i] = run[i]
        sides[m + i] = side[i]
    return union, sides


@inner()
def block_at(turn, home):
    """Return the block to search in a turn: the home block, the ones next to it, those beyond, and so on."""
    step = (turn + 1) // 2
    return home + step if turn % 2 == 1 else home - step


@inner()
def nearest_group(chains, walls, costs, g):
    """Return the group of least price together with group g, ties to the lowest, and that price in grains."""
    groups, blocks = chains.size.shape[0], walls.shape[1]
    near, best = -1, np.inf
    for turn in range(2 * blocks):
        b = block_at(turn, g // BLOCK)
        if b < 0 or b >= blocks or is_beyond(costs, chains.lo[g], chains.hi[g], walls[0, b], walls[1, b], best):
            continue
        for h in range(b * BLOCK, min(groups, (b + 1) * BLOCK)):
            if h == g or chains.size[h] == 0:
                continue
            joint = joint_price(chains, costs, g, h, best)
            if near < 0 or joint < best or (joint == best and h < near):
                near, best = h, joint
    return near, best


@inner()
def best_lender(chains, walls, codes, costs, k, g):
    """Return the group that keeps k rows and whose nearest rows give group g the least price, -1 where there is none.

    With it come that price in grains, the lender's rows, and 0 for those to take. Ties go to the lowest group. A lender
    is passed over when even its box, or all but a few of its rows, are too far.
    """
    groups, blocks = chains.size.shape[0], walls.shape[1]
    lo, hi, need = chains.lo[g], chains.hi[g], k - chains.size[g]
    lender, best = -1, np.inf
    best_run, best_side = np.empty(0, np.int32), np.empty(0, np.uint8)
    for turn in range(2 * blocks):
        b = block_at(turn, g // BLOCK)
        if b < 0 or b >= blocks or is_beyond(costs, lo, hi, walls[0, b], walls[1, b], best):
            continue
        for h in range(b * BLOCK, min(groups, (b + 1) * BLOCK)):
            if chains.size[h] < k + need or is_beyond(costs, lo, hi, chains.lo[h], chains.hi[h], best):
                continue
            run = rows_of(chains, h)
            price = np.empty(run.shape[0], np.float64)
            if price_rows(chains, codes, costs, g, run, best, price) < need:
                continue
            side = np.ones(run.shape[0], np.uint8)
            for place in cheapest(price, run, run.shape[0], need):
                side[place] = 0
            filled = box_with(chains, codes, costs, g, run, side)
            if filled < best or (filled == best and h < lender):
                lender, best, best_run, best_side = h, filled, run, side
    return lender, best, best_run, best_side


@inner()
def is_beyond(costs, lo, hi, other_lo, other_hi, limit):
    """Return whether the box lo..hi with any row in the other box is sure to cost more than the limit in grains.

    All four (d,) int32.
    """
    most = (limit + 1.0) * GRAIN
    total = 0.0
    for j in range(lo.shape[0]):
        total += span(costs, j, min(lo[j], other_hi[j]), max(hi[j], other_lo[j]))
        if total > most:
            return True
    return False


@inner()
def price_rows(chains, codes, costs, g, run, limit, out_price):
    """Write the price of group g with each row, infinity where above the limit, and return how many are not above it.

    run (m,) int32; limit and out_price (m,) float64, in grains.
    """
    most = (limit + 1.0) * GRAIN
    within = 0
    for i in range(run.shape[0]):
        total = 0.0
        for j in range(codes.shape[1]):
            c = codes[run[i], j]
            total += span(costs, j, min(chains.lo[g, j], c), max(chains.hi[g, j], c))
            if total > most:
                break
        out_price[i] = np.inf if total > most else in_grains(total)
        within += out_price[i] < np.inf
    return within


@inner()
def box_with(chains, codes, costs, g, run, side):
    """Return the price per row, in grains, of group g with the rows of the run whose side is 0."""
    lo = chains.lo[g].copy()
    hi = chains.hi[g].copy()
    for i in range(run.shape[0]):
        if side[i] == 0:
            for j in range(lo.shape[0]):
                lo[j] = min(lo[j], codes[run[i], j])
                hi[j] = max(hi[j], codes[run[i], j])
    return in_grains(box_cost(costs, lo, hi))


@inner()
def rest_cost(codes, costs, run, side):
    """Return the cost, in grains, of the rows of the run whose side is 1, at least one."""
    rows = np.empty(run.shape[0], np.int32)
    middle = sort_sides(run, side, rows)
    lo, hi = box_of(codes, rows[middle:])
    return (run.shape[0] - middle) * in_grains(box_cost(costs, lo, hi))
