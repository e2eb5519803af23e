"""Grow groups of k rows, each from the row farthest from the last.

After Byun, Kamra, Bertino and Li, DASFAA 2007. Time O(n² d) at worst, nearer to O(n² d / k) in practice; memory O(n d).
Its inner loop is `grow_groups` in `kernels/shared/grow_box.py`, which other methods share.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np

from shoal.errors import SettingError
from shoal.kernels.shared.grow_box import grow_groups, join_cheapest, measure, pool_of
from shoal.partition._options import Checked, Listed, Rule, is_whole
from shoal.partition.base import About, Partition, Problem, boxes_of, one_group
from shoal.progress import Step

BATCHES = 50


@dataclass(frozen=True, slots=True)
class KMember(Checked):
    """Start from the row farthest from the last group, add the cheapest row k-1 times, and begin again.

    The fewer than k rows left over join, in random order, the groups whose loss they raise least.

    `furthest_from`: the next group starts from the row farthest from the first row of the last group (`seed`), or
    from the row that was added last (`last`, one reading of the paper's pseudo-code, which takes twice the time).
    `start`: the row that the first group starts far from; drawn at random when not given.
    """

    about: ClassVar[About] = About(
        title="k-member clustering",
        paper="Byun, Kamra, Bertino, Li, DASFAA 2007",
        cost="n²",
        advice="Low loss on tables of up to some hundred thousand rows; the last groups gather what is left.",
        loss="height",
    )

    furthest_from: Annotated[Literal["seed", "last"], Listed("the rules are")] = "seed"
    start: Annotated[int | None, Rule(is_whole, "it must be the number of a row, counted from 0")] = None

    def partition(self, problem: Problem) -> Partition:
        """Return groups of k rows, some of them up to 2k-1 (one group when there are fewer than 2k)."""
        small = one_group(problem)
        if small is not None:
            return small
        codes, costs, k = problem.codes, problem.costs, problem.k
        pool, groups, reach = pool_of(codes, costs), problem.rows // k, 0.0
        labels = np.full(problem.rows, -1, np.int32)
        measure(pool, codes, costs, self._start(problem))
        marks = np.linspace(0, groups, min(groups, BATCHES) + 1).astype(np.int64)
        for b in range(len(marks) - 1):
            problem.progress(Step("group", _share(marks[b] / groups)))
            batch = marks[b : b + 2]
            reach = grow_groups(pool, codes, costs, k, self.furthest_from == "last", batch, reach, labels)
        boxes = boxes_of(codes, Partition(labels, groups))
        left = problem.rng.permutation(np.flatnonzero(labels < 0).astype(np.int32))
        join_cheapest(left, codes, costs, boxes.sizes, boxes.lo, boxes.hi, labels)
        return Partition(labels, groups)

    def _start(self, problem: Problem) -> int:
        if self.start is None:
            return int(problem.rng.integers(problem.rows))
        if not 0 <= self.start < problem.rows:
            message = f"k_member has start = {self.start}; the table has rows 0 to {problem.rows - 1}"
            raise SettingError(message)
        return self.start


def _share(groups: float) -> float:
    """Return the share of the work that is done with a share of the groups; later ones have fewer rows to search."""
    return float(1 - (1 - groups) ** 2)
