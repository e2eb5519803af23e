"""Propose what columns mean: kinds from their values, roles from their names and values.

Nothing here decides silently: kinds that were filled in come with a sentence, roles with a reason. Sentences hold
names and counts, never a cell value.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import date

import polars as pl

from shoal.figure import counted
from shoal.schema.column import Column, Kind, Role
from shoal.schema.hierarchy import Order, Recoding
from shoal.schema.names import role_by_name
from shoal.schema.safe_harbor import Identifier, identifiers_in, is_key
from shoal.schema.schema import Schema
from shoal.table.frame import Table

NUMBER = r"^-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$"
DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
MOMENT = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?"
MOMENT += r"(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])?$"
_NUMBER, _DAY, _MOMENT = map(re.compile, (NUMBER, DAY, MOMENT))

HEAD = 256
"""Cells that are looked at first, one by one, which is faster than a query for so few: most columns of text show there
that they are no numbers and no dates."""

SURELY_WHOLE = 38
"""An integer of this many characters, or fewer, fits in 128 bits."""

SURELY_FINITE = 300
"""A number of this many characters, or fewer, and without exponent is finite."""

DIRECT = "ADEFGHIJKLMNOPQR"
"""The letters of the identifiers that stand for one person, or are found in texts about one."""


def infer_kind(series: pl.Series, *, textual: bool) -> Kind:
    """Return the kind of a column, by its type; by its values where `textual` says that any text could be anything.

    A textual column is numeric when every value is a finite number as programs write it: no leading zeros, so that
    codes such as 007 stay text, no plus sign, no blanks. It is a date when all values are dates in ISO form, or all
    are dates with times. Missing cells do not count; a column without values is categorical.
    """
    if series.dtype.is_numeric():
        return "numeric"
    if series.dtype == pl.Date or isinstance(series.dtype, pl.Datetime):
        return "date"
    if not textual or series.dtype != pl.String or series.null_count() == len(series):
        return "categorical"
    is_short = len(series) <= HEAD
    head = [cell for cell in series.head(HEAD).to_list() if cell is not None]
    if _are_all_numbers(head) and (is_short or _are_numbers(series)):
        return "numeric"
    if _are_all_dates(head) and (is_short or _are_dates(series)):
        return "date"
    return "categorical"


def propose_kind(table: Table, name: str) -> Kind:
    """Return the kind that a column of a table looks like."""
    return infer_kind(table.data.get_column(name), textual=table.textual)


def propose_role(table: Table, name: str, kind: Kind, found: tuple[Identifier, ...] | None = None) -> tuple[Role, str]:
    """Return the role that a column of a kind seems to have, and why, for a person to decide.

    `found` are the identifiers that it may hold, where they are known already.
    """
    series = table.data.get_column(name)
    named = role_by_name(name)
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
    found: dict[str, tuple[Kind, str]] = {}
    for column in schema.of_role("sensitive") if table.textual else ():
        kind, ground = _kind_of(column, table) if column.kind is None else ("categorical", "")
        if kind != "categorical":
            found[column.name] = kind, ground
    for column in schema.of_role("quasi"):
        if column.kind is None:
            found[column.name] = _kind_of(column, table)
    sentences = (f"{name}: {kind}, {ground}" for name, (kind, ground) in found.items())
    return schema.changed({name: {"kind": kind} for name, (kind, _) in found.items()}), tuple(sentences)


def _kind_of(column: Column, table: Table) -> tuple[Kind, str]:
    """Return the kind of a column, and what it was taken from."""
    if isinstance(column.hierarchy, Order):
        return "categorical", "from the order given for it"
    if isinstance(column.hierarchy, Recoding):
        return "categorical", "from the rule given for it"
    series = table.data.get_column(column.name)
    if column.form and series.dtype == pl.String:
        return "date", "from the form given for it"
    ground = "from its values" if table.textual else f"from its type {series.dtype.base_type().__name__}"
    return infer_kind(series, textual=table.textual), ground


def _are_all_numbers(cells: Sequence[str]) -> bool:
    """Return what `_are_numbers` does, for a few cells, none of them missing."""
    if not all(map(_NUMBER.fullmatch, cells)):
        return False
    if any(sign in cell for cell in cells for sign in ".eE"):
        return all(math.isfinite(float(cell)) for cell in cells)
    return all(len(cell) <= SURELY_WHOLE or (len(cell) <= SURELY_FINITE and _is_wide(int(cell))) for cell in cells)


def _is_wide(number: int) -> bool:
    """Return whether an integer fits in 128 bits."""
    return -(2**127) <= number < 2**127


def _are_all_dates(cells: Sequence[str]) -> bool:
    """Return what `_are_dates` does, for a few cells, none of them missing."""
    if not (all(map(_DAY.fullmatch, cells)) or all(map(_MOMENT.fullmatch, cells))):
        return False
    try:
        return all(date.fromisoformat(cell[:10]) for cell in cells)
    except ValueError:
        return False


def _are_numbers(series: pl.Series) -> bool:
    """Return whether all values are finite numbers, whole ones of at most 128 bits."""
    if not series.str.contains(NUMBER).all():
        return False
    longest = series.str.len_bytes().max()
    if not isinstance(longest, int):
        return True
    fractions = series.str.contains_any([".", "e", "E"]).any()
    if not fractions:
        return longest <= SURELY_WHOLE or series.cast(pl.Int128, strict=False).null_count() == series.null_count()
    if longest <= SURELY_FINITE and not series.str.contains_any(["e", "E"]).any():
        return True
    return bool(series.cast(pl.Float64, strict=False).is_finite().all())


def _are_dates(series: pl.Series) -> bool:
    """Return whether all values are dates, or all are dates with times, that the calendar knows."""
    if not (series.str.contains(DAY).all() or series.str.contains(MOMENT).all()):
        return False
    days = series.str.head(10).str.to_date("%Y-%m-%d", strict=False)
    return days.null_count() == series.null_count() and bool((days.dt.year() > 0).all())
