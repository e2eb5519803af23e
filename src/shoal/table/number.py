"""Columns of numbers and dates as floats, and back."""

from __future__ import annotations

import polars as pl

FIRST_DAY, LAST_DAY = -719_162, 2_932_896
"""The days of the years 1 and 9999, counted from 1970: the calendar ends there for Python, and so it does here."""

TICKS = {"ms": 86_400_000, "us": 86_400_000_000, "ns": 86_400_000_000_000}
"""How many ticks a day has, by the unit of a moment."""


def as_floats(series: pl.Series) -> pl.Series:
    """Return the numbers of a column, or the ticks of its dates and times, as floats; missing cells are kept.

    What a number is held as (a decimal as digits without their point, say) is not what it is: only dates and times
    are taken as polars holds them. Texts that are no numbers as programs write them are missing.
    """
    if series.dtype == pl.String:
        return series.cast(pl.Float64, strict=False)
    return (series.to_physical() if series.dtype.is_temporal() else series).cast(pl.Float64)


def moved(dates: pl.Series, offsets: pl.Series) -> pl.Series:
    """Return dates moved by a number of ticks each, exactly, and no further than the calendar goes."""
    least, most = calendar_ends(dates.dtype)
    room = pl.DataFrame({"at": dates.to_physical().cast(pl.Int64), "by": offsets.cast(pl.Int64)})
    ticks = room.select((pl.col("at") + pl.col("by")).clip(least, most)).to_series()
    return ticks.cast(dates.to_physical().dtype).cast(dates.dtype)


def calendar_ends(dtype: pl.DataType) -> tuple[int, int]:
    """Return the first and the last tick of the calendar for a type of dates.

    With a zone, a day less at either end, so that the local time is in the calendar too; with nanoseconds, what 64 bits
    hold.
    """
    if not isinstance(dtype, pl.Datetime):
        return FIRST_DAY, LAST_DAY
    day = TICKS[dtype.time_unit]
    spare = day if dtype.time_zone else 0
    least, most = FIRST_DAY * day + spare, (LAST_DAY + 1) * day - 1 - spare
    return max(least, -(2**63) + 1), min(most, 2**63 - 1)
