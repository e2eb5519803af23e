"""Which parts of a table are released together: blocks that have enough rows and meet every criterion by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import polars as pl

from shoal.criteria.guarding import is_guardian, require_possible
from shoal.engines.base import Cuttable, Parts
from shoal.make.block import Task, problem_of
from shoal.make.counted import quiet
from shoal.partition.base import Partition
from shoal.partition.cuts import whole_blocks

TOO_LARGE = 2
"""How many times the rows that a block may have it may have indeed: cuts are learnt from a sample."""


def blocks_of(parts: Parts, task: Task, least: int, most: int) -> tuple[Parts, list[list[int]]]:
    """Return the parts, those that are far too large cut by position, and which of them are released together.

    Raises:
        InfeasibleError: not even all rows together meet every criterion.
    """
    if isinstance(parts, Cuttable) and (parts.sizes > TOO_LARGE * most).any():
        parts = parts.cut(most)
    holds = Holding(parts, task)
    blocks = whole_blocks(parts.sizes, least, holds)
    if len(blocks) == 1 and not holds(blocks[0]):
        parts.each(blocks, partial(_require, task=task), quiet)
    return parts, blocks


class Holding:
    """Says whether some parts together, as one group, meet every criterion, and what the method promises besides."""

    def __init__(self, parts: Parts, task: Task) -> None:
        """Look at each part by itself, where there is anything to look for."""
        self.parts, self.task = parts, task
        self.found: dict[tuple[int, ...], bool] = {}
        self.is_free = not task.guarded and not any(is_guardian(criterion) for criterion in task.criteria)
        if not self.is_free:
            filled = np.flatnonzero(parts.sizes).tolist()
            held = parts.each([[at] for at in filled], partial(_holds, task=task), quiet)
            self.found = {(at,): holds for at, holds in zip(filled, held, strict=True)}

    def __call__(self, blocks: Sequence[int]) -> bool:
        """Return whether they do."""
        key = tuple(blocks)
        if not self.is_free and key not in self.found:
            self.found[key] = self.parts.each([list(blocks)], partial(_holds, task=self.task), quiet)[0]
        return self.is_free or self.found[key]


def _holds(number: int, rows: pl.DataFrame, task: Task) -> bool:
    _, problem, _ = problem_of(task, number, rows)
    return bool(problem.holds(Partition(np.zeros(rows.height, np.int32), 1)).all())


def _require(number: int, rows: pl.DataFrame, task: Task) -> None:
    _, problem, _ = problem_of(task, number, rows)
    require_possible(problem.criteria, problem.counted)
