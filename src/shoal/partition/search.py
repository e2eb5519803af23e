"""The search of the house method: build groups block by block, then improve one neighbourhood after another."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from shoal.arrays import Bounds, Floats, Ints, Labels, Rows, Sizes
from shoal.criteria.guarding import need_watching
from shoal.encode.domain import Domain
from shoal.kernels.auto.region import build_blocks, improve_regions
from shoal.kernels.pool import over_runs
from shoal.kernels.shared.box_cost import Costs, box_costs
from shoal.kernels.shared.neighbourhoods import boxes_of_runs, gather, reorder
from shoal.partition.base import Partition, Problem
from shoal.partition.blocks import Dice, cut_blocks, dice
from shoal.partition.deal import deal_out
from shoal.partition.mondrian import Mondrian
from shoal.partition.patience import Patience
from shoal.partition.repair import repair
from shoal.progress import Step

Flips: TypeAlias = NDArray[np.uint8]
"""(n,) 1 where a group begins."""

SECTION = 512
"""Groups among which the neighbours of a group are looked for."""

REGION_ROWS = 4096
"""Rows that a region may have, unless two groups already have more."""

FEW = 64
"""Rows for which a second thread is worth waking: each costs far more here than in a sort."""

BATCH_SECONDS = 0.3
"""About how long the search goes on before it looks up."""

STALE = 30
"""Rounds without any gain after which there is nothing more to hope for."""

SETTLE_ROUNDS, SETTLED = 40, 0.005
"""Rounds of moves alone before a search under criteria, at most, and the gain below which they end."""

GUARDED_TIME = 2.0
"""How much longer a search may take under criteria."""

CUT_SPREAD = 0.1
"""How far from the middle blocks are cut, at random, as a share of the run."""

SLOW_CELL, NUMBERS = 6e-7, 128
"""Seconds a row, for each number that is known in a column, below which a time budget begins with the quick way to
build; and how many numbers there are in a column at most."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is done.

    Attributes:
        block: rows among which the first groups are built.
        seeds: boxes tried for each of them.
        well: whether the columns of each box are grown again.
        visits: rows that the search looks at, over and over, at a k of 10; 0 for no search.
        rounds: the least and the most rounds over the table, whatever `visits` says.
        tries: attempts at each region.
        region_seeds: boxes tried for each group of an attempt, at most.
        most: groups of a region, at most.
        passes: rounds of moves and swaps after each attempt, at most.
    """

    block: int = 16384
    seeds: int = 16
    well: bool = True
    visits: float = 1.6e6
    rounds: tuple[float, float] = (3, 120)
    tries: int = 1
    region_seeds: int = 24
    most: int = 30
    passes: int = 1


class Search:
    """The groups so far, in a form in which every neighbourhood is a run of rows.

    `rows` holds all rows in group order, `edge` marks where a group begins. Every step keeps each group at least k rows
    and within every other criterion, so it can be left at any moment. Memory: about 30 bytes a row and 8 / k a cell.
    """

    def __init__(self, problem: Problem, rows: Ints, edge: Flips, patience: Patience) -> None:
        """Begin with the given groups."""
        self.problem, self.costs, self.patience = problem, of_weight_one(problem.costs), patience
        self.guard = problem.guard if problem.is_guarded else None
        self.watched = is_watched(problem)
        self.wide = problem.k
        self.rows, self.edge = rows, edge
        self.steps = self.visits = 0
        self._pace = 1e-4
        self._full = len(self.costs.weight) * max(1, problem.rows)

    def begin_with(self, partition: Partition) -> None:
        """Begin again with the groups that another method made of the rows, as they stand now."""
        order = np.argsort(partition.labels, kind="stable")
        labels = partition.labels[order]
        self.rows = self.rows[order]
        self.edge = np.ones(len(order), np.uint8)
        self.edge[1:] = labels[1:] != labels[:-1]

    def build(self, starts: Rows, ends: Rows, plan: Plan) -> None:
        """Make the groups of each block; once it is time to end, in the quickest way."""
        seeds = dice(self.problem.rng, len(starts))
        at = 0
        while at < len(starts):
            stop = self._batch(ends - starts, at)
            slow = not self.patience.over
            way = self.problem.k, self.wide, plan.seeds if slow else 1, plan.well and slow
            shared = self.problem.codes, self.costs, self.guard, *way
            began = time.monotonic()
            part = slice(at, stop)
            over_runs(
                build_blocks, starts[part], ends[part], self.rows, self.edge, *shared, aligned=(seeds[part],), few=FEW
            )
            self._learn(began, int((ends[part] - starts[part]).sum()))
            at = stop
            self.problem.progress(Step("group", at / len(starts)))

    def split_large(self, plan: Plan) -> None:
        """Group again the rows of each group that is too large for a region; that can only cost less.

        Where criteria guard sensitive values this is done by cuts that keep them.
        """
        starts = np.flatnonzero(self.edge)
        ends = np.append(starts[1:], len(self.rows))
        large = ends - starts > max(REGION_ROWS // 2, 4 * self.problem.k)
        for start, end in zip(starts[large].tolist(), ends[large].tolist(), strict=True):
            if self.watched or self.problem.is_guarded:
                self._cut(start, end)
                continue
            part, codes = self.rows[start:end], self.problem.codes
            most = max(plan.block, 8 * self.problem.k)
            blocks = cut_blocks(part, codes, codes, self.costs, most, spread=CUT_SPREAD, rng=self.problem.rng)
            self.build(blocks[0] + start, blocks[1] + start, plan)

    def _cut(self, start: int, end: int) -> None:
        """Cut one group as Mondrian does, and merge again what breaks a criterion then."""
        part = Search(self.problem, self.rows[start:end], self.edge[start:end], self.patience)
        part.begin_with(Mondrian().partition(self.problem.part(part.rows)))
        part.mend()
        self.rows[start:end], self.edge[start:end] = part.rows, part.edge

    def run(self, plan: Plan, steps: int | None) -> None:
        """Improve until the plan is fulfilled, so many regions were seen, or nothing more is gained."""
        least, most = (rounds * len(self.rows) for rounds in plan.rounds)
        limit = np.inf if steps is None else steps
        if self.problem.is_guarded and plan.visits:
            self._settle(plan, limit)
        visits = min(max(plan.visits / self._row_work(), least), most) if plan.visits else 0.0
        loss = self.loss()
        seen, stale = 0, 0
        while self.steps < limit and (steps is not None or seen < visits) and stale < STALE and not self.patience.over:
            gain, looked = self._round(plan, limit)
            seen += looked
            loss -= gain / self._full
            stale = 0 if gain > 0 else stale + 1
            share = seen / visits if steps is None and np.isfinite(visits) else self.steps / limit
            self.problem.progress(Step("search", min(1.0, max(share, self.patience.spent)), loss))

    def _settle(self, plan: Plan, limit: float) -> None:
        """Move and swap rows between neighbours while that gains much: merging for a criterion's sake leaves slack."""
        loss, only_moves = self.loss(), replace(plan, tries=0)
        for _ in range(int(min(SETTLE_ROUNDS, plan.rounds[1]))):
            gain, _ = self._round(only_moves, limit)
            loss -= gain / self._full
            self.problem.progress(Step("search", self.patience.spent, loss))
            if self.patience.over or self.steps >= limit or gain / self._full < SETTLED * loss:
                return

    def _row_work(self) -> float:
        """Return how much work a row is, against one in groups of 10; criteria ask for larger groups, and for tests."""
        work = row_work(self.problem.k)
        if not self.problem.is_guarded:
            return work
        usual = len(self.rows) / max(1, int(self.edge.sum()))
        return work * max(1.0, (1.0 + usual / 10) / GUARDED_TIME)

    @property
    def notes(self) -> dict[str, object]:
        """Return why the search ended, after how many neighbourhoods, and how many rows these had in all."""
        return {"stopped": self.patience.ending, "steps": self.steps, "visits": self.visits}

    def partition(self, apart: Labels, groups: int) -> Partition:
        """Return the groups as they are, after those of the rows that had been set apart."""
        labels = apart.copy()
        labels[self.rows] = np.cumsum(self.edge, dtype=np.int32) + np.int32(groups - 1)
        return Partition(labels, groups + int(self.edge.sum()), notes=self.notes)

    def mend(self) -> None:
        """Merge each group that breaks a criterion with the group that costs least, until none does."""
        if not (self.watched or self.problem.is_guarded):
            return
        found = repair(self.problem, self._found())
        self.begin_with(replace(found, labels=found.labels[self.rows]))

    def deal(self) -> None:
        """Deal each group out into as many smaller ones as meet every criterion; no row loses by it."""
        found = deal_out(self.problem, self._found())
        self.begin_with(replace(found, labels=found.labels[self.rows]))
        if self.watched:
            self.mend()

    def _found(self) -> Partition:
        """Return the groups as they are, in the order that they have here; rows that are not searched have none."""
        return self.partition(np.full(self.problem.rows, -1, np.int32), 0)

    def loss(self) -> float:
        """Return the loss now: 0 keeps all detail, 1 none."""
        _, sizes, low, high = self._boxes()
        return float(sizes @ self._prices(low, high)) / self._full

    def _round(self, plan: Plan, limit: float) -> tuple[float, int]:
        """Improve every region of one tiling of the table; return the gain and the rows that were looked at."""
        rng = self.problem.rng
        starts, ends = self._regions(int(rng.integers(2, plan.most + 1)), rising=bool(rng.integers(2)))
        if len(starts) > limit - self.steps:
            starts, ends = starts[: int(limit - self.steps)], ends[: int(limit - self.steps)]
        seeds, gain = dice(rng, len(starts)), np.zeros(len(starts))
        at = 0
        while at < len(starts) and not self.patience.over:
            part = slice(at, self._batch(ends - starts, at))
            self._improve(starts[part], ends[part], seeds[part], gain[part], plan)
            self.steps += part.stop - at
            at = part.stop
        return float(gain.sum()), int(ends[at - 1]) if at else 0

    def _improve(self, starts: Rows, ends: Rows, seeds: Dice, gain: Floats, plan: Plan) -> None:
        """Improve some regions; those whose groups then break a criterion go back to what they were."""
        before = (self.rows.copy(), self.edge.copy()) if self.watched else None
        began = time.monotonic()
        shared = self.problem.codes, self.costs, self.guard, self._k(), plan.region_seeds, plan.tries, plan.passes
        over_runs(improve_regions, starts, ends, self.rows, self.edge, *shared, aligned=(seeds, gain), few=FEW)
        self.visits += int((ends - starts).sum())
        self._learn(began, int((ends - starts).sum()))
        if before is not None:
            self._take_back(starts, ends, gain, *before)

    def _k(self) -> int:
        """Return how many rows a group is rebuilt with: k, or more where other criteria have asked for more so far."""
        k = self.problem.k
        if not self.watched:
            return k
        usual = np.median(np.diff(np.flatnonzero(self.edge), append=len(self.rows)))
        return int(self.problem.rng.integers(k, max(k, int(usual)) + 1))

    def _take_back(self, starts: Rows, ends: Rows, gain: Floats, rows: Ints, edge: Flips) -> None:
        begins = np.flatnonzero(self.edge)
        holds = self.problem.holds(self._found())
        for at in np.unique(np.searchsorted(starts, begins[~holds], side="right") - 1).tolist():
            if at >= 0 and gain[at] > 0:
                run = slice(starts[at], ends[at])
                self.rows[run], self.edge[run], gain[at] = rows[run], edge[run], 0.0

    def _regions(self, most: int, *, rising: bool) -> tuple[Rows, Rows]:
        """Rearrange the rows so that neighbouring groups stand together; return where each region begins and ends."""
        start, sizes, low, high = self._boxes()
        order = np.arange(len(sizes), dtype=np.int32)
        begins, stops = cut_blocks(order, low, high, self.costs, SECTION, spread=0.25, rng=self.problem.rng)
        last, key = np.zeros(len(order), np.uint8), np.empty(len(order))
        shared = low, high, sizes, self._prices(low, high), self.costs, most, REGION_ROWS, rising, last
        seeds = dice(self.problem.rng, len(begins))
        over_runs(gather, begins, stops, order, key, *shared, aligned=(seeds,), few=FEW)
        rows, edge = np.empty_like(self.rows), np.empty_like(self.edge)
        reorder(order, start, sizes, self.rows, rows, edge)
        self.rows, self.edge = rows, edge
        ends = np.cumsum(sizes[order])[np.flatnonzero(last)]
        return np.concatenate([[0], ends[:-1]]), ends

    def _boxes(self) -> tuple[Rows, Sizes, Bounds, Bounds]:
        """Return where each group begins, its size and its box."""
        groups, codes = int(self.edge.sum()), self.problem.codes
        start = np.empty(groups, np.int64)
        low, high = np.empty((groups, codes.shape[1]), np.int32), np.empty((groups, codes.shape[1]), np.int32)
        boxes_of_runs(self.rows, self.edge, codes, start, low, high)
        return start, np.diff(start, append=len(self.rows)), low, high

    def _prices(self, low: Bounds, high: Bounds) -> Floats:
        prices = np.empty(len(low))
        box_costs(self.costs, low, high, prices)
        return prices

    def _batch(self, sizes: Sizes, at: int) -> int:
        """Return how far the next pieces of work go that take about as long as the search should go on unasked."""
        upto = np.searchsorted(np.cumsum(sizes[at:]), BATCH_SECONDS / self._pace) + 1
        return min(len(sizes), at + max(int(upto), 8))

    def _learn(self, began: float, rows: int) -> None:
        """Remember how long a row takes."""
        self._pace = max(1e-8, (time.monotonic() - began) / max(1, rows))


def row_work(k: int) -> float:
    """Return how much work a row is in the search with groups of k, as measured, against a row in groups of 10."""
    return 0.45 + 0.6 * min(1.0, 10 / k) + 0.4 * min(1.0, 5 / k) ** 2


def numbers_of(domains: Sequence[Domain]) -> int:
    """Return how many numbers the values of all columns have within a region: the width of a table to the search."""
    return sum(min(NUMBERS, domain.size) for domain in domains)


def plan_of(problem: Problem) -> Plan:
    """Return how much the effort of the problem stands for; a number of seconds is a plan without an end."""
    if isinstance(problem.effort, str):
        return PLANS[problem.effort]
    quick = problem.effort < SLOW_CELL * problem.rows * numbers_of(problem.domains)
    return replace(PLANS["fast" if quick else "balanced"], visits=np.inf, rounds=(1, np.inf))


def is_watched(problem: Problem) -> bool:
    """Return whether there is a criterion that kernels do not know, so that their work must be looked over."""
    return need_watching(problem.criteria, problem.k)


def of_weight_one(costs: Costs) -> Costs:
    """Return the prices scaled so that columns weigh 1 on average: what counts as a gain has no unit then."""
    total = float(np.sum(costs.weight))
    if total <= 0:
        return costs
    by = len(costs.weight) / total
    return costs._replace(
        weight=costs.weight * by, position=costs.position * by, table=costs.table * by, price=costs.price * by
    )


def seconds_of(problem: Problem) -> float | None:
    """Return how long the search may take, where the effort says so."""
    return None if isinstance(problem.effort, str) else problem.effort


SETTLE = Plan(visits=1, rounds=(1, 1), tries=0, most=20)
"""Moves and swaps between neighbours, once."""

PLANS = {
    "fast": Plan(block=4096, seeds=1, well=False, visits=0),
    "balanced": Plan(),
    "best": Plan(block=32768, visits=1.8e7, rounds=(20, 1200)),
}
