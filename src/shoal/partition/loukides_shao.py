"""Grow groups from random rows until they would cost too much.

After Loukides and Shao, SAC 2007, as Lin and Wei describe it. Time O(n² d) at worst, memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from shoal.arrays import Labels
from shoal.errors import InfeasibleError
from shoal.kernels.shared.box_cost import box_costs
from shoal.kernels.shared.grow_box import grow_within, join_cheapest, pool_of
from shoal.partition._options import Checked, number
from shoal.partition.base import About, Partition, Problem, boxes_of, one_group
from shoal.progress import Step

SHARE = 0.2
BATCHES = 50
SET_ASIDE = -2


@dataclass(frozen=True, slots=True)
class LoukidesShao(Checked):
    """Start from a random row and add the cheapest row as long as the group's loss per row stays within a threshold.

    A group that stays below k rows is given up. Its rows join the groups whose loss they raise least, or are
    suppressed with `reassign` off. (The paper also scores how well the sensitive values are protected; left out here.)

    `threshold`: the most that a group may cost per row. By default a fifth of what the whole table as one group costs
    (0.2 d, where every column spans its domain), doubled for as long as no group reaches k rows.
    `reassign`: whether the rows of groups that were given up join others, so that every row is released.
    """

    about: ClassVar[About] = About(
        title="Greedy clustering with a threshold",
        paper="Loukides, Shao, SAC 2007",
        cost="n²",
        advice="When a bound on the loss of a group matters more than its size; groups can be large.",
        loss="height",
    )

    threshold: Annotated[float | None, number(0, hint="0.2 times the number of columns is the default")] = None
    reassign: bool = True

    def partition(self, problem: Problem) -> Partition:
        """Return groups of at least k rows; -1 labels rows that no group of k has taken, with `reassign` off.

        Raises:
            InfeasibleError: no group reaches k rows within the threshold that was asked for.
        """
        small = one_group(problem)
        if small is not None:
            return small
        starts = problem.rng.permutation(problem.rows).astype(np.int32)
        whole = _whole(problem)
        threshold = SHARE * whole if self.threshold is None else float(self.threshold)
        labels, groups = _grown(problem, starts, threshold)
        while groups == 0 and self.threshold is None and threshold < np.inf:
            threshold *= 2
            labels, groups = _grown(problem, starts, threshold)
        if groups == 0:
            message = f"no group reaches {problem.k} rows at a loss of {threshold:g} per row"
            raise InfeasibleError(message, hint=f"raise the threshold; at {whole:g} all rows are one group")
        if self.reassign:
            _join(problem, labels, groups)
        return Partition(np.maximum(labels, -1), groups)


def _whole(problem: Problem) -> float:
    """Return the loss per row of the whole table as one group."""
    boxes = boxes_of(problem.codes, Partition(np.zeros(problem.rows, np.int32), 1))
    cost = np.empty(1)
    box_costs(problem.costs, boxes.lo, boxes.hi, cost)
    return float(cost[0])


def _grown(problem: Problem, starts: Labels, threshold: float) -> tuple[Labels, int]:
    """Return the labels and the number of groups; rows of groups below k rows are set aside."""
    labels, groups = np.full(problem.rows, -1, np.int32), 0
    pool = pool_of(problem.codes, problem.costs)
    for batch in np.array_split(starts, BATCHES):
        problem.progress(Step("group", float((labels != -1).mean())))
        groups = int(grow_within(pool, problem.codes, problem.costs, problem.k, threshold, batch, groups, labels))
    return labels, groups


def _join(problem: Problem, labels: Labels, groups: int) -> None:
    boxes = boxes_of(problem.codes, Partition(labels, groups))
    aside = np.flatnonzero(labels == SET_ASIDE).astype(np.int32)
    join_cheapest(aside, problem.codes, problem.costs, boxes.sizes, boxes.lo, boxes.hi, labels)
