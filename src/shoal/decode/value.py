"""The texts of single values: numbers, dates and moments, and periods of the calendar."""

from __future__ import annotations

import polars as pl

from shoal.table.number import TICKS, as_floats

NUMBER = r"-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
OFFSET = r"(?:Z|[+-][0-9]{2}:[0-9]{2}(?::[0-9]{2})?)"
MOMENT = rf"[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}(?:[T ][0-9:.]+{OFFSET}?)?"
PERIOD = r"[0-9]{4}(?:-(?:0[1-9]|1[0-2])|-Q[1-4])?|[0-9]{3}0s"
PARTS = r"^(?<year>[0-9]{4})(?:-(?<month>0[1-9]|1[0-2])|-Q(?<quarter>[1-4]))?$|^(?<decade>[0-9]{3})0s$"

DAY = "%Y-%m-%d"
CLOCK = ("%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%d %H:%M")
MONTH, QUARTER, YEAR, DECADE = 1, 3, 12, 120
"""How many months the periods of the calendar have."""


def read_values(text: pl.Series, dtype: pl.DataType, form: str = "") -> pl.DataFrame:
    """Return the place of each text as its `start`, and the first place `after` it where it is a period.

    Places are numbers, or the ticks of dates; missing where a text is none. Among moments a day is a period.
    """
    if not dtype.is_temporal():
        numbers = text.cast(pl.Float64, strict=False)
        start = numbers.set(~numbers.is_finite().fill_null(value=False), None)
        return pl.select(start=start, after=pl.lit(None, pl.Float64))
    points, periods = _points(text, dtype, form), _periods(text)
    start, after = periods["start"], periods["after"]
    if isinstance(dtype, pl.Datetime):
        days = text.str.to_date(DAY, strict=False).to_physical()
        ticks = float(TICKS[dtype.time_unit])
        start, after = first_of(start, days) * ticks, first_of(after, days + 1) * ticks
    return pl.select(start=first_of(points, start), after=after.set(points.is_not_null(), None).cast(pl.Float64))


def first_of(*columns: pl.Series) -> pl.Series:
    """Return of several columns the first cell that is there."""
    return pl.select(pl.coalesce(*columns)).to_series()


def on_clocks(dtype: pl.DataType) -> pl.DataType:
    """Return the type of moments without their zone, which show what the clocks there do; others as they are."""
    return pl.Datetime(dtype.time_unit) if isinstance(dtype, pl.Datetime) else dtype


def without_zone(series: pl.Series) -> pl.Series:
    """Return moments in a zone as the clocks there show them; others as they are."""
    zoned = isinstance(series.dtype, pl.Datetime) and series.dtype.time_zone is not None
    return series.dt.replace_time_zone(None) if zoned else series


def _points(text: pl.Series, dtype: pl.DataType, form: str) -> pl.Series:
    """Return the ticks of dates and moments in their own form or in ISO form; missing where the texts are none."""
    tidy = text.str.replace("T", " ", literal=True).str.replace(f"(:[0-9.]+){OFFSET}$", "$1")
    unit = dtype.time_unit if isinstance(dtype, pl.Datetime) else "us"
    known = CLOCK if isinstance(dtype, pl.Datetime) else (DAY, *CLOCK)
    read = [tidy.str.to_datetime(each, strict=False, time_unit=unit) for each in known]
    own = [text.str.to_datetime(form, strict=False, time_unit=unit)] if form else []
    return as_floats(first_of(*own, *read).cast(on_clocks(dtype)))


def _periods(text: pl.Series) -> pl.DataFrame:
    """Return the first day of each month, quarter, year or decade, and the first day after it."""
    parts = text.str.extract_groups(PARTS).struct.unnest().cast(pl.Int32)
    begin = YEAR * pl.coalesce("year", 10 * pl.col("decade")) + pl.coalesce(
        pl.col("month") - 1, QUARTER * (pl.col("quarter") - 1), 0
    )
    length = (
        pl.when(pl.col("month").is_not_null()).then(MONTH)
        .when(pl.col("quarter").is_not_null()).then(QUARTER)
        .when(pl.col("year").is_not_null()).then(YEAR)
        .otherwise(DECADE)
    )  # fmt: skip
    return parts.select(start=_first_day(begin), after=_first_day(begin + length))


def _first_day(month: pl.Expr) -> pl.Expr:
    """Return the first day of a month, counted from the year 0, as days since 1970."""
    return pl.date(month // YEAR, month % YEAR + 1, 1).to_physical()
