"""What released cells of a column of numbers or dates stand for: a stretch of the line each."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Floats, Sizes
from shoal.schema.column import Kind

ANY = "*"
INTERVAL = r"^\[(.+) - (.+)([\]\[])$"
"""`[39 - 42]` holds both its ends, the band `[40 - 45[` its lower one only."""

DAY_SECONDS = 86_400
PERIODS = (
    re.compile(r"(?P<year>\d{4})-(?P<month>0[1-9]|1[0-2])"),
    re.compile(r"(?P<year>\d{4})-Q(?P<quarter>[1-4])"),
    re.compile(r"(?P<year>\d{4})"),
    re.compile(r"(?P<decade>\d{3})0s"),
)
QUARTER, YEAR, DECADE = 3, 12, 120


class Ends(NamedTuple):
    """The distinct stretches that released cells stand for, and how many rows show each.

    Numbers are as they are, dates are days since 1970. A stretch holds its `low` end and not its `end`; one of no
    width is a single value.
    """

    low: Floats
    end: Floats
    rows: Sizes


def on_line(series: pl.Series) -> pl.Series:
    """Return numbers as floats, and dates as days since 1970; what is not finite counts as missing."""
    if series.dtype == pl.Date:
        return series.to_physical().cast(pl.Float64)
    if isinstance(series.dtype, pl.Datetime):
        return series.dt.epoch("us").cast(pl.Float64) / (DAY_SECONDS * 1e6)
    numbers = series.cast(pl.Float64, strict=False)
    return numbers.set(~numbers.is_finite(), None)


def ends_of_pairs(low: pl.Series, high: pl.Series) -> Ends:
    """Return the stretches of two columns, the least and the greatest value; rows with a missing end are left out."""
    pairs = pl.DataFrame({"low": on_line(low), "high": on_line(high)}).drop_nulls()
    counted = pairs.group_by("low", "high").len("rows").sort("low", "high")
    steps = _is_stepped(low.dtype, counted["low"], counted["high"])
    ends = counted["low"].to_numpy(), counted["high"].to_numpy() + steps
    return Ends(*ends, counted["rows"].cast(pl.Int64).to_numpy())


def ends_of_labels(labels: pl.Series, kind: Kind) -> tuple[Floats, Floats] | None:
    """Return the low and the outer end that each distinct label stands for; NaN for missing and for `*`.

    None where some label is neither a value, an interval, a band nor a period of the calendar.
    """
    text = labels.cast(pl.String)
    low, high = text.str.extract(INTERVAL, 1).fill_null(text), text.str.extract(INTERVAL, 2).fill_null(text)
    closed = (text.str.extract(INTERVAL, 3).fill_null("]") == "]").fill_null(value=True)
    parse = _days if kind == "date" else _numbers
    first, last = parse(low), parse(high)
    steps = _is_stepped(pl.Date if kind == "date" else pl.Float64, first, last)
    start, end = first.to_numpy().copy(), last.to_numpy() + steps * closed.to_numpy()
    for place in np.flatnonzero(np.isnan(start) | np.isnan(end)):
        label = text[int(place)]
        if label in (None, ANY):
            continue
        period = _period(label) if kind == "date" else None
        if period is None:
            return None
        start[place], end[place] = period
    return start, end


def _is_stepped(dtype: pl.DataType | type[pl.DataType], low: pl.Series, high: pl.Series) -> bool:
    """Return whether values are a step of 1 apart: whole numbers, and days."""
    if isinstance(dtype, pl.Datetime):
        return False
    both = pl.concat([low, high]).drop_nulls().drop_nans()
    return len(both) > 0 and bool((both.floor() == both).all())


def _numbers(text: pl.Series) -> pl.Series:
    return text.cast(pl.Float64, strict=False).fill_null(np.nan)


def _days(text: pl.Series) -> pl.Series:
    """Return dates, or dates with times, in ISO form as days since 1970."""
    day = text.str.head(10).str.to_date("%Y-%m-%d", strict=False).to_physical().cast(pl.Float64)
    clock = (
        text.str.slice(11).str.extract(r"^(\d{2}:\d{2}:\d{2}(?:\.\d+)?)", 1).str.to_time("%H:%M:%S%.f", strict=False)
    )
    part = (clock.to_physical().cast(pl.Float64) / (DAY_SECONDS * 1e9)).fill_null(0.0)
    return (day + part).fill_null(np.nan)


def _period(label: str) -> tuple[float, float] | None:
    """Return the first day of a month, quarter, year or decade, and the first day after it."""
    for form in PERIODS:
        found = form.fullmatch(label)
        if found:
            parts = {name: int(digits) for name, digits in found.groupdict().items()}
            break
    else:
        return None
    if "decade" in parts:
        return _months(10 * parts["decade"], 0, DECADE)
    if "month" in parts:
        return _months(parts["year"], parts["month"] - 1, 1)
    return _months(parts["year"], QUARTER * (parts.get("quarter", 1) - 1), QUARTER if "quarter" in parts else YEAR)


def _months(year: int, month: int, length: int) -> tuple[float, float] | None:
    try:
        return first_day(year * YEAR + month), first_day(year * YEAR + month + length)
    except (ValueError, OverflowError):
        return None


def first_day(month: int) -> float:
    """Return the first day of a month, counted from the year 0, as days since 1970."""
    return float((date(month // YEAR, month % YEAR + 1, 1) - date(1970, 1, 1)).days)
