"""Cells as numbers that a learner takes: the middle of what each stands for, as a share of the column's scale."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shoal.arrays import Floats
from shoal.decode.cells import Cells

ABSENT = -1.0
"""What stands for a missing cell: apart from all others."""


def original_features(cells: Sequence[Cells]) -> Floats:
    """Return (n, columns) where each original cell lies."""
    return _stacked([shares(column, column.at, column.at) for column in cells])


def released_features(cells: Sequence[Cells]) -> Floats:
    """Return (m, columns) the middle of each released cell."""
    return _stacked([shares(column, *column.spans)[column.codes] for column in cells])


def shares(column: Cells, low: Floats, high: Floats) -> Floats:
    """Return the middles between two ends, 0 at the least place of the column and 1 at the greatest.

    What spans everything, or has no known form, lies in the middle of the scale.
    """
    anything = np.isneginf(low) | np.isnan(low)
    absent = np.isposinf(low)
    ends = np.where(anything, column.least, low), np.where(anything, column.greatest, high)
    middle = np.where(absent, 0.0, ends[0]) / 2 + np.where(absent, 0.0, ends[1]) / 2
    return np.where(absent, ABSENT, (middle - column.least) / column.width)


def _stacked(columns: list[Floats]) -> Floats:
    return np.ascontiguousarray(np.stack(columns, axis=1))
