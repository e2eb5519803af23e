"""Encode a column of numbers."""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.arrays import Floats, Ints
from shoal.encode.domain import Domain
from shoal.encode.line import above, line_domain, rank, require_cover, shares
from shoal.errors import InputError, SchemaError
from shoal.figure import counted
from shoal.schema.column import Column
from shoal.table.number_form import marks_of, numbers_in

EXACT_WHOLE = 2.0**53
FLOAT_DIGITS, DECIMAL_DIGITS = 15, 38
"""Digits that every float has, and that a decimal has."""

LARGEST, MOST_WIDE = 1e150, 4e150
"""Floats beyond the first are refused; a declared range counts up to the second."""

WIDEST = 2**127
"""Whole numbers that lie further apart than this do not show their distance in 128 bits."""


def encode_numeric(column: Column, series: pl.Series) -> tuple[Domain, Ints]:
    """Return the domain of a numeric column and its codes.

    Raises:
        SchemaError: some cells are not numbers, or the declared domain does not cover them.
        InputError: some cells are infinite, or so large that their squares would be.
    """
    found = rank(as_numbers(column, series))
    _require_bounded(column, found.values)
    offsets = _offsets(found.values)
    width = _declared_width(column, found.values, offsets) if column.domain else float(offsets[-1:].sum())
    return line_domain(column, "numeric", found, shares(offsets, width)), found.codes


def as_numbers(column: Column, series: pl.Series) -> pl.Series:
    """Return the column as numbers, whole ones as integers; NaN counts as missing."""
    if series.dtype == pl.String:
        marks = marks_of(column.form)
        series = _parsed(column, series if marks is None else numbers_in(series, marks), series.null_count())
    if series.dtype in (pl.Boolean, pl.Null):
        series = series.cast(pl.UInt8)
    if not series.dtype.is_numeric():
        message = f"column {column.name!r} is declared numeric, but its type is {series.dtype}"
        raise SchemaError(message, hint="set its kind to categorical, or convert it first")
    if not series.dtype.is_float():
        return series
    series = series.fill_nan(None)
    infinite = int(series.is_infinite().sum())
    if infinite:
        message = f"column {column.name!r} holds {infinite} infinite cells; numbers must be finite"
        raise InputError(message, hint="remove these cells or let them be missing")
    return _whole(series)


def _parsed(column: Column, series: pl.Series, missing: int) -> pl.Series:
    """Return texts as numbers; `missing` is how many of the cells are missing, and may be."""
    for kind in (pl.Int64, pl.Int128):
        whole = series.cast(kind, strict=False)
        if whole.null_count() == missing:
            return whole
    numbers = series.cast(pl.Float64, strict=False)
    bad = numbers.null_count() - missing
    if not bad:
        return _exact(series, numbers)
    message = (
        f"column {column.name!r} is declared numeric, but {bad} of its {counted(len(series), 'cell')} are not numbers"
    )
    raise SchemaError(message, hint="set its kind to categorical, or say which text means missing")


def _exact(text: pl.Series, numbers: pl.Series) -> pl.Series:
    """Return numbers that were read from text as decimals, where floats do not tell all of them apart."""
    scale = text.str.extract(r"\.([0-9]*)$", 1).str.len_bytes().max()
    longest = text.str.len_bytes().max()
    if not isinstance(scale, int) or not isinstance(longest, int) or longest <= FLOAT_DIGITS or scale > DECIMAL_DIGITS:
        return numbers
    exact = text.cast(pl.Decimal(DECIMAL_DIGITS, scale), strict=False)
    is_finer = exact.null_count() == text.null_count() and exact.n_unique() > numbers.n_unique()
    return exact if is_finer else numbers


def _whole(series: pl.Series) -> pl.Series:
    """Return floats that are all whole numbers as integers, so that they are published without a point."""
    ends = series.min(), series.max()
    small = all(isinstance(end, float) and abs(end) < EXACT_WHOLE for end in ends)
    return series.cast(pl.Int64) if small and (series.floor() == series).all() else series


def _require_bounded(column: Column, values: pl.Series) -> None:
    """Refuse floats whose squares, or the sum of these, could not be distinguished from infinity."""
    if values.dtype.is_float() and len(values) and max(-values[0], values[-1]) > LARGEST:
        message = f"column {column.name!r} holds numbers beyond {LARGEST:g}, with which nothing can be computed"
        raise InputError(message, hint="let these cells be missing, scale the column, or set its kind to categorical")


def _offsets(values: pl.Series) -> Floats:
    """Return the distance of each value from the least."""
    if not len(values):
        return values.cast(pl.Float64).to_numpy()
    if values.dtype.is_integer() and int(values[-1]) - int(values[0]) < WIDEST:
        return np.asarray(above(values, values).cast(pl.Float64).to_numpy(), np.float64)
    floats = values.cast(pl.Float64)
    return np.asarray((floats - floats[0]).to_numpy(), np.float64)


def _declared_width(column: Column, values: pl.Series, offsets: Floats) -> float:
    try:
        low, high = (float(end) for end in column.domain or ())
    except ValueError:
        message = f"the domain of numeric column {column.name!r} must be two numbers, the lower one first"
        raise SchemaError(message) from None
    if not len(values):
        return high - low
    least, greatest = float(values[0]), float(values[-1])
    require_cover(column, covered=low <= least and greatest <= high)
    return max(float(offsets[-1]), min(high - low, MOST_WIDE))
