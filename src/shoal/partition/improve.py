"""Improve the groups that another method found."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from shoal.partition.auto import require_steps
from shoal.partition.base import About, Keeping, Partition, Partitioner, Problem
from shoal.partition.search import Plan, search_of


def improve(problem: Problem, partition: Partition, *, steps: int | None = None, plan: Plan | None = None) -> Partition:
    """Return groups that lose no more than the given ones, found by the search of the house method.

    Rows with a negative label stay suppressed. The effort of the problem says how long the search goes on; with
    `steps`, it is the number of neighbourhoods that counts; with a `plan`, as much is done as it says.
    """
    if partition.groups < 1:
        return partition
    plan = plan or Plan()
    with problem.watch.searching():
        labels = partition.labels
        rows = np.argsort(labels, kind="stable").astype(np.int32)
        rows = rows[np.searchsorted(labels[rows], 0) :]
        edge = np.ones(len(rows), np.uint8)
        edge[1:] = np.diff(labels[rows]) != 0
        search = search_of(problem, rows, edge, plan)
        search.mend()
        search.split_large(plan)
        search.run(plan, steps)
        found = search.partition(np.full(len(labels), -1, np.int32), 0)
        return replace(found, notes={**partition.notes, **search.notes})


@dataclass(frozen=True, slots=True)
class Improved:
    """Another method, and then the search of the house method from where it ended."""

    base: Partitioner
    steps: int | None = None

    def __post_init__(self) -> None:
        """Refuse a number of steps that cannot be made."""
        require_steps("improve", self.steps)

    @property
    def about(self) -> About:
        """Return what there is to know of the method and the search together; the search keeps criteria by itself."""
        about = self.base.about
        keeps: Keeping = "not" if about.keeps == "not" else "natively"
        return replace(about, title=f"{about.title} + improve", cost=f"{about.cost}, and the search", keeps=keeps)

    def partition(self, problem: Problem, plan: Plan | None = None) -> Partition:
        """Return the groups of the other method, improved; with a plan, as much as it says."""
        return improve(problem, self.base.partition(problem), steps=self.steps, plan=plan)
