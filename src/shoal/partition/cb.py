"""Bisect the table by clustering on the certainty penalty.

After He, Chen, Chen, Dong, Wang and Huang, PAKDD 2012. Time O(r d n log n) on average and O(r d n²/k) at worst (r
rounds), memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

import numpy as np

from shoal.arrays import Ints
from shoal.encode.loss import costs_of
from shoal.kernels.cb import Rules, bisect_guarded, bisect_runs
from shoal.kernels.pool import over_runs
from shoal.partition._options import Checked, Listed, whole
from shoal.partition.base import About, Partition, Problem
from shoal.partition.refine import refine

Rounds: TypeAlias = Annotated[int, whole(1, hint="the paper uses 15")]
Against: TypeAlias = Annotated[Literal["centres", "group"], Listed("it must be one of")]
Centre: TypeAlias = Annotated[Literal["mode", "order"], Listed("it must be one of")]


@dataclass(frozen=True, slots=True)
class Cb(Checked):
    """Cut a group of 2k rows or more in two around two centres, and go on until every group has fewer.

    Each of up to `rounds` rounds sends every row to the nearer centre, fills a side that has fewer than k rows from
    the other one, and takes the two sides' centres for the next round; the cheapest round counts. Each round looks at
    the rows in an order of its own, which decides ties, and with `against="group"` how the sides grow. Where the paper
    is silent or unclear: a side borrows the rows that lose least; rounds end early where all further ones would be the
    same. Where criteria guard sensitive values, only rounds count in which both sides meet them: the smaller one
    borrows up to twice as many rows, and so on, until they do, and after a round that needed it new centres are drawn.
    A group without such a round is final.

    `against`: `centres` compares a row with the two centres, `group` with the boxes of the growing sides.
    `restart`: draw new centres in every round instead of going on from the last ones; it often loses a third less.
    `centre`: of a categorical column: `mode`, its most frequent value, or `order`, the mean place in its leaf order.
    """

    about: ClassVar[About] = About(
        title="CB, bisecting clustering",
        paper="He, Chen, Chen, Dong, Wang, Huang, PAKDD 2012",
        cost="rounds · n log n",
        advice="For groups that must stay below 2k rows; Mondrian often loses less where categories abound.",
        keeps="natively",
    )

    rounds: Rounds = 15
    against: Against = "centres"
    restart: bool = False
    centre: Centre = "mode"

    def partition(self, problem: Problem) -> Partition:
        """Return groups of k to 2k-1 rows (one when there are fewer), or larger ones where criteria ask for that."""
        rules = Rules(problem.k, self.rounds, self.restart, self.against == "group", trying=True)
        return bisect(problem, rules, self.centre)


def bisect(problem: Problem, rules: Rules, centre: str) -> Partition:
    """Return the groups that are left when no run can be cut in two any more."""
    rng = problem.rng
    near = costs_of(problem.domains, "order") if centre == "order" else problem.costs
    draws_per_run = rules.rounds if rules.restart or (rules.trying and problem.is_guarded) else 1

    def cut(starts: Ints, ends: Ints, rows: Ints, edge: Ints) -> None:
        draws = rng.random((len(starts), draws_per_run, 3))
        shared = problem.codes, problem.costs, near, rules
        if problem.is_guarded:
            over_runs(bisect_guarded, starts, ends, *shared, problem.guard, rows, edge, aligned=(draws,))
        else:
            over_runs(bisect_runs, starts, ends, *shared, rows, edge, aligned=(draws,))

    return refine(problem, rng.permutation(np.arange(problem.rows, dtype=np.int32)), cut)
