"""By how much the correlations of columns change from the original to the release."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from shoal.arrays import Floats
from shoal.decode.cells import Cells
from shoal.decode.features import shares


@dataclass(frozen=True, slots=True)
class Change:
    """How much a measure of correlation changes, over all pairs of columns; 0 where there are no pairs.

    Attributes:
        pairs: how many pairs of columns there are.
        mean: the mean of the absolute changes.
        greatest: the greatest one.
    """

    pairs: int
    mean: float
    greatest: float


def pearson_change(cells: Sequence[Cells]) -> Change:
    """Return how much Pearson's r changes between columns of numbers or dates; a released cell is its middle."""
    columns = [(column.at, _middles(column)) for column in cells if column.is_number]
    pairs = combinations(columns, 2)
    return _change([pearson(a[0], b[0]) - pearson(a[1], b[1]) for a, b in pairs])


def cramer_change(cells: Sequence[Cells]) -> Change:
    """Return how much Cramer's V changes between columns of categories; a released label is a category of its own."""
    columns = [(_ranks(column.at), column.codes) for column in cells if not column.is_number]
    pairs = combinations(columns, 2)
    return _change([cramer(a[0], b[0]) - cramer(a[1], b[1]) for a, b in pairs])


def pearson(x: Floats, y: Floats) -> float:
    """Return Pearson's r of the rows in which neither cell is missing; 0 where a column is constant.

    Example:
        >>> round(pearson(np.array([1.0, 2.0, 3.0]), np.array([3.0, 2.0, 1.0])), 12)
        -1.0
    """
    there = np.isfinite(x) & np.isfinite(y)
    if not there.any():
        return 0.0
    x, y = x[there] - x[there].mean(), y[there] - y[there].mean()
    spread = float(np.sqrt((x * x).sum() * (y * y).sum()))
    return float((x * y).sum()) / spread if spread > 0 else 0.0


def cramer(x: NDArray[np.integer], y: NDArray[np.integer]) -> float:
    """Return Cramer's V of two columns of codes, from 0 to 1; 0 where a column is constant. O(n log n).

    Example:
        >>> x = np.array([0, 0, 1, 1])
        >>> cramer(x, np.array([5, 5, 7, 7])), cramer(x, np.array([5, 7, 5, 7]))
        (1.0, 0.0)
    """
    (_, a, of_a), (_, b, of_b) = (np.unique(z, return_inverse=True, return_counts=True) for z in (x, y))
    least = min(len(of_a), len(of_b)) - 1
    if least <= 0:
        return 0.0
    pairs, rows = np.unique(a.astype(np.int64) * len(of_b) + b, return_counts=True)
    i, j = np.divmod(pairs, len(of_b))
    surplus = float((rows.astype(np.float64) ** 2 / (of_a[i].astype(np.float64) * of_b[j])).sum()) - 1
    return float(np.sqrt(min(1.0, max(0.0, surplus / least))))


def _change(changes: Sequence[float]) -> Change:
    sizes = [abs(change) for change in changes]
    return Change(len(sizes), float(np.mean(sizes)), max(sizes)) if sizes else Change(0, 0.0, 0.0)


def _middles(column: Cells) -> Floats:
    """Return the middle of each released cell; infinite where it is missing."""
    middle = shares(column, column.low, column.high)
    return np.where(np.isposinf(column.low), np.inf, middle)[column.codes]


def _ranks(at: Floats) -> NDArray[np.int64]:
    return np.unique(at, return_inverse=True)[1].astype(np.int64)
