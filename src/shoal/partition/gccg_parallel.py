"""Group rows around the most typical ones, in several parts of the table at once.

After Ni, Xie and Qian, 2017, algorithm 2. Time O(d n² / (k parts)) on one thread, memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

import numpy as np

from shoal.arrays import Ints, Rows
from shoal.kernels.gccg import halve_runs
from shoal.kernels.pool import over_runs
from shoal.partition._options import Checked, whole
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.partition.gccg import Gccg, NumericScore, clustered, graded


@dataclass(frozen=True, slots=True)
class GccgParallel(Checked):
    """Halve the table until there are `parts` parts, then group each part as GCCG does.

    A part is cut into its row of the highest score with the half of the rows nearest to it, and the rest. Scores are
    those of the whole table, as in the paper's Table 8. Where the paper is silent or yields too many parts: a part is
    cut while it has more than n / parts rows, rounded up, and never when it has fewer than 2k. The groups depend on
    `parts`, never on the number of threads. With a number of parts that is no power of 2 there may be some more.
    """

    about: ClassVar[About] = replace(
        Gccg.about,
        title="parallel GCCG",
        cost="n² / (k · parts)",
        advice="For tables on which gccg takes too long: faster by the number of parts even on one core.",
    )

    parts: Annotated[int, whole(1, hint="the paper uses one part per thread")] = 2
    numeric_score: NumericScore = "freq"

    def partition(self, problem: Problem) -> Partition:
        """Return groups of k rows, the last one of each part having k to 2k-1; no seed matters."""
        only = one_group(problem)
        if only:
            return only
        rows = graded(problem, self.numeric_score)
        return clustered(problem, rows, halved(problem, rows, self.parts))


def halved(problem: Problem, rows: Ints, parts: int) -> Rows:
    """Return where the parts begin in `rows`, which is reordered; inside a part the order is kept."""
    most = max(2 * problem.k - 1, -(-problem.rows // parts))
    edge = np.zeros(problem.rows, np.uint8)
    edge[0] = 1
    while True:
        begins = np.flatnonzero(edge)
        ends = np.append(begins[1:], problem.rows)
        large = ends - begins > most
        if not large.any():
            return np.asarray(begins, np.int64)
        over_runs(halve_runs, begins[large], ends[large], problem.codes, problem.costs, rows, edge)
