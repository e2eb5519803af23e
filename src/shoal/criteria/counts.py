"""How often each sensitive value occurs in each group: sparse, so that thousands of values cost nothing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shoal.arrays import Floats, Ints, Labels, Rows, Sizes
from shoal.criteria.sensitive import Sensitive, SensitiveColumn


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """One cell per value that occurs in a group, by group and then by value.

    Attributes:
        about: the column; its rows are the reference.
        start: (groups,) the first cell of each group; no group is empty.
        value: (cells,) the value, as its place among the values of the column.
        count: (cells,) the rows of the group that have it; the people, where people are counted.
        people: (groups,) people per group, where they are counted; None for rows.
        sizes: (groups,) rows per group, or people.
        total: (groups,) the sum of the counts of each group. It is above the size where people have several values.
        group: (cells,) the group of each cell.
    """

    about: Sensitive
    start: Rows
    value: Ints
    count: Sizes
    people: Sizes | None = None
    sizes: Sizes = field(init=False)
    total: Sizes = field(init=False)
    group: Rows = field(init=False)

    def __post_init__(self) -> None:
        """Add up the rows of each group."""
        cells = np.diff(self.start, append=len(self.value))
        object.__setattr__(self, "total", self.summed(self.count))
        object.__setattr__(self, "sizes", self.total if self.people is None else self.people)
        object.__setattr__(self, "group", np.repeat(np.arange(len(self.start)), cells))

    @property
    def shares(self) -> Floats:
        """Return the share of all values of its group that each cell stands for; those of a group add up to 1."""
        return np.asarray(self.count / self.total[self.group], np.float64)

    @property
    def held(self) -> Floats:
        """Return the share of its group that has the value: of the rows, or of the people, who may have several."""
        return np.asarray(self.count / self.sizes[self.group], np.float64)

    def summed(self, cells: NDArray[Any]) -> NDArray[Any]:
        """Return the sum over the cells of each group."""
        return np.add.reduceat(cells, self.start) if len(self.start) else cells[:0]

    def highest(self, cells: NDArray[Any]) -> NDArray[Any]:
        """Return the greatest among the cells of each group."""
        return np.maximum.reduceat(cells, self.start) if len(self.start) else cells[:0]

    def by_leaf(self) -> Counts:
        """Return the same counts with the leaves of the hierarchy as values.

        The reference stays as it is: ask `about` for the leaf of each value.
        """
        _, leaf = self.about.placed
        leaves = leaf[self.value]
        order = np.lexsort((leaves, self.group))
        return replace(self, value=leaves[order], count=self.count[order])


def count_groups(labels: Labels, groups: int, column: SensitiveColumn) -> Counts:
    """Return how often each value occurs in each of the groups 0..groups-1, none empty; negative labels are left out.

    O(n + groups + values); where people are counted, O(n log n).
    """
    about, codes, who = column
    if who is not None:
        return _counted_people(labels, groups, column, who)
    from shoal.kernels.shared.histogram import count_values

    start = np.empty(groups, np.int64)
    value, count = np.empty(len(labels), np.int32), np.empty(len(labels), np.int64)
    cells = count_values(labels, codes, len(about.rows), start, value, count)
    return Counts(about, start, value[:cells].copy(), count[:cells].copy())


def _counted_people(labels: Labels, groups: int, column: SensitiveColumn, who: Ints) -> Counts:
    """Return how many people of each group have each value: someone with a value twice counts once."""
    kept = labels >= 0
    group, person, value = labels[kept].astype(np.int64), who[kept].astype(np.int64), column.codes[kept]
    persons, values = int(person.max(initial=0)) + 1, len(column.about.rows)
    people = np.bincount(np.unique(group * persons + person) // persons, minlength=groups).astype(np.int64)
    _, pair = np.unique(person * values + value, return_inverse=True)
    first = np.unique(group * (int(pair.max(initial=0)) + 1) + pair, return_index=True)[1]
    cells, count = np.unique(group[first] * values + value[first], return_counts=True)
    start = np.searchsorted(cells, np.arange(groups, dtype=np.int64) * values)
    return Counts(column.about, start, (cells % values).astype(np.int32), count.astype(np.int64), people)
