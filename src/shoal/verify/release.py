"""The last door: a release is checked by its own cells before it is returned or written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from shoal.criteria.base import Criterion, Facts
from shoal.criteria.guarding import is_guardian
from shoal.errors import SchemaError, VerificationError
from shoal.schema.hierarchy import Hierarchy
from shoal.table.text import can_be_told_apart
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
    _require_held(data, quasi)
    known = sensitive or {}
    named = None if person is None else str(person.name)
    guarded = {str(c.column): known.get(str(c.column)) for c in criteria if is_guardian(c) and c.column != named}
    told = {name: tree for name, tree in known.items() if can_be_told_apart(data.get_column(name))}
    return verify_groups(read_facts(data, quasi, told | guarded, person), quasi, criteria)


def require_columns(data: pl.DataFrame, columns: Sequence[str]) -> None:
    """Refuse a released table that does not hold exactly these columns in this order.

    Raises:
        VerificationError: it does not.
    """
    if list(data.columns) != list(columns):
        message = f"the release has {data.width} columns where {len(columns)} were promised, or in another order"
        raise VerificationError(message, hint="this is a fault of shoal; nothing was released")


def _require_held(data: pl.DataFrame, names: Sequence[str]) -> None:
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
        message = f"{failing} of {len(facts.sizes)} groups break the promise that {criterion.sentence}"
        raise VerificationError(message, hint="this is a fault of the method; nothing was released")
    return verdict


def verify_two_tables(
    exact: pl.DataFrame, meeting: pl.DataFrame, *, sensitive: Sequence[str], quasi: Sequence[str], k: int
) -> Verdict:
    """Return the verdict on a quasi table and a sensitive table that meet in their column `group` only.

    Every group has k rows in both tables, and no sensitive value fills more than a share 1/k of one, so that nobody is
    tied to a value with more than this certainty. The quasi columns themselves are exact: k-anonymity is not claimed,
    and the verdict has no levels.

    Raises:
        VerificationError: one of this does not hold, or the quasi table holds a sensitive column.
        SchemaError: no sensitive column is given, or no quasi column.
    """
    if not sensitive:
        message = "no sensitive column is given, and two tables guard nothing else"
        raise SchemaError(message, hint="name the sensitive column")
    _require_held(exact, [*quasi, "group"])
    _require_held(meeting, ["group", *sensitive, "count"])
    rows = exact.group_by(pl.col("group").cast(pl.String)).len("rows")
    apart = not set(sensitive) & {*exact.columns}
    if not apart or not all(_is_spread(rows, _counted(meeting, name, sensitive), k) for name in sensitive):
        message = f"the two tables do not keep every sensitive value below a share 1/{k} of its group"
        raise VerificationError(message, hint="this is a fault of the method; nothing was released")
    return verdict_on(Facts(rows["rows"].cast(pl.Int64).to_numpy()), quasi)


def _counted(meeting: pl.DataFrame, name: str, sensitive: Sequence[str]) -> pl.DataFrame:
    """Return how often each value of a sensitive column is in each group, and the least and greatest entry for it."""
    of_column = pl.col(name).is_not_null() | (pl.sum_horizontal(pl.col(*sensitive).is_not_null()) == 0)
    entries = pl.col("count").cast(pl.Int64, strict=False).fill_null(0)
    return (
        meeting.filter(of_column)
        .group_by(pl.col("group").cast(pl.String), name)
        .agg(entries.sum().alias("times"), entries.min().alias("least"), entries.max().alias("greatest"))
    )


def _is_spread(rows: pl.DataFrame, counted: pl.DataFrame, k: int) -> bool:
    """Return whether every group has k rows, all of them counted, and no value in more than a share 1/k of them."""
    counts = counted.group_by("group").agg(
        pl.col("times").sum().alias("counted"), pl.col("times").max().alias("most"), pl.col("least").min(),
        pl.col("greatest").max(),
    )  # fmt: skip
    joined = rows.join(counts, on="group", how="full")
    # Entries below 1 or above the rows are refused, so that sums can neither cancel nor run over.
    sound = (joined["least"] >= 1) & (joined["greatest"] <= joined["rows"]) & (joined["counted"] == joined["rows"])
    whole = sound & (joined["rows"] >= k) & (joined["most"] * k <= joined["rows"])
    return bool(whole.fill_null(value=False).all())
