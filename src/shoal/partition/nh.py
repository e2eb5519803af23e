"""Publish a box of its own for every row, from rings of similar rows.

After Wong, Mamoulis and Cheung, SIGMOD 2010. Time of the partitioner and O(n k d), memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Literal

import numpy as np

from shoal.kernels.nh import BEST, PLAIN, RING, ring_runs
from shoal.kernels.pool import over_runs
from shoal.partition._options import Checked, Listed, whole
from shoal.partition._rows import about_rows
from shoal.partition.base import About, Partition, Problem, Ring
from shoal.partition.hilbert import Hilbert
from shoal.partition.top_down import TopDown

ORDERS = {"best": BEST, "ring": RING, "plain": PLAIN}


@dataclass(frozen=True, slots=True)
class Nh(Checked):
    """Lay the rows of each group out in a ring, and publish each as the box of itself and the next k-1.

    The other cells that leave with a box are those of a row up to k-1 places on. The number of places is drawn once
    per group, so that each of the k candidates is equally likely to be the true one. Rows follow each other along a
    Hilbert curve.

    `order`: `plain` closes the ring from the last row to the first, `ring` visits every other row on the way there and
    the rest on the way back, `best` takes the cheaper one. `group_min`: the least rows of a group, k by default.
    """

    about: ClassVar[About] = about_rows(
        title="NH, non-homogeneous generalisation",
        paper="Wong, Mamoulis, Cheung, SIGMOD 2010",
        cost="partitioner + n k",
        advice="Less loss than boxes per group, but released rows are not alike: the promise rests on a secret draw.",
        drawn=True,
    )

    order: Annotated[Literal["best", "ring", "plain"], Listed("it must be one of")] = "best"
    group_min: Annotated[
        int | None, whole(1, "k", hint="leave it out to use k; larger rings may cost less or more")
    ] = None

    def partition(self, problem: Problem) -> Partition:
        """Return the groups, and the box and the carrier of every row."""
        k = problem.k
        if not problem.rows:
            return Partition(np.zeros(0, np.int32), 0)
        least = min(max(self.group_min or k, k), problem.rows)
        found = TopDown().partition(replace(problem, k=least))
        rows = np.lexsort((Hilbert().keys(problem), found.labels)).astype(np.int32)
        ends = np.cumsum(np.bincount(found.labels, minlength=found.groups)).astype(np.int64)
        starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]])[: found.groups]
        shifts = (problem.secret.uniform(found.groups) * k).astype(np.int64)
        lo = np.empty(problem.codes.shape, np.int32)
        hi = np.empty(problem.codes.shape, np.int32)
        carrier = np.empty(problem.rows, np.int64)
        shared = problem.codes, problem.costs, k, ORDERS[self.order], rows, lo, hi, carrier
        over_runs(ring_runs, starts, ends, *shared, aligned=(shifts,))
        return Partition(found.labels, found.groups, ring=Ring(lo, hi, carrier))
