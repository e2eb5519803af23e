"""Codes of a sensitive column: which rows share a value, and in what order the values come."""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.arrays import Ints
from shoal.encode.line import rank
from shoal.encode.text import as_text
from shoal.errors import InputError


def encode_sensitive(series: pl.Series) -> Ints:
    """Return the place of each cell's value among the distinct values, ascending; missing is the last of them."""
    if series.dtype.is_nested() or series.dtype in (pl.Object, pl.Binary):
        message = f"sensitive column {series.name!r} has the type {series.dtype}, whose values cannot be told apart"
        raise InputError(message, hint="convert it to text or numbers first")
    if series.dtype.is_float():
        series = series.fill_nan(None)
    if series.dtype.is_numeric() or series.dtype.is_temporal():
        return rank(series).codes
    text = as_text(series)
    values = text.unique().drop_nulls().sort()
    codes = text.cast(pl.Enum(values)).to_physical().cast(pl.Int32).fill_null(len(values))
    return np.asarray(codes.to_numpy(), np.int32)
