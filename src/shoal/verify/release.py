"""The last door: a release is checked by its own cells before it is returned or written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from shoal.criteria._base import Criterion, Facts
from shoal.criteria.guarding import is_guardian
from shoal.criteria.sensitive import can_be_told_apart
from shoal.errors import VerificationError
from shoal.schema.hierarchy import Hierarchy
from shoal.verify.facts import read_facts
from shoal.verify.verdict import Verdict, verdict_on


def verify_release(
    data: pl.DataFrame,
    *,
    columns: Sequence[str],
    quasi: Sequence[str],
    criteria: Sequence[Criterion],
    sensitive: Mapping[str, Hierarchy | None] | None = None,
) -> Verdict:
    """Return the verdict on a released table that holds exactly `columns` and meets every criterion.

    Groups are compared with the released table itself. `sensitive` names the sensitive columns, each with its hierarchy
    if it has one. The verdict has the levels of all of them, but for lists and the like that no criterion guards.

    Raises:
        VerificationError: the table holds other columns, or some group does not meet a criterion.
    """
    require_columns(data, columns)
    known = sensitive or {}
    guarded = {str(c.column): known.get(str(c.column)) for c in criteria if is_guardian(c)}
    told = {name: tree for name, tree in known.items() if can_be_told_apart(data.get_column(name))}
    return verify_groups(read_facts(data, quasi, told | guarded), quasi, criteria)


def require_columns(data: pl.DataFrame, columns: Sequence[str]) -> None:
    """Refuse a released table that does not hold exactly these columns in this order.

    Raises:
        VerificationError: it does not.
    """
    if list(data.columns) != list(columns):
        message = f"the release has {data.width} columns where {len(columns)} were promised, or in another order"
        raise VerificationError(message, hint="this is a fault of shoal; nothing was released")


def verify_groups(facts: Facts, quasi: Sequence[str], criteria: Sequence[Criterion]) -> Verdict:
    """Return the verdict on groups that all meet every criterion.

    Raises:
        VerificationError: some group does not.
    """
    for criterion in criteria:
        failing = int((~criterion.holds(facts)).sum())
        if failing:
            message = f"{failing} of {len(facts.sizes)} groups break the promise that {criterion.sentence}"
            raise VerificationError(message, hint="this is a fault of the method; nothing was released")
    return verdict_on(facts, quasi)


def verify_two_tables(
    exact: pl.DataFrame, meeting: pl.DataFrame, *, sensitive: Sequence[str], quasi: Sequence[str], k: int
) -> Verdict:
    """Return the verdict on a quasi table and a sensitive table that meet in their column `group` only.

    Every group has k rows in both tables, and no sensitive value fills more than a share 1/k of one, so that nobody is
    tied to a value with more than this certainty. The quasi columns themselves are exact: k-anonymity is not claimed,
    and the verdict has no levels.

    Raises:
        VerificationError: one of this does not hold, or the quasi table holds a sensitive column.
    """
    rows = exact.group_by("group").len("rows")
    counted = [
        meeting.filter(pl.col(name).is_not_null() | (pl.sum_horizontal(pl.col(*sensitive).is_not_null()) == 0))
        .group_by("group")
        .agg(pl.col("count").sum().alias("rows_counted"), pl.col("count").max().alias("most"))
        for name in sensitive
    ]
    sound = not set(sensitive) & {*exact.columns}
    for counts in counted:
        joined = rows.join(counts, on="group", how="full")
        whole = (
            (joined["rows"] == joined["rows_counted"]) & (joined["rows"] >= k) & (joined["most"] * k <= joined["rows"])
        )
        sound = sound and bool(whole.fill_null(value=False).all())
    if not sound:
        message = f"the two tables do not keep every sensitive value below a share 1/{k} of its group"
        raise VerificationError(message, hint="this is a fault of the method; nothing was released")
    return verdict_on(Facts(rows["rows"].cast(pl.Int64).to_numpy()), quasi)
