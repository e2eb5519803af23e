"""From the arguments of a call, and a schema file where there is one, to a schema and settings."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import PurePath

import polars as pl

from shoal.checks import shown
from shoal.criteria.base import Criterion
from shoal.criteria.registry import criterion_from
from shoal.criteria.sensitive import code_sensitive
from shoal.errors import HierarchyError, InfeasibleError, InputError, PrivacyWarning, SchemaError, SettingError
from shoal.partition.registry import searches
from shoal.risks.match import is_generalised
from shoal.risks.risk import Against
from shoal.schema.column import Column, Kind, Role
from shoal.schema.hierarchy import Hierarchy, hierarchies_in, hierarchy_of
from shoal.schema.infer import complete, propose_kind
from shoal.schema.schema import Schema, read_schema
from shoal.settings import Settings, require_names, setting
from shoal.table.files import read_table
from shoal.table.frame import Table
from shoal.table.header import called, hint_on, what_it_has

OWN_VALUE_SHARE = 0.5
MOST_WARNINGS = 20
"""Columns that single people out and are warned of one by one; the rest are counted."""


def table_of(source: object, read: Mapping[str, object] | None = None) -> Table:
    """Return the table behind a frame or a path; `read` says how to read the file."""
    if isinstance(source, str | PathLike):
        return read_table(source, **(read or {}))  # type: ignore[arg-type]  # checked as the setting `read`
    return Table.of(source)


def names_of(given: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return column names, one name also without a list around it."""
    if given is None:
        return ()
    return (given,) if isinstance(given, str) else tuple(given)


def schema_and_run(schema: Schema | str | PathLike[str] | None) -> tuple[Schema, dict[str, object]]:
    """Return the schema and the `[run]` table of a file, with the criteria of the file in it, or what was given.

    Raises:
        SchemaError: the file cannot be read, or holds what does not fit.
        SettingError: one of its settings or criteria is unknown or does not fit; the message says which.
    """
    if schema is None:
        return Schema(()), {}
    if isinstance(schema, Schema):
        return schema, {}
    found, run = read_schema(schema)
    file = PurePath(schema).name
    criteria = {"criteria": _criteria(run.pop("criteria"), file)} if "criteria" in run else {}
    require_names(run)
    try:
        return found, {name: setting(name, value) for name, value in run.items()} | criteria
    except SettingError as error:
        message = f"[run] in {file}: {error.message}"
        raise SettingError(message, hint=error.hint) from None


def run_for(run: Mapping[str, object], method: str | None) -> dict[str, object]:
    """Return the `[run]` table without what belongs to the method that it names, where another one is asked for."""
    if method is None or method == run.get("method"):
        return dict(run)
    foreign = ("options",) if searches(method) else ("options", "effort")
    return {name: value for name, value in run.items() if name not in foreign}


def with_roles(base: Schema, table: Table, roles: Mapping[Role, tuple[str, ...]]) -> Schema:
    """Return a schema for exactly the columns of the table, in their order; columns nobody named are plain.

    Raises:
        SchemaError: a column is not in the table, has two roles, or no column is quasi.
    """
    given: dict[str, Role] = {}
    for role, names in roles.items():
        for name in names:
            if given.setdefault(name, role) != role:
                message = f"column {name!r} is given two roles, {given[name]} and {role}"
                raise SchemaError(message)
    base.require(table.columns, table.data)
    Schema(tuple(Column(name, role) for name, role in given.items())).require(table.columns, table.data)
    known = {column.name: column for column in base.columns}
    columns = []
    for name in table.columns:
        column = known.get(name)
        role = given.get(name, column.role if column else "plain")
        columns.append(replace(column, role=role) if column else Column(name, role))
    found = Schema(tuple(columns))
    if not found.of_role("quasi"):
        message = f"no quasi column is given for the table; {what_it_has(table.columns, table.data)}"
        hint = "name the columns that others may know of a person; `shoal profile` proposes some"
        raise SchemaError(message, hint=hint_on("", table.columns, table.data) or hint)
    return found


def trees_in(folder: str | PathLike[str], schema: Schema, table: Table) -> tuple[dict[str, Hierarchy], tuple[str, ...]]:
    """Return the hierarchies of a folder for the quasi and the sensitive columns, and sentences on those left out.

    Raises:
        HierarchyError: the folder or one of its files cannot be read.
    """
    quasi, sensitive = ([column.name for column in schema.of_role(role)] for role in ("quasi", "sensitive"))
    fitting, sentences = that_fit(hierarchies_in(folder, sensitive), table)
    return {**hierarchies_in(folder, quasi), **fitting}, sentences


def that_fit(trees: Mapping[str, Hierarchy], table: Table) -> tuple[dict[str, Hierarchy], tuple[str, ...]]:
    """Return the hierarchies that know all values of their column, and a sentence on each of the others.

    This is for sensitive columns, which do well without: a folder of hierarchies may hold one that is not meant.
    """
    fitting: dict[str, Hierarchy] = {}
    sentences = []
    for name, tree in trees.items():
        try:
            code_sensitive(table.data.get_column(name), tree)
        except HierarchyError as error:
            sentences.append(f"{error.message}, so it is not used")
        else:
            fitting[name] = tree
    return fitting, tuple(sentences)


def with_details(
    schema: Schema,
    *,
    hierarchies: Mapping[str, object] | str | PathLike[str] | None,
    weights: Mapping[str, float] | None,
    kinds: Mapping[str, Kind] | None,
    data: pl.DataFrame | None = None,
) -> Schema:
    """Return the schema with hierarchies, weights and kinds put in; `data` is the table that it is about.

    Raises:
        SchemaError: one of them names a column that is not there.
        HierarchyError: a hierarchy is broken.
    """
    quasi = [column.name for column in schema.of_role("quasi")]
    trees: dict[str, Hierarchy] = {}
    if isinstance(hierarchies, str | PathLike):
        trees.update(hierarchies_in(hierarchies, quasi))
    elif hierarchies is not None:
        trees.update({name: hierarchy_of(name, given) for name, given in hierarchies.items()})
    for names in (trees, weights or {}, kinds or {}):
        Schema(tuple(Column(name) for name in names)).require(schema.names, data)
    changes: dict[str, dict[str, object]] = {name: {"hierarchy": tree} for name, tree in trees.items()}
    for name, weight in (weights or {}).items():
        changes.setdefault(name, {})["weight"] = weight
    for name, kind in (kinds or {}).items():
        changes.setdefault(name, {})["kind"] = kind
    return schema.changed(changes)


def described(
    schema: Schema,
    table: Table,
    *,
    hierarchies: Mapping[str, object] | str | PathLike[str] | None,
    weights: Mapping[str, float] | None,
    kinds: Mapping[str, Kind] | None,
) -> tuple[Schema, tuple[str, ...]]:
    """Return the schema with all that is given and all that is inferred, and sentences on the latter.

    A folder also has hierarchies for sensitive columns; those that do not fit are left out, with a sentence.

    Raises:
        SchemaError: a detail names a column that is not there.
        HierarchyError: a hierarchy is broken.
    """
    remarks: tuple[str, ...] = ()
    if isinstance(hierarchies, str | PathLike):
        hierarchies, remarks = trees_in(hierarchies, schema, table)
    found = with_details(schema, hierarchies=hierarchies, weights=weights, kinds=kinds, data=table.data)
    found, sentences = finished(found, table)
    return found, (*remarks, *sentences)


def finished(schema: Schema, table: Table) -> tuple[Schema, tuple[str, ...]]:
    """Return the schema with every kind filled in, and sentences on what was inferred; warn of telling columns."""
    schema, sentences = complete(schema, table)
    telling = [column.name for column in schema.of_role("plain") if _tells_people_apart(table.data[column.name])]
    for what in called(telling[:MOST_WARNINGS], table.columns, table.data):
        message = (
            f"{what} is released as it is, and most rows have a value of their own in it; "
            "declare it an identifier or a quasi column unless nobody can know it"
        )
        warnings.warn(message, PrivacyWarning, stacklevel=5)
    if len(telling) > MOST_WARNINGS:
        message = (
            f"{len(telling) - MOST_WARNINGS} more columns are released as they are, and most rows have values of their "
            "own in them; `shoal profile` says which"
        )
        warnings.warn(message, PrivacyWarning, stacklevel=5)
    return schema, (*table.notes, *sentences)


def against_of(
    against: Against, population: object, data: pl.DataFrame, quasi: Sequence[str], columns: Sequence[Column] = ()
) -> Against:
    """Return what the risk of a table is measured against, with the population: a frame, the path of a file, or None.

    `columns` say what raw values mean, where the table is known to be a release of such. Where they are not given and
    the table has cells that stand for several values, and the population has none, the kinds of its columns are
    inferred.

    Raises:
        SettingError: both a population and k_map are given.
        SchemaError: the population lacks a quasi column.
    """
    if population is None:
        return against
    if against.k_map is not None:
        message = "a population and k_map are both given; either says how many people share the quasi values of a row"
        raise SettingError(message, hint="leave one of them out")
    people = table_of(population)
    there = set(people.columns)
    for name in [column.name for column in columns] or quasi:
        if name not in there:
            message = f"no column {shown(name)} in the population; {what_it_has(people.columns, people.data)}"
            hint = "the population needs the quasi columns, under the same names"
            raise SchemaError(message, hint=hint_on("", people.columns, people.data) or hint)
    if not columns and is_generalised(data, quasi) and not is_generalised(people.data, quasi):
        columns = [Column(name, "quasi", propose_kind(people, name)) for name in quasi]
    return replace(against, people=people.data, columns=tuple(columns))


def require_rows(table: Table, settings: Settings) -> None:
    """Refuse a table without rows, or with fewer than k that may not all be dropped.

    Raises:
        InputError: there is no row.
        InfeasibleError: there are too few.
    """
    if table.rows == 0:
        message = "the table has no rows"
        raise InputError(message, hint="a header alone cannot be released")
    if table.rows < settings.k and budget(table, settings) < table.rows:
        message = f"the table has {table.rows} rows, so no group can have k = {settings.k}"
        raise InfeasibleError(message, hint=f"choose k of at most {table.rows}")


def budget(table: Table, settings: Settings) -> int:
    """Return how many rows may be dropped."""
    return math.floor(settings.suppress * table.rows)


def _criteria(tables: object, file: str) -> tuple[Criterion, ...]:
    """Return the criteria of a settings file; an error says which of them is meant."""
    found: list[Criterion] = []
    for table in tables if isinstance(tables, list) else ():
        try:
            found.append(criterion_from(table))
        except SettingError as error:
            message = f"criterion {len(found) + 1} in {file}: {error.message}"
            raise SettingError(message, hint=error.hint) from None
    return tuple(found)


def _tells_people_apart(series: pl.Series) -> bool:
    """Return whether most rows have a value of their own, whatever the type: a file has all of them as text."""
    return len(series) > 1 and series.n_unique() > OWN_VALUE_SHARE * len(series)
