"""Bisect the table by clustering on the certainty penalty.

After He, Chen, Chen, Dong, Wang and Huang, PAKDD 2012. Time O(r d n log n) on average and O(r d n²/k) at worst (r
rounds), memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import Ints
from shoal.errors import SettingError
from shoal.kernels.bisect import bisect_runs
from shoal.kernels.pool import over_runs
from shoal.partition._base import About, Partition, Problem
from shoal.partition.refine import refine


@dataclass(frozen=True, slots=True)
class Cb:
    """Cut a group of 2k rows or more in two around two centres, and go on until every group has fewer.

    Each of up to `rounds` rounds sends every row to the nearer centre, fills a side that has fewer than k rows from
    the other one, and takes the two sides' centres for the next round; the cheapest round counts. Where the paper is
    silent or unclear: distances are to the centres, not to the growing sides; the centre of a categorical column is
    its most frequent value; a side borrows the rows that lose least; rounds end early when nothing changes. The paper
    shuffles a group in every round, which only decides ties; here the table is shuffled once.
    """

    about: ClassVar[About] = About(
        title="CB, bisecting clustering",
        paper="He, Chen, Chen, Dong, Wang, Huang, PAKDD 2012",
        cost="rounds · n log n",
        advice="For groups that must stay below 2k rows; Mondrian often loses less where categories abound.",
    )

    rounds: int = 15

    def __post_init__(self) -> None:
        """Refuse a number of rounds below 1."""
        if isinstance(self.rounds, bool) or not isinstance(self.rounds, int) or self.rounds < 1:
            message = f"cb has rounds = {self.rounds!r}; it must be a whole number, 1 or more"
            raise SettingError(message, hint="the paper uses 15")

    def partition(self, problem: Problem) -> Partition:
        """Return groups of k to 2k-1 rows (one group when there are fewer than 2k)."""
        rng = problem.rng

        def cut(starts: Ints, ends: Ints, rows: Ints, edge: Ints) -> None:
            draws = rng.random((len(starts), 2))
            shared = problem.codes, problem.costs, problem.k, self.rounds, rows, edge
            over_runs(bisect_runs, starts, ends, *shared, aligned=(draws,))

        return refine(problem, rng.permutation(np.arange(problem.rows, dtype=np.int32)), cut)
