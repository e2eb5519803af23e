"""From the arguments of a call to an original, its release, and what their columns mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import polars as pl

from shoal.arrays import Rows
from shoal.checks import shown
from shoal.decode.alike import Values, values_alike
from shoal.errors import InputError, SchemaError
from shoal.judge.truth import ORDER, truth_by_mapping, truth_by_order, truth_by_position
from shoal.release import Release
from shoal.request import names_of, schema_and_run, table_of, with_details, with_roles
from shoal.schema.column import Column, Kind, Role
from shoal.schema.infer import complete
from shoal.schema.schema import Schema
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


def pair_of(  # noqa: PLR0913 - the arguments that attacks and uses share
    original: object,
    released: object,
    *,
    quasi: str | Sequence[str] | None,
    sensitive: str | Sequence[str],
    hierarchies: Mapping[str, object] | str | Path | None,
    kinds: Mapping[str, Kind] | None,
    schema: Schema | str | Path | None,
    read: Mapping[str, object] | None,
) -> Pair:
    """Return an original and its release; roles that are given as arguments replace those of the schema.

    Raises:
        InputError: a table has no rows.
        SchemaError: a column is not in the original, or no column is quasi.
    """
    own = isinstance(released, Release) and schema is None
    base, run = (released.schema, {}) if isinstance(released, Release) and own else schema_and_run(schema)
    table, data = require_rows(table_of(original, read), "original"), released_data(released, read)
    roles: dict[Role, tuple[str, ...]] = {"quasi": names_of(quasi), "sensitive": names_of(sensitive)}
    found = with_roles(_without(base, roles), table, roles)
    found = with_details(found, hierarchies=hierarchies, weights=None, kinds=kinds, data=table.data)
    found, _ = complete(found, table)
    k = released.settings.k if isinstance(released, Release) else run.get("k")
    in_order = isinstance(released, Release) and released.settings.keep_order and data.height == table.rows
    return Pair(table, data, found, k if isinstance(k, int) else None, in_order)


def released_data(released: object, read: Mapping[str, object] | None) -> pl.DataFrame:
    """Return the rows of a release: those of a `Release`, of a frame, or of a file.

    Raises:
        InputError: there are none.
    """
    if isinstance(released, Release):
        return require_rows(Table(released.data), "release").data
    return require_rows(table_of(released, read), "release").data


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
        InputError: its values cannot be told apart.
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
    return truth_by_mapping(table_of(given, read).data, pair.released, rows)


def _without(base: Schema, roles: Mapping[Role, tuple[str, ...]]) -> Schema:
    """Return the schema in which no column but those named has a role that is given."""
    given = [role for role, names in roles.items() if names]
    columns = [replace(c, role="plain") if c.role in given and c.name not in roles[c.role] else c for c in base.columns]
    return Schema(tuple(columns))
