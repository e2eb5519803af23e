"""What two tables guarantee that meet in a group number only: counted in both of them."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from shoal.criteria.base import Facts
from shoal.errors import SchemaError, VerificationError
from shoal.verify.refuse import require_held
from shoal.verify.verdict import Verdict, verdict_on


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
    require_held(exact, [*quasi, "group"])
    require_held(meeting, ["group", *sensitive, "count"])
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
