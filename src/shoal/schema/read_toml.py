"""Read a `shoal.toml`: its columns, and the settings and criteria of its run as they stand there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from os import PathLike
from pathlib import Path
from typing import Any, cast

from shoal.checks import nearest
from shoal.errors import SchemaError
from shoal.schema.column import Column
from shoal.schema.hierarchy import hierarchy_from_toml
from shoal.schema.schema import Schema
from shoal.table.path import user_path

TABLES = ("run", "criteria", "columns")
COLUMN_KEYS = ("role", "kind", "weight", "domain", "form", "hierarchy")


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
