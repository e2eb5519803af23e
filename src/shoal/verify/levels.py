"""Which level of every model a table reaches, for each of its sensitive columns."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from shoal.criteria.base import NEAR
from shoal.criteria.counts import Counts
from shoal.criteria.t_closeness import EMD, Distance, distances_of
from shoal.criteria.variety import distinct, entropy, gain_over_cap, log_ratio, relative_gain, top_to_tails

MOST_L = 10
"""Recursive (c,l)-diversity is reported for l up to this."""


@dataclass(frozen=True, slots=True)
class Levels:
    """What the groups of a table promise about one sensitive column; missing cells are one value.

    Each level is the one at which a criterion just holds in every group: for l the greatest, for all others the least.
    Recursive (c,l)-diversity and δ-disclosure are strict: they hold for every c and delta above what is given here.
    Groups are compared with the table itself. In a table without rows every l is 0, and the others are None or absent.

    Attributes:
        values: different values in the whole table.
        distinct_l: different values in the least varied group.
        frequency_l: rows of a group over those with its most frequent value, the least.
        entropy_l: how many equally frequent values are as varied as the least varied group, by entropy.
        recursive_c: for each l from 2 to distinct_l, 10 at most: the c that recursive (c,l)-diversity must be above.
        alpha: the greatest share of a value in a group.
        t: for each distance that the column knows, how far a group is from the whole table, the farthest.
        beta_basic: by how much a value is more frequent in a group than in the table, relative to the latter, at most.
        beta_enhanced: the same where no value gains more than -ln of its share in the table; None where one does, as
            no beta is enough then.
        delta: the greatest |ln(share in a group / share in the table)|; None where a value is absent from a group.
        delta_present: the same, with no regard to values that are absent. Two groups that keep below it need not do so
            as one, so it is no criterion here.
    """

    values: int
    distinct_l: int = 0
    frequency_l: float = 0.0
    entropy_l: float = 0.0
    recursive_c: Mapping[int, float] = field(default_factory=dict)
    alpha: float | None = None
    t: Mapping[Distance, float] = field(default_factory=dict)
    beta_basic: float | None = None
    beta_enhanced: float | None = None
    delta: float | None = None
    delta_present: float | None = None

    def to_dict(self) -> dict[str, object]:
        """Return the levels as plain values; what does not exist is None."""
        return {
            "values": self.values,
            "distinct_l": self.distinct_l,
            "frequency_l": self.frequency_l,
            "entropy_l": self.entropy_l,
            "recursive_c": {str(rank): c for rank, c in self.recursive_c.items()},
            "alpha": self.alpha,
            "t": dict(self.t),
            "beta_basic": self.beta_basic,
            "beta_enhanced": self.beta_enhanced,
            "delta": self.delta,
            "delta_present": self.delta_present,
        }


def levels_of(counts: Counts) -> Levels:
    """Return every level that groups with these counts reach; O(cells log cells)."""
    values = int(np.count_nonzero(counts.about.rows))
    if not len(counts.sizes):
        return Levels(values)
    least = int(distinct(counts).min())
    most = counts.highest(counts.count)
    gain = float(relative_gain(counts).max())
    ratio = float(log_ratio(counts).max())
    return Levels(
        values=values,
        distinct_l=least,
        frequency_l=float((counts.sizes / most).min()),
        entropy_l=_settled(math.exp(float(entropy(counts).min()))),
        recursive_c=_recursive(counts, min(least, MOST_L)),
        alpha=float((most / counts.sizes).max()),
        t={distance: float(EMD[distance](counts).max()) for distance in distances_of(counts.about)},
        beta_basic=gain,
        beta_enhanced=gain if gain_over_cap(counts).max() <= NEAR else None,
        delta=ratio if least == values else None,
        delta_present=ratio,
    )


def _recursive(counts: Counts, most: int) -> dict[int, float]:
    ranks = range(2, most + 1)
    return {rank: float(ratios.max()) for rank, ratios in zip(ranks, top_to_tails(counts, ranks), strict=True)}


def _settled(value: float) -> float:
    """Return the whole number that a value would be but for rounding, or else the value."""
    whole = round(value)
    return float(whole) if abs(value - whole) <= NEAR else value
