"""Grow groups of k rows, each from the row farthest from the last.

After Byun, Kamra, Bertino and Li, DASFAA 2007. Time O(n² d) at worst, nearer to O(n² d / k) in practice; memory O(n d).
Its inner loop is `grow_groups` in `kernels/shared/grow_box.py`, which other methods share.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np

from shoal.arrays import Codes, Flips, Rows
from shoal.errors import SettingError
from shoal.kernels.shared.box_cost import Costs
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


class Grown(NamedTuple):
    """Rows in the order of their groups, 1 where a group begins, and the steps that it took to find them."""

    order: Rows
    edge: Flips
    work: int


def grown_rows(codes: Codes, costs: Costs, k: int, seed: np.uint64) -> Grown:
    """Return the groups that k-member makes of some rows, of at least k; for searches that begin with them."""
    rng = np.random.default_rng(int(seed))
    pool, groups = pool_of(codes, costs), max(1, len(codes) // k)
    labels = np.full(len(codes), -1, np.int32)
    measure(pool, codes, costs, int(rng.integers(len(codes))))
    grow_groups(pool, codes, costs, min(k, len(codes)), False, np.array([0, groups]), 0.0, labels)  # noqa: FBT003 - a kernel
    boxes = boxes_of(codes, Partition(labels, groups))
    left = rng.permutation(np.flatnonzero(labels < 0).astype(np.int32))
    join_cheapest(left, codes, costs, boxes.sizes, boxes.lo, boxes.hi, labels)
    order = np.argsort(labels, kind="stable")
    edge = np.ones(len(order), np.uint8)
    edge[1:] = labels[order[1:]] != labels[order[:-1]]
    return Grown(order, edge, int(pool.work[0]) + 3 * len(left) * groups * codes.shape[1])
