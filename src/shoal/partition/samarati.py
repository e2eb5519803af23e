"""Search the lattice of levels by height, halving the heights that are left.

After Samarati, IEEE TKDE 13(6), 2001 (binary search for a k-minimal generalisation). Time O(n d) and O(m d) a vector of
levels that is looked at, m distinct rows, all those of O(log levels) heights at worst; memory O(n + m d).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from shoal.partition._judge import Judge
from shoal.partition._levels import LevelTable, about_levels, as_published
from shoal.partition._options import Checked, whole
from shoal.partition.base import About, Partition, Problem
from shoal.progress import Step

GRAIN = 1e-9


@dataclass(frozen=True, slots=True)
class Samarati(Checked):
    """Find the fewest steps up the hierarchies, in all columns together, after which few enough rows stand out.

    If some vector of levels of a height will do, some of every greater height will; so the least such height is found
    by halving. Of those that will do at this height the one of least loss is taken, suppressed rows being wholly lost,
    ties to lower levels of the first columns (the paper leaves the choice to preference). `suppress_limit`: how many
    rows in combinations of fewer than k, or in such as break a criterion, may be suppressed. A height counts levels
    that are not only a repetition of the one below. A table of fewer than 2k rows is one group and loses none.
    """

    about: ClassVar[About] = about_levels(
        title="Samarati, the lowest height that will do",
        paper="Samarati, IEEE TKDE 13(6), 2001",
        cost="vectors of log levels heights",
        advice="For comparison: the least height is seldom the least loss, which incognito finds.",
    )

    suppress_limit: Annotated[int, whole(0)] = 0

    def partition(self, problem: Problem) -> Partition:
        """Return the groups at the best levels of the least height that will do; the same for every seed.

        Raises:
            InfeasibleError: there are fewer than k rows.
        """
        table = LevelTable.of(problem)
        vector = (0,) * len(table.ladders)
        if 0 < problem.total < 2 * problem.k:
            vector = table.agreement()
        elif problem.total:
            limit = min(self.suppress_limit, problem.total - problem.k)
            vector = _lowest(table, Judge(problem, limit))
        return as_published(problem, table.nodes(vector), {"levels": table.named(problem.domains, vector)})


def _lowest(table: LevelTable, judge: Judge) -> tuple[int, ...]:
    """Return the best vector of the least height that has one; at the top, where all rows are alike, there is one."""
    low, high = 0, sum(levels - 1 for levels in table.shape)
    rounds = max(1, high).bit_length()
    top = tuple(levels - 1 for levels in table.shape)
    done = 0
    while low < high:
        judge.problem.progress(Step("group", done / (rounds + 1)))
        middle, done = (low + high) // 2, done + 1
        if any(_loss(table, judge, vector) is not None for vector in _vectors(table.shape, middle)):
            high = middle
        else:
            low = middle + 1
    priced = [(_loss(table, judge, vector), vector) for vector in _vectors(table.shape, low)]
    return min(((loss, vector) for loss, vector in priced if loss is not None), default=(0, top))[1]


def _vectors(shape: tuple[int, ...], height: int) -> Iterator[tuple[int, ...]]:
    """Yield all vectors of levels of a height, in order."""
    if not shape:
        if height == 0:
            yield ()
        return
    for level in range(min(height, shape[0] - 1) + 1):
        if height - level <= sum(levels - 1 for levels in shape[1:]):
            for rest in _vectors(shape[1:], height - level):
                yield (level, *rest)


def _loss(table: LevelTable, judge: Judge, vector: tuple[int, ...]) -> int | None:
    """Return the mean loss per row at a vector of levels in grains, None where too many rows stand out."""
    columns, costs = range(len(vector)), judge.problem.costs
    if judge.asks_more:
        labels, groups = table.classes(columns, vector)
        out = judge.suppressed(labels, groups)
        if out is None:
            return None
        found, lost = table.rows, np.empty(len(table.rows.counts), np.bool_)
        lost[table.place] = out[labels]
    else:
        found = table.base(columns, vector)
        if found.small(judge.problem.k) > judge.limit:
            return None
        lost = found.counts < judge.problem.k
    each = np.zeros(len(found.counts))
    for j, (ladder, level) in enumerate(zip(table.ladders, vector, strict=True)):
        each += ladder.price[ladder.nodes[found.codes[:, j], level]]
    each[lost] = costs.weight.sum()
    return round(float(found.counts @ each / found.counts.sum()) / GRAIN)
