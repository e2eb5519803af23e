"""The text of a released cell to the two ends of what it stands for, for numbers and dates."""

from __future__ import annotations

import polars as pl

from shoal.table.number import as_floats

NUMBER = r"-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
OFFSET = r"(?:Z|[+-][0-9]{2}:[0-9]{2}(?::[0-9]{2})?)"
MOMENT = rf"[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}(?:[T ][0-9:.]+{OFFSET}?)?"
BETWEEN = r"\s*(?:-|–|,|;|to|\.\.)\s*"
FORMS = ("%Y-%m-%d", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%d %H:%M")

MASK = "*"


def read_ends(labels: pl.Series, dtype: pl.DataType, form: str = "") -> pl.DataFrame:
    """Return for each label `low`, `high`, and whether they are not in it themselves; no ends without a known form.

    Known are a single value, `[39 - 42]`, `[20, 30)`, `[20 - 30[`, `20-30`, `>= 65`, `< 18`, `65+`, and a masked
    number such as `479**`. What is open at one side has no end there. `dtype` is that of the column: a number or a
    date; `form` is the strftime pattern of dates kept as text.
    """
    text = labels.cast(pl.String).str.strip_chars().alias("text")
    value = MOMENT if dtype.is_temporal() else NUMBER
    found = text.to_frame().select(
        "text",
        span=pl.col("text").str.extract_groups(rf"^([\[(\]]?)\s*({value}){BETWEEN}({value})\s*([\])\[]?)$"),
        above=pl.col("text").str.extract_groups(rf"^(>=|≥|>)\s*({value})$|^({value})\s*\+$"),
        below=pl.col("text").str.extract_groups(rf"^(<=|≤|<)\s*({value})$"),
    )
    span, above, below = (found[name].struct.unnest() for name in ("span", "above", "below"))
    single = _places(text, dtype, form)
    low = _first(single, _places(span["2"], dtype, form), _places(above["2"], dtype, form))
    low = _first(low, _places(above["3"], dtype, form))
    high = _first(single, _places(span["3"], dtype, form), _places(below["2"], dtype, form))
    ends = pl.DataFrame(
        {
            "low": low,
            "high": high,
            "least_open": (span["1"].is_in(["(", "]"]) | (above["1"] == ">")).fill_null(value=False),
            "most_open": (span["4"].is_in([")", "["]) | (below["1"] == "<")).fill_null(value=False),
        }
    )
    return ends if dtype.is_temporal() else _with_masked(ends, text)


def _first(*columns: pl.Series) -> pl.Series:
    return pl.select(pl.coalesce(*columns)).to_series()


def _places(text: pl.Series, dtype: pl.DataType, form: str) -> pl.Series:
    """Return the numbers, or the ticks of the dates, that the texts are; missing where they are none.

    Moments in a zone are read as the clocks there show them.
    """
    if not dtype.is_temporal():
        numbers = text.cast(pl.Float64, strict=False)
        return numbers.set(~numbers.is_finite().fill_null(value=False), None)
    tidy = text.str.replace("T", " ", literal=True).str.replace(f"(:[0-9.]+){OFFSET}$", "$1")
    unit = dtype.time_unit if isinstance(dtype, pl.Datetime) else "us"
    read = [tidy.str.to_datetime(known, strict=False, time_unit=unit) for known in FORMS]
    own = [text.str.to_datetime(form, strict=False, time_unit=unit)] if form else []
    return as_floats(_first(*own, *read).cast(dtype))


def _with_masked(ends: pl.DataFrame, text: pl.Series) -> pl.DataFrame:
    """Return the ends with those of numbers whose last digits are masked: 479** is 47900 to 47999."""
    masked = text.str.contains(r"^[0-9]+\*+$").fill_null(value=False)
    if not masked.any():
        return ends
    least = text.str.replace_all(MASK, "0", literal=True).cast(pl.Float64, strict=False)
    most = text.str.replace_all(MASK, "9", literal=True).cast(pl.Float64, strict=False)
    return ends.with_columns(low=ends["low"].zip_with(~masked, least), high=ends["high"].zip_with(~masked, most))
