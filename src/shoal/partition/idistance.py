"""Lay the rows out by their distance to the nearest of a few reference points and cut the line at least cost.

After Ghinita, Karras, Kalnis and Mamoulis, VLDB 2007, with the iDistance key of Jagadish et al., TODS 30(2), 2005. Time
O(n log n + n k d), memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

import numpy as np

from shoal.arrays import Rows
from shoal.kernels.idistance import nearest_references
from shoal.partition._options import Checked, whole
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.partition.hilbert import Hilbert
from shoal.partition.one_dimension import bits_up_to, cells_of, cut_in_order, default_bits, used_columns

COORDINATE_BITS = 32


@dataclass(frozen=True, slots=True)
class IDistance(Checked):
    """Sort the rows by nearest reference point and by distance to it, then cut the line optimally, as `hilbert` does.

    The columns are divided into cells as in `hilbert`, where a column of less weight has fewer: 2**bits times its share
    of the greatest weight. Distance is the sum of the differences in cells. Where the paper is silent: the first
    reference is the row farthest from the middle, each further one the row farthest from all references so far; there
    are no more than one for 2k rows; and they are numbered by distance from the first, so that neighbours on the line
    are near each other. Nothing is random.

    `references`: how many reference points at most. `bits`: per column; default as for `hilbert`.
    """

    about: ClassVar[About] = replace(
        Hilbert.about,
        title="iDistance, cut optimally",
        advice="As fast as hilbert, but rows at one distance may lie far apart: prefer hilbert with several columns.",
    )

    bits: Annotated[int | None, bits_up_to(COORDINATE_BITS)] = None
    references: Annotated[int, whole(1, hint="10 is the default")] = 10

    def partition(self, problem: Problem) -> Partition:
        """Return groups of k to 2k-1 rows; the same for every seed."""
        return one_group(problem) or cut_in_order(problem, self._order(problem))

    def _order(self, problem: Problem) -> Rows:
        columns = used_columns(problem)
        bits = self.bits or default_bits(len(columns))
        weights = [problem.domains[j].weight for j in columns]
        tops = [int((2**bits - 1) * (weight / max(weights))) for weight in weights]
        cells = cells_of(problem, columns, tops)
        nearest, gap = np.empty(problem.rows, np.int64), np.empty(problem.rows, np.int64)
        most = min(self.references, problem.rows // (2 * problem.k))
        chosen = nearest_references(cells, np.array(tops, np.int64), most, nearest, gap)
        from_first = np.abs(cells[chosen] - cells[chosen[0]]).sum(axis=1)
        number = np.empty(len(chosen), np.int64)
        number[np.argsort(from_first, kind="stable")] = np.arange(len(chosen))
        return np.lexsort((gap, number[nearest]))
