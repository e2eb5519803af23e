"""Columns of a released table as small numbers, quickly: the labels of most are numbered already."""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.arrays import Picks, Rows, Sizes
from shoal.table.text import as_text


def is_text(series: pl.Series) -> bool:
    """Return whether the cells are text, each label written out or numbered."""
    return series.dtype in (pl.String, pl.Enum, pl.Categorical)


def cell_text(series: pl.Series) -> pl.Series:
    """Return the cells of a column as text; those that have none, such as lists and bytes, as missing."""
    if series.dtype.is_nested() or series.dtype == pl.Binary:
        return pl.Series(series.name, [None], pl.String).new_from_index(0, len(series))
    if isinstance(series.dtype, pl.Duration):
        return series.dt.to_string("iso")
    return as_text(series)


def labelled(series: pl.Series) -> tuple[pl.Series, Picks]:
    """Return the labels of a column of text, and which of them each row has; the last one stands for missing."""
    if isinstance(series.dtype, pl.Enum):
        labels = series.dtype.categories
    else:
        series = series.cast(pl.String)
        labels = series.unique(maintain_order=True).drop_nulls()
        series = series.cast(pl.Enum(labels))
    codes = series.to_physical().cast(pl.UInt32).fill_null(len(labels)).to_numpy()
    return pl.concat([labels, pl.Series([None], dtype=pl.String)]), codes


def counted(series: pl.Series, times: Sizes | None = None) -> tuple[pl.Series, Sizes]:
    """Return the distinct cells of a column as text, missing as None, and how many rows have each; none is empty.

    `times` says for how many rows each cell stands, where that is not one.
    """
    if not is_text(series):
        many = pl.Series("rows", np.ones(len(series), np.int64) if times is None else times)
        found = pl.DataFrame([cell_text(series).alias("cell"), many]).group_by("cell").agg(pl.col("rows").sum())
        return found.get_column("cell").alias(series.name), found.get_column("rows").to_numpy()
    labels, codes = labelled(series)
    rows = np.bincount(codes, times, len(labels)).astype(np.int64)
    held = np.flatnonzero(rows)
    return labels.gather(held), rows[held]


def codes_of(series: pl.Series) -> Rows:
    """Return a number per row, alike where the cells are alike; missing is one of the values."""
    if series.dtype.is_nested() or series.dtype == pl.Binary:
        return np.zeros(len(series), np.int64)
    if is_text(series):
        return labelled(series)[1].astype(np.int64)
    return series.rank("dense").fill_null(0).cast(pl.Int64).to_numpy()
