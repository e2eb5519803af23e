"""Publish a column on a line as two columns, its least and its greatest value."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import polars as pl

from shoal.generalize.base import Extent, Publisher


class Bounds(Publisher):
    """`age_min` and `age_max`, in the column's own type; both missing where any cell of the group is."""

    suffixes: ClassVar[tuple[str, ...]] = ("_min", "_max")

    def publish(self, extent: Extent) -> list[pl.Series]:
        """Return the columns `<name>_min` and `<name>_max`."""
        return [_ends(extent, codes, end) for codes, end in zip((extent.lo, extent.hi), self.suffixes, strict=True)]


def _ends(extent: Extent, codes: np.ndarray, suffix: str) -> pl.Series:
    place = pl.Series(np.where(extent.is_whole, codes, 0)).set(pl.Series(~extent.is_whole), None)
    return extent.domain.values.gather(place).alias(extent.domain.name + suffix)
