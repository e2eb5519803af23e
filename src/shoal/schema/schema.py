"""The columns of a table and what they mean; `read_toml.py` reads them from a file, `request/` a whole `shoal.toml`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

import polars as pl

from shoal.checks import items_of, shown
from shoal.errors import OutputError, SchemaError
from shoal.schema.column import Column, Role
from shoal.schema.write_toml import dumps
from shoal.table.atomic import replacing
from shoal.table.header import hint_on, what_it_has
from shoal.table.path import user_path


@dataclass(frozen=True, slots=True)
class Schema:
    """Columns in order, no two with the same name."""

    columns: tuple[Column, ...]

    def __post_init__(self) -> None:
        """Refuse what is no column, and two columns of one name."""
        columns = items_of(self.columns)
        if columns is None or not all(isinstance(column, Column) for column in columns):
            message = "the columns of a schema must be a list of Column"
            raise SchemaError(message, hint='write Schema([Column("age", "quasi")])')
        object.__setattr__(self, "columns", tuple(columns))
        twice = [name for name, times in Counter(self.names).items() if times > 1]
        if twice:
            message = f"the schema names {', '.join(map(repr, twice))} more than once"
            raise SchemaError(message, hint="describe each column once")

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all columns."""
        return tuple(column.name for column in self.columns)

    def of_role(self, role: Role) -> tuple[Column, ...]:
        """Return the columns that have a role, in order."""
        return tuple(column for column in self.columns if column.role == role)

    def column(self, name: str) -> Column:
        """Return the column of this name.

        Raises:
            SchemaError: there is none.
        """
        for column in self.columns:
            if column.name == name:
                return column
        message = f"no column {shown(name)} in the schema; {what_it_has(self.names)}"
        raise SchemaError(message, hint=hint_on(name, self.names))

    def require(self, table_columns: Sequence[str], data: pl.DataFrame | None = None) -> None:
        """Refuse a table that lacks a column of the schema.

        Raises:
            SchemaError: a column is not there; the message lists those that are, unless they look like cells, which
                `data`, the table, helps to tell.
        """
        there = set(table_columns)
        absent = [name for name in self.names if name not in there]
        if absent:
            message = f"no column {shown(absent[0])} in the table; {what_it_has(table_columns, data)}"
            raise SchemaError(message, hint=hint_on(absent[0], table_columns, data))

    def replaced(self, name: str, **changes: Any) -> Schema:  # noqa: ANN401 - fields of Column, which checks them
        """Return the schema with some fields of one column changed.

        Raises:
            SchemaError: there is no such column, or a value does not fit.
        """
        return self.changed({name: changes})

    def changed(self, changes: Mapping[str, Mapping[str, Any]]) -> Schema:
        """Return the schema with some fields of some columns changed, all at once.

        Raises:
            SchemaError: there is no such column, or a value does not fit.
        """
        for name in changes.keys() - set(self.names):
            self.column(name)  # which refuses it
        return Schema(tuple(replace(c, **changes[c.name]) if c.name in changes else c for c in self.columns))

    def to_toml(self, path: str | PathLike[str], run: Mapping[str, object]) -> None:
        """Write the schema, and the settings of a run that are not None, to a file that `read_schema` reads back.

        The file appears or changes as a whole or not at all. Hierarchies from files are named as seen from its folder.
        The criteria of the run, given as tables, each have a table of their own.

        Raises:
            OutputError: the file cannot be written.
            SchemaError: a setting has no form in TOML.
        """
        given = {name: value for name, value in run.items() if value is not None}
        criteria = given.pop("criteria", ())
        path = user_path(path, "the settings file", OutputError)
        columns = {column.name: _entries(column, path.parent) for column in self.columns}
        document = {"run": given} | ({"criteria": criteria} if criteria else {}) | {"columns": columns}
        _write_whole(path, dumps(document))


def _entries(column: Column, base: Path) -> dict[str, object]:
    """Return what a settings file says on a column; what is as usual is left out."""
    entries: dict[str, object] = {"role": column.role}
    if column.kind is not None:
        entries["kind"] = column.kind
    if column.weight != 1:
        entries["weight"] = float(column.weight)
    if column.domain is not None:
        entries["domain"] = list(column.domain)
    if column.form:
        entries["form"] = column.form
    if column.hierarchy is not None:
        spec = column.hierarchy.to_toml(base)
        entries["hierarchy"] = "flat" if spec == {"flat": "*"} else spec
    return entries


def _write_whole(path: Path, text: str) -> None:
    try:
        with replacing(path) as file:
            file.write(text.encode("utf-8"))
    except OSError as error:
        message = f"the settings file {str(path)!r} cannot be written: {error.strerror}"
        raise OutputError(message) from None
