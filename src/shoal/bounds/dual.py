"""Shares of the price for each row, raised until some group would claim more than it costs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shoal.arrays import Floats
from shoal.kernels.bound.dual import claims_of, raise_shares, scratch_of
from shoal.kernels.bound.points import Points
from shoal.kernels.shared.box_cost import Costs
from shoal.progress import Hurry, Progress, Step, never, silent

PASSES = (0.1, 0.1, 0.2, 0.2, 0.4, 0.4, 1.0, 2.0, np.inf)
"""How far a share may rise in each pass, in means of the shares at the start: small steps first, to be fair to all."""

HASTY = (1.0, np.inf)
"""The same where there is work for few passes only."""

CHUNK = 128
BLOCK_STEPS = 400
GRAIN = 1e-12


class Search(NamedTuple):
    """What shares are found for: points, prices, k, the greatest share allowed, and the nodes of one search."""

    points: Points
    costs: Costs
    k: int
    cap: float
    nodes: int


def shaved(share: Floats) -> Floats:
    """Return shares, which may be negative, slightly lower, so that rounding makes no group claim too much."""
    return share - GRAIN * np.abs(share)


def passes_for(points: Points, work: int) -> tuple[float, ...]:
    """Return how far shares may rise in each pass: in small steps where there is work for several passes."""
    one = BLOCK_STEPS * len(points.x) * len(points.lo)
    return PASSES if work >= len(PASSES) // 2 * one else HASTY


def raised(
    search: Search,
    start: Floats,
    work: int,
    passes: tuple[float, ...],
    progress: Progress = silent,
    over: Hurry = never,
) -> tuple[Floats, int]:
    """Return shares no less than those at the start, of which no group claims more than it costs, and the work left.

    `start` must be such shares. It ends where `work` is done, in steps of about a nanosecond, or
    `over` says so.
    """
    points, costs, k, cap, nodes = search
    share = shaved(np.minimum(cap, start))
    scratch = scratch_of(points)
    mean = float((share * points.times).sum() / max(1, points.times.sum()))
    order, left = np.argsort(-start, kind="stable"), work
    for step in passes:
        claims = claims_of(points, share)
        steps = np.full(len(share), step * mean if step < np.inf else 2 * k * float(costs.weight.sum()))
        for at in range(0, len(order), CHUNK):
            if left <= 0 or over():
                return shaved(share), left
            some = order[at : at + CHUNK]
            left -= int(raise_shares(some, points, costs, k, steps, cap, nodes, left, scratch, claims))
            progress(Step("bound", 1 - max(0, left) / work, None, float((share * points.times).sum())))
    return shaved(share), left
