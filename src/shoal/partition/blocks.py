"""Cut rows, or groups, into runs of similar ones."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from shoal.arrays import Bounds, Floats, Ints, Rows
from shoal.kernels.pool import in_threads, over_runs
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


def some_blocks(  # noqa: PLR0913 - as above
    order: Ints,
    low: Bounds,
    high: Bounds,
    costs: Costs,
    most: int,
    count: int,
    *,
    spread: float,
    rng: np.random.Generator,
) -> list[Ints]:
    """Return so many of the blocks that `cut_blocks` could give, each from another of its first cuts.

    O(n d log count) time, on all threads after those cuts.
    """
    rows, key = order.copy(), np.empty(len(order))

    def cut(start: int, end: int, seed: np.uint64) -> int:
        at = np.empty(1, np.int64)
        shared = rows, key, low, high, costs, spread
        cut_runs(np.array([start]), np.array([end]), np.array([seed]), at, *shared)
        return int(at[0])

    def one_block(run: tuple[int, int, np.uint64]) -> Ints:
        start, end, seed = run
        own = np.random.default_rng(seed)
        while end - start > most:
            middle = cut(start, end, dice(own, 1)[0])
            start, end = (start, middle) if own.random() * (end - start) < middle - start else (middle, end)
        return rows[start:end]

    seeds, runs = dice(rng, 2 * count - 1), [(0, len(rows))]
    for seed in seeds[: count - 1]:
        at = max(range(len(runs)), key=lambda run: runs[run][1] - runs[run][0])
        start, end = runs[at]
        middle = cut(start, end, seed)
        runs[at : at + 1] = [(start, middle), (middle, end)]
    blocks: list[Ints] = in_threads(
        one_block, [(*run, seed) for run, seed in zip(runs, seeds[count - 1 :], strict=True)]
    )
    return blocks
