"""In how many groups the value of a sensitive column is certain, or nearly so, and for how many that is."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np

from shoal.arrays import Flags
from shoal.criteria.base import NEAR, Facts
from shoal.criteria.counts import Counts
from shoal.criteria.variety import highest_share
from shoal.figure import ONE, counted

LIKELY = 0.9
"""A value that more than this share of a group has is all but certain."""


@dataclass(frozen=True, slots=True)
class Certain:
    """What anyone who finds someone's group learns of one sensitive column. Missing is a value like any other.

    Attributes:
        groups: groups of which all have the same value.
        held: the rows of these groups, or the people, where people are counted.
        likely_groups: groups of which more than nine in ten have the same value; those where all do among them.
        likely: the rows, or people, of these.
        of: all rows of the table, or all people.
        counts: what is counted: "rows" or "people".
        values: how many values the column has in the whole table.
        base: share of its most frequent value in the whole table: what anyone may guess without a group.
    """

    groups: int
    held: int
    likely_groups: int
    likely: int
    of: int
    counts: Literal["rows", "people"]
    values: int
    base: float

    @property
    def words(self) -> str:
        """Return the counts in words; empty where no value is certain or likely.

        Example:
            >>> Certain(3, 18, 5, 40, 500, "rows", 4, 0.4).words
            'certain in 3 groups, for 18 of 500 rows (3.6 %); more than 90 % likely in 5 groups, for 40 rows (8.0 %)'
        """
        found = []
        if self.groups:
            groups = counted(self.groups, "group")
            found.append(f"certain in {groups}, for {self.held:,} of {self._all} ({self.held / self.of:.1%})")
        if self.likely_groups > self.groups:
            groups = counted(self.likely_groups, "group")
            whom = counted(self.likely, ONE[self.counts]) if found else f"{self.likely:,} of {self._all}"
            found.append(f"more than 90 % likely in {groups}, for {whom} ({self.likely / self.of:.1%})")
        return "; ".join(found).replace("%)", " %)")

    @property
    def remedy(self) -> str:
        """Return which criterion would prevent it, in words; what the whole table does not meet, none can."""
        if self.values < 2:  # noqa: PLR2004 - one value is certain by itself
            return "it has a single value, which no criterion can hide"
        if self.base > LIKELY:
            certain = "LDiversity(2), or --l 2, prevents that it is certain; " if self.groups else ""
            return f"{certain}one value fills more than 90 % of the whole table, so it stays likely"
        if self.likely_groups == self.groups:
            return "LDiversity(2), or --l 2, prevents that"
        certain = "LDiversity(2), or --l 2, prevents the first, " if self.groups else ""
        return f"{certain}AlphaK({LIKELY:g}), or --alpha {LIKELY:g}, prevents {'both' if certain else 'that'}"

    def to_dict(self) -> dict[str, object]:
        """Return the figures as plain values."""
        return asdict(self)

    @property
    def _all(self) -> str:
        return counted(self.of, ONE[self.counts])


def certain_in(facts: Facts, name: str) -> Certain:
    """Return the figures on one sensitive column; O(cells)."""
    counts = facts.counts[name]
    certain, likely = alike(counts)
    everyone = np.ones(len(certain), np.bool_)
    held, nearly, of = (_in_groups(facts, flags) for flags in (certain, likely, everyone))
    return Certain(
        groups=int(certain.sum()),
        held=held,
        likely_groups=int(likely.sum()),
        likely=nearly,
        of=of,
        counts="rows" if facts.person is None else "people",
        values=int(np.count_nonzero(counts.about.rows)),
        base=float(counts.about.held.max(initial=0.0)),
    )


def alike(counts: Counts) -> tuple[Flags, Flags]:
    """Return in which groups all have the same value, and in which more than nine in ten do."""
    share = highest_share(counts)
    return share >= 1 - NEAR, share > LIKELY + NEAR


def _in_groups(facts: Facts, flags: Flags) -> int:
    """Return how many rows some groups have; where people are counted, how many people there are in them."""
    if facts.person is None:
        return int(facts.sizes[flags].sum())
    people = facts.counts[facts.person]
    return len(np.unique(people.value[flags[people.group]]))
