"""Encode a column of categories: a value's code is its leaf in depth-first order, or its place in a given order."""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.arrays import Ints
from shoal.encode.domain import Domain
from shoal.encode.line import shares
from shoal.schema.column import Column
from shoal.schema.hierarchy import Flat, Recoding, is_line
from shoal.schema.tree import Tree
from shoal.schema.tree_build import with_missing_leaf
from shoal.table.text import as_text, require_comparable


def encode_categorical(column: Column, series: pl.Series) -> tuple[Domain, Ints]:
    """Return the domain of a categorical column and its codes; without a hierarchy, a flat one over its values.

    Raises:
        HierarchyError: some values are not in the hierarchy.
        InputError: the column holds lists, structures or objects.
    """
    require_comparable(series.alias(column.name))
    rule = column.hierarchy or Flat()
    text = recoded(column, series)
    text = text if isinstance(text.dtype, (pl.Enum, pl.Categorical)) else as_text(text)
    found = text.unique().drop_nulls().cast(pl.String).sort()
    tree = rule.tree(column.name, found.to_list())
    return _domain(column, tree, ordered=is_line(rule), has_missing=series.null_count() > 0), _codes(text, tree)


def _domain(column: Column, tree: Tree, *, ordered: bool, has_missing: bool) -> Domain:
    leaves = tree.leaves
    position = shares(np.arange(leaves, dtype=np.float64), leaves - 1.0) if ordered else None
    if has_missing:
        tree = with_missing_leaf(tree)
        position = None if position is None else np.append(position, 1.0)
    return Domain(
        name=column.name,
        kind="categorical",
        weight=column.weight,
        size=tree.leaves,
        missing=leaves if has_missing else -1,
        values=pl.Series(tree.leaf_labels[:leaves], dtype=pl.String),
        position=position,
        tree=tree,
    )


def recoded(column: Column, series: pl.Series) -> pl.Series:
    """Return the cells as the finest labels that may leave, where the rule of the column has a floor; else as they are.

    Raises:
        HierarchyError: the rule has no label for some values.
    """
    rule = column.hierarchy
    if not isinstance(rule, Recoding):
        return series
    text = as_text(series)
    values = text.unique().drop_nulls()
    labels = pl.Series(rule.finest(column.name, values.to_list()), dtype=pl.String)
    return text.replace_strict(values, labels, default=None, return_dtype=pl.String)


def _codes(text: pl.Series, tree: Tree) -> Ints:
    """Return the leaf of each row; missing cells get the one after the last."""
    leaves = pl.Enum(list(tree.leaf_labels))
    if isinstance(text.dtype, pl.Enum):
        leaf_of = pl.Series(text.dtype.categories, dtype=pl.String).cast(leaves, strict=False).to_physical()
        place = np.append(leaf_of.cast(pl.Int32).fill_null(-1).to_numpy(), np.int32(tree.leaves))
        rows = text.to_physical().cast(pl.UInt32).fill_null(len(leaf_of)).to_numpy()
        return np.asarray(place[rows], np.int32)
    codes = text.cast(pl.String).cast(leaves).to_physical()
    return np.asarray(codes.cast(pl.Int32).fill_null(tree.leaves).to_numpy(), np.int32)
