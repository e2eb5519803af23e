"""Publish a column on a line as one number or date in the middle of its group."""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.arrays import Floats
from shoal.encode.domain import Domain
from shoal.generalize.base import Extent, Publisher
from shoal.table.number import as_floats, moved


class Midpoint(Publisher):
    """The middle between the least and the greatest value; missing where any cell of the group is."""

    def publish(self, extent: Extent) -> list[pl.Series]:
        """Return one column of numbers or dates."""
        at = line_values(extent.domain)
        place = np.where(extent.is_whole, extent.hi, 0), np.where(extent.is_whole, extent.lo, 0)
        middle = at[place[0]] / 2 + at[place[1]] / 2 if len(at) else np.zeros(len(extent.lo))
        return [_typed(extent, middle)]


class Mean(Publisher):
    """The mean of the group's values; missing where any cell of the group is."""

    def publish(self, extent: Extent) -> list[pl.Series]:
        """Return one column of numbers or dates."""
        if extent.mean is None:
            message = f"column {extent.domain.name!r} comes without means"
            raise TypeError(message)
        return [_typed(extent, extent.mean)]


def line_values(domain: Domain) -> Floats:
    """Return what each code stands for as a number: the value, or the ticks of a date since the first one.

    Ticks since 1970 have more digits than a float, those since the first date seldom have.
    """
    if domain.kind == "date":
        ticks = domain.values.to_physical().cast(pl.Int64)
        return (ticks - ticks.head(1)).cast(pl.Float64).to_numpy() if len(ticks) else np.zeros(0)
    return as_floats(domain.values).to_numpy()


def _typed(extent: Extent, middle: Floats) -> pl.Series:
    domain = extent.domain
    # -0.0 is 0.0, and must not read otherwise in a file.
    released = pl.Series(domain.name, middle + 0.0).set(pl.Series(~extent.is_whole), None)
    if domain.kind != "date":
        return released
    if not len(domain.values):
        return released.cast(domain.values.dtype)
    least = np.where(extent.is_whole, extent.lo, 0)
    return moved(domain.values.gather(least), (released - line_values(domain)[least]).floor()).alias(domain.name)
