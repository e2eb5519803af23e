"""The grammar of released labels of numbers and dates: what a cell stands for, no matter who wrote it.

A label is a value, or goes from one to another, or has one end only, or is anything:

    39   -3.5   2024-03-05   2024-03-05 12:30:00           a value
    2024   2024-03   2024-Q1   2020s                       a period of the calendar; among moments, a day is one too
    [39 - 42]   20-30   10 to 20   [20, 30)   [20 - 30[    from one value, or period, to another
    65+   >= 65   < 18   (-inf, 18]                        one end
    479**   -4*                                            a number whose last digits are masked
    *                                                      anything

A bracket or a sign may leave an end out. A period begins with its first moment, and ends with the first one after it,
which is left out.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.decode.value import MOMENT, NUMBER, PERIOD, first_of, on_clocks, read_values, without_zone
from shoal.table.date_form import pattern_of
from shoal.table.number import as_floats

BETWEEN = r"\s*(?:-|–|,|;|to|\.\.)\s*"
NO_END = r"[+-]?(?:inf|∞)"
MASKED = r"^(?:-?[0-9]+(?:\.[0-9]*)?|-)\*+$"
ANYTHING = r"^\*+$"

MASK = "*"


def read_ends(labels: pl.Series, dtype: pl.DataType, form: str = "") -> pl.DataFrame:
    """Return for each label `low`, `high`, and whether these are left out: `least_open`, `most_open`.

    A side without an end has an infinite one. A label that is missing, has no known form, or would end before it begins
    has none at all. `dtype` is that of the column: a number, or a date, whose ticks the ends are, as the clocks of its
    zone show them; `form` is the strftime pattern of dates kept as text. Labels that are no text are values.

    Example:
        >>> read_ends(pl.Series(["[20 - 30[", "65+"]), pl.Int64()).rows()
        [(20.0, 30.0, False, True), (65.0, inf, False, False)]
    """
    if labels.dtype not in (pl.String, pl.Enum, pl.Categorical):
        return _as_values(labels, dtype)
    parts = split_ends(labels, dtype, form)
    first, last = (read_values(parts[end], dtype, form) for end in ("from", "to"))
    read = parts.with_columns(
        # Without the year itself, what lies above 2024 begins with 2025, and what lies below it ends with 2023.
        low=pl.when("least_open").then(first_of(first["after"], first["start"])).otherwise(first["start"]),
        high=pl.when("most_open").then(last["start"]).otherwise(first_of(last["after"], last["start"])),
        least_open=parts["least_open"] & first["after"].is_null(),
        most_open=parts["most_open"] | last["after"].is_not_null(),
    )
    return _sound(read if dtype.is_temporal() else _with_masked(read))


def split_ends(labels: pl.Series, dtype: pl.DataType, form: str = "") -> pl.DataFrame:
    """Return the `text` of labels, `from` and `to` which value each goes, and whether these are left out.

    A side without an end has no text; what is of no other form goes from itself to itself.
    """
    text = labels.cast(pl.String).str.strip_chars().alias("text")
    value = f"{MOMENT}|{PERIOD}{_in_form(form)}" if dtype.is_temporal() else NUMBER
    end = f"(?:{NO_END}|({value}))"
    found = text.to_frame().select(
        span=pl.col("text").str.extract_groups(rf"^([\[(\]]?)\s*{end}{BETWEEN}{end}\s*([\])\[]?)$"),
        above=pl.col("text").str.extract_groups(rf"^(>=|≥|>)\s*({value})$|^({value})\s*\+$"),
        below=pl.col("text").str.extract_groups(rf"^(<=|≤|<)\s*({value})$"),
    )
    span, above, below = (found[name].struct.unnest() for name in ("span", "above", "below"))
    upward = first_of(above["2"], above["3"])
    is_other = span["1"].is_null() & upward.is_null() & below["2"].is_null() & ~text.str.contains(ANYTHING)
    itself = text.set(~is_other, None)
    return pl.DataFrame(
        {
            "text": text,
            "from": first_of(span["2"], upward, itself),
            "to": first_of(span["3"], below["2"], itself),
            "least_open": (span["1"].is_in(["(", "]"]) | (above["1"] == ">")).fill_null(value=False),
            "most_open": (span["4"].is_in([")", "["]) | (below["1"] == "<")).fill_null(value=False),
        }
    )


def _in_form(form: str) -> str:
    """Return the pattern, after others, of dates in a form of their own; no value has brackets around it."""
    return f"|{pattern_of(form.replace('%-', '%'))[1:-1]}" if form else ""


def _as_values(values: pl.Series, dtype: pl.DataType) -> pl.DataFrame:
    """Return the ends of numbers or dates; none where the column holds the other of the two."""
    if dtype.is_temporal() and values.dtype.is_temporal():
        values = without_zone(values).cast(on_clocks(dtype))
    fits = values.dtype.is_temporal() if dtype.is_temporal() else values.dtype.is_numeric()
    at = as_floats(values) if fits else pl.repeat(None, len(values), dtype=pl.Float64, eager=True)
    return pl.DataFrame({"low": at, "high": at}).with_columns(least_open=False, most_open=False)


def _with_masked(read: pl.DataFrame) -> pl.DataFrame:
    """Return the ends with those of numbers whose last digits are masked: 479** is 47900 to 47999."""
    masked = read["text"].str.contains(MASKED).fill_null(value=False)
    if not masked.any():
        return read
    fills = [pl.col("text").str.replace_all(MASK, digit, literal=True).cast(pl.Float64, strict=False) for digit in "09"]
    return read.with_columns(
        low=pl.when(masked).then(pl.min_horizontal(fills) + 0.0).otherwise("low"),
        high=pl.when(masked).then(pl.max_horizontal(fills) + 0.0).otherwise("high"),
    )


def _sound(read: pl.DataFrame) -> pl.DataFrame:
    """Return the ends where all of a label was read, infinite ones where it has none."""
    unread = (pl.col("from").is_not_null() & pl.col("low").is_null()) | (
        pl.col("to").is_not_null() & pl.col("high").is_null()
    )
    known = pl.col("text").is_not_null() & ~unread & ~(pl.col("low") > pl.col("high")).fill_null(value=False)
    return read.select(
        low=pl.when(known).then(pl.col("low").fill_null(-np.inf)),
        high=pl.when(known).then(pl.col("high").fill_null(np.inf)),
        least_open=pl.col("least_open") & known & pl.col("low").is_not_null(),
        most_open=pl.col("most_open") & known & pl.col("high").is_not_null(),
    )
