"""In which ways the sensitive values of a release may belong to the people of the original."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from shoal.arrays import Ints
from shoal.decode.alike import codes_alike
from shoal.judge.pair import Pair, require_released
from shoal.kernels.shared.groups import rows_alike


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """The sensitive cells of each row, those of a row together as one code; equal cells have the same code.

    Attributes:
        own: (n,) of the original rows.
        shown: (m,) of the released rows.
    """

    own: Ints
    shown: Ints

    @classmethod
    def of(cls, pair: Pair) -> Ways:
        """Return the sensitive cells of both tables.

        Raises:
            SchemaError: the release lacks a sensitive column.
            InputError: its values cannot be distinguished.
        """
        for name in pair.sensitive:
            require_released(name, pair.released.columns)
        tables = (pair.original.data, pair.released)
        cells = (codes_alike([table.get_column(name) for table in tables]) for name in pair.sensitive)
        codes, _ = rows_alike(cells, pair.original.rows + pair.released.height)
        return cls(codes[: pair.original.rows], codes[pair.original.rows :])

    @property
    def are_the_same(self) -> bool:
        """Return whether both tables hold the same cells, each as often."""
        return bool(np.array_equal(np.sort(self.own), np.sort(self.shown)))

    @property
    def logarithm(self) -> float:
        """Return the natural logarithm of how many ways there are: a table of a thousand rows has too many to count."""
        _, counts = np.unique(self.own, return_counts=True)
        return math.lgamma(len(self.own) + 1) - sum(math.lgamma(count + 1) for count in counts.tolist())

    @property
    def count(self) -> int:
        """Return how many ways there are."""
        return round(math.exp(self.logarithm))

    def each(self) -> Iterator[Ints]:
        """Yield (n,) the cells of each original row, in every way, each way once."""
        values, counts = np.unique(self.own, return_counts=True)
        way = np.empty(len(self.own), np.int32)

        def from_row(row: int) -> Iterator[Ints]:
            if row == len(way):
                yield way.copy()
                return
            for at in np.flatnonzero(counts).tolist():
                way[row] = values[at]
                counts[at] -= 1
                yield from from_row(row + 1)
                counts[at] += 1

        yield from from_row(0)

    def rows_like(self, way: Ints) -> Ints:
        """Return for each row of a way an original row that holds the same cells."""
        _, first = np.unique(self.own, return_index=True)
        return np.asarray(first[np.searchsorted(self.own[first], way)], np.int32)
