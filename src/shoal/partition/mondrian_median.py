"""Cut the table like a k-d tree, at medians only.

After LeFevre, DeWitt and Ramakrishnan, ICDE 2006, Figure 5, strict partitioning. Time O(n d log(n/k)), memory O(n).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import Ints
from shoal.kernels.mondrian import MEDIAN, cut_guarded, cut_widest
from shoal.kernels.pool import over_runs
from shoal.partition.base import About, Partition, Problem
from shoal.partition.refine import refine


@dataclass(frozen=True, slots=True)
class MondrianMedian:
    """Repeatedly cut a group at the median of its widest column: rows up to the median, and rows above it.

    A column whose median leaves fewer than k rows on a side is not cut, and the next widest is tried; without any, the
    group is final. Every column is a line: categories are in the order of their leaves, as the paper imposes one, and
    how wide a column is is its share of that order, unless the run asks for another loss. Missing cells, which the
    paper does not know, come last. Where criteria guard sensitive values, a cut counts only if both parts meet them.
    """

    about: ClassVar[About] = About(
        title="Mondrian at the median, as printed",
        paper="LeFevre, DeWitt, Ramakrishnan, ICDE 2006",
        cost="n log n",
        advice="To compare with others' Mondrian; mondrian, which may cut beside the median, loses less.",
        keeps="natively",
        loss="order",
    )

    def partition(self, problem: Problem) -> Partition:
        """Return one group per part that no median can cut; the same for every seed."""
        spare = np.empty(problem.rows, np.int32)

        def cut(starts: Ints, ends: Ints, rows: Ints, edge: Ints) -> None:
            shared = problem.codes, problem.costs, problem.k, MEDIAN
            if problem.is_guarded:
                over_runs(cut_guarded, starts, ends, *shared, problem.guard, rows, spare, edge)
            else:
                over_runs(cut_widest, starts, ends, *shared, rows, spare, edge)

        return refine(problem, np.arange(problem.rows, dtype=np.int32), cut)
