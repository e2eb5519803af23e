"""Where a search begins: with whatever loses least on a sample of the table, of what there is time for.

No way to make the first groups is best everywhere. Boxes win where columns have few values or there are few columns;
rows that are near each other where there are many columns of many values; a curve or cuts where there are many rows
for each combination of values, and where there is no time for anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from shoal.arrays import Ints, Rows
from shoal.kernels.pool import thread_count
from shoal.partition.base import Partitioner
from shoal.partition.blocks import cut_blocks, some_blocks
from shoal.partition.hilbert import Hilbert
from shoal.partition.mondrian import Mondrian
from shoal.partition.search import CUT_SPREAD, Plan, Search
from shoal.partition.work import SECOND, Budget
from shoal.progress import Step, silent

Name = Literal["cuts", "curve", "near", "boxes"]

LEAST, MOST, PART, PLACE = 1024, 16384, 16, 2048
"""Rows of the sample, at least and at most, and the part of the table that it is in between; and how many of them are
from one place, where they are from more than two."""

PROBE, GROWTH = 256, 0.7
"""Rows on which the work of a start is found out, before it is tried on the sample; and with which power of the rows
the steps a row are taken to grow until then."""

SHARE, TRIAL = 0.5, 0.15
"""How much of the budget the first groups may take, and how much one trial."""

SEEDS = (1, 4, 16)
"""Boxes tried for each group; the most that there is work for."""

BLOCKS = (512, 1024, 2048, 4096, 8192, 16384)
"""Rows of a block in which groups are made: the most that there is work for."""

BORDERS = 0.02
"""The loss falls with that power of the rows of a block: along its borders, groups are worse than inside."""

MORE = 0.999
"""What a way loses at most, as a share of what it lost with fewer boxes tried: a sample has too few groups to tell that
more of them help."""

HOPELESS = 1.4
"""Boxes that lose so many times as much as another way are not tried with more seeds."""

WIDTHS = (1, 4, 16)
"""How wide boxes are tried to be under criteria, in multiples of k: strict ones ask for large groups."""

WHOLE: dict[str, tuple[float, float]] = {"cuts": (100.0, 0.0), "curve": (25.0, 1.2)}
"""Steps a cell of the ways that go over the whole table at once, and steps more for each row that a group needs:
estimates. What loses less of them on the sample is tried on the whole table too, where there is work for it: it has no
borders there."""


@dataclass(frozen=True, slots=True)
class Start:
    """A way to make the first groups: its name, and for boxes how many rows each has and how many are tried."""

    name: Name
    wide: int = 0
    seeds: int = 1


class Sample(NamedTuple):
    """Some rows, in blocks of similar ones, and where each block begins and ends."""

    rows: Ints
    blocks: tuple[Rows, Rows]

    @property
    def usual(self) -> float:
        """Return how many rows a block has."""
        return len(self.rows) / len(self.blocks[0])

    def part(self, most: int) -> Sample:
        """Return so many rows of each block, at most."""
        runs = [np.arange(start, min(end, start + most)) for start, end in zip(*self.blocks, strict=True)]
        ends = np.cumsum([len(run) for run in runs])
        return Sample(self.rows[np.concatenate(runs)], (np.append(0, ends[:-1]), ends))


@dataclass(frozen=True, slots=True)
class Trial:
    """What a start gave on the sample: the loss, the steps a row in blocks of `usual` rows, and the groups.

    `growth` says how the steps a row grow with the rows among which groups are made: with that power of them.
    """

    start: Start
    loss: float
    work: float
    found: Search
    usual: float
    growth: float = 0.0

    @property
    def is_whole(self) -> bool:
        """Return whether it goes over the whole table at once."""
        return self.start.name in ("cuts", "curve")

    def work_in(self, block: int) -> float:
        """Return about how many steps a row takes in blocks of so many rows."""
        return self.work * float((block / self.usual) ** self.growth)


def begin(search: Search, plan: Plan) -> None:
    """Begin with the groups of the start that loses least on a sample, settled; all criteria hold then.

    Where the sample is the whole table, its groups are the beginning.
    """
    rows, problem, steps = search.rows, search.problem, _steps(search)
    size = max(LEAST, 8 * problem.k, min(MOST, len(rows) // PART))
    sample = _sample(search, size)
    trials = _trials(search, plan, sample, TRIAL * steps)
    search.budget.spend(sum(trial.work for trial in trials) * len(sample.rows))
    best, most = _best(trials, SHARE * steps / len(rows), _blocks(search))
    search.start = best.start.name
    if len(sample.rows) == len(rows):
        search.rows, search.edge = sample.rows[best.found.rows], best.found.edge
        problem.progress(Step("group", 1.0))
        return

    def blocks() -> tuple[Rows, Rows]:
        codes, rng = problem.codes, problem.rng
        return cut_blocks(search.rows, codes, codes, search.costs, most, spread=CUT_SPREAD, rng=rng)

    _run(best.start, search, blocks)
    search.problem.progress(Step("group", 1.0))
    _meet_criteria(search)
    other = min((trial for trial in trials if trial.is_whole), key=lambda trial: trial.loss)
    if best is not other and _whole(other.start, search) <= TRIAL * steps:
        _compare(search, other.start)


def _sample(search: Search, size: int) -> Sample:
    """Return blocks of similar rows from two places or more: parts of a table can be very unlike each other."""
    rows, codes, rng = search.rows, search.problem.codes, search.problem.rng
    if len(rows) <= size:
        return Sample(rows, (np.zeros(1, np.int64), np.array([len(rows)])))
    places = max(2, size // max(PLACE, 4 * search.problem.k))
    most = max(size // places, 4 * search.problem.k)
    blocks = some_blocks(rows, codes, codes, search.costs, most, places, spread=CUT_SPREAD, rng=rng)
    ends = np.cumsum([len(block) for block in blocks])
    return Sample(np.concatenate(blocks), (np.append(0, ends[:-1]), ends))


def _best(trials: Sequence[Trial], allowed: float, blocks: Sequence[int]) -> tuple[Trial, int]:
    """Return the start that promises the least loss, a row taking so many steps at most, and the rows of its blocks."""
    ways = [
        (trial.loss / (trial.usual if trial.is_whole else block) ** BORDERS, trial, block)
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


def _trials(search: Search, plan: Plan, sample: Sample, allowed: float) -> list[Trial]:
    """Return what the starts give on a sample that take no more than so many steps there, and may be the best."""
    search.problem.progress(Step("group", 0.0))
    trials = [_tried(start, search, sample) for start in (Start("cuts"), Start("curve"))]
    few = sample.part(max(PROBE, 4 * search.problem.k))
    wider = sample.usual / few.usual
    for starts in _starts(search, plan):
        least = np.inf
        for start in starts:
            if search.patience.over:
                return trials
            probe = _tried(start, search, few)
            if probe.work * wider**GROWTH * len(sample.rows) > allowed:
                break
            trial = _tried(start, search, sample)
            growth = np.log(trial.work / probe.work) / np.log(wider) if wider > 1 else 0.0
            least = min(trial.loss, MORE * least)
            trials.append(replace(trial, loss=least, growth=min(1.0, max(0.0, growth))))
            if trial.loss > HOPELESS * min(other.loss for other in trials):
                break
    return trials


def _tried(start: Start, search: Search, sample: Sample) -> Trial:
    """Return what a start gives on a sample."""
    problem, budget = search.problem.part(sample.rows), Budget(np.inf, 0.0)
    order = np.arange(problem.rows, dtype=np.int32)
    found = Search(replace(problem, progress=silent), order, np.zeros(len(order), np.uint8), search.patience, budget)
    _run(start, found, lambda: sample.blocks)
    work = (budget.spent + 1) / len(order)
    _meet_criteria(found)
    found.settle(Plan())
    return Trial(start, found.loss(), work, found, sample.usual)


def _run(start: Start, search: Search, blocks: Callable[[], tuple[Rows, Rows]]) -> None:
    """Make the first groups in one way."""
    if start.name in ("cuts", "curve"):
        method: Partitioner = Mondrian() if start.name == "cuts" else Hilbert()
        search.begin_with(method.partition(search.problem.part(search.rows)))
        search.budget.spend(_whole(start, search))
    elif start.name == "near":
        search.grow(*blocks())
    else:
        search.wide = start.wide
        search.build(*blocks(), start.seeds, well=start.seeds > 1)


def _whole(start: Start, search: Search) -> float:
    """Return about how many steps a way takes that goes over the whole table at once."""
    cell, for_each_of_k = WHOLE[start.name]
    return (cell + for_each_of_k * search.problem.k) * int(search.rows.size) * int(search.problem.codes.shape[1])


def _meet_criteria(search: Search) -> None:
    """Merge groups until every criterion is met, and deal out what has become larger than it needs to be."""
    search.mend()
    if search.problem.is_guarded and not search.problem.counts_people_only:
        search.deal()
