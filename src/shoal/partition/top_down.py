"""Cut the table in two again and again by growing two groups from two distant rows.

After Xu, Wang, Pei, Wang, Shi and Fu, KDD 2006. Time O(r d n log n) where the cuts are even and O(r d n²) at worst (r
rounds), then O(d g²) for g groups; memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from shoal.arrays import Ints
from shoal.kernels.pool import over_runs
from shoal.kernels.top_down import grow_guarded, grow_runs
from shoal.kernels.top_down_small import fill_small
from shoal.partition._options import Checked, whole
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.partition.refine import refine


@dataclass(frozen=True, slots=True)
class TopDown(Checked):
    """Let two groups grow from two distant rows, cut each in the same way, and mend what became too small.

    From a drawn row, the row farthest from it and the row farthest from that one are looked for, up to `rounds` times.
    The other rows join, in random order, the group that costs less with them; ties to the one with fewer rows, then
    to the first. Parts of 2k rows or more are cut again. A group with fewer than k rows is then filled with the
    nearest rows of one group that can spare them, or merged with the nearest group, whichever costs less.

    Where the paper is silent: a round is both steps of the search; the rows taken are those of least price with
    the small group as it is; the lender is the one whose rows give it the least price; groups are mended in the order
    of their numbers, and a union takes the lower number.

    Where criteria guard sensitive values, a cut is mended at once: its smaller part takes the nearest rows of the other
    one, up to k and then twice as many until both meet the criteria; where they never do, the group is final.
    """

    about: ClassVar[About] = About(
        title="Top-down greedy partitioning",
        paper="Xu, Wang, Pei, Wang, Shi, Fu, KDD 2006",
        cost="rounds · n log n, n² at worst",
        advice="Fast, and at its best with a large k; with a small one hilbert or bottom_up lose less.",
        keeps="natively",
    )

    rounds: Annotated[int, whole(1, hint="3 is enough as a rule")] = 3

    def partition(self, problem: Problem) -> Partition:
        """Return groups of at least k rows."""
        whole = one_group(problem)
        if whole is not None:
            return whole

        def cut(starts: Ints, ends: Ints, rows: Ints, edge: Ints) -> None:
            draws = problem.rng.random(problem.rows)
            shared = draws, problem.codes, problem.costs, self.rounds
            if problem.is_guarded:
                over_runs(grow_guarded, starts, ends, *shared, problem.k, problem.guard, rows, edge)
            else:
                over_runs(grow_runs, starts, ends, *shared, rows, edge)

        found = refine(problem, np.arange(problem.rows, dtype=np.int32), cut)
        groups = fill_small(problem.codes, problem.costs, problem.k, found.groups, found.labels)
        return Partition(found.labels, int(groups))
