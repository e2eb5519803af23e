"""Columns that are kept as they are, by what their cells stand for."""

from __future__ import annotations

import polars as pl

from shoal.encode.dates import as_dates
from shoal.encode.numeric import as_numbers
from shoal.errors import HierarchyError
from shoal.schema.column import Column
from shoal.schema.hierarchy import Order
from shoal.table.text import as_text


def by_kind(column: Column, series: pl.Series) -> pl.Series:
    """Return the cells of a sensitive column as its kind says: text as numbers or dates, numbers as mere names.

    Text stays as it is where the column has an order, or a hierarchy that names its values in another way.

    Raises:
        SchemaError: some cells are not what the column is declared to be.
    """
    if column.kind == "categorical":
        return as_text(series) if series.dtype.is_numeric() or series.dtype.is_temporal() else series
    if column.kind is None or series.dtype != pl.String or isinstance(column.hierarchy, Order):
        return series
    meant = as_numbers(column, series) if column.kind == "numeric" else as_dates(column, series)
    if column.hierarchy is None or as_text(meant).equals(series):
        return meant
    return series if _names(column, series) else meant


def _names(column: Column, series: pl.Series) -> bool:
    """Return whether the hierarchy of a column has the cells as they are written."""
    try:
        return column.hierarchy is not None and bool(
            column.hierarchy.tree(column.name, series.unique().drop_nulls().sort().to_list())
        )
    except HierarchyError:
        return False
