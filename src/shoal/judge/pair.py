"""From the arguments of a call to an original, its release, and what their columns mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.arrays import Rows
from shoal.checks import shown
from shoal.decode.alike import Values, values_alike
from shoal.errors import InputError, SchemaError
from shoal.judge.truth import ORDER, truth_by_mapping, truth_by_order, truth_by_position
from shoal.release import Release
from shoal.request.request import Request
from shoal.schema.column import Column
from shoal.schema.schema import Schema
from shoal.table.files import table_of
from shoal.table.frame import Table
from shoal.table.header import hint_on, what_it_has

TWO_TABLES = "a release in two tables has it in the second; of such a one, ask for linkage only"


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """An original and its release.

    Attributes:
        original: the table that was released.
        released: the release.
        schema: what the columns of the original mean; the kinds of the quasi columns are there.
        k: the k that was asked for, where that is known.
        in_order: whether the release is known to have the rows of the original in their order, none left out.
    """

    original: Table
    released: pl.DataFrame
    schema: Schema
    k: int | None
    in_order: bool

    @property
    def quasi(self) -> tuple[Column, ...]:
        """Return the quasi columns."""
        return self.schema.of_role("quasi")

    @property
    def sensitive(self) -> tuple[str, ...]:
        """Return the names of the sensitive columns."""
        return tuple(column.name for column in self.schema.of_role("sensitive"))


def pair_of(original: object, released: object, asked: Request, read: Mapping[str, object] | None = None) -> Pair:
    """Return an original and its release, the columns being what a request says.

    The original is read as the request says, the release, which was written by those who made it, as `read` says.

    Raises:
        InputError: a table has no rows.
        SchemaError: a column is not in the original, or no column is quasi.
    """
    table, data = require_rows(asked.table(original), "original"), released_data(released, read)
    found, _ = asked.described(table)
    k = released.settings.k if isinstance(released, Release) else asked.k
    in_order = isinstance(released, Release) and released.settings.keep_order and data.height == table.rows
    return Pair(table, data, found, k, in_order)


def request_on(released: object, request: object, schema: object) -> Request:
    """Return what was asked of a release: as a request or a schema says, else as the release itself does."""
    if isinstance(released, Release) and request is None and schema is None:
        return released.request
    return Request.of(request, schema)


def released_data(released: object, read: Mapping[str, object] | None) -> pl.DataFrame:
    """Return the rows of a release: those of a `Release`, of a frame, or of a file.

    Raises:
        InputError: there are none.
    """
    if isinstance(released, Release):
        return require_rows(Table(released.data), "release").data
    return require_rows(_beside(released, read), "release").data


def _beside(table: object, read: Mapping[str, object] | None) -> Table:
    """Return a table that stands beside the original, for whose file `read` was said."""
    return table_of(table, read, perhaps=("sheet", "format"))


def require_rows(table: Table, what: str) -> Table:
    """Return the table, or refuse one without rows.

    Raises:
        InputError: it has none.
    """
    if table.rows == 0:
        message = f"the {what} has no rows"
        raise InputError(message)
    return table


def require_released(name: str, columns: Sequence[str]) -> None:
    """Refuse a release that lacks a column which leaves as it is.

    Raises:
        SchemaError: it does.
    """
    if name not in columns:
        message = f"the release has no column {shown(name)}; {what_it_has(columns)}"
        raise SchemaError(message, hint=hint_on(name, columns) or TWO_TABLES)


def values_of(pair: Pair, name: str) -> Values:
    """Return the values of a column that leaves as it is, in both tables.

    Raises:
        SchemaError: the release lacks it.
        InputError: its values cannot be distinguished.
    """
    require_released(name, pair.released.columns)
    return values_alike(pair.original.data.get_column(name), pair.released.get_column(name))


def truth_of(pair: Pair, given: object, read: Mapping[str, object] | None) -> Rows | None:
    """Return the released row of each original row, -1 for none; None where it is not known.

    Raises:
        InputError: what is given does not fit the two tables.
    """
    rows, released = pair.original.rows, pair.released.height
    if given is None:
        return truth_by_order(rows, released) if pair.in_order else None
    if isinstance(given, str) and given == ORDER:
        return truth_by_order(rows, released)
    if isinstance(given, list | tuple | np.ndarray | pl.Series):
        return truth_by_position(given, rows, released)
    return truth_by_mapping(_beside(given, read).data, pair.released, rows)


def mapping_in(given: object, read: Mapping[str, object] | None) -> pl.DataFrame | None:
    """Return the mapping that is given as the truth; None where something else is, or nothing."""
    if given is None or isinstance(given, list | tuple | np.ndarray | pl.Series):
        return None
    return None if isinstance(given, str) and given == ORDER else _beside(given, read).data
