"""What is lost where groups leave as their means: squared differences, by column, in the units of the columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from shoal.arrays import Codes, Floats, Labels
from shoal.encode.domain import Domain
from shoal.table.number import as_floats


@dataclass(frozen=True, slots=True)
class Squares:
    """Squared differences between the rows that leave and the means that they leave as.

    Attributes:
        columns: their sum in each column.
        weighted: their sum over all columns, each times its weight.
    """

    columns: tuple[float, ...]
    weighted: float

    @classmethod
    def of(
        cls, codes: Codes, domains: Sequence[Domain], labels: Labels, weights: Mapping[str, float] | None = None
    ) -> Squares | None:
        """Return those of groups that leave as their means; None where a column is no number or has missing cells.

        `weights` are those that a method has learnt for the columns; all are alike, and add up to 1, where there are
        none. Rows with a negative label do not leave, and count for nothing. O(n · columns).
        """
        if not domains or any(domain.kind != "numeric" or domain.missing >= 0 for domain in domains):
            return None
        kept = np.flatnonzero(labels >= 0)
        columns = tuple(
            _within(as_floats(d.values).to_numpy()[codes[kept, j]], labels[kept]) for j, d in enumerate(domains)
        )
        share = {domain.name: 1 / len(domains) for domain in domains} if weights is None else weights
        weighted = sum(share[domain.name] * column for domain, column in zip(domains, columns, strict=True))
        return cls(columns, weighted)

    def merge(self, other: Squares) -> Squares:
        """Combine two summaries."""
        both = zip(self.columns, other.columns, strict=True)
        return Squares(tuple(a + b for a, b in both), self.weighted + other.weighted)

    @property
    def total(self) -> float:
        """Return their sum over all columns."""
        return float(sum(self.columns))

    @property
    def uniform(self) -> float:
        """Return their sum with weights that are all alike and add up to 1."""
        return self.total / len(self.columns)


def _within(values: Floats, labels: Labels) -> float:
    """Return the sum of squared differences from the mean of the group; values are moved first, so that digits stay."""
    if not len(values):
        return 0.0
    values = values - values.min()
    count = np.bincount(labels)
    mean = np.bincount(labels, values) / np.maximum(1, count)
    return float(((values - mean[labels]) ** 2).sum())
