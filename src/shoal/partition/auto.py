"""The house method: grow cheap boxes, then search neighbourhoods for cheaper ones until the effort is spent.

Time O(n log n) to build and O(1) a visit of the search; memory O(n). What was tried is in
docs/decisions/0010-the-house-method.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from shoal.arrays import Ints, Labels
from shoal.bounds.exact import optimum
from shoal.errors import SettingError
from shoal.kernels.auto.equal_rows import set_apart
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.partition.search import Plan, is_watched, search_of
from shoal.partition.start import begin

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
        return _least(problem) or self._searched(problem, plan or Plan())

    def _searched(self, problem: Problem, plan: Plan) -> Partition:
        with problem.watch.searching():
            apart, groups = _apart(problem)
            rows = np.flatnonzero(apart < 0).astype(np.int32)
            varying = _varying(problem)
            search = search_of(varying, rows, np.zeros(len(rows), np.uint8), plan)
            search.share = float(varying.costs.weight.sum() / (problem.costs.weight.sum() or 1.0))
            if len(rows) >= problem.k:
                begin(search, plan)
                search.run(plan, self.steps)
            return search.partition(apart, groups)


def _varying(problem: Problem) -> Problem:
    """Return the problem without the columns in which all rows agree: they cost nothing, and would only take time."""
    used = np.array([domain.size > 1 for domain in problem.domains], np.bool_)
    if used.all() or not used.any():
        return problem
    each = ("line", "missing", "weight", "base", "table_at", "size", "node_at")
    costs = problem.costs._replace(**{name: getattr(problem.costs, name)[used] for name in each})
    domains = tuple(domain for domain, is_used in zip(problem.domains, used, strict=True) if is_used)
    return replace(problem, codes=np.ascontiguousarray(problem.codes[:, used]), domains=domains, costs=costs)


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
