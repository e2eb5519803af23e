"""Released cells of a column of numbers or dates as stretches of one line, on which a report counts them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Floats, Sizes
from shoal.decode.label import read_ends
from shoal.decode.value import without_zone
from shoal.schema.column import Kind
from shoal.table.number import TICKS

MOMENT = pl.Datetime("us")
DAY = float(TICKS["us"])
SHARE = 14
"""What part of the line a label with one end takes, where no other goes further."""


class Ends(NamedTuple):
    """The distinct stretches that released cells stand for, and how many rows show each.

    Numbers are as they are, dates are days since 1970. A stretch holds its `low` end and not its `end`; one of no
    width is a single value. Where a label has no end on one side, that of the stretch is infinite.
    """

    low: Floats
    end: Floats
    rows: Sizes


def on_line(series: pl.Series) -> pl.Series:
    """Return numbers as floats, and dates as days since 1970, as the clocks of their zone show them.

    What is not finite counts as missing.
    """
    if series.dtype == pl.Date:
        return series.to_physical().cast(pl.Float64)
    if isinstance(series.dtype, pl.Datetime):
        return without_zone(series).dt.epoch("us").cast(pl.Float64) / DAY
    numbers = series.cast(pl.Float64, strict=False)
    return numbers.set(~numbers.is_finite(), None)


def ends_of_pairs(low: pl.Series, high: pl.Series, times: Sizes | None = None) -> Ends:
    """Return the stretches of two columns, the least and the greatest value; rows with a missing end are left out.

    `times` says for how many rows each pair stands, where that is not one.
    """
    many = np.ones(len(low), np.int64) if times is None else times
    pairs = pl.DataFrame({"low": on_line(low), "high": on_line(high), "rows": many}).drop_nulls()
    counted = pairs.group_by("low", "high").agg(pl.col("rows").sum()).sort("low", "high")
    least, greatest = counted["low"].to_numpy(), counted["high"].to_numpy()
    step = 0.0 if isinstance(low.dtype, pl.Datetime) else _step(least, greatest)
    return Ends(least, greatest + step, counted["rows"].cast(pl.Int64).to_numpy())


def ends_of_labels(labels: pl.Series, kind: Kind) -> tuple[Floats, Floats] | None:
    """Return the low and the outer end that each distinct label stands for; NaN where it is missing.

    What stands for anything, as `*` does, is infinite at both ends. None where some label has no known form.
    """
    read = read_ends(labels, MOMENT if kind == "date" else pl.Float64())
    if (read["low"].is_null() & labels.is_not_null()).any():
        return None
    unit = DAY if kind == "date" else 1.0
    low, high = (read[end].fill_null(np.nan).to_numpy() / unit for end in ("low", "high"))
    step = _step(low, high)
    return low + step * read["least_open"].to_numpy(), high + step * ~read["most_open"].to_numpy()


def middles_of_labels(labels: pl.Series, kind: Kind) -> Floats | None:
    """Return the middle of what each distinct label stands for; NaN where it is missing, or anything.

    A label with one end goes as far as the others do. None where some label has no known form.
    """
    ends = ends_of_labels(labels, kind)
    if ends is None:
        return None
    low, end = bounded(*ends)
    return low / 2 + end / 2


def bounded(low: Floats, end: Floats) -> tuple[Floats, Floats]:
    """Return stretches of which those with one end go as far as the others do; NaN for those that are anything.

    One that begins where all others end gets a place of its own.
    """
    downward, upward = np.isneginf(low), np.isposinf(end)
    known = np.concatenate([low[np.isfinite(low)], end[np.isfinite(end)]])
    if not len(known):
        return np.full(len(low), np.nan), np.full(len(end), np.nan)
    room = _step(low, end) or known.max() / SHARE - known.min() / SHARE or 1.0
    with np.errstate(over="ignore"):
        least = min(known.min(), np.min(end - room, where=downward, initial=np.inf))
        greatest = max(known.max(), np.max(low + room, where=upward, initial=-np.inf))
    anything = downward & upward
    first, last = np.where(downward, least, low), np.where(upward, greatest, end)
    return np.where(anything, np.nan, first), np.where(anything, np.nan, last)


def _step(low: Floats, high: Floats) -> float:
    """Return how far values lie apart: 1 where all ends are whole numbers or days, else 0."""
    both = np.concatenate([low, high])
    both = both[np.isfinite(both)]
    return float(len(both) > 0 and bool((np.floor(both) == both).all()))
