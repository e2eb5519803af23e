"""What the columns of a table are: what a request says of them, what a folder of hierarchies holds, and the rest."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from os import PathLike

import polars as pl

from shoal.criteria.sensitive import code_sensitive
from shoal.errors import HierarchyError, PrivacyWarning, SchemaError
from shoal.schema.column import Column
from shoal.schema.hierarchy import Hierarchy, hierarchies_in
from shoal.schema.infer import complete
from shoal.schema.schema import Schema
from shoal.table.frame import Table
from shoal.table.header import called, hint_on, what_it_has

OWN_VALUE_SHARE = 0.5
MOST_WARNINGS = 20
"""Columns that single people out and are warned of one by one; the rest are counted."""

CALLER = 7
"""How many calls up the line of the caller stands, from where `anonymize` warns of a column."""

NOT_USED = "so it is not used"
"""How a sentence ends on a hierarchy of a sensitive column that is left out."""


def described(
    asked: Schema, table: Table, *, folder: str | PathLike[str] | None = None, warn: bool = False
) -> tuple[Schema, tuple[str, ...]]:
    """Return a schema for all columns of a table, and sentences on what was inferred or left out.

    Columns without a kind get one. A folder has hierarchies for quasi and sensitive columns that have none; of a
    sensitive column, one that does not fit is left out. With `warn`, columns that are released as they are and single
    people out are warned of.

    Raises:
        SchemaError: a column is not in the table, or no column is quasi.
        HierarchyError: a hierarchy of a quasi column, or the folder, is broken.
    """
    found = for_table(asked, table)
    remarks: tuple[str, ...] = ()
    if folder is not None:
        trees, remarks = trees_in(folder, found, table)
        found = found.changed({name: {"hierarchy": tree} for name, tree in trees.items()})
    found, sentences = complete(found, table)
    if warn:
        _warn_of_telling(found, table)
    return found, (*remarks, *table.notes, *sentences)


def for_table(asked: Schema, table: Table) -> Schema:
    """Return a schema for exactly the columns of the table, in their order; columns that nobody named are plain.

    Raises:
        SchemaError: a column is not in the table, or no column is quasi.
    """
    asked.require(table.columns, table.data)
    known = {column.name: column for column in asked.columns}
    found = Schema(tuple(known.get(name) or Column(name) for name in table.columns))
    if not found.of_role("quasi"):
        message = f"no quasi column is given for the table; {what_it_has(table.columns, table.data)}"
        hint = "name the columns that others may know of a person; `shoal profile` proposes some"
        raise SchemaError(message, hint=hint_on("", table.columns, table.data) or hint)
    return found


def sensitive_of(asked: Schema, table: Table, folder: str | PathLike[str] | None = None) -> tuple[Column, ...]:
    """Return the sensitive columns of a table that is judged, with their kinds and hierarchies.

    Raises:
        SchemaError: a column is not in the table, or no column is quasi.
        HierarchyError: the folder has a hierarchy for none of them, or one that is broken.
    """
    for_table(asked, table)
    columns = Schema(asked.of_role("sensitive"))
    if folder is not None:
        bare = [column.name for column in columns.columns if column.hierarchy is None]
        trees = hierarchies_in(folder, bare)
        if bare and not trees:
            message = f"the folder of hierarchies {folder} has no file for any sensitive column"
            raise HierarchyError(message, hint="name each file after its column: <column>.csv")
        columns = columns.changed({name: {"hierarchy": tree} for name, tree in trees.items()})
    return complete(columns, table)[0].columns


def trees_in(folder: str | PathLike[str], schema: Schema, table: Table) -> tuple[dict[str, Hierarchy], tuple[str, ...]]:
    """Return the hierarchies of a folder for quasi and sensitive columns without one, and sentences on those left out.

    Raises:
        HierarchyError: the folder or one of its files cannot be read, or it holds none.
    """
    quasi, sensitive = (
        [column.name for column in schema.of_role(role) if column.hierarchy is None] for role in ("quasi", "sensitive")
    )
    known, perhaps = hierarchies_in(folder, quasi), hierarchies_in(folder, sensitive)
    if (quasi or sensitive) and not known and not perhaps:
        message = f"the folder of hierarchies {folder} has no file for any quasi or sensitive column"
        raise HierarchyError(message, hint="name each file after its column: <column>.csv")
    fitting, sentences = that_fit(perhaps, table)
    return {**known, **fitting}, sentences


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
            sentences.append(f"{error.message}, {NOT_USED}")
        else:
            fitting[name] = tree
    return fitting, tuple(sentences)


def _warn_of_telling(schema: Schema, table: Table) -> None:
    """Warn of columns that are released as they are, and in which most rows have a value of their own."""
    telling = [column.name for column in schema.of_role("plain") if _tells_people_apart(table.data[column.name])]
    for what in called(telling[:MOST_WARNINGS], table.columns, table.data):
        message = (
            f"{what} is released as it is, and most rows have a value of their own in it; "
            "declare it an identifier or a quasi column unless nobody can know it"
        )
        warnings.warn(message, PrivacyWarning, stacklevel=CALLER)
    if len(telling) > MOST_WARNINGS:
        message = (
            f"{len(telling) - MOST_WARNINGS} more columns are released as they are, and most rows have values of their "
            "own in them; `shoal profile` says which"
        )
        warnings.warn(message, PrivacyWarning, stacklevel=CALLER)


def _tells_people_apart(series: pl.Series) -> bool:
    """Return whether most rows have a value of their own, whatever the type: a file has all of them as text."""
    return len(series) > 1 and series.n_unique() > OWN_VALUE_SHARE * len(series)
