"""One column of a table and of its release on one scale: where each cell lies, and what each label spans.

Numbers lie where they are, dates at their ticks, categories at the leaf of their hierarchy; a released label spans all
places between its lowest and its highest, both in it. So a label fits what is known of someone when the two overlap.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Floats, Ints

GRAIN = 1e-3
"""The share of its scale that a single place takes, where places do not lie apart."""

MISSING = np.inf
"""Where a missing cell lies: what spans everything covers it, and nothing else does but a missing cell."""


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """A column of an original and of its release.

    Attributes:
        name: the column, as the original calls it.
        is_number: whether it holds numbers or dates; else its places are leaves.
        step: the distance of neighbouring places: 1 for whole numbers, days and leaves; 0 where there is none.
        least: the lowest place that the original has, or that its hierarchy has.
        greatest: the highest one.
        at: (n,) the place of each original cell.
        codes: (m,) which label each released row has.
        low: (labels,) the lowest place that a label spans; NaN where it has no known form.
        high: (labels,) the highest one.
        is_point: all labels are single numbers, which may be the middles of groups: the nearest one fits.
    """

    name: str
    is_number: bool
    step: float
    least: float
    greatest: float
    at: Floats
    codes: Ints
    low: Floats
    high: Floats
    is_point: bool = False

    @property
    def width(self) -> float:
        """Return the length of the scale; 1 where it is a single place."""
        return self.greatest - self.least or 1.0

    @property
    def unread(self) -> int:
        """Return how many labels have no known form."""
        return int(np.isnan(self.low).sum())

    @property
    def spans(self) -> tuple[Floats, Floats]:
        """Return the ends of the labels, those that span everything cut to the scale; missing ones stay apart."""
        anything = np.isneginf(self.low) | np.isnan(self.low)
        return np.where(anything, self.least, self.low), np.where(anything, self.greatest, self.high)

    @property
    def extents(self) -> Floats:
        """Return the share of the scale that each label spans, its own place included; never 0."""
        low, high = self.spans
        absent = np.isposinf(low)
        grain = self.step or GRAIN * self.width
        return (np.where(absent, 0.0, high) - np.where(absent, 0.0, low) + grain) / (self.width + grain)


class Labels(NamedTuple):
    """The distinct labels of a released column, null last if there is one, and which one each row has."""

    labels: pl.Series
    codes: Ints


def distinct(series: pl.Series) -> Labels:
    """Return the distinct labels of a released column, and which one each row has; O(n log n)."""
    if isinstance(series.dtype, pl.Enum | pl.Categorical) or series.dtype == pl.Boolean:
        series = series.cast(pl.String)
    labels = series.unique().drop_nulls().sort()
    codes = (series.rank("dense").cast(pl.Int64) - 1).fill_null(len(labels)).cast(pl.Int32).to_numpy()
    if series.null_count():
        labels = labels.extend_constant(None, 1)
    return Labels(labels, np.asarray(codes, np.int32))
