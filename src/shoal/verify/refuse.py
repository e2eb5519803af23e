"""Refuse a release, the last door: it is checked by its own cells before it is returned or written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from shoal.criteria.base import Criterion, Facts
from shoal.criteria.guarding import is_guardian
from shoal.errors import VerificationError
from shoal.figure import counted
from shoal.schema.hierarchy import Hierarchy
from shoal.table.text import is_comparable
from shoal.verify.facts import read_facts
from shoal.verify.verdict import Verdict, verdict_on


def verify_release(
    data: pl.DataFrame,
    *,
    columns: Sequence[str],
    quasi: Sequence[str],
    criteria: Sequence[Criterion],
    sensitive: Mapping[str, Hierarchy | None] | None = None,
    person: pl.Series | None = None,
) -> Verdict:
    """Return the verdict on a released table that holds exactly `columns` and meets every criterion.

    Groups are compared with the released table itself. `sensitive` names the sensitive columns, each with its hierarchy
    if it has one. The verdict has the levels of all of them, but for lists and the like that no criterion guards.
    `person` says whose row each released row is, where people are counted.

    Raises:
        VerificationError: the table holds other columns, or some group does not meet a criterion.
        SchemaError: no quasi column is given.
    """
    require_columns(data, columns)
    require_held(data, quasi)
    known = sensitive or {}
    named = None if person is None else str(person.name)
    guarded = {str(c.column): known.get(str(c.column)) for c in criteria if is_guardian(c) and c.column != named}
    comparable = {name: tree for name, tree in known.items() if is_comparable(data.get_column(name))}
    return verify_groups(read_facts(data, quasi, comparable | guarded, person), quasi, criteria)


def require_columns(data: pl.DataFrame, columns: Sequence[str]) -> None:
    """Refuse a released table that does not hold exactly these columns in this order.

    Raises:
        VerificationError: it does not.
    """
    if list(data.columns) != list(columns):
        message = (
            f"the release has {counted(data.width, 'column')} where {len(columns)} were promised, or in another order"
        )
        raise VerificationError(message, hint="this is a fault of shoal; nothing was released")


def require_held(data: pl.DataFrame, names: Sequence[str]) -> None:
    """Refuse a released table that lacks a column which is to be looked at.

    Raises:
        VerificationError: it does.
    """
    held = set(data.columns)
    lost = [name for name in names if name not in held]
    if lost:
        message = f"the release lacks the column {lost[0]!r}, which is to be looked at"
        raise VerificationError(message, hint="this is a fault of shoal; nothing was released")


def verify_groups(facts: Facts, quasi: Sequence[str], criteria: Sequence[Criterion]) -> Verdict:
    """Return the verdict on groups that all meet every criterion.

    Raises:
        VerificationError: some group does not.
    """
    verdict = verdict_on(facts, quasi, criteria if len(facts.sizes) else ())
    for criterion, failing in verdict.broken:
        message = f"{failing} of {counted(len(facts.sizes), 'group')} break the promise that {criterion.sentence}"
        raise VerificationError(message, hint="this is a fault of the method; nothing was released")
    return verdict
