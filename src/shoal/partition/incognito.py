"""Find every k-anonymous way to climb the hierarchies, and take the one that loses least.

After LeFevre, DeWitt and Ramakrishnan, SIGMOD 2005. Time exponential in the number of columns at worst, memory one
byte per vector of levels and a bounded store of frequencies.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, ClassVar, NamedTuple

import numpy as np

from shoal.arrays import Flags, Floats, Rows
from shoal.errors import SettingError
from shoal.kernels.shared.box_cost import Costs
from shoal.partition._judge import Judge
from shoal.partition._levels import Frequencies, LevelTable, about_levels, as_published
from shoal.partition._options import Checked, whole
from shoal.partition.base import About, Partition, Problem
from shoal.progress import Step

GRAIN = 1e-12
LATTICE_LIMIT = 1 << 24
SHELF_CELLS = 1 << 24


@dataclass(frozen=True, slots=True)
class Incognito(Checked):
    """Publish every column at one level of its hierarchy: the k-anonymous vector of levels with the least loss.

    Vectors of few columns are tested first; one that fails rules out all longer ones that contain it, and one that
    holds also vouches for every vector above it. Ties go to the least sum of levels, then to the lowest levels in the
    first columns. `suppress_limit`: how many rows in combinations of fewer than k, or in such as break a criterion, may
    be dropped; they then count as wholly lost. A table of fewer than 2k rows loses none.
    """

    about: ClassVar[About] = about_levels(
        title="Incognito, optimal full-domain recoding",
        paper="LeFevre, DeWitt, Ramakrishnan, SIGMOD 2005",
        cost="exponential in columns",
        advice="The best that one level per column can do; loses far more than local recoding, but reads easily.",
    )

    suppress_limit: Annotated[int, whole(0)] = 0

    def partition(self, problem: Problem) -> Partition:
        """Return the groups at the cheapest vector of levels; the same for every seed.

        Raises:
            InfeasibleError: there are fewer than k rows.
            SettingError: there are too many vectors of levels to search.
        """
        table = LevelTable.of(problem)
        notes: dict[str, object] = {}
        if problem.rows == 0:
            vector = (0,) * len(table.ladders)
        elif problem.total < 2 * problem.k:
            vector = table.agreement()
        else:
            limit = min(self.suppress_limit, problem.total - problem.k)
            judge = Judge(problem, limit)
            found = anonymous_vectors(table, judge)
            vector = _cheapest(table, judge, found.holds)
            notes = {"tested": found.tested, "anonymous": int(found.holds.sum())}
        named = {"levels": table.named(problem.domains, vector)}
        return as_published(problem, table.nodes(vector), named | notes)


class Found(NamedTuple):
    """Which vectors of levels are k-anonymous, one axis per column, and how many frequencies it took to tell."""

    holds: Flags
    tested: int


def anonymous_vectors(table: LevelTable, judge: Judge) -> Found:
    """Return all vectors of levels at which at most so many rows as may be suppressed look like fewer than k.

    Where no row may be, they also meet all criteria: what holds for some classes holds for their union, as for k. Where
    rows may be suppressed that is no longer so, as a class that fails can pull one down that does not; then the
    vectors that are found are yet to be tested.

    Raises:
        SettingError: there are too many vectors to search.
    """
    _require_small(table.shape)
    holds: dict[tuple[int, ...], Flags] = {(): np.ones((), np.bool_)}
    tested, done, subsets = 0, 0, 2 ** len(table.shape) - 1
    for count in range(1, len(table.shape) + 1):
        longer = {}
        for columns in combinations(range(len(table.shape)), count):
            found = _search(table, columns, _candidates(table.shape, columns, holds), judge)
            longer[columns] = found.holds
            tested, done = tested + found.tested, done + 1
            judge.problem.progress(Step("group", done / subsets))
        holds = longer
    return Found(holds[tuple(range(len(table.shape)))], tested)


def _require_small(shape: Sequence[int]) -> None:
    vectors = math.prod(levels + 1 for levels in shape)
    if vectors > LATTICE_LIMIT:
        message = f"incognito would search {vectors:,} vectors of levels; it takes up to {LATTICE_LIMIT:,}"
        raise SettingError(message, hint="use datafly, or hierarchies with fewer levels, or fewer quasi columns")


def _candidates(shape: Sequence[int], columns: tuple[int, ...], holds: dict[tuple[int, ...], Flags]) -> Flags:
    """Return the vectors of some columns of which no part with one column fewer has failed."""
    open_ = np.ones([shape[j] for j in columns], np.bool_)
    for i in range(len(columns)):
        open_ &= np.expand_dims(holds[columns[:i] + columns[i + 1 :]], i)
    return open_


def _search(table: LevelTable, columns: tuple[int, ...], candidates: Flags, judge: Judge) -> Found:
    """Return the k-anonymous ones among the candidates, searched from the lowest sum of levels up."""
    k, limit = judge.problem.k, judge.limit
    in_full = judge.asks_more and limit == 0
    holds, tested = np.zeros_like(candidates), 0
    vectors = np.argwhere(candidates)
    heights = vectors.sum(axis=1)
    ground = table.base(columns, vectors.min(axis=0))
    shelf = _Shelf({}, {})
    for i in np.argsort(heights, kind="stable"):
        vector = tuple(vectors[i].tolist())
        if holds[vector]:
            continue
        shelf = shelf.at(int(heights[i]))
        found = table.climb(shelf.nearest(vector, ground), columns, vector)
        tested += 1
        if found.small(k) <= limit and (not in_full or judge.suppressed(*table.classes(columns, vector)) is not None):
            holds[tuple(slice(level, None) for level in vector)] = True
        else:
            shelf.keep(vector, found)
    return Found(holds, tested)


@dataclass(slots=True)
class _Shelf:
    """The frequencies of vectors that failed: one step below those under test, and beside them."""

    below: dict[tuple[int, ...], Frequencies]
    beside: dict[tuple[int, ...], Frequencies]
    height: int = -1
    cells: int = 0

    def at(self, height: int) -> _Shelf:
        """Return the shelf for vectors of this height."""
        return self if height == self.height else _Shelf(self.beside, {}, height)

    def nearest(self, vector: tuple[int, ...], ground: Frequencies) -> Frequencies:
        """Return the shortest frequencies that a vector can be rolled up from."""
        lower = ((*vector[:i], level - 1, *vector[i + 1 :]) for i, level in enumerate(vector))
        known = (self.below[one] for one in lower if one in self.below)
        return min(known, key=lambda found: len(found.counts), default=ground)

    def keep(self, vector: tuple[int, ...], found: Frequencies) -> None:
        """Keep frequencies for the next height, as long as there is room."""
        if self.cells + found.codes.size <= SHELF_CELLS:
            self.beside[vector] = found
            self.cells += found.codes.size


def _cheapest(table: LevelTable, judge: Judge, holds: Flags) -> tuple[int, ...]:
    """Return the vector of least loss among those that hold, then of least height, then the first in order.

    Without suppression the loss of a vector is the sum of its columns' losses. With it that sum is a bound from below:
    vectors are priced, and tested where that is still to be done, in its order until it exceeds the best loss.
    """
    vectors = np.argwhere(holds)
    floor = np.zeros(len(vectors))
    heights = np.zeros(len(vectors), np.int64)
    for j, ladder in enumerate(table.ladders):
        floor += _level_costs(table, j)[vectors[:, j]]
        heights += np.array(ladder.numbers)[vectors[:, j]]
    grains = _in_grains(floor)
    best: tuple[int, int, tuple[int, ...]] | None = None
    for i in np.argsort(grains, kind="stable").tolist():
        if best is not None and grains[i] > best[0] + 1:
            break
        vector = tuple(vectors[i].tolist())
        loss = int(grains[i]) if judge.limit == 0 else _loss(table, judge, vector)
        if loss is not None:
            key = (loss, int(heights[i]), vector)
            best = key if best is None else min(best, key)
    return best[2] if best else table.agreement()


def _in_grains(loss: Floats | float) -> Rows:
    return np.asarray(np.rint(np.asarray(loss) / GRAIN), np.int64)


def _level_costs(table: LevelTable, j: int) -> Floats:
    """Return the mean loss per row of column j at each level."""
    ladder = table.ladders[j]
    each = ladder.price[ladder.nodes[table.rows.codes[:, j]]]
    return np.asarray(table.rows.counts @ each / table.rows.counts.sum(), np.float64)


def _loss(table: LevelTable, judge: Judge, vector: tuple[int, ...]) -> int | None:
    """Return the mean loss per row at a vector of levels in grains, None if it fails; suppressed rows lose all."""
    problem, columns = judge.problem, range(len(vector))
    if not judge.asks_more:
        found = table.base(columns, vector)
        return _mean(table, vector, found, found.counts < problem.k, problem.costs)
    labels, groups = table.classes(columns, vector)
    out = judge.suppressed(labels, groups)
    if out is None:
        return None
    lost = np.empty(len(table.rows.counts), np.bool_)
    lost[table.place] = out[labels]
    return _mean(table, vector, table.rows, lost, problem.costs)


def _mean(table: LevelTable, vector: tuple[int, ...], found: Frequencies, lost: Flags, costs: Costs) -> int:
    """Return the mean loss per row of distinct rows in grains, some of them wholly lost."""
    each = np.zeros(len(found.counts))
    for j, (ladder, level) in enumerate(zip(table.ladders, vector, strict=True)):
        each += ladder.price[ladder.nodes[found.codes[:, j], level]]
    each[lost] = costs.weight.sum()
    return int(_in_grains(float(found.counts @ each / found.counts.sum())))
