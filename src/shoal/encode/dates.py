"""Encode a column of dates or moments."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import polars as pl

from shoal.arrays import Ints
from shoal.encode.domain import Domain
from shoal.encode.line import line_domain, rank, require_cover, shares
from shoal.errors import SchemaError
from shoal.figure import counted
from shoal.schema.column import Column
from shoal.table.date_form import has_time
from shoal.table.number import TICKS

OFFSET = r":[0-9.]+[+-][0-9]{2}:[0-9]{2}$"
NANOSECONDS = r"\.[0-9]{6}[0-9]*[1-9]"
YEARS = (1678, 2261)
"""The years in which 64 bits count nanoseconds."""


def encode_date(column: Column, series: pl.Series) -> tuple[Domain, Ints]:
    """Return the domain of a date column and its codes.

    Raises:
        SchemaError: some cells are not dates, or the declared domain does not cover them.
    """
    found = rank(as_dates(column, series))
    ticks = found.values.to_physical().cast(pl.Int64)
    offsets = (ticks - ticks.head(1) if len(ticks) else ticks).cast(pl.Float64).to_numpy()
    width = float(offsets[-1:].sum())
    if column.domain is not None:
        low, high = _declared_ends(column, found.values.dtype)
        require_cover(column, covered=not len(ticks) or (low <= ticks[0] and ticks[-1] <= high))
        width = float(high - low)
    domain = line_domain(column, "date", found, shares(offsets, width))
    return replace(domain, form=column.form if series.dtype == pl.String else ""), found.codes


def _declared_ends(column: Column, dtype: pl.DataType) -> tuple[int, int]:
    """Return the first and the last tick of the declared domain, in the unit and the zone of the column."""
    ends = as_dates(column, pl.Series([str(end) for end in column.domain or ()]))
    ends = ends if isinstance(ends.dtype, pl.Datetime) else ends.cast(pl.Datetime("us"))
    zone = dtype.time_zone if isinstance(dtype, pl.Datetime) else None
    if zone and isinstance(ends.dtype, pl.Datetime) and not ends.dtype.time_zone:
        ends = ends.dt.replace_time_zone(zone, ambiguous="earliest", non_existent="null")
    if ends.null_count():
        message = f"the domain of column {column.name!r} ends at a time that its zone {zone} skips"
        raise SchemaError(message, hint="give dates, or another time of that day")
    # In Python's integers: a domain may be wider than what the column's own unit can hold.
    day = TICKS[dtype.time_unit] if isinstance(dtype, pl.Datetime) else 1
    low, high = (int(tick) * day // TICKS["us"] for tick in ends.to_physical())
    return low, high


def as_dates(column: Column, series: pl.Series) -> pl.Series:
    """Return the column as dates or moments; text is read by the column's `form`, else as ISO.

    Text that says how far it is ahead of UTC comes back in UTC.
    """
    if series.dtype == pl.Date or isinstance(series.dtype, pl.Datetime):
        return series
    if series.dtype == pl.Null:
        return series.cast(pl.Date)
    if series.dtype != pl.String:
        message = f"column {column.name!r} is declared a date, but its type is {series.dtype}"
        raise SchemaError(message, hint="set its kind, or convert it first")
    dates = series.str.to_date(column.form or "%Y-%m-%d", strict=False)
    if dates.null_count() > series.null_count() or has_time(column.form):
        moments = _as_moments(column, series)
        dates = moments if moments.null_count() < dates.null_count() or has_time(column.form) else dates
    bad = dates.null_count() - series.null_count()
    if bad:
        message = (
            f"column {column.name!r} is declared a date, but {bad} of its {counted(len(series), 'cell')} are not dates"
        )
        raise SchemaError(message, hint="give its form (a strftime pattern), or set its kind to categorical")
    return dates


def _as_moments(column: Column, series: pl.Series) -> pl.Series:
    """Return text as moments to the microsecond, to the nanosecond where it has such and the years allow it."""
    found = _moments_in(column, series, "us")
    if not series.str.contains(NANOSECONDS).any() or not found.dt.year().is_between(*YEARS).all():
        return found
    return _moments_in(column, series, "ns")


def _moments_in(column: Column, series: pl.Series, unit: Literal["us", "ns"]) -> pl.Series:
    if column.form:
        return series.str.to_datetime(column.form, strict=False, time_unit=unit)
    text = series.str.replace("T", " ", literal=True)
    ahead = bool(text.str.contains(OFFSET).any())
    text = text.str.replace("Z$", "+00:00") if ahead else text.str.strip_suffix("Z")
    zone = "%:z" if ahead else ""
    best, short = (
        text.str.to_datetime(form + zone, strict=False, time_unit=unit, time_zone="UTC" if ahead else None)
        for form in ("%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%d %H:%M")
    )
    return best.zip_with(best.is_not_null(), short)
