"""What a table guarantees, from its cells alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
import polars as pl

from shoal.arrays import Sizes
from shoal.errors import SchemaError
from shoal.kernels.groups import group_sizes, refine


@dataclass(frozen=True, slots=True)
class Verdict:
    """How well the rows of a table hide among each other.

    Attributes:
        k: rows of the smallest group; 0 for a table without rows.
        rows: rows of the table.
        groups: distinct combinations of the quasi columns.
        smallest: rows of the smallest group, the same as k.
        largest: rows of the largest group.
        quasi: the columns that were looked at.
    """

    k: int
    rows: int
    groups: int
    smallest: int
    largest: int
    quasi: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the verdict as plain values."""
        return {**asdict(self), "quasi": list(self.quasi)}


def judge(data: pl.DataFrame, quasi: Sequence[str]) -> Verdict:
    """Return what the rows of a table guarantee against someone who knows the quasi columns."""
    return verdict_on(sizes_of(data, quasi), quasi)


def verdict_on(sizes: Sizes, quasi: Sequence[str]) -> Verdict:
    """Return the verdict on groups of these sizes."""
    smallest, largest = (int(sizes.min()), int(sizes.max())) if len(sizes) else (0, 0)
    return Verdict(smallest, int(sizes.sum()), len(sizes), smallest, largest, tuple(quasi))


def sizes_of(data: pl.DataFrame, quasi: Sequence[str]) -> Sizes:
    """Return the rows of each distinct combination of the columns; missing equals missing. O(n · columns), exact."""
    ids = np.zeros(data.height, np.int32)
    groups = min(1, data.height)
    for name in quasi:
        for key in _keys(data.get_column(name)):
            groups = refine(ids, key, ids)
    sizes = np.zeros(groups, np.int64)
    group_sizes(ids, sizes)
    return sizes


def _keys(series: pl.Series) -> list[np.ndarray]:
    """Return one or two arrays of integers that agree exactly where the cells do."""
    dtype = series.dtype
    if dtype.is_nested() or dtype in (pl.Object, pl.Binary):
        message = f"column {series.name!r} has the type {dtype}, which cannot be compared"
        raise SchemaError(message, hint="convert it to text or numbers first")
    if dtype.is_float():
        series = _bits(series.cast(pl.Float64).fill_nan(None))
    elif dtype == pl.String:
        series = series.cast(pl.Categorical).to_physical()
    elif isinstance(dtype, pl.Decimal) or dtype in (pl.Int128, pl.UInt64):
        series = series.cast(pl.String).cast(pl.Categorical).to_physical()
    elif dtype == pl.Null:
        series = pl.zeros(len(series), pl.Int64, eager=True)
    else:
        series = series.to_physical()
    keys = [series.fill_null(0).cast(pl.Int64).to_numpy()]
    if series.null_count():
        keys.append(series.is_null().cast(pl.Int64).to_numpy())
    return keys


def _bits(series: pl.Series) -> pl.Series:
    """Return the bits of floats as integers; 0 and -0 are the same number, so they get the same bits."""
    bits = pl.Series((series.fill_null(0.0).to_numpy() + 0.0).view(np.int64))
    return bits.set(series.is_null(), None)
