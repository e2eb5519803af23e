"""The columns of a table and what they mean; read from and written to TOML."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from os import PathLike
from pathlib import Path
from typing import Any, cast

import polars as pl

from shoal.checks import items_of, nearest, shown
from shoal.errors import OutputError, SchemaError
from shoal.schema._toml import dumps
from shoal.schema.column import Column, Role
from shoal.schema.hierarchy import hierarchy_from_toml
from shoal.table.atomic import replacing
from shoal.table.header import hint_on, what_it_has
from shoal.table.path import user_path

TABLES = ("run", "criteria", "columns")
COLUMN_KEYS = ("role", "kind", "weight", "domain", "form", "hierarchy")


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


def read_schema(path: str | PathLike[str]) -> tuple[Schema, dict[str, object]]:
    """Return the schema and the settings of the run that a file holds, its criteria among them as tables.

    Raises:
        SchemaError: the file cannot be read, is no TOML, has unknown keys or values that do not fit.
        HierarchyError: one of its hierarchies is broken.
    """
    path = user_path(path, "the settings file", SchemaError)
    document = _parsed(path)
    _require_keys(document, TABLES, path.name)
    run = _table(document.get("run", {}), f"[run] in {path.name}")
    if "criteria" in run:
        message = f"unknown key 'criteria' in [run] in {path.name}"
        raise SchemaError(message, hint="give each criterion a table of its own: [[criteria]]")
    if "criteria" in document:
        run["criteria"] = _tables(document["criteria"], f"criteria in {path.name}")
    columns = _table(document.get("columns", {}), f"[columns] in {path.name}")
    return Schema(tuple(_column(name, entries, path) for name, entries in columns.items())), run


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


def _column(name: str, entries: object, path: Path) -> Column:
    """Return the column that a table of a settings file describes."""
    given = _table(entries, f"column {name!r} in {path.name}")
    _require_keys(given, COLUMN_KEYS, f"column {name!r} in {path.name}")
    if "domain" in given:
        given["domain"] = _domain(name, given["domain"])
    if "hierarchy" in given:
        given["hierarchy"] = hierarchy_from_toml(name, given["hierarchy"], path.parent)
    return Column(name, **cast("dict[str, Any]", given))  # Column checks what it is given


def _domain(name: str, ends: object) -> tuple[object, ...]:
    """Return the ends of a domain; dates that TOML knows as dates become text."""
    if not isinstance(ends, list):
        message = f"the domain of column {name!r} must be a list of its least and its greatest value"
        raise SchemaError(message)
    return tuple(end.isoformat() if isinstance(end, date) else end for end in ends)


def _table(value: object, where: str) -> dict[str, object]:
    """Return a table of a settings file, or refuse anything else."""
    if not isinstance(value, dict):
        message = f"{where} must be a table"
        raise SchemaError(message)
    return dict(value)


def _tables(value: object, where: str) -> list[dict[str, object]]:
    """Return a list of tables of a settings file, or refuse anything else."""
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        message = f"{where} must be a list of tables"
        raise SchemaError(message, hint="begin each of them with [[criteria]]")
    return [dict(row) for row in value]


def _require_keys(table: Mapping[str, object], known: Sequence[str], where: str) -> None:
    """Refuse keys that mean nothing: they are most likely spelt wrong."""
    for key in table:
        if key not in known:
            message = f"unknown key {key!r} in {where}; known are: {', '.join(known)}"
            raise SchemaError(message, hint=nearest(key, known))


def _parsed(path: Path) -> dict[str, object]:
    """Return the content of a TOML file; errors name the line and leave out what stands there."""
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        message = f"the settings file {str(path)!r} cannot be read: {error.strerror}"
    except UnicodeDecodeError:
        message = f"the settings file {path.name} is not UTF-8"
    except RecursionError:
        message = f"the settings file {path.name} has lists or tables too deep inside each other"
    except ValueError as error:  # no TOML; or a number of thousands of digits, of which the parser speaks otherwise
        place = re.search(r"at (line \d+, column \d+|end of document)", str(error))
        message = f"the settings file {path.name} is no valid TOML" + (f" at {place[1]}" if place else "")
    raise SchemaError(message)


def _write_whole(path: Path, text: str) -> None:
    try:
        with replacing(path) as file:
            file.write(text.encode("utf-8"))
    except OSError as error:
        message = f"the settings file {str(path)!r} cannot be written: {error.strerror}"
        raise OutputError(message) from None
