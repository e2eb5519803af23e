"""Columns on a line: the code of a value is its rank among the distinct ones."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Floats, Ints
from shoal.encode.domain import Domain
from shoal.errors import SchemaError
from shoal.schema.column import Column, Kind
from shoal.schema.tree import Tree
from shoal.schema.tree_build import with_missing_leaf
from shoal.table.text import as_text

SPAN_LIMIT = 1 << 22


class Ranked(NamedTuple):
    """The distinct values in ascending order, and the rank of each row; missing cells rank last."""

    values: pl.Series
    codes: Ints
    has_missing: bool


def rank(series: pl.Series) -> Ranked:
    """Return the distinct values and the codes of a column of ordered values without NaN; O(n) or O(n log n)."""
    values = series.unique().drop_nulls().sort()
    span = _span(series, values)
    if span is None:
        ranks = (series.rank("dense").cast(pl.Int64) - 1).fill_null(len(values))
        codes = ranks.cast(pl.Int32).to_numpy()
    else:
        codes = _looked_up(series, values, span)
    return Ranked(values, np.asarray(codes, np.int32), series.null_count() > 0)


def line_domain(column: Column, kind: Kind, found: Ranked, position: Floats) -> Domain:
    """Return the domain of a ranked column, with the hierarchy that full-domain methods use where there is one."""
    tree, leaf = None, None
    if column.hierarchy is not None:
        tree, leaf = _with_leaves(column, found)
    size = len(found.values) + found.has_missing
    return Domain(
        name=column.name,
        kind=kind,
        weight=column.weight,
        size=size,
        missing=size - 1 if found.has_missing else -1,
        values=found.values,
        position=np.append(position, 1.0) if found.has_missing else position,
        tree=tree,
        leaf=leaf,
    )


def shares(offsets: Floats, width: float) -> Floats:
    """Return offsets as shares of a width; all 0 when the width is 0."""
    return np.asarray(offsets / width if width > 0 else np.zeros(len(offsets)), np.float64)


def require_cover(column: Column, *, covered: bool) -> None:
    """Refuse a declared domain that does not cover the data.

    Raises:
        SchemaError: it does not.
    """
    if not covered:
        message = f"the declared domain of column {column.name!r} does not cover its values"
        raise SchemaError(message, hint="widen the domain, or leave it out to use the range of the data")


def _span(series: pl.Series, values: pl.Series) -> int | None:
    """Return how many whole numbers lie between the ends of the column; None when too many, or when not whole."""
    if not len(values) or not (series.dtype.is_integer() or series.dtype == pl.Date):
        return None
    physical = values.to_physical()
    span = int(physical[-1]) - int(physical[0]) + 1
    return span if span <= min(SPAN_LIMIT, 4 * len(series) + 1024) else None


def _looked_up(series: pl.Series, values: pl.Series, span: int) -> Ints:
    rank_at = np.full(span + 1, len(values), np.int32)
    rank_at[above(values, values).cast(pl.Int64).to_numpy()] = np.arange(len(values), dtype=np.int32)
    place = above(series, values)
    return np.asarray(rank_at[place.cast(pl.Int32).fill_null(span).to_numpy()], np.int32)


def above(series: pl.Series, values: pl.Series) -> pl.Series:
    """Return by how much whole numbers or dates exceed the first of some ascending values, exactly.

    Signed ones are taken with as many bits as there are, for their own may not hold a difference of two of them.
    """
    whole, first = series.to_physical(), values.head(1).to_physical()
    wide = whole.dtype if whole.dtype.is_unsigned_integer() else pl.Int128
    return whole.cast(wide) - first.cast(wide)


def _with_leaves(column: Column, found: Ranked) -> tuple[Tree, Ints]:
    if column.hierarchy is None:
        message = f"column {column.name!r} has no hierarchy"
        raise SchemaError(message)
    text = as_text(found.values)
    tree = column.hierarchy.tree(column.name, text.to_list())
    leaf = text.cast(pl.Enum(list(tree.leaf_labels))).to_physical().cast(pl.Int32).to_numpy()
    if found.has_missing:
        tree = with_missing_leaf(tree)
        leaf = np.append(leaf, tree.leaves - 1)
    return tree, np.asarray(leaf, np.int32)
