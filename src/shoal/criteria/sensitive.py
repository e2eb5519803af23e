"""A sensitive column as the criteria see it: which values there are, how often, and how far apart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Floats, Ints, Rows, Sizes
from shoal.errors import SettingError
from shoal.schema.hierarchy import Hierarchy, Order
from shoal.schema.infer import infer_kind
from shoal.schema.tree import Tree
from shoal.schema.tree_build import with_missing_leaf
from shoal.table.text import as_text, require_comparable


@dataclass(frozen=True, slots=True, eq=False)
class Sensitive:
    """The distinct values of a sensitive column in ascending order; missing cells are one more value, the last.

    Attributes:
        name: the column.
        values: the values but missing, as they stand in the table.
        rows: (values,) how many rows, or people, of the reference table have each: what groups are compared with.
        is_line: whether the values have an order that means something: numbers, dates, ordered categories.
        tree: the hierarchy of the values, where there is one.
        leaf: (values,) the leaf of each value in it.
        hierarchy: the rule that made the tree: of other values it may make another.
        people: how many people the reference table has, where people are counted; None for rows.
    """

    name: str
    values: pl.Series
    rows: Sizes
    is_line: bool
    tree: Tree | None = None
    leaf: Ints | None = None
    hierarchy: Hierarchy | None = None
    people: int | None = None

    @property
    def shares(self) -> Floats:
        """Return the share of each value among all of the reference table; they add up to 1."""
        return np.asarray(self.rows / max(1, self.rows.sum()), np.float64)

    @property
    def held(self) -> Floats:
        """Return the share of the rows, or of the people, of the reference table that have each value."""
        return self.shares if self.people is None else np.asarray(self.rows / max(1, self.people), np.float64)

    @property
    def placed(self) -> tuple[Tree, Ints]:
        """Return the hierarchy, and the leaf of each value in it.

        Raises:
            SettingError: there is none.
        """
        if self.tree is None or self.leaf is None:
            message = f"sensitive column {self.name!r} has no hierarchy"
            raise SettingError(message, hint="give it one under hierarchies, or use the equal distance")
        return self.tree, self.leaf

    def counted(self, rows: Sizes, people: int | None) -> Sensitive:
        """Return the column with another reference, in which so many rows have each value; those of none are gone."""
        known, missing = np.split(rows > 0, [len(self.values)])
        about = replace(self, values=self.values.filter(pl.Series(known)), rows=rows[rows > 0], people=people)
        return about if self.hierarchy is None else _with_tree(about, self.hierarchy, has_missing=bool(missing.any()))


class SensitiveColumn(NamedTuple):
    """A sensitive column, which of its values each row has, and whose row each is, where people are counted."""

    about: Sensitive
    codes: Ints
    who: Ints | None = None

    def by(self, who: Ints) -> SensitiveColumn:
        """Return the column with people counted rather than rows; `who` says whose row each is."""
        rows, people = _people_with(self.codes, who, len(self.about.rows))
        return SensitiveColumn(replace(self.about, rows=rows, people=people), self.codes, who)

    def of(self, rows: Rows) -> SensitiveColumn:
        """Return the column of some rows; what groups are compared with stays as it is."""
        who = None if self.who is None else np.ascontiguousarray(self.who[rows])
        return SensitiveColumn(self.about, np.ascontiguousarray(self.codes[rows]), who)

    def among(self, rows: Rows) -> SensitiveColumn:
        """Return the column as a table of some rows has it: the values that occur there, compared with themselves.

        All rows keep a code, but that of a row which is not among them means nothing.
        """
        values, people = len(self.about.rows), None
        if self.who is None:
            found = np.bincount(self.codes[rows], minlength=values).astype(np.int64)
        else:
            found, people = _people_with(self.codes[rows], self.who[rows], values)
        place = np.maximum(np.cumsum(found > 0) - 1, 0).astype(np.int32)
        return SensitiveColumn(self.about.counted(found, people), place[self.codes], self.who)


def code_sensitive(series: pl.Series, hierarchy: Hierarchy | None = None) -> SensitiveColumn:
    """Return the place of each cell's value among the distinct values, and what is known of these; O(n log n).

    Raises:
        InputError: the values cannot be distinguished.
        HierarchyError: some values are not in the hierarchy.
    """
    require_comparable(series, "sensitive column")
    if series.dtype.is_float():
        series = series.fill_nan(None) + 0.0  # 0 and -0 are one number
    is_line = infer_kind(series, textual=False) != "categorical"
    if not isinstance(series.dtype, pl.Enum) and (not is_line or isinstance(hierarchy, Order)):
        series = as_text(series)
    values = series.unique().drop_nulls()
    values = (values.cast(pl.String) if isinstance(values.dtype, pl.Enum) else values).sort()
    if isinstance(hierarchy, Order):
        values, is_line = _in_order(series, values, hierarchy), True
    codes = _places(series, values)
    has_missing = series.null_count() > 0
    rows = np.bincount(codes, minlength=len(values) + has_missing).astype(np.int64)
    about = Sensitive(str(series.name), values, rows, is_line)
    if hierarchy is not None and not isinstance(hierarchy, Order):
        about = _with_tree(about, hierarchy, has_missing=has_missing)
    return SensitiveColumn(about, codes)


def _people_with(codes: Ints, who: Ints, values: int) -> tuple[Sizes, int]:
    """Return how many people have each of so many values, and how many people there are."""
    pairs = np.unique(who.astype(np.int64) * values + codes)
    people = len(np.unique(pairs // values)) if values else 0
    return np.bincount(pairs % values, minlength=values).astype(np.int64) if values else np.zeros(0, np.int64), people


def _places(series: pl.Series, values: pl.Series) -> Ints:
    """Return the place of each cell among the values; missing cells come after the last."""
    if isinstance(series.dtype, pl.Enum):
        label = pl.Series(series.dtype.categories, dtype=pl.String)
        place = label.cast(pl.Enum(values), strict=False).to_physical().cast(pl.Int32).fill_null(-1).to_numpy()
        at = series.to_physical().cast(pl.UInt32).fill_null(len(label)).to_numpy()
        return np.asarray(np.append(place, np.int32(len(values)))[at], np.int32)
    if series.dtype == pl.String:
        found = series.cast(pl.Enum(values)).to_physical()
    else:
        found = series.rank("dense").cast(pl.Int64) - 1
    return np.asarray(found.cast(pl.Int32).fill_null(len(values)).to_numpy(), np.int32)


def _in_order(series: pl.Series, values: pl.Series, order: Order) -> pl.Series:
    """Return the values that occur, in the order that was given."""
    tree = order.tree(str(series.name), values.to_list())
    found = set(values.to_list())
    return pl.Series([label for label in tree.leaf_labels if label in found], dtype=pl.String)


def _with_tree(about: Sensitive, hierarchy: Hierarchy, *, has_missing: bool) -> Sensitive:
    labels = as_text(about.values).to_list()
    tree = hierarchy.tree(about.name, labels)
    place = {label: leaf for leaf, label in enumerate(tree.leaf_labels)}
    leaf = [place[label] for label in labels]
    if has_missing:
        leaf.append(tree.leaves)
        tree = with_missing_leaf(tree)
    return replace(about, tree=tree, leaf=np.array(leaf, np.int32), hierarchy=hierarchy)
