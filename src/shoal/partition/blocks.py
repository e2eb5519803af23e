"""Cut rows, or groups, into runs of similar ones."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from shoal.arrays import Bounds, Floats, Ints, Rows
from shoal.kernels.pool import over_runs
from shoal.kernels.shared.box_cost import Costs
from shoal.kernels.shared.neighbourhoods import cut_runs

Dice: TypeAlias = NDArray[np.uint64]
"""A seed for each piece of work."""

Ways: TypeAlias = NDArray[np.uint8]
"""How each region is improved."""


def dice(rng: np.random.Generator, count: int) -> Dice:
    """Return a random seed for each of `count` pieces of work."""
    return rng.integers(0, 2**63, count, np.uint64)


def cut_blocks(  # noqa: PLR0913 - boxes are two arrays, and the cut has two ways to vary
    order: Ints, low: Bounds, high: Bounds, costs: Costs, most: int, *, spread: float, rng: np.random.Generator
) -> tuple[Rows, Rows]:
    """Return where the blocks of at most `most` similar boxes begin and end; `order` is rearranged to match.

    low, high (boxes, d); rows are boxes whose ends are the same. Cuts are made near the middle, at random by up to
    `spread` of a run. O(n log(n / most) d) time, all threads; O(n) memory.
    """
    starts, ends = np.zeros(1, np.int64), np.array([len(order)])
    key: Floats = np.empty(len(order))
    while True:
        large = ends - starts > most
        if not large.any():
            return starts, ends
        cuts = np.empty(int(large.sum()), np.int64)
        seeds = dice(rng, len(cuts))
        shared = order, key, low, high, costs, spread
        over_runs(cut_runs, starts[large], ends[large], *shared, aligned=(seeds, cuts))
        starts = np.sort(np.concatenate([starts, cuts]))
        ends = np.append(starts[1:], len(order))


def one_block(  # noqa: PLR0913 - as above
    order: Ints, low: Bounds, high: Bounds, costs: Costs, most: int, *, spread: float, rng: np.random.Generator
) -> Ints:
    """Return one of the blocks that `cut_blocks` could give, without cutting the others; O(n d) time."""
    rows, key = order.copy(), np.empty(len(order))
    start, end = np.zeros(1, np.int64), np.array([len(order)])
    while end[0] - start[0] > most:
        cut = np.empty(1, np.int64)
        cut_runs(start, end, dice(rng, 1), cut, rows, key, low, high, costs, spread)
        start, end = (start, cut) if rng.integers(2) else (cut, end)
    return rows[start[0] : end[0]]
