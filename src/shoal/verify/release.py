"""The last door: a release is checked by its own cells before it is returned or written."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from shoal.criteria._base import Criterion, Facts
from shoal.errors import VerificationError
from shoal.verify.verdict import Verdict, sizes_of, verdict_on


def verify_release(
    data: pl.DataFrame, *, columns: Sequence[str], quasi: Sequence[str], criteria: Sequence[Criterion]
) -> Verdict:
    """Return the verdict on a released table that holds exactly `columns` and meets every criterion.

    Raises:
        VerificationError: the table holds other columns, or some group does not meet a criterion.
    """
    if list(data.columns) != list(columns):
        message = f"the release has {data.width} columns where {len(columns)} were promised, or in another order"
        raise VerificationError(message, hint="this is a fault of shoal; nothing was released")
    facts = Facts(sizes_of(data, quasi))
    for criterion in criteria:
        failing = int((~criterion.holds(facts)).sum())
        if failing:
            message = f"{failing} of {len(facts.sizes)} groups break the promise that {criterion.sentence}"
            raise VerificationError(message, hint="this is a fault of the method; nothing was released")
    return verdict_on(facts.sizes, quasi)
