"""What the cells of a table tell of its groups: their sizes, and how often each sensitive value occurs in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.arrays import Labels, Rows
from shoal.criteria._base import Facts
from shoal.criteria.guarding import facts_of
from shoal.criteria.sensitive import code_sensitive
from shoal.errors import SchemaError
from shoal.kernels.groups import refine
from shoal.schema.hierarchy import Hierarchy

PACKED = 2**62


def read_facts(data: pl.DataFrame, quasi: Sequence[str], guarded: Mapping[str, Hierarchy | None]) -> Facts:
    """Return the facts on the groups of rows that agree in the quasi columns; missing equals missing.

    `guarded` names the sensitive columns, each with its hierarchy if it has one. What groups are compared with is the
    table itself. O(n · columns), exact.
    """
    labels, groups = groups_of(data, quasi)
    columns = [code_sensitive(data.get_column(name), hierarchy) for name, hierarchy in guarded.items()]
    return facts_of(labels, groups, columns)


def groups_of(data: pl.DataFrame, quasi: Sequence[str]) -> tuple[Labels, int]:
    """Return the number of the group of each row, and how many groups there are."""
    labels = np.zeros(data.height, np.int32)
    groups = min(1, data.height)
    for key in _packed(key for name in quasi for key in _keys(data.get_column(name))):
        groups = refine(labels, key, labels)
    return labels, groups


def _packed(keys: Iterable[NDArray[np.integer]]) -> Iterator[Rows]:
    """Yield fewer arrays that tell the same rows apart: several go into one as long as 62 bits hold them."""
    held: Rows | None = None
    reached = 1
    for key in keys:
        low, high = (int(key.min()), int(key.max())) if len(key) else (0, 0)
        span = high - low + 1
        if held is not None and reached <= PACKED // span:
            held *= span
            held += key
            held -= low
            reached *= span
            continue
        if held is not None:
            yield held
        held, reached = key.astype(np.int64), PACKED + 1
        if span <= PACKED:
            held -= low
            reached = span
    if held is not None:
        yield held


def _keys(series: pl.Series) -> list[NDArray[np.integer]]:
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
    if not series.null_count():
        return [series.to_numpy()]
    return [series.fill_null(0).to_numpy(), series.is_null().cast(pl.UInt8).to_numpy()]


def _bits(series: pl.Series) -> pl.Series:
    """Return the bits of floats as integers; 0 and -0 are the same number, so they get the same bits."""
    bits = pl.Series((series.fill_null(0.0).to_numpy() + 0.0).view(np.int64))
    return bits.set(series.is_null(), None)
