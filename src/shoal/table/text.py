"""Cells as text, the way they are published and the way hierarchies name them."""

from __future__ import annotations

from datetime import time

import polars as pl

from shoal.errors import InputError

MIDNIGHT = time()


def as_text(series: pl.Series, form: str = "") -> pl.Series:
    """Return the cells of a column as text: whole numbers without a point, dates in ISO form, missing cells kept.

    Cells that differ have texts that differ. A moment in a zone says by how much it is ahead of UTC: clocks that are
    put back show the same hour twice. `form` is a strftime pattern for dates, which must tell them all apart.
    """
    if form and (series.dtype == pl.Date or isinstance(series.dtype, pl.Datetime)):
        written = series.dt.to_string(form)
        return written if written.n_unique() == series.n_unique() else as_text(series)
    if isinstance(series.dtype, pl.Datetime):
        return series.dt.to_string(_datetime_form(series))
    if series.dtype == pl.Time:
        return series.dt.to_string(f"%H:%M:{_seconds(series)}")
    if isinstance(series.dtype, pl.Duration):
        return series.dt.to_string("iso")
    if series.dtype.is_float():
        whole = series.is_not_null().all() and (series.floor() == series).all() and (series.abs() < 2**53).all()
        return series.cast(pl.Int64).cast(pl.String) if whole else series.cast(pl.String)
    return series.cast(pl.String)


def is_comparable(series: pl.Series) -> bool:
    """Return whether the cells of a column can be compared and written: lists, structures, bytes and objects cannot."""
    return not (series.dtype.is_nested() or series.dtype in (pl.Object, pl.Binary))


def require_comparable(series: pl.Series, what: str = "column") -> None:
    """Refuse a column of lists, structures, bytes or objects.

    Raises:
        InputError: it is one.
    """
    if not is_comparable(series):
        message = f"{what} {series.name!r} has the type {series.dtype}, whose values cannot be distinguished"
        raise InputError(message, hint="convert it to text or numbers first")


def _datetime_form(series: pl.Series) -> str:
    zoned = isinstance(series.dtype, pl.Datetime) and series.dtype.time_zone is not None
    if not zoned and (series.dt.time() == MIDNIGHT).all():
        return "%Y-%m-%d"
    return f"%Y-%m-%d %H:%M:{_seconds(series)}{ahead_form(series) if zoned else ''}"


def ahead_form(series: pl.Series) -> str:
    """Return how moments in a zone say by how much they are ahead of UTC: with seconds where clocks once had these."""
    ahead = series.dt.base_utc_offset() + series.dt.dst_offset()
    return "%:z" if (ahead.dt.total_seconds() % 60 == 0).all() else "%::z"


def _seconds(series: pl.Series) -> str:
    return "%S" if (series.dt.nanosecond() == 0).all() else "%S%.f"
