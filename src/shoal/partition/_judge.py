"""Decide whether a full-domain recoding may be released, and which of its groups are suppressed then."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.arrays import Flags, Labels, Sizes
from shoal.criteria.guarding import all_hold, facts_of, is_met_by
from shoal.partition.base import Problem


@dataclass(frozen=True, slots=True, eq=False)
class Judge:
    """What every group must hold, and how many rows of groups that do not may be suppressed."""

    problem: Problem
    limit: int

    @property
    def asks_more(self) -> bool:
        """Return whether a group of k rows may still break a criterion."""
        return asks_more(self.problem)

    def suppressed(self, labels: Labels, groups: int) -> Flags | None:
        """Return the groups that are suppressed, or None when the recoding may not be released.

        That is so when more rows than the limit would be suppressed, or when the rows that are left do not hold.
        """
        out = failing(self.problem, labels, groups)
        lost = sizes_of(self.problem, labels, groups)[out].sum()
        return out if lost <= self.limit and self.rest_holds(labels, out) else None

    def rest_holds(self, labels: Labels, out: Flags) -> bool:
        """Return whether all groups but those that are out meet every criterion.

        Some criteria compare each group with the rows that are really released, so this is asked again once some are
        suppressed. O(n) and what the criteria take.
        """
        dropped = out[labels]
        if not dropped.any() or not self.asks_more:
            return True
        number = np.where(out, -1, np.cumsum(~out) - 1).astype(np.int32)
        seen = self.problem.released(np.flatnonzero(~dropped))
        facts = facts_of(number[labels], int((~out).sum()), seen.counted)
        return bool(all_hold(self.problem.criteria, facts).all())


def asks_more(problem: Problem) -> bool:
    """Return whether a group of k rows may still break a criterion."""
    return not all(is_met_by(criterion, problem.k) for criterion in problem.criteria)


def failing(problem: Problem, labels: Labels, groups: int) -> Flags:
    """Return the groups that have fewer than k rows or break a criterion; no group is empty."""
    if not asks_more(problem):
        return sizes_of(problem, labels, groups) < problem.k
    facts = facts_of(labels, groups, problem.counted)
    return (facts.sizes < problem.k) | ~all_hold(problem.criteria, facts)


def sizes_of(problem: Problem, labels: Labels, groups: int) -> Sizes:
    """Return the rows of each group, each as often as it occurs."""
    return np.bincount(labels, problem.times, groups).astype(np.int64)
