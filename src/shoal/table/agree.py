"""Which rows of a table, or of two tables, agree in some columns: exactly, whatever the types of the columns are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import polars as pl

from shoal.arrays import Labels, Rows
from shoal.errors import SchemaError
from shoal.kernels.shared.groups import rows_alike
from shoal.table.text import as_text, is_comparable

ROOM = 2**62
"""Keys are packed into one number as long as that has no more values than this."""


def groups_of(data: pl.DataFrame, columns: Sequence[str]) -> tuple[Labels, int]:
    """Return the number of the group of each row, and how many groups there are; missing equals missing.

    Raises:
        SchemaError: no column is given, in which all rows would agree; or one has a type whose cells cannot be
            compared.
    """
    if not len(columns):
        message = "no column is given, and without one all rows are alike"
        raise SchemaError(message, hint="name the columns that others may know of a person")
    labels, groups = rows_alike(_packed(key for name in columns for key in _keys(data.get_column(name))), data.height)
    return labels, groups


def groups_of_both(first: pl.DataFrame, second: pl.DataFrame, columns: Sequence[str]) -> tuple[Labels, Labels, int]:
    """Return the group of each row of two tables, rows that agree having one number, and how many groups there are.

    Cells of unlike types are compared as they would be written.

    Raises:
        SchemaError: a column has a type whose cells cannot be compared.
    """
    joined = [_joined(first.get_column(name), second.get_column(name)) for name in columns]
    labels, groups = groups_of(pl.DataFrame(joined), columns)
    return labels[: first.height], labels[first.height :], groups


def _joined(first: pl.Series, second: pl.Series) -> pl.Series:
    """Return the cells of both columns as one; of unlike types as numbers where both are, else as text."""
    for series in (first, second):
        _require_comparable(series)
    if first.dtype == second.dtype:
        return pl.concat([first, second])
    dtypes = first.dtype, second.dtype
    if all(dtype.is_numeric() for dtype in dtypes) and not all(dtype.is_integer() for dtype in dtypes):
        return pl.concat([first.cast(pl.Float64), second.cast(pl.Float64)])
    return pl.concat([as_text(first), as_text(second)])


def _require_comparable(series: pl.Series) -> None:
    if not is_comparable(series):
        message = f"column {series.name!r} has the type {series.dtype}, which cannot be compared"
        raise SchemaError(message, hint="convert it to text or numbers first")


def _packed(keys: Iterable[Rows]) -> Iterator[Rows]:
    """Yield fewer keys that tell the same rows apart: as many in one number as fit."""
    packed: Rows | None = None
    room = 1
    for key in keys:
        least, most = (int(key.min()), int(key.max())) if len(key) else (0, 0)
        width = most - least + 1
        if width > ROOM:
            yield key
            continue
        if packed is None or room * width > ROOM:
            if packed is not None:
                yield packed
            packed, room = key - least, width
        else:
            packed *= width
            packed += key - least
            room *= width
    if packed is not None:
        yield packed


def _keys(series: pl.Series) -> list[Rows]:
    """Return one or two arrays of integers that agree exactly where the cells do."""
    _require_comparable(series)
    dtype = series.dtype
    if dtype.is_float():
        series = _bits(series.cast(pl.Float64).fill_nan(None))
    elif dtype == pl.String:
        series = series.cast(pl.Categorical).to_physical()
    elif isinstance(dtype, pl.Decimal) or dtype in (pl.Int128, pl.UInt128, pl.UInt64):
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
