"""What the columns of a table are: what a request says of them, what a folder of hierarchies holds, and the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike

from shoal.criteria.sensitive import code_sensitive
from shoal.errors import HierarchyError, PrivacyWarning, ReadingWarning, SchemaError, warn_caller
from shoal.schema.column import Column, Role
from shoal.schema.hierarchy import Hierarchy, has_hierarchy_of, hierarchies_in
from shoal.schema.infer import complete, doubts_in
from shoal.schema.schema import Schema
from shoal.schema.telling import why_telling
from shoal.table.frame import Table
from shoal.table.header import called, hint_on, listed, look_like_cells, shown_as, what_it_has

MOST_WARNINGS = 20
"""Columns that single people out and are warned of one by one; the rest are counted."""

NOT_USED = "so it is not used"
"""How a sentence ends on a hierarchy of a sensitive column that is left out."""

LEFT_OUT = "left out, as nobody gave them a role"
"""How the sentence begins on columns that stay at home."""


def described(
    asked: Schema, table: Table, *, folder: str | PathLike[str] | None = None, others: Role = "omitted"
) -> tuple[Schema, tuple[str, ...]]:
    """Return a schema for all columns of a table, and sentences on what was inferred or left out.

    Columns without a kind get one. A folder has hierarchies for quasi and sensitive columns that have none; of a
    sensitive column, one that does not fit is left out. `others` is the role of columns that nobody named.

    Raises:
        SchemaError: a column is not in the table, or no column is quasi.
        HierarchyError: a hierarchy of a quasi column, or the folder, is broken.
    """
    found = for_table(asked, table, others)
    remarks: tuple[str, ...] = ()
    if folder is not None:
        trees, remarks = trees_in(folder, found, table)
        found = found.changed({name: {"hierarchy": tree} for name, tree in trees.items()})
    for doubt in doubts_in(found, table):
        warn_caller(doubt, ReadingWarning)
    found, sentences = complete(found, table)
    return found, (*remarks, *table.notes, *sentences)


def for_table(asked: Schema, table: Table, others: Role = "omitted") -> Schema:
    """Return a schema for exactly the columns of the table, in their order; `others` is the role of those not named.

    Raises:
        SchemaError: a column is not in the table, or no column is quasi.
    """
    asked.require(table.columns, table.data)
    known = {column.name: column for column in asked.columns}
    found = Schema(tuple(known.get(name) or Column(name, others) for name in table.columns))
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
        if bare:
            _require_use(folder, columns.names, "sensitive")
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
    if quasi or sensitive:
        columns = (*schema.of_role("quasi"), *schema.of_role("sensitive"))
        _require_use(folder, [column.name for column in columns], "quasi or sensitive")
    fitting, sentences = that_fit(perhaps, table)
    return {**known, **fitting}, sentences


def _require_use(folder: str | PathLike[str], names: Sequence[str], roles: str) -> None:
    """Refuse a folder that has a file for none of the columns, also not for those with a hierarchy of their own."""
    if not has_hierarchy_of(folder, names):
        message = f"the folder of hierarchies {folder} has no file for any {roles} column"
        raise HierarchyError(message, hint="name each file after its column: <column>.csv")


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


def left_at_home(schema: Schema, table: Table) -> tuple[str, ...]:
    """Return the columns that stay at home, as nobody gave them a role: by their places where names look like cells."""
    return tuple(shown_as([column.name for column in schema.of_role("omitted")], table.columns, table.data))


def on_left_out(names: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence on columns that stay at home, where there are any.

    >>> on_left_out(["phone", "notes"])
    ('left out, as nobody gave them a role: phone, notes; `--keep` releases columns as they are',)
    """
    return (f"{LEFT_OUT}: {listed(names)}; `--keep` releases columns as they are",) if names else ()


def warn_of_telling(schema: Schema, table: Table) -> None:
    """Warn of columns that are released as they are and look like identifiers, or tell most rows apart."""
    reasons = {column.name: why_telling(table, column.name) for column in schema.of_role("plain")}
    telling = [name for name, why in reasons.items() if why]
    hidden = bool(telling) and look_like_cells(table.columns, table.data)
    for name, what in zip(telling, called(telling[:MOST_WARNINGS], table.columns, table.data), strict=False):
        why = reasons[name].partition(":")[0] if hidden else reasons[name]  # a reason may have a word of the name
        message = (
            f"{what} is released as it is, and {why}; "
            "declare it an identifier or a quasi column unless nobody can know it"
        )
        warn_caller(message, PrivacyWarning)
    if len(telling) > MOST_WARNINGS:
        message = (
            f"{len(telling) - MOST_WARNINGS} more columns are released as they are, and look like identifiers or have "
            "a value of its own in most rows; `shoal profile` says which"
        )
        warn_caller(message, PrivacyWarning)
