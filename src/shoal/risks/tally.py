"""How many groups there are of each size: all that the figures on re-identification need to know of a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from shoal.arrays import Sizes

NONE = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """The sizes that occur, in ascending order, and how many groups have each.

    There are at most about √(2n) different sizes in n rows, so what is worked out for each of them costs little.
    """

    size: Sizes
    groups: Sizes

    @classmethod
    def of(cls, sizes: Sizes) -> Tally:
        """Return the tally of groups of these sizes, none of them 0; O(groups log groups)."""
        size, groups = np.unique(np.asarray(sizes, np.int64), return_counts=True)
        return cls(size, groups.astype(np.int64))

    @classmethod
    def merged(cls, parts: Iterable[Tally]) -> Tally:
        """Return the tally of the groups of all parts, none of which is in two of them."""
        found = list(parts)
        size, place = np.unique(np.concatenate([NONE, *(part.size for part in found)]), return_inverse=True)
        groups = np.zeros(len(size), np.int64)
        np.add.at(groups, place, np.concatenate([NONE, *(part.groups for part in found)]))
        return cls(size, groups)

    @property
    def rows(self) -> int:
        """Return how many rows all groups have together."""
        return int(self.size @ self.groups)

    @property
    def total(self) -> int:
        """Return how many groups there are."""
        return int(self.groups.sum())

    def of_size(self, size: int) -> int:
        """Return how many groups have just so many rows."""
        return int(self.groups[self.size == size].sum())
