"""The kind of a column, by its type, or by its texts where numbers and dates are written as programs write them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import date

import polars as pl

from shoal.schema.column import Kind

NUMBER = r"^-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$"
DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
MOMENT = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?"
MOMENT += r"(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])?$"
_NUMBER, _DAY, _MOMENT = map(re.compile, (NUMBER, DAY, MOMENT))

HEAD = 256
"""Cells that are looked at first, one by one, which is faster than a query for so few: most columns of text show there
that they are no numbers and no dates."""

SURELY_WHOLE = 38
"""An integer of this many characters, or fewer, fits in 128 bits."""

SURELY_FINITE = 300
"""A number of this many characters, or fewer, and without exponent is finite."""


def infer_kind(series: pl.Series, *, textual: bool) -> Kind:
    """Return the kind of a column, by its type; by its values where `textual` says that any text could be anything.

    A textual column is numeric when every value is a finite number as programs write it: no leading zeros, so that
    codes such as 007 stay text, no plus sign, no blanks. It is a date when all values are dates in ISO form, or all
    are dates with times. Missing cells do not count; a column without values is categorical.
    """
    if series.dtype.is_numeric():
        return "numeric"
    if series.dtype == pl.Date or isinstance(series.dtype, pl.Datetime):
        return "date"
    if not textual or series.dtype != pl.String or series.null_count() == len(series):
        return "categorical"
    is_short = len(series) <= HEAD
    head = [cell for cell in series.head(HEAD).to_list() if cell is not None]
    if _are_all_numbers(head) and (is_short or _are_numbers(series)):
        return "numeric"
    if _are_all_dates(head) and (is_short or _are_dates(series)):
        return "date"
    return "categorical"


def _are_all_numbers(cells: Sequence[str]) -> bool:
    """Return what `_are_numbers` does, for a few cells, none of them missing."""
    if not all(map(_NUMBER.fullmatch, cells)):
        return False
    if any(sign in cell for cell in cells for sign in ".eE"):
        return all(math.isfinite(float(cell)) for cell in cells)
    return all(len(cell) <= SURELY_WHOLE or (len(cell) <= SURELY_FINITE and _is_wide(int(cell))) for cell in cells)


def _is_wide(number: int) -> bool:
    """Return whether an integer fits in 128 bits."""
    return -(2**127) <= number < 2**127


def _are_all_dates(cells: Sequence[str]) -> bool:
    """Return what `_are_dates` does, for a few cells, none of them missing."""
    if not (all(map(_DAY.fullmatch, cells)) or all(map(_MOMENT.fullmatch, cells))):
        return False
    try:
        return all(date.fromisoformat(cell[:10]) for cell in cells)
    except ValueError:
        return False


def _are_numbers(series: pl.Series) -> bool:
    """Return whether all values are finite numbers, whole ones of at most 128 bits."""
    if not series.str.contains(NUMBER).all():
        return False
    longest = series.str.len_bytes().max()
    if not isinstance(longest, int):
        return True
    fractions = series.str.contains_any([".", "e", "E"]).any()
    if not fractions:
        return longest <= SURELY_WHOLE or series.cast(pl.Int128, strict=False).null_count() == series.null_count()
    if longest <= SURELY_FINITE and not series.str.contains_any(["e", "E"]).any():
        return True
    return bool(series.cast(pl.Float64, strict=False).is_finite().all())


def _are_dates(series: pl.Series) -> bool:
    """Return whether all values are dates, or all are dates with times, that the calendar knows."""
    if not (series.str.contains(DAY).all() or series.str.contains(MOMENT).all()):
        return False
    days = series.str.head(10).str.to_date("%Y-%m-%d", strict=False)
    return days.null_count() == series.null_count() and bool((days.dt.year() > 0).all())
