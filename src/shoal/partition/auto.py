"""The house method: grow cheap boxes, then search neighbourhoods for cheaper ones until the effort is spent.

Time O(n log n) to build and O(1) a visit of the search; memory O(n). What was tried is in
docs/decisions/0010-the-house-method.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import Ints, Labels, Rows
from shoal.bounds.exact import optimum
from shoal.errors import SettingError
from shoal.kernels.auto.equal_rows import set_apart
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.partition.blocks import cut_blocks
from shoal.partition.mondrian import Mondrian
from shoal.partition.patience import Patience
from shoal.partition.search import CUT_SPREAD, SETTLE, Plan, Search, is_watched, plan_of, seconds_of

CUT_BONUS = 1.25
"""Cuts may lose so much more than boxes on one block and still be chosen: they gain with the size of the table."""

SAMPLE, WIDTHS = 2048, (1, 4, 16)
"""Rows on which the width of the first boxes is tried under criteria, and the widths, in multiples of k."""

TINY = 12
"""Tables of up to so many rows are solved exactly."""


@dataclass(frozen=True, slots=True)
class Auto:
    """Build groups from cheap boxes, then take a few neighbouring groups apart again and again and keep what is better.

    How long it goes on is the effort of the request. `steps` counts neighbourhoods instead: with the same seed and the
    same number of steps the groups are the same, however many threads there are.
    """

    about: ClassVar[About] = About(
        title="The house method",
        paper="shoal",
        cost="n log n",
        advice="The default: the lowest loss of all that publish groups; it loses less the longer it may search.",
        keeps="natively",
    )

    steps: int | None = None

    def __post_init__(self) -> None:
        """Refuse a number of steps that cannot be made."""
        require_steps("auto", self.steps)

    def partition(self, problem: Problem, plan: Plan | None = None) -> Partition:
        """Return groups of at least k rows; at least one, of all rows, when there are fewer than 2k.

        A plan says how much is done where that is not what the effort of the problem stands for.
        """
        small = one_group(problem)
        if small is not None:
            return small
        return _least(problem) or self._searched(problem, plan or plan_of(problem))

    def _searched(self, problem: Problem, plan: Plan) -> Partition:
        with problem.watch.searching():
            patience = Patience(seconds_of(problem), problem.watch)
            apart, groups = _apart(problem)
            rows = np.flatnonzero(apart < 0).astype(np.int32)
            search = Search(problem, rows, np.zeros(len(rows), np.uint8), patience)
            if len(rows) >= problem.k:
                most, codes = max(plan.block, 8 * problem.k), problem.codes
                blocks = cut_blocks(rows, codes, codes, search.costs, most, spread=CUT_SPREAD, rng=problem.rng)
                if problem.is_guarded:
                    _begin_guarded(search, *blocks, plan)
                    plan = plan if plan.visits else SETTLE
                elif plan.visits == 0 and _cuts_win(search, *blocks, plan):
                    search.begin_with(Mondrian().partition(problem.part(rows)))
                    plan = SETTLE
                else:
                    search.build(*blocks, plan)
                    search.mend()
                search.run(plan, self.steps)
            return search.partition(apart, groups)


def _cuts_win(search: Search, starts: Rows, ends: Rows, plan: Plan) -> bool:
    """Return whether Mondrian's cuts lose less than boxes grown from one row each: tried on one block.

    Where there is no time to search, cuts can be better: in few columns, with many rows for each combination.
    """
    problem, middle = search.problem, len(starts) // 2
    rows = search.rows[starts[middle] : ends[middle]]
    part = problem.part(rows)
    order = np.arange(len(rows), dtype=np.int32)
    grown, cut = (Search(part, order.copy(), np.zeros(len(rows), np.uint8), search.patience) for _ in range(2))
    grown.build(np.zeros(1, np.int64), np.array([len(rows)]), plan)
    cut.begin_with(Mondrian().partition(part))
    return cut.loss() < CUT_BONUS * grown.loss()


def _begin_guarded(search: Search, starts: Rows, ends: Rows, plan: Plan) -> None:
    """Begin with what loses least once all criteria are met: boxes as wide as pays on a sample, or Mondrian's cuts.

    Where criteria are strict, groups are large then, and each is dealt out into smaller ones that still meet them.
    """
    if search.problem.counts_people_only:
        _begin_with_people(search, starts, ends, plan)
        return
    problem, middle = search.problem, len(starts) // 2
    sample = problem.part(search.rows[starts[middle] : ends[middle]][:SAMPLE])
    widths = [width for factor in WIDTHS if (width := factor * problem.k) <= sample.rows // 2]
    losses = [_built(sample, width, plan, search.patience).loss() for width in widths]
    search.wide = widths[int(np.argmin(losses))] if widths else problem.k
    search.build(starts, ends, plan)
    search.mend()
    cuts = Search(problem, search.rows, search.edge, search.patience)
    cuts.begin_with(Mondrian().partition(problem.part(search.rows)))
    cuts.mend()
    if cuts.loss() < search.loss():
        search.rows, search.edge = cuts.rows, cuts.edge
    search.deal()


def _begin_with_people(search: Search, starts: Rows, ends: Rows, plan: Plan) -> None:
    """Begin as without criteria, where groups need k people and no more: most groups of k rows are of k people."""
    if _cuts_win(search, starts, ends, plan):
        search.begin_with(Mondrian().partition(search.problem.part(search.rows)))
    else:
        search.build(starts, ends, plan)
    search.mend()


def _built(sample: Problem, width: int, plan: Plan, patience: Patience) -> Search:
    """Return the groups of a sample, built from boxes of some width and mended."""
    search = Search(sample, np.arange(sample.rows, dtype=np.int32), np.zeros(sample.rows, np.uint8), patience)
    search.wide = width
    search.build(np.zeros(1, np.int64), np.array([sample.rows]), plan)
    search.mend()
    return search


def _apart(problem: Problem) -> tuple[Labels, int]:
    """Return groups of rows that so many others equal that the search can do without them, and how many there are."""
    labels = np.full(problem.rows, -1, np.int32)
    if is_watched(problem) or (problem.is_guarded and not problem.counts_people_only):
        return labels, 0
    ids = problem.equal_rows.ids
    if problem.person is not None:
        return _people_apart(ids, problem.person.codes, problem.k)
    return labels, int(set_apart(ids, problem.k, labels))


def _people_apart(ids: Labels, who: Ints, k: int) -> tuple[Labels, int]:
    """Return groups of equal rows of at least k people each, a row of each of 2k - 1 other people left for the search.

    As for rows, that is as many as neighbours could ever borrow at a profit. O(n log n).
    """
    order = np.lexsort((who, ids))
    at, person = ids[order], who[order]
    begins = np.append(True, at[1:] != at[:-1])
    new = begins | np.append(True, person[1:] != person[:-1])
    turn = np.cumsum(new)
    starts = np.flatnonzero(begins)
    sizes = np.diff(starts, append=len(order))
    rank = turn - np.repeat(turn[starts], sizes)  # whose row it is, counted from 0 in each class of equal rows
    many = np.add.reduceat(new, starts) >= 3 * k - 1
    number = np.where(many, np.cumsum(many) - 1, -1)
    left = new & (rank < 2 * k - 1)
    labels = np.empty(len(ids), np.int32)
    labels[order] = np.where(left, -1, np.repeat(number, sizes))
    return labels, int(many.sum())


def require_steps(method: str, steps: object) -> None:
    """Refuse a number of steps that cannot be made.

    Raises:
        SettingError: it is not a whole number of at least 0.
    """
    if steps is not None and (isinstance(steps, bool) or not isinstance(steps, int) or steps < 0):
        message = f"{method} has steps = {steps!r}; it must be a whole number, 0 or more"
        raise SettingError(message)


def _least(problem: Problem) -> Partition | None:
    """Return the partition of least loss where the table is tiny and k is all that is asked for."""
    if problem.rows > TINY or is_watched(problem) or problem.is_guarded:
        return None
    found = optimum(problem.codes, problem.costs, problem.k)
    if found is None:
        return None
    labels = found[1]
    return Partition(labels, int(labels.max()) + 1, notes={"stopped": "done", "steps": 0, "optimal": True})
