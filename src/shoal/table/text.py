"""Cells as text, the way they are published and the way hierarchies name them."""

from __future__ import annotations

import polars as pl


def as_text(series: pl.Series) -> pl.Series:
    """Return the cells of a column as text: whole numbers without a point, dates in ISO form, missing cells kept."""
    if isinstance(series.dtype, pl.Datetime):
        return series.dt.to_string(_datetime_form(series))
    if series.dtype.is_float():
        whole = series.is_not_null().all() and (series.floor() == series).all() and (series.abs() < 2**53).all()
        return series.cast(pl.Int64).cast(pl.String) if whole else series.cast(pl.String)
    return series.cast(pl.String)


def _datetime_form(series: pl.Series) -> str:
    if (series.dt.truncate("1d") == series).all():
        return "%Y-%m-%d"
    whole_seconds = (series.dt.nanosecond() == 0).all()
    return "%Y-%m-%d %H:%M:%S" if whole_seconds else "%Y-%m-%d %H:%M:%S%.f"
