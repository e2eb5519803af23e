"""See to it that the groups of any method meet every criterion."""

from __future__ import annotations

from dataclasses import replace

from shoal.partition.base import Partition, Partitioner, Problem
from shoal.partition.improve import improve
from shoal.partition.repair import repair


def with_promise(problem: Problem, method: Partitioner) -> Problem:
    """Return the problem with what the method promises by itself among the criteria.

    So it still holds after groups were improved, or rows of theirs suppressed.
    """
    base = getattr(method, "base", method)
    if not hasattr(base, "promise"):
        return problem
    return replace(problem, criteria=(*problem.criteria, base.promise(problem)))


def keep_criteria(problem: Problem, method: Partitioner, partition: Partition) -> Partition:
    """Return the groups merged where one broke a criterion, and improved where merging has cost anything.

    A method that keeps criteria by itself has nothing to mend. Boxes are improved by one round of the house search,
    which keeps the criteria as well.
    """
    mended = repair(problem, partition)
    if mended.groups == partition.groups or not method.about.is_improvable:
        return mended
    return improve(replace(problem, effort="fast"), mended)
