"""Lay the rows along a Hilbert curve and cut the curve at least cost.

After Ghinita, Karras, Kalnis and Mamoulis, VLDB 2007; the key after Skilling, 2004. Time O(n log n + n k d), memory
O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from shoal.arrays import Rows
from shoal.errors import SettingError
from shoal.kernels.hilbert import hilbert_keys
from shoal.partition._options import Checked
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.partition.one_dimension import (
    KEY_BITS,
    bits_up_to,
    cells_of,
    cut_in_order,
    default_bits,
    used_columns,
)


@dataclass(frozen=True, slots=True)
class Hilbert(Checked):
    """Sort the rows by their place on a Hilbert curve, then cut the line into groups of k to 2k-1 rows, optimally.

    Each column is divided into 2**bits cells: numbers by their position in the range, categories by their leaf in the
    order of the hierarchy; missing values have the last cell. Rows in one cell keep their order. Columns that cost
    nothing (constant, or of weight 0) are left out of the key, and beyond 62 columns only the 62 of greatest weight are
    in it, ties to the first; the cut counts all columns. For one numeric column whose values lie in cells of their
    own the result is the best of all partitions.

    `bits`: per column; bits times columns may be at most 62. Default: as many as fit, 16 at most.
    """

    about: ClassVar[About] = About(
        title="Hilbert curve, cut optimally",
        paper="Ghinita, Karras, Kalnis, Mamoulis, VLDB 2007",
        cost="n log n + n k",
        advice="Very fast, groups below 2k rows; a hierarchy counts only through the order of its leaves.",
    )

    bits: Annotated[int | None, bits_up_to(KEY_BITS)] = None

    def partition(self, problem: Problem) -> Partition:
        """Return groups of k to 2k-1 rows; the same for every seed.

        Raises:
            SettingError: a key of so many columns and bits does not fit.
        """
        return one_group(problem) or cut_in_order(problem, np.argsort(self.keys(problem), kind="stable"))

    def keys(self, problem: Problem) -> Rows:
        """Return the place of each row on the curve.

        Raises:
            SettingError: a key of so many columns and bits does not fit.
        """
        columns = used_columns(problem)
        columns = sorted(columns, key=lambda j: -problem.domains[j].weight)[:KEY_BITS]
        columns.sort()
        bits = self.bits or default_bits(len(columns))
        if bits * len(columns) > KEY_BITS:
            message = f"hilbert has bits = {bits} for {len(columns)} columns; the product may be at most {KEY_BITS}"
            raise SettingError(message, hint=f"{default_bits(len(columns))} would fit")
        keys = np.zeros(problem.rows, np.int64)
        if columns:
            hilbert_keys(cells_of(problem, columns, [2**bits - 1] * len(columns)), bits, keys)
        return keys
