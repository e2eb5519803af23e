"""Columns that are released as they are: which rows of several tables hold the same value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Floats, Ints, Rows
from shoal.table.text import as_text, require_comparable


class Values(NamedTuple):
    """A column of an original and of its release as codes of the values that the release has.

    Attributes:
        name: the column.
        original: (n,) the code of each original cell; -1 for a value that the release has not.
        released: (m,) the code of each released cell; a missing cell has a value of its own.
        shares: (values,) how often each occurs in the release.
    """

    name: str
    original: Ints
    released: Ints
    shares: Floats


def values_alike(original: pl.Series, released: pl.Series) -> Values:
    """Return which value each row of two tables holds in a column that both have; O(n log n).

    Raises:
        InputError: the values cannot be distinguished.
    """
    both = codes_alike([original, released])
    known, codes, counts = np.unique(both[len(original) :], return_inverse=True, return_counts=True)
    place = np.full(int(both.max(initial=-1)) + 1, -1, np.int32)
    place[known] = np.arange(len(known))
    return Values(str(released.name), place[both[: len(original)]], codes.astype(np.int32), counts / len(released))


def codes_alike(columns: Sequence[pl.Series]) -> Rows:
    """Return codes for the cells of columns of one name, one table after the other; equal cells have the same code.

    Missing equals missing. Numbers are compared as numbers, also where a table has them as text.

    Raises:
        InputError: the values cannot be distinguished.
    """
    for column in columns:
        require_comparable(column)
    numbers = _are_all_numbers(columns)
    if len({column.dtype for column in columns}) == 1:
        # As one, for how a date is written depends on all the others.
        columns = [pl.concat([column.alias("cell") for column in columns])]
    cells = pl.concat([_comparable(column, numbers=numbers).alias("cell") for column in columns])
    return np.asarray(cells.rank("dense").cast(pl.Int64).fill_null(0).to_numpy(), np.int64)


def _are_all_numbers(columns: Sequence[pl.Series]) -> bool:
    """Return whether all columns hold numbers, not all of them whole; some may hold them as text, read from a file."""
    if all(column.dtype.is_integer() for column in columns):
        return False
    return any(column.dtype.is_numeric() for column in columns) and all(_are_numbers(column) for column in columns)


def _are_numbers(series: pl.Series) -> bool:
    if series.dtype == pl.String:
        return series.cast(pl.Float64, strict=False).null_count() == series.null_count()
    return series.dtype.is_numeric()


def _comparable(series: pl.Series, *, numbers: bool) -> pl.Series:
    return series.cast(pl.Float64) + 0.0 if numbers else as_text(series)
