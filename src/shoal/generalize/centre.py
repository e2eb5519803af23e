"""Publish a column on a line as one number or date in the middle of its group."""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.arrays import Floats
from shoal.encode.domain import Domain
from shoal.generalize._base import Extent


class Midpoint:
    """The middle between the least and the greatest value; missing where any cell of the group is."""

    def publish(self, extent: Extent) -> list[pl.Series]:
        """Return one column of numbers or dates."""
        at = line_values(extent.domain)
        place = np.where(extent.is_whole, extent.hi, 0), np.where(extent.is_whole, extent.lo, 0)
        middle = at[place[0]] / 2 + at[place[1]] / 2 if len(at) else np.zeros(len(extent.lo))
        return [_typed(extent, middle)]


class Mean:
    """The mean of the group's values; missing where any cell of the group is."""

    def publish(self, extent: Extent) -> list[pl.Series]:
        """Return one column of numbers or dates."""
        if extent.mean is None:
            message = f"column {extent.domain.name!r} comes without means"
            raise TypeError(message)
        return [_typed(extent, extent.mean)]


def line_values(domain: Domain) -> Floats:
    """Return what each code stands for as a number: the value, or the ticks of a date."""
    return domain.values.to_physical().cast(pl.Float64).to_numpy()


def _typed(extent: Extent, middle: Floats) -> pl.Series:
    released = pl.Series(extent.domain.name, middle).set(pl.Series(~extent.is_whole), None)
    if extent.domain.kind != "date":
        return released
    physical = extent.domain.values.to_physical().dtype
    return released.floor().cast(physical).cast(extent.domain.values.dtype)
