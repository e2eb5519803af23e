"""The search of the house method: build groups block by block, then improve one neighbourhood after another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from shoal.arrays import Bounds, Flips, Floats, Ints, Labels, Rows, Sizes
from shoal.criteria.guarding import need_watching
from shoal.kernels.auto.region import MOVES, build_blocks, improve_regions
from shoal.kernels.auto.region_groups import ROOM
from shoal.kernels.pool import in_threads, over_runs
from shoal.kernels.shared.box_cost import Costs, box_costs
from shoal.kernels.shared.neighbourhoods import boxes_of_runs, gather, reorder
from shoal.partition.base import Partition, Problem
from shoal.partition.blocks import Dice, Ways, cut_blocks, dice
from shoal.partition.deal import deal_out
from shoal.partition.k_member import grown_rows
from shoal.partition.mondrian import Mondrian
from shoal.partition.patience import Patience
from shoal.partition.repair import repair
from shoal.partition.work import Budget, PayOff
from shoal.progress import Step

SECTION = 512
"""Groups among which the neighbours of a group are looked for."""

REGION_ROWS = 4096
"""Rows that a region may have, unless two groups already have more; fewer where k is small, so that the price of each
row in each group can be kept."""

FEW = 64
"""Rows for which a second thread is worth waking: each costs far more here than in a sort."""

BATCH, BATCH_RUNS = 3e8, 32
"""Steps after which the search looks up and learns, about, and regions or blocks that it works on at least."""

STALE, STALE_WORK = 30, 5_000
"""Rounds without any gain after which there is nothing more to hope for, where they took so many steps a cell."""

SETTLE_ROUNDS, SETTLED = 40, 0.005
"""Rounds of moves alone that a search begins with, at most, and the gain below which they end."""

BLOCK = 16384
"""Rows among which the boxes of a group that is too large for a region are built."""

CUT_SPREAD = 0.1
"""How far from the middle blocks are cut, at random, as a share of the run."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How it is done; how much, the budget says.

    Attributes:
        seeds: boxes tried for each group of them.
        tries: attempts at each region that is made again.
        region_seeds: boxes tried for each group of an attempt, at most.
        most: groups of a region, at most.
        passes: rounds of moves and swaps after each attempt, at most.
        work: steps that may be taken, instead of what the effort stands for.
    """

    seeds: int = 16
    tries: int = 1
    region_seeds: int = 24
    most: int = 30
    passes: int = 1
    work: float | None = None


class Search:
    """The groups so far, in a form in which every neighbourhood is a run of rows.

    `rows` holds all rows in group order, `edge` marks where a group begins. Every step keeps each group at least k rows
    and within every other criterion, so it can be left at any moment. Memory: about 30 bytes a row and 8 / k a cell.
    """

    def __init__(self, problem: Problem, rows: Ints, edge: Flips, patience: Patience, budget: Budget) -> None:
        """Begin with the given groups."""
        self.problem, self.costs = problem, of_weight_one(problem.costs)
        self.patience, self.budget = patience, budget
        self.guard = problem.guard if problem.is_guarded else None
        self.watched = is_watched(problem)
        self.wide = problem.k
        self.rows, self.edge = rows, edge
        self.steps = self.visits = 0
        self.start = ""
        self._pay_off, self._pace = PayOff(), 1e4
        self._pays = True
        self.share = 1.0

    def begin_with(self, partition: Partition) -> None:
        """Begin again with the groups that another method made of the rows, as they stand now."""
        order = np.argsort(partition.labels, kind="stable")
        labels = partition.labels[order]
        self.rows = self.rows[order]
        self.edge = np.ones(len(order), np.uint8)
        self.edge[1:] = labels[1:] != labels[:-1]

    def build(self, starts: Rows, ends: Rows, seeds: int, *, well: bool = True) -> None:
        """Make the groups of each block from cheap boxes; once it is time to end, in the quickest way."""
        dices, work = dice(self.problem.rng, len(starts)), np.zeros(len(starts), np.int64)
        at = 0
        while at < len(starts):
            slow = not self.patience.over
            way = self.problem.k, self.wide, seeds if slow else 1, well and slow
            shared = self.problem.codes, self.costs, self.guard, *way
            part = slice(at, self._batch(ends - starts, at))
            aligned = dices[part], work[part]
            over_runs(build_blocks, starts[part], ends[part], self.rows, self.edge, *shared, aligned=aligned, few=FEW)
            self._spend(work[part], ends[part] - starts[part])
            at = part.stop
            self.problem.progress(Step("group", at / len(starts)))

    def grow(self, starts: Rows, ends: Rows) -> None:
        """Make the groups of each block from the nearest rows, as k-member does."""
        dices, at = dice(self.problem.rng, len(starts)), 0
        while at < len(starts):
            part = range(at, self._batch(ends - starts, at))
            runs = [slice(int(starts[i]), int(ends[i])) for i in part]

            def one(i: int, runs: Sequence[slice] = runs, at: int = at) -> int:
                run = runs[i]
                grown = grown_rows(self.problem.codes[self.rows[run]], self.costs, self.problem.k, dices[at + i])
                self.rows[run], self.edge[run] = self.rows[run][grown.order], grown.edge
                return grown.work

            work = np.array(in_threads(one, range(len(runs))), np.int64)
            self._spend(work, ends[part.start : part.stop] - starts[part.start : part.stop])
            at = part.stop
            self.problem.progress(Step("group", at / len(starts)))

    def split_large(self, plan: Plan) -> None:
        """Group again the rows of each group that is too large for a region; that can only cost less.

        Where criteria guard sensitive values this is done by cuts that keep them.
        """
        starts = np.flatnonzero(self.edge)
        ends = np.append(starts[1:], len(self.rows))
        large = ends - starts > max(self._most_rows() // 2, 4 * self.problem.k)
        for start, end in zip(starts[large].tolist(), ends[large].tolist(), strict=True):
            if self.watched or self.problem.is_guarded:
                self._cut(start, end)
                continue
            part, codes = self.rows[start:end], self.problem.codes
            most = max(BLOCK, 8 * self.problem.k)
            blocks = cut_blocks(part, codes, codes, self.costs, most, spread=CUT_SPREAD, rng=self.problem.rng)
            self.build(blocks[0] + start, blocks[1] + start, plan.seeds)

    def _cut(self, start: int, end: int) -> None:
        """Cut one group as Mondrian does, and merge again what breaks a criterion then."""
        part = Search(self.problem, self.rows[start:end], self.edge[start:end], self.patience, self.budget)
        part.begin_with(Mondrian().partition(self.problem.part(part.rows)))
        part.mend()
        self.rows[start:end], self.edge[start:end] = part.rows, part.edge

    def run(self, plan: Plan, steps: int | None) -> None:
        """Improve until the budget is spent, so many regions were seen, or it does not pay any more."""
        limit = np.inf if steps is None else steps
        if self.problem.is_guarded or steps is None:
            self._settle(plan, limit)
        loss, stale, gained = self.loss(), 0, self.budget.spent
        self._pays = steps is not None or self.budget.pays(loss)
        while self.steps < limit and not self.patience.over:
            if steps is None and (self.budget.over or not self._pays):
                return
            if stale >= STALE and self.budget.spent - gained >= STALE_WORK * self.problem.codes.size:
                return
            gain = self._round(plan, limit)
            loss -= gain / self._full
            self._pays = steps is not None or self.budget.pays(loss)
            stale, gained = (0, self.budget.spent) if gain > 0 else (stale + 1, gained)
            share = self.budget.share if steps is None else self.steps / limit
            self.problem.progress(Step("search", min(1.0, max(share, self.patience.spent)), loss))

    def settle(self, plan: Plan) -> None:
        """Move and swap rows between neighbours, once."""
        self._round(plan, np.inf, moves=True)

    def _settle(self, plan: Plan, limit: float) -> None:
        """Move and swap rows between neighbours while that gains much, as it does after most starts."""
        loss = self.loss()
        for _ in range(SETTLE_ROUNDS):
            if self.patience.over or self.budget.over or self.steps >= limit:
                return
            gain = self._round(plan, limit, moves=True)
            loss -= gain / self._full
            self.problem.progress(Step("search", max(self.budget.share, self.patience.spent), loss))
            if gain / self._full < SETTLED * loss:
                return

    @property
    def notes(self) -> dict[str, object]:
        """Return why the search ended, after how many neighbourhoods, how many rows these had in all, and the work."""
        ending = self.patience.ending
        if ending == "done" and not self._pays:
            ending = "settled"
        start = {"start": self.start} if self.start else {}
        return start | {"stopped": ending, "steps": self.steps, "visits": self.visits, "work": int(self.budget.spent)}

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

    @property
    def _full(self) -> float:
        """Return what all rows would cost with nothing kept; `share` is the weight of the columns that are here."""
        return len(self.costs.weight) * max(1, self.problem.rows) / (self.share or 1.0)

    def loss(self) -> float:
        """Return the loss now: 0 keeps all detail, 1 none."""
        _, sizes, low, high = self._boxes()
        return float(sizes @ self._prices(low, high)) / self._full

    def _round(self, plan: Plan, limit: float, *, moves: bool = False) -> float:
        """Improve every region of one tiling of the table, as far as the budget goes; return the gain.

        With `moves`, rows are moved and swapped, and nothing else.
        """
        rng = self.problem.rng
        starts, ends = self._regions(int(rng.integers(2, plan.most + 1)), rising=bool(rng.integers(2)))
        if len(starts) > limit - self.steps:
            starts, ends = starts[: int(limit - self.steps)], ends[: int(limit - self.steps)]
        seeds, gain, at = dice(rng, len(starts)), np.zeros(len(starts)), 0
        while at < len(starts) and not self.patience.over and not (self.budget.over and not np.isfinite(limit)):
            part = slice(at, self._batch(ends - starts, at))
            ways = np.full(part.stop - at, MOVES, np.uint8) if moves else self._pay_off.draw(rng, part.stop - at)
            self._improve(starts[part], ends[part], seeds[part], ways, gain[part], plan)
            self.steps += part.stop - at
            at = part.stop
        return float(gain.sum())

    def _improve(self, starts: Rows, ends: Rows, seeds: Dice, ways: Ways, gain: Floats, plan: Plan) -> None:
        """Improve some regions; those whose groups then break a criterion go back to what they were."""
        before = (self.rows.copy(), self.edge.copy()) if self.watched else None
        work, sizes = np.zeros(len(starts), np.int64), ends - starts
        shared = self.problem.codes, self.costs, self.guard, self._k(), plan.region_seeds, plan.tries, plan.passes
        aligned = seeds, ways, gain, work
        over_runs(improve_regions, starts, ends, self.rows, self.edge, *shared, aligned=aligned, few=FEW)
        self.visits += int(sizes.sum())
        self._spend(work, sizes)
        if before is not None:
            self._take_back(starts, ends, gain, *before)
        self._pay_off.learn(ways, gain, work)

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
        shared = low, high, sizes, self._prices(low, high), self.costs, most, self._most_rows(), rising, last
        seeds = dice(self.problem.rng, len(begins))
        over_runs(gather, begins, stops, order, key, *shared, aligned=(seeds,), few=FEW)
        self.budget.spend(
            3 * self.rows.size * (1 + low.shape[1]) + 3 * low.size * (SECTION / most + np.log2(1 + len(begins)))
        )
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

    def _most_rows(self) -> int:
        """Return how many rows a region may have: with k to a group, all prices of rows in groups must have room."""
        return min(REGION_ROWS, math.isqrt(ROOM * max(1, self.problem.k)) // 2)

    def _batch(self, sizes: Sizes, at: int) -> int:
        """Return how far the next pieces of work go that are about a batch."""
        upto = np.searchsorted(np.cumsum(sizes[at:]), BATCH / self._pace) + 1
        return min(len(sizes), at + max(int(upto), BATCH_RUNS))

    def _spend(self, work: Sizes, sizes: Sizes) -> None:
        """Take note of work, and of how much a row is."""
        total = float(work.sum())
        self.budget.spend(total)
        self._pace = max(1.0, total / max(1, int(sizes.sum())))


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


def search_of(problem: Problem, rows: Ints, edge: Flips, plan: Plan) -> Search:
    """Return a search for as long as the effort of the problem stands for, from the given groups."""
    seconds = None if isinstance(problem.effort, str) else problem.effort
    times = 1.0 if problem.cells is None else max(1.0, problem.cells / max(1, problem.codes.size))
    budget = Budget.of(problem.effort, rows.size * problem.codes.shape[1], problem.k, times)
    if plan.work is not None:
        budget.limit = plan.work
    return Search(problem, rows, edge, Patience(seconds, problem.watch), budget)
