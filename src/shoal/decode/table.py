"""The quasi columns of a table and of its release, each on its scale."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from shoal.decode.category import on_tree
from shoal.decode.cells import Cells, distinct
from shoal.decode.line import between, on_line, values_of
from shoal.errors import SchemaError
from shoal.schema.column import Column
from shoal.table.header import what_it_has


def decode(original: pl.DataFrame, released: pl.DataFrame, columns: Sequence[Column]) -> tuple[Cells, ...]:
    """Return columns of an original and of its release, each on one scale; O(n log n) for each.

    Raises:
        SchemaError: the release has no such column, or a cell of the original is not what its kind says.
        HierarchyError: the hierarchy of a column does not cover the original.
    """
    return tuple(_decoded(column, original.get_column(column.name), released) for column in columns)


def released_as(name: str, columns: Sequence[str]) -> tuple[str, ...]:
    """Return the released columns of a quasi column: itself, or its two ends.

    Raises:
        SchemaError: neither is there.
    """
    if name in columns:
        return (name,)
    ends = (f"{name}_min", f"{name}_max")
    if all(end in columns for end in ends):
        return ends
    message = f"the release has no column {name!r}, nor {ends[0]!r} and {ends[1]!r}; {what_it_has(columns)}"
    raise SchemaError(message)


def unread_notes(cells: Sequence[Cells]) -> tuple[str, ...]:
    """Return a sentence on each column that has labels of no known form."""
    return tuple(
        f"{column.unread} of the {len(column.low)} labels of column {column.name!r} have no known form: give the "
        "hierarchy that they come from"
        for column in cells
        if column.unread
    )


def _decoded(column: Column, original: pl.Series, released: pl.DataFrame) -> Cells:
    shown = [distinct(released.get_column(name)) for name in released_as(column.name, released.columns)]
    if column.kind == "categorical":
        if len(shown) > 1:
            message = f"column {column.name!r} holds categories, and is released as a least and a greatest one"
            raise SchemaError(message, hint="set its kind to numeric or date")
        return on_tree(column, original, shown[0])
    values = values_of(column, original)
    return between(column, values, shown) if len(shown) > 1 else on_line(column, values, shown[0])
