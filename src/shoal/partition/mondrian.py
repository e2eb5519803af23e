"""Cut the table like a k-d tree.

After LeFevre, DeWitt and Ramakrishnan, ICDE 2006. Time O(n d log(n/k)), memory O(n).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np

from shoal.arrays import Ints
from shoal.kernels.mondrian import CHILDREN, RELAXED, cut_guarded, cut_widest
from shoal.kernels.pool import over_runs
from shoal.partition._options import Checked, Listed
from shoal.partition.base import About, Partition, Problem
from shoal.partition.refine import refine


@dataclass(frozen=True, slots=True)
class Mondrian(Checked):
    """Repeatedly cut a group along its widest column, as near to the median as k rows on either side allow.

    The next widest column is tried when a column has no such cut. (With the cut at the median itself or nowhere, the
    usual reading, a single frequent value ends the cutting early.)

    `mode`: `strict` keeps equal values together; `relaxed` splits them so that halves differ by one row at most.
    `categories`: `order` cuts a hierarchy in two along its leaf order; `children` cuts it into the children of the
    common ancestor, the paper's rule, which stops early where one child is rare. A column that mixes present and
    missing cells is cut between the two first (the paper knows no missing cells). Where criteria guard sensitive
    values, a cut counts only if every part meets them.
    """

    about: ClassVar[About] = About(
        title="Mondrian multidimensional partitioning",
        paper="LeFevre, DeWitt, Ramakrishnan, ICDE 2006",
        cost="n log n",
        advice="Very fast on any size; loses more than clustering when there are many columns.",
        keeps="natively",
    )

    mode: Annotated[Literal["strict", "relaxed"], Listed("modes are")] = "strict"
    categories: Annotated[Literal["order", "children"], Listed("the rules are")] = "order"

    def partition(self, problem: Problem) -> Partition:
        """Return one group per part that no column can cut; the same for every seed."""
        spare = np.empty(problem.rows, np.int32)
        rules = RELAXED * (self.mode == "relaxed") + CHILDREN * (self.categories == "children")

        def cut(starts: Ints, ends: Ints, rows: Ints, edge: Ints) -> None:
            shared = problem.codes, problem.costs, problem.k, rules
            if problem.is_guarded:
                over_runs(cut_guarded, starts, ends, *shared, problem.guard, rows, spare, edge)
            else:
                over_runs(cut_widest, starts, ends, *shared, rows, spare, edge)

        return refine(problem, np.arange(problem.rows, dtype=np.int32), cut)
