"""How often each value occurs among the rows of some combinations of labels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shoal.arrays import Floats, Ints, Rows
from shoal.decode.combos import Combos


class Tally(NamedTuple):
    """The distinct pairs of a group of rows, such as a combination of labels, and a value, in the order of the groups.

    Attributes:
        starts: (groups + 1,) where the pairs of each begin.
        value: (pairs,) the value.
        rows: (pairs,) how many rows have both.
        values: how many values there are.
    """

    starts: Rows
    value: Rows
    rows: Rows
    values: int

    def counts(self, groups: Rows, weights: Floats | None = None) -> Floats:
        """Return (values,) how many rows of the given groups have each value, each row with its weight."""
        at, length = self._pairs(groups)
        rows = self.rows[at] * (1.0 if weights is None else np.repeat(weights, length))
        return np.asarray(np.bincount(self.value[at], rows, self.values), np.float64)

    def holding(self, groups: Rows) -> Rows:
        """Return (values,) how many of the given groups have each value."""
        return np.bincount(self.value[self._pairs(groups)[0]], minlength=self.values).astype(np.int64)

    def _pairs(self, groups: Rows) -> tuple[Rows, Rows]:
        """Return where the pairs of the given groups are, and how many each has."""
        first, length = self.starts[groups], self.starts[groups + 1] - self.starts[groups]
        before = np.cumsum(length) - length
        return np.repeat(first - before, length) + np.arange(int(length.sum())), length


def tally(combos: Combos, codes: Ints, values: int) -> Tally:
    """Return the tally of a column of values, one code for each released row."""
    return tally_by(combos.of_row, len(combos.sizes), codes, values)


def tally_by(of_row: Ints, groups: int, codes: Ints, values: int) -> Tally:
    """Return the tally of a column of values by groups of rows: those of each row, as codes; O(m log m)."""
    keys, rows = np.unique(of_row.astype(np.int64) * max(1, values) + codes, return_counts=True)
    of_pair, value = np.divmod(keys, max(1, values))
    starts = np.searchsorted(of_pair, np.arange(groups + 1))
    return Tally(starts, value, rows, values)
