"""Climb the hierarchies of the most varied columns until few rows stand out, and drop those.

After Sweeney, International Journal on Uncertainty, Fuzziness and Knowledge-based Systems 10(5), 2002. Time O(n d)
and O(m d) a step, m distinct rows, at most as many steps as there are levels; memory O(n + m d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np

from shoal.partition._judge import Judge
from shoal.partition._levels import Frequencies, LevelTable, about_levels, as_published
from shoal.partition._options import Checked, Listed, whole
from shoal.partition.base import About, Partition, Problem
from shoal.progress import Step


@dataclass(frozen=True, slots=True)
class Datafly(Checked):
    """Raise the column with the most distinct values by one level, until few enough rows look like fewer than k others.

    `suppress_limit`: how many rows may be left in combinations of fewer than k, or in such as break a criterion; they
    are suppressed. A release gives its suppression budget here, which is 0 unless one is asked for; 0 suppresses none.
    `limit`: `budget` keeps to that; `paper` allows k rows, as the paper does, whatever the budget is.

    Where this is not the paper: a table of fewer than 2k rows is one group and loses none, and at least k rows are left
    of any. Where the paper is silent, ties between columns go to the first one.
    """

    about: ClassVar[About] = about_levels(
        title="Datafly, greedy full-domain recoding",
        paper="Sweeney, IJUFKS 10(5), 2002",
        cost="n · levels",
        advice="Quick where Incognito has too much to search; a small suppression budget helps it much.",
    )

    suppress_limit: Annotated[int | None, whole(0)] = None
    limit: Annotated[Literal["budget", "paper"], Listed("limits are")] = "budget"

    def partition(self, problem: Problem) -> Partition:
        """Return the groups at the first levels that leave few enough rows to suppress; the same for every seed.

        Raises:
            InfeasibleError: there are fewer than k rows.
        """
        table = LevelTable.of(problem)
        if problem.rows == 0:
            vector = [0] * len(table.ladders)
        elif problem.total < 2 * problem.k:
            vector = list(table.agreement())
        else:
            vector = _climbed(table, problem, min(self._limit(problem), problem.total - problem.k))
        return as_published(problem, table.nodes(vector), {"levels": table.named(problem.domains, vector)})

    def _limit(self, problem: Problem) -> int:
        """Return how many rows may be suppressed."""
        return problem.k if self.limit == "paper" or self.suppress_limit is None else self.suppress_limit


def _climbed(table: LevelTable, problem: Problem, limit: int) -> list[int]:
    columns = range(len(table.ladders))
    vector = [0] * len(columns)
    found = table.base(columns, vector)
    distinct = [_distinct(found, j) for j in columns]
    judge = Judge(problem, limit)
    while not _may_leave(table, found, vector, judge):
        j = max((j for j in columns if vector[j] + 1 < table.shape[j]), key=lambda j: distinct[j])
        vector[j] += 1
        found = table.climb(found, columns, vector)
        distinct[j] = _distinct(found, j)
        problem.progress(Step("group", sum(vector) / sum(levels - 1 for levels in table.shape)))
    return vector


def _may_leave(table: LevelTable, found: Frequencies, vector: list[int], judge: Judge) -> bool:
    """Return whether few enough rows stand out at these levels; at the top, where all rows are alike, there is none."""
    if all(level + 1 == levels for level, levels in zip(vector, table.shape, strict=True)):
        return True
    if found.small(judge.problem.k) > judge.limit:
        return False
    return not judge.asks_more or judge.suppressed(*table.classes(range(len(vector)), vector)) is not None


def _distinct(found: Frequencies, j: int) -> int:
    return len(np.unique(found.codes[:, j]))
