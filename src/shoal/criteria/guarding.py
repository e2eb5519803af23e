"""From criteria and sensitive columns to what can be tested: facts for the criteria, arrays for the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeGuard

import numpy as np

from shoal.arrays import Flags, Ints, Labels, Rows
from shoal.criteria.base import Criterion, Facts, Guardian, Model
from shoal.criteria.counts import count_groups
from shoal.criteria.sensitive import SensitiveColumn
from shoal.errors import SchemaError

if TYPE_CHECKING:
    from shoal.kernels.shared.guard import Guard


def is_guardian(criterion: Criterion) -> TypeGuard[Guardian]:
    """Return whether a criterion guards a sensitive column by a rule that kernels can test."""
    return needs_column(criterion) and criterion.column is not None


def needs_column(criterion: Criterion) -> bool:
    """Return whether a criterion guards a sensitive column, be it named or not yet."""
    return hasattr(criterion, "rule")


def spread_over(criteria: Iterable[Criterion], names: Sequence[str]) -> tuple[Criterion, ...]:
    """Return the criteria, those that name no column once for each sensitive column.

    Raises:
        SchemaError: a criterion names a column that is not sensitive, or needs one and there is none.
    """
    found: list[Criterion] = []
    for criterion in criteria:
        if not needs_column(criterion):
            found.append(criterion)
            continue
        if criterion.column is not None and criterion.column not in names:
            message = f"{type(criterion).__name__} guards {criterion.column!r}, which is no sensitive column"
            raise SchemaError(message, hint=f"sensitive columns are: {', '.join(names) or 'none'}")
        if not names:
            message = f"{type(criterion).__name__} guards sensitive values, and no column is sensitive"
            raise SchemaError(message, hint="name one with sensitive, or --sensitive")
        columns = names if criterion.column is None else (criterion.column,)
        found += [replace(criterion, column=name) for name in columns]  # type: ignore[type-var]  # they are dataclasses
    return tuple(found)


def require_possible(criteria: Iterable[Criterion], columns: Iterable[SensitiveColumn]) -> None:
    """Refuse a criterion that not even the whole table as one group fulfils.

    Raises:
        InfeasibleError: it is one; the message says what would be possible.
    """
    by_name = {column.about.name: column.about for column in columns}
    for criterion in criteria:
        if is_guardian(criterion):
            criterion.require_possible(by_name[str(criterion.column)])


def least_rows(criteria: Iterable[Criterion]) -> int:
    """Return how many rows every group must have at the least, for whatever reason."""
    return max((criterion.least_rows for criterion in criteria if isinstance(criterion, Model)), default=1)


def is_met_by(criterion: Criterion | None, rows: int) -> bool:
    """Return whether every group of so many rows is known to meet a criterion, whatever these rows hold."""
    return isinstance(criterion, Model) and criterion.is_met_by(rows)


def need_watching(criteria: Iterable[Criterion], rows: int) -> bool:
    """Return whether groups of so many rows may break a criterion that kernels do not know."""
    return any(not is_guardian(criterion) and not is_met_by(criterion, rows) for criterion in criteria)


def facts_of(labels: Labels, groups: int, columns: Iterable[SensitiveColumn]) -> Facts:
    """Return what criteria may know of groups 0..groups-1, none empty; rows with a negative label are left out."""
    from shoal.kernels.shared.groups import group_sizes

    sizes = np.zeros(groups, np.int64)
    group_sizes(labels, sizes)
    return Facts(sizes, {column.about.name: count_groups(labels, groups, column) for column in columns})


def all_hold(criteria: Iterable[Criterion], facts: Facts) -> Flags:
    """Return which groups meet every criterion."""
    holds: Flags = np.ones(len(facts.sizes), np.bool_)
    for criterion in criteria:
        holds &= criterion.holds(facts)
    return holds


def of_rows(columns: Iterable[SensitiveColumn], rows: Rows) -> tuple[SensitiveColumn, ...]:
    """Return the columns of some rows; what groups are compared with stays as it is."""
    return tuple(column.of(rows) for column in columns)


def compared_with(columns: Iterable[SensitiveColumn], rows: Rows) -> tuple[SensitiveColumn, ...]:
    """Return the columns with some rows as what groups are compared with: the rows that are to be released.

    Values that only other rows have do not exist then, just as for anyone who checks the release. No group may hold a
    row that is not among them.
    """
    return tuple(column.among(rows) for column in columns)


def guard_of(criteria: Iterable[Criterion], columns: Iterable[SensitiveColumn], rows: int) -> Guard:
    """Return the criteria as the kernels test them: one column of codes for each order of values that is needed."""
    from shoal.kernels.shared.guard import make_guard

    by_name = {column.about.name: column for column in columns}
    guardians = [criterion for criterion in criteria if is_guardian(criterion)]
    rules = [criterion.rule(by_name[str(criterion.column)].about) for criterion in guardians]
    wanted = [(str(criterion.column), rule.leaves) for criterion, rule in zip(guardians, rules, strict=True)]
    distinct = sorted(dict.fromkeys(wanted), key=lambda one: by_name[one[0]].who is not None)  # people come first
    codes = np.empty((rows, len(distinct)), np.int32)
    values, of_pairs = [], []
    for at, (name, by_leaf) in enumerate(distinct):
        about, places, who = by_name[name]
        here = about.placed[1][places] if by_leaf else places
        of_pair = None
        if who is not None:
            here, of_pair = _pairs(here, who)
        codes[:, at] = here
        values.append(about.placed[0].leaves if by_leaf else len(about.rows))
        of_pairs.append(of_pair)
    counting = any(isinstance(criterion, Model) and criterion.counts_people for criterion in guardians)
    columns_of = [distinct.index(pair) for pair in wanted]
    made: Guard = make_guard(codes, rules, columns_of, values, of_pairs if counting else ())
    return made


def _pairs(values: Ints, who: Ints) -> tuple[Ints, Ints]:
    """Return a number for the value and the person of each row, ascending by value, and the value of each number."""
    people = int(who.max(initial=0)) + 1
    pairs, number = np.unique(values.astype(np.int64) * people + who, return_inverse=True)
    return number.astype(np.int32), (pairs // people).astype(np.int32)
