"""Where a search begins: with whatever loses least on a sample of the table, of what there is time for.

No way to make the first groups is best everywhere. Boxes win where columns have few values or there are few columns;
rows that are near each other where there are many columns of many values; a curve or cuts where there are many rows
for each combination of values, and where there is no time for anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from shoal.arrays import Ints, Rows
from shoal.kernels.pool import thread_count
from shoal.partition.base import Partitioner
from shoal.partition.blocks import cut_blocks, one_block
from shoal.partition.hilbert import Hilbert
from shoal.partition.mondrian import Mondrian
from shoal.partition.search import CUT_SPREAD, Plan, Search
from shoal.partition.work import SECOND, Budget
from shoal.progress import Step, silent

Name = Literal["cuts", "curve", "near", "boxes"]

LEAST, MOST, PART = 1024, 4096, 16
"""Rows of the sample, at least and at most, and the part of the table that it is in between."""

PROBE, GROWTH = 256, 0.7
"""Rows on which the work of a start is found out, before it is tried on the sample; and with which power of the rows
the steps a row are taken to grow until then."""

SHARE, TRIAL = 0.6, 0.15
"""How much of the budget the first groups may take, and how much one trial."""

SEEDS = (1, 4, 16)
"""Boxes tried for each group; the most that there is work for."""

BLOCKS = (512, 1024, 2048, 4096, 8192, 16384)
"""Rows of a block in which groups are made: the most that there is work for."""

BORDERS = 0.03
"""The loss falls with that power of the rows of a block: along its borders, groups are worse than inside."""

HOPELESS = 1.2
"""Boxes that lose so many times as much as another way are not tried with more seeds."""

CLOSE = 1.1
"""A way that goes over the whole table is tried on it where it lost no more than so many times as much on the sample,
and `TRIAL` allows it: it has no borders."""

WIDTHS = (1, 4, 16)
"""How wide boxes are tried to be under criteria, in multiples of k: strict ones ask for large groups."""

CHEAP = 100.0
"""Steps a cell of a way that is a few sorts: an estimate."""


@dataclass(frozen=True, slots=True)
class Start:
    """A way to make the first groups: its name, and for boxes how many rows each has and how many are tried."""

    name: Name
    wide: int = 0
    seeds: int = 1


@dataclass(frozen=True, slots=True)
class Trial:
    """What a start gave on the sample: the loss, the steps a row, and the groups.

    `growth` says how the steps a row grow with the rows among which groups are made: with that power of them.
    """

    start: Start
    loss: float
    work: float
    found: Search
    growth: float = 0.0

    @property
    def is_whole(self) -> bool:
        """Return whether it goes over the whole table at once."""
        return self.start.name in ("cuts", "curve")

    def work_in(self, block: int) -> float:
        """Return about how many steps a row takes in blocks of so many rows."""
        return self.work * float((block / len(self.found.rows)) ** self.growth)


def begin(search: Search, plan: Plan) -> None:
    """Begin with the groups of the start that loses least on a sample, settled; all criteria hold then.

    Where the sample is the whole table, its groups are the beginning.
    """
    rows, problem, steps = search.rows, search.problem, _steps(search)
    size = max(LEAST, 8 * problem.k, min(MOST, len(rows) // PART))
    sample = one_block(rows, problem.codes, problem.codes, search.costs, size, spread=CUT_SPREAD, rng=problem.rng)
    trials = _trials(search, plan, sample, TRIAL * steps)
    search.budget.spend(sum(trial.work for trial in trials) * len(sample))
    best, most = _best(trials, SHARE * steps / len(rows), _blocks(search))
    search.start = best.start.name
    if len(sample) == len(rows):
        search.rows, search.edge = sample[best.found.rows], best.found.edge
        problem.progress(Step("group", 1.0))
        return

    def blocks() -> tuple[Rows, Rows]:
        codes, rng = problem.codes, problem.rng
        return cut_blocks(search.rows, codes, codes, search.costs, most, spread=CUT_SPREAD, rng=rng)

    _run(best.start, search, blocks)
    search.problem.progress(Step("group", 1.0))
    _meet_criteria(search)
    if CHEAP * problem.codes.size <= TRIAL * steps:
        for trial in trials:
            if trial.is_whole and trial is not best and trial.loss <= CLOSE * best.loss:
                _compare(search, trial.start)


def _best(trials: Sequence[Trial], allowed: float, blocks: Sequence[int]) -> tuple[Trial, int]:
    """Return the start that promises the least loss, a row taking so many steps at most, and the rows of its blocks."""
    ways = [
        (trial.loss / (len(trial.found.rows) if trial.is_whole else block) ** BORDERS, trial, block)
        for trial in trials
        for block in blocks
        if trial.work_in(block) <= allowed
    ]
    if not ways:
        return trials[0], blocks[0]
    _, best, most = min(ways, key=lambda way: way[0])
    return best, most


def _compare(search: Search, start: Start) -> None:
    """Make the first groups in another way as well, and keep them where they lose less."""
    other = Search(search.problem, search.rows.copy(), search.edge.copy(), search.patience, search.budget)
    _run(start, other, lambda: (np.zeros(1, np.int64), np.array([len(other.rows)])))
    _meet_criteria(other)
    if other.loss() < search.loss():
        search.rows, search.edge, search.start = other.rows, other.edge, start.name


def _blocks(search: Search) -> list[int]:
    """Return how large blocks may be."""
    return [max(block, 8 * search.problem.k) for block in BLOCKS]


def _steps(search: Search) -> float:
    """Return how many steps there are, in all: of a number of seconds, about as many as all cores take in them."""
    seconds = search.patience.seconds
    return search.budget.limit if seconds is None else seconds * SECOND * thread_count()


def _starts(search: Search, plan: Plan) -> Sequence[Sequence[Start]]:
    """Return the starts to try in blocks: each way with ever more work, none of which helps where less did not."""
    problem = search.problem
    widths = WIDTHS if problem.is_guarded and not problem.counts_people_only else WIDTHS[:1]
    seeds = [count for count in SEEDS if count <= plan.seeds]
    boxes = [[Start("boxes", factor * problem.k, count) for count in seeds] for factor in widths]
    return [[Start("near")], *boxes]


def _trials(search: Search, plan: Plan, sample: Ints, allowed: float) -> list[Trial]:
    """Return what the starts give on a sample that take no more than so many steps there, and may be the best."""
    search.problem.progress(Step("group", 0.0))
    trials = [_tried(start, search, sample) for start in (Start("cuts"), Start("curve"))]
    few = sample[: max(PROBE, 8 * search.problem.k)]
    wider = len(sample) / len(few)
    for starts in _starts(search, plan):
        for start in starts:
            if search.patience.over:
                return trials
            probe = _tried(start, search, few)
            if probe.work * wider**GROWTH * len(sample) > allowed:
                break
            trial = _tried(start, search, sample)
            growth = np.log(trial.work / probe.work) / np.log(wider) if wider > 1 else 0.0
            trials.append(replace(trial, growth=min(1.0, max(0.0, growth))))
            if trial.loss > HOPELESS * min(other.loss for other in trials):
                break
    return trials


def _tried(start: Start, search: Search, sample: Ints) -> Trial:
    """Return what a start gives on a sample."""
    problem, budget = search.problem.part(sample), Budget(np.inf, 0.0)
    order = np.arange(len(sample), dtype=np.int32)
    found = Search(replace(problem, progress=silent), order, np.zeros(len(order), np.uint8), search.patience, budget)
    one = np.zeros(1, np.int64), np.array([len(order)])
    _run(start, found, lambda: one)
    work = (budget.spent + 1) / len(order)
    _meet_criteria(found)
    found.settle(Plan())
    return Trial(start, found.loss(), work, found)


def _run(start: Start, search: Search, blocks: Callable[[], tuple[Rows, Rows]]) -> None:
    """Make the first groups in one way."""
    if start.name in ("cuts", "curve"):
        method: Partitioner = Mondrian() if start.name == "cuts" else Hilbert()
        search.begin_with(method.partition(search.problem.part(search.rows)))
        search.budget.spend(CHEAP * search.rows.size * search.problem.codes.shape[1])
    elif start.name == "near":
        search.grow(*blocks())
    else:
        search.wide = start.wide
        search.build(*blocks(), start.seeds, well=start.seeds > 1)


def _meet_criteria(search: Search) -> None:
    """Merge groups until every criterion is met, and deal out what has become larger than it needs to be."""
    search.mend()
    if search.problem.is_guarded and not search.problem.counts_people_only:
        search.deal()
