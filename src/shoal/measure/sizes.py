"""Loss by how large groups are: the discernibility metric and C_avg."""

from __future__ import annotations

from dataclasses import dataclass

from shoal.arrays import Sizes


@dataclass(frozen=True, slots=True)
class GroupSizes:
    """How many groups there are, how large, and what a row is confused with.

    `squares` is the sum of the squared sizes, a whole number however large the table is.
    """

    groups: int = 0
    rows: int = 0
    squares: int = 0
    smallest: int = 0
    largest: int = 0
    suppressed: int = 0

    @classmethod
    def of(cls, sizes: Sizes, suppressed: int = 0) -> GroupSizes:
        """Return the summary of the groups of a block of rows."""
        if not len(sizes):
            return cls(suppressed=suppressed)
        squares = int((sizes.astype(object) ** 2).sum()) if sizes.max() > 2**20 else int(sizes @ sizes)
        return cls(len(sizes), int(sizes.sum()), squares, int(sizes.min()), int(sizes.max()), suppressed)

    def merge(self, other: GroupSizes) -> GroupSizes:
        """Combine two summaries."""
        if not self.groups or not other.groups:
            full, empty = (self, other) if self.groups else (other, self)
            return GroupSizes(
                full.groups, full.rows, full.squares, full.smallest, full.largest, full.suppressed + empty.suppressed
            )
        return GroupSizes(
            self.groups + other.groups,
            self.rows + other.rows,
            self.squares + other.squares,
            min(self.smallest, other.smallest),
            max(self.largest, other.largest),
            self.suppressed + other.suppressed,
        )

    @property
    def dm(self) -> int:
        """Return the discernibility metric: the squared sizes, and all rows once for each suppressed one."""
        return self.squares + (self.rows + self.suppressed) * self.suppressed

    @property
    def mean(self) -> float:
        """Return the mean group size."""
        return self.rows / self.groups if self.groups else 0.0

    def c_avg(self, k: int) -> float:
        """Return the mean group size over k: 1 is the least possible."""
        return self.mean / k
