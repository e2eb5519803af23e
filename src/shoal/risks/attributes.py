"""What someone who finds the group of a person learns of that person's sensitive values, without finding the row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from shoal.arrays import Sizes
from shoal.criteria.counts import Counts
from shoal.criteria.sensitive import Sensitive
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


@dataclass(frozen=True, slots=True, eq=False)
class AttributeTally:
    """What is counted in the groups of a table, or of a part of it, on one sensitive column.

    Attributes:
        about: the column as the whole table has it.
        rows: rows of the groups, or people.
        guessed: of them, those who have the most frequent value of their group.
        certain: of them, those in groups of one value.
        highest: the greatest share that a value has in a group.
        total: how many values groups hold, in ascending order.
        squares: for each of these, the squares of the counts of all values in groups that hold so many, added up.
    """

    about: Sensitive
    rows: int
    guessed: int
    certain: int
    highest: float
    total: Sizes
    squares: Sizes

    @classmethod
    def of(cls, counts: Counts) -> AttributeTally:
        """Return what is counted; O(cells log cells)."""
        total, place = np.unique(counts.total, return_inverse=True)
        squares = np.zeros(len(total), np.int64)
        np.add.at(squares, place[counts.group], counts.count.astype(np.int64) ** 2)
        return cls(
            counts.about,
            int(counts.sizes.sum()),
            int(counts.highest(counts.count).sum()),
            int(counts.sizes[distinct(counts) == 1].sum()),
            float(highest_share(counts).max(initial=0.0)),
            total,
            squares,
        )

    @classmethod
    def merged(cls, parts: Sequence[AttributeTally]) -> AttributeTally:
        """Return what is counted in all parts; no group is in two of them."""
        total, place = np.unique(np.concatenate([part.total for part in parts]), return_inverse=True)
        squares = np.zeros(len(total), np.int64)
        np.add.at(squares, place, np.concatenate([part.squares for part in parts]))
        rows, guessed, certain = (sum(getattr(part, name) for part in parts) for name in ("rows", "guessed", "certain"))
        return cls(parts[0].about, rows, guessed, certain, max(part.highest for part in parts), total, squares)

    def risk(self) -> AttributeRisk:
        """Return the figures."""
        whole, rows = self.about.shares, max(1, self.rows)
        return AttributeRisk(
            name=self.about.name,
            values=int(np.count_nonzero(self.about.rows)),
            base=float(whole.max(initial=0.0)),
            guess=self.guessed / rows,
            certain=self.certain / rows,
            highest=self.highest,
            mean=float((self.squares / self.total).sum()) / rows,
            mean_base=float(whole @ whole),
        )


def attribute_risk(counts: Counts) -> AttributeRisk:
    """Return the figures on one sensitive column; O(cells log cells)."""
    return AttributeTally.of(counts).risk()
