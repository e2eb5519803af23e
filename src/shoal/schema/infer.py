"""Propose what columns mean: kinds from their values, roles from their names and values.

Nothing here decides silently: kinds that were filled in come with a sentence, roles with a reason. Sentences hold
names and counts, never a cell value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from shoal.figure import counted
from shoal.schema.column import Column, Kind, Role
from shoal.schema.hierarchy import Order, Recoding
from shoal.schema.kind import HEAD, NUMBER, infer_kind
from shoal.schema.names import role_by_name
from shoal.schema.safe_harbor import Identifier, identifiers_in, is_key
from shoal.schema.schema import Schema
from shoal.schema.written import Look, look_at
from shoal.table.frame import Table
from shoal.table.number_form import marks_of

__all__ = [
    "HEAD",
    "NUMBER",
    "as_seen",
    "complete",
    "direct_in",
    "doubts_in",
    "infer_kind",
    "propose_kind",
    "propose_role",
]

DIRECT = "ADEFGHIJKLMNOPQR"
"""The letters of the identifiers that stand for one person, or are found in texts about one."""


def propose_kind(table: Table, name: str) -> Kind:
    """Return the kind that a column of a table looks like."""
    return look_at(table, name).kind


def as_seen(column: Column, table: Table) -> Column:
    """Return a column with the kind, and the form, that its cells in a table look like, where none is given."""
    if column.kind is not None:
        return column
    look = look_at(table, column.name)
    return replace(column, kind=look.kind, form=column.form or look.form)


def propose_role(table: Table, name: str, kind: Kind, found: tuple[Identifier, ...] | None = None) -> tuple[Role, str]:
    """Return the role that a column of a kind seems to have, and why, for a person to decide.

    `found` are the identifiers that it may hold, where they are known already.
    """
    series = table.data.get_column(name)
    named = role_by_name(name)
    if named is not None and named[0] != "identifier":
        held = [one for one in (identifiers_in(table, name, kind) if found is None else found) if one.by == "text"]
        named = ("identifier", inside) if (inside := direct_in(held)) else named
    if named is not None:
        return named
    if kind == "date":
        return "quasi", "dates of events are often known to others"
    distinct = series.n_unique() - (series.null_count() > 0)
    if distinct <= 1:
        return "plain", "it has the same value in all rows" if distinct else "it has no values"
    if is_key(table, series, kind, distinct):
        return "identifier", f"{distinct:,} distinct values in {counted(table.rows, 'row')}, as in a key"
    direct = direct_in(identifiers_in(table, name, kind) if found is None else found)
    if direct:
        return "identifier", direct
    return "plain", "neither its name nor its values speak for a role; make it quasi if others can know it"


def direct_in(found: Sequence[Identifier]) -> str:
    """Return which of the identifiers that a column may hold stand for one person, as a clause; empty where none do."""
    direct = [one for one in found if one.letter in DIRECT]
    if not direct:
        return ""
    where = "its texts hold" if all(one.by == "text" for one in direct) else "its values look like"
    return f"{where} {' and '.join(one.what for one in direct)}"


def complete(schema: Schema, table: Table) -> tuple[Schema, tuple[str, ...]]:
    """Return the schema with the kinds of all quasi columns, and a sentence on each kind that was not given.

    Sensitive columns of a text file get one where their text stands for numbers or dates, which have an order.

    Raises:
        SchemaError: a column is not in the table.
    """
    schema.require(table.columns)
    found: dict[str, tuple[Look, str]] = {}
    for column in schema.of_role("sensitive") if table.textual else ():
        look, ground = _look_of(column, table) if column.kind is None else (Look("categorical"), "")
        if look.kind != "categorical":
            found[column.name] = look, ground
    for column in schema.of_role("quasi"):
        if column.kind is None:
            found[column.name] = _look_of(column, table)
        elif not column.form and table.textual:
            found |= _form_of(column, table)
    sentences = (f"{name}: {look.kind}, {ground}" for name, (look, ground) in found.items())
    kinds = {name: {"kind": look.kind} for name, (look, _) in found.items()}
    forms = {name: {"form": look.form} for name, (look, _) in found.items() if look.form}
    return schema.changed(kinds).changed(forms), tuple(sentences)


def doubts_in(schema: Schema, table: Table) -> tuple[str, ...]:
    """Return a sentence on each quasi or sensitive column of a text file that can be read in more than one way.

    Columns whose kind or form is given are not in doubt.
    """
    found = [*table.doubts]
    for column in (*schema.of_role("quasi"), *schema.of_role("sensitive")) if table.textual else ():
        if column.kind is None and not column.form and not isinstance(column.hierarchy, Recoding | Order):
            look = look_at(table, column.name)
            if look.doubt:
                found.append(f"{column.name}: {look.doubt}: add {look.option}")
    return tuple(found)


def _form_of(column: Column, table: Table) -> dict[str, tuple[Look, str]]:
    """Return how the numbers or dates of a column whose kind is given are written, where that is not the plain way."""
    look = look_at(table, column.name)
    return {column.name: (look, f"written {look.form}")} if look.form and look.kind == column.kind else {}


def _look_of(column: Column, table: Table) -> tuple[Look, str]:
    """Return what a column looks like, and what that was taken from."""
    if isinstance(column.hierarchy, Order):
        return Look("categorical"), "from the order given for it"
    if isinstance(column.hierarchy, Recoding):
        return Look("categorical"), "from the rule given for it"
    series = table.data.get_column(column.name)
    if column.form and series.dtype == pl.String:
        return Look("date" if marks_of(column.form) is None else "numeric"), "from the form given for it"
    if not table.textual:
        return look_at(table, column.name), f"from its type {series.dtype.base_type().__name__}"
    look = look_at(table, column.name)
    return look, f"from its values, written {look.form}" if look.form else "from its values"
