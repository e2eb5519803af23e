"""How varied the sensitive values of each group are: what a release itself shows to anyone who reads it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Labels, Sizes
from shoal.criteria.counts import Counts, count_groups
from shoal.criteria.sensitive import Sensitive, SensitiveColumn
from shoal.criteria.variety import distinct, highest_share
from shoal.report.code import codes_of

MOST_DISTINCT = 10
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def sensitive_facts(series: pl.Series, labels: Labels, groups: int) -> dict[str, object]:
    """Return how many values the groups have, and how large the share of the most frequent one is."""
    codes = codes_of(series).astype(np.int32)
    about = Sensitive(str(series.name), pl.Series([], dtype=pl.String), np.bincount(codes), is_line=False)
    return Variety.of(count_groups(labels, groups, SensitiveColumn(about, codes))).to_dict()


class Variety(NamedTuple):
    """How varied the values of one sensitive column are in the groups of a table, or of a part of it.

    Attributes:
        name: the column.
        values: how many values it has in the whole table.
        least: how many values a group has at least.
        greatest: the greatest share of a value in a group.
        alike: groups of one value.
        rows_alike: their rows.
        groups: how many groups there are by how many values they have, from 1; the last has all with more.
        rows: how many rows there are by the share of the most frequent value of their group.
    """

    name: str
    values: int
    least: int
    greatest: float
    alike: int
    rows_alike: int
    groups: Sizes
    rows: Sizes

    @classmethod
    def of(cls, counts: Counts) -> Variety:
        """Return how varied values are in groups with these counts."""
        values, shares = distinct(counts), highest_share(counts)
        alike = values == 1
        place = np.searchsorted(np.asarray(SHARES) + 1e-9, shares)
        return cls(
            counts.about.name,
            int((counts.about.rows > 0).sum()),
            int(values.min(initial=values[0] if len(values) else 0)),
            float(shares.max(initial=0.0)),
            int(alike.sum()),
            int(counts.sizes[alike].sum()),
            np.bincount(np.minimum(values, MOST_DISTINCT), minlength=MOST_DISTINCT + 1)[1:],
            np.bincount(place, counts.sizes, minlength=len(SHARES)).astype(np.int64),
        )

    def plus(self, other: Variety) -> Variety:
        """Return what two parts tell together; no group is in both."""
        return Variety(
            self.name, self.values, min(self.least, other.least), max(self.greatest, other.greatest),
            self.alike + other.alike, self.rows_alike + other.rows_alike, self.groups + other.groups,
            self.rows + other.rows,
        )  # fmt: skip

    def to_dict(self) -> dict[str, object]:
        """Return the facts as plain values."""
        last = int(np.flatnonzero(self.groups).max(initial=0)) + 1
        names = [*(str(number) for number in range(1, MOST_DISTINCT)), f"{MOST_DISTINCT} or more"]
        return {
            "name": self.name,
            "values": self.values,
            "least_values": self.least,
            "greatest_share": round(self.greatest, 4),
            "groups_of_one_value": self.alike,
            "rows_of_one_value": self.rows_alike,
            "distinct": {"bins": names[:last], "groups": self.groups[:last].tolist()},
            "shares": {"bins": [f"{round(100 * share)} %" for share in SHARES], "rows": self.rows.tolist()},
        }
