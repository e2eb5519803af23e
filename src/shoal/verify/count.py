"""Count the groups of a table, and the values in them, with polars alone.

Nothing that makes a release is used here, no kernel among them: a fault there would hide itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Ints, Sizes
from shoal.criteria.counts import Counts
from shoal.criteria.sensitive import Sensitive
from shoal.errors import SchemaError
from shoal.table.text import is_comparable
from shoal.verify.pack import Packed, counted, packed, paired

GROUP, ROW, VALUE, WHO = "group", "row", "value", "who"


class Groups(NamedTuple):
    """The groups of a table: a number for each row, the same for rows of a group, and all are below `most`."""

    number: pl.Series
    most: int

    @property
    def sizes(self) -> Sizes:
        """Return the rows of each group, in ascending order of their numbers."""
        return np.asarray(counted([self.number])["len"].cast(pl.Int64).to_numpy(), np.int64)


def groups_in(data: pl.DataFrame, quasi: Sequence[str]) -> Groups:
    """Return the groups of rows that agree in all quasi columns; O(n · columns), on all cores.

    Missing equals missing, NaN too, and 0 equals -0.

    Raises:
        SchemaError: no column is given, in which all rows would agree; or one has a type whose cells cannot be
            compared.
    """
    if not len(quasi):
        message = "no column is given, and without one all rows are alike"
        raise SchemaError(message, hint="name the columns that others may know of a person")
    keys = keys_of(data, quasi)
    found, others = packed(keys, GROUP)
    if others:
        keys = pl.DataFrame([found.number, *keys.select(others)])
        rows = keys.with_row_index(ROW).group_by(keys.columns).agg(ROW).get_column(ROW)
        numbers = np.empty(data.height, np.uint64)
        numbers[rows.explode().to_numpy()] = np.repeat(
            np.arange(len(rows), dtype=np.uint64), rows.list.len().to_numpy()
        )
        found = Packed(pl.Series(GROUP, numbers), len(rows))
    return Groups(*found)


def keys_of(data: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    """Return some columns as they are compared, under numbers as names: missing equals missing, and 0 equals -0.

    Raises:
        SchemaError: one has a type whose cells cannot be compared.
    """
    return pl.DataFrame([_key(data.get_column(name)).alias(str(at)) for at, name in enumerate(names)])


def counted_values(groups: Groups, about: Sensitive, codes: Ints, who: pl.Series | None = None) -> Counts:
    """Return how often each value occurs in each group, or how many people have it, where `who` names them.

    The reference is the whole table, counted in the same way. O(n log n).
    """
    rows, people = pl.DataFrame([groups.number, pl.Series(VALUE, codes)]), None
    if who is not None:
        named = rows.with_columns(who.alias(WHO))
        people = named.group_by(GROUP).agg(pl.col(WHO).n_unique()).sort(GROUP)[WHO].cast(pl.Int64).to_numpy()
        rows = named.unique([GROUP, WHO, VALUE])
        having = named.unique([WHO, VALUE]).group_by(VALUE).len()
        held = np.zeros(len(about.rows), np.int64)
        held[having[VALUE].to_numpy()] = having["len"].to_numpy()
        about = replace(about, rows=held, people=who.n_unique())
    cells = _cells(Packed(rows[GROUP], groups.most), rows[VALUE], len(about.rows))
    starts = np.flatnonzero(cells[GROUP].ne_missing(cells[GROUP].shift()).to_numpy())
    return Counts(about, starts, cells[VALUE].to_numpy(), cells["len"].cast(pl.Int64).to_numpy(), people)


def _cells(groups: Packed, values: pl.Series, count: int) -> pl.DataFrame:
    """Return how often each of `count` values occurs in each group, by group and then by value."""
    pairs = paired(groups, values, count)
    if pairs is None:
        return counted([groups.number, values])
    cells = counted([pairs.alias(GROUP)])
    value = (cells[GROUP] % count).cast(values.dtype).alias(VALUE)
    return cells.with_columns(cells[GROUP] // count, value)


def _key(series: pl.Series) -> pl.Series:
    """Return a column as it is compared.

    Raises:
        SchemaError: its cells cannot be compared.
    """
    if not is_comparable(series):
        message = f"column {series.name!r} has the type {series.dtype}, which cannot be compared"
        raise SchemaError(message, hint="convert it to text or numbers first")
    if series.dtype.is_float():
        return series.fill_nan(None) + 0.0
    return series.cast(pl.Int8) if series.dtype == pl.Null else series
