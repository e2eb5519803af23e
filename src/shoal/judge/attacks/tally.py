"""How often each value occurs among the rows of some combinations of labels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shoal.arrays import Floats, Ints, Rows
from shoal.decode.combos import Combos


class Tally(NamedTuple):
    """The distinct pairs of a combination and a value, in the order of the combinations.

    Attributes:
        starts: (combinations + 1,) where the pairs of each begin.
        value: (pairs,) the value.
        rows: (pairs,) how many rows have both.
        values: how many values there are.
    """

    starts: Rows
    value: Rows
    rows: Rows
    values: int

    def counts(self, combos: Rows, weights: Floats | None = None) -> Floats:
        """Return (values,) how many rows of the given combinations have each value, each row with its weight."""
        first, length = self.starts[combos], self.starts[combos + 1] - self.starts[combos]
        before = np.cumsum(length) - length
        at = np.repeat(first - before, length) + np.arange(int(length.sum()))
        rows = self.rows[at] * (1.0 if weights is None else np.repeat(weights, length))
        return np.asarray(np.bincount(self.value[at], rows, self.values), np.float64)


def tally(combos: Combos, codes: Ints, values: int) -> Tally:
    """Return the tally of a column of values, one code for each released row."""
    keys, rows = np.unique(combos.of_row.astype(np.int64) * max(1, values) + codes, return_counts=True)
    of_pair, value = np.divmod(keys, max(1, values))
    starts = np.searchsorted(of_pair, np.arange(len(combos.sizes) + 1))
    return Tally(starts, value, rows, values)
