"""What someone who finds the group of a person learns of that person's sensitive values, without finding the row."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from shoal.criteria.counts import Counts
from shoal.criteria.variety import distinct, highest_share


@dataclass(frozen=True, slots=True)
class AttributeRisk:
    """How well the groups tell the values of one sensitive column. Missing is a value like any other.

    Attributes:
        name: the column.
        values: how many values it has.
        base: share of its most frequent value: how often a guess is right that knows the column, and no group.
        guess: how often the guess is right that takes the most frequent value of the person's group.
        certain: share of the rows in groups that have one value only, so that it is certain.
        highest: the greatest share that a value has in a group.
        mean: the share of a row's own value in its group, on average over the rows.
        mean_base: the share of a row's own value in the whole table, on average over the rows.
    """

    name: str
    values: int
    base: float
    guess: float
    certain: float
    highest: float
    mean: float
    mean_base: float

    def to_dict(self) -> dict[str, object]:
        """Return the figures as plain values."""
        return asdict(self)


def attribute_risk(counts: Counts) -> AttributeRisk:
    """Return the figures on one sensitive column; O(cells)."""
    shares, whole = counts.shares, counts.about.shares
    rows = max(1, int(counts.sizes.sum()))
    most = highest_share(counts)
    return AttributeRisk(
        name=counts.about.name,
        values=int(np.count_nonzero(counts.about.rows)),
        base=float(whole.max(initial=0.0)),
        guess=int(counts.highest(counts.count).sum()) / rows,
        certain=int(counts.sizes[distinct(counts) == 1].sum()) / rows,
        highest=float(most.max(initial=0.0)),
        mean=float(counts.count @ shares) / rows,
        mean_base=float(whole @ whole),
    )
