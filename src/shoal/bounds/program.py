"""Shares near the best there are, for small tables: a linear program whose groups are found as they are needed."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Floats
from shoal.bounds.dual import GRAIN, Search, raised, shaved
from shoal.bounds.master import Master
from shoal.bounds.row import RUN, runs_of
from shoal.kernels.bound.dual import claims_of, find_slacks
from shoal.kernels.pool import over_runs
from shoal.kernels.shared.box_cost import box_costs
from shoal.progress import Hurry, Progress, Step, never, silent

CLOSE = 1e-3
"""It ends where the shares are within this part of the best."""

NEAR, LITTLE, MIX = 0.3, 0.1, 0.5
"""Shares move by this part of themselves in a round, or of their mean, and by this part of the way at most."""

ROUNDS = 60
STALE = 8
PIVOTS = 20_000


def best_shares(search: Search, start: Floats, work: int, progress: Progress = silent, over: Hurry = never) -> Floats:
    """Return shares no worse in all than those at the start, of which no group claims more than it costs.

    `start` must be such shares. In each round the groups found so far are mixed as cheaply as possible; the shares this
    gives near the best so far are tried on all groups, lowered where some group claims too much, raised again where
    that leaves room, and the groups that claimed too much are taken in. It ends near the best shares there are, where
    nothing is won any more, where `work` is done, or where `over` says so.
    """
    count = search.points.times.astype(np.float64)
    best, left, stale = shaved(np.minimum(search.cap, start)), work, 0
    master, trial = Master(count), best
    for _ in range(ROUNDS):
        lowered, columns, prices, took = _try(search, trial)
        lifted, left = raised(search, lowered, left - took, (np.inf,), over=over)
        stale = 0 if lifted @ count > best @ count * (1 + CLOSE / 10) else stale + 1
        best = max(best, lifted, key=lambda share: float(share @ count))
        progress(Step("bound", 1 - max(0, left) / work, None, float(best @ count)))
        if left <= 0 or stale > STALE or over():
            break
        master.add(columns, prices)
        room = LITTLE * float(best @ count) / float(count.sum())
        move = NEAR * np.abs(best) + room
        master.keep_within(best - move, np.minimum(search.cap, best + move))
        aim = np.minimum(search.cap, master.solve(PIVOTS))
        if aim @ count <= best @ count * (1 + CLOSE):
            break
        trial = best + (aim - best) * MIX / (1 + stale)
    return shaved(best)


def _try(search: Search, share: Floats) -> tuple[Floats, Floats, Floats, int]:
    """Return the shares lowered until no group claims too much, the groups that claim most, their prices, the work."""
    points, costs, k, _, nodes = search
    m = len(share)
    left, size, took, group = np.empty(m), np.zeros(m, np.int64), np.zeros(m, np.int64), np.zeros((m, 2 * k), np.int64)
    starts, ends = runs_of(np.arange(m))
    enough = max(0.0, float(share.max())) / 10 + GRAIN
    claims = claims_of(points, share)
    over_runs(find_slacks, starts, ends, points, costs, k, enough, nodes, claims, left, size, took, group, few=RUN)
    columns, lo, hi = [], [], []
    for rows, members in zip(size.tolist(), group, strict=True):
        if rows:
            columns.append(np.bincount(members[:rows], minlength=m))
            lo.append(points.x[members[:rows]].min(axis=0))
            hi.append(points.x[members[:rows]].max(axis=0))
    lowered = share - np.maximum(0.0, -left) / k
    if not columns:
        return lowered, np.zeros((m, 0)), np.zeros(0), int(took.sum())
    price = np.empty(len(columns))
    box_costs(costs, np.array(lo, np.int32), np.array(hi, np.int32), price)
    table = np.array(columns, np.float64).T
    return lowered, table, price * table.sum(axis=0), int(took.sum())
