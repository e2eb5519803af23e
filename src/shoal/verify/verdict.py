"""What a table guarantees, from its cells alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import polars as pl

from shoal.arrays import Sizes
from shoal.verify.facts import read_facts


@dataclass(frozen=True, slots=True)
class Verdict:
    """How well the rows of a table hide among each other.

    Attributes:
        k: rows of the smallest group; 0 for a table without rows.
        rows: rows of the table.
        groups: distinct combinations of the quasi columns.
        smallest: rows of the smallest group, the same as k.
        largest: rows of the largest group.
        quasi: the columns that were looked at.
    """

    k: int
    rows: int
    groups: int
    smallest: int
    largest: int
    quasi: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the verdict as plain values."""
        return {**asdict(self), "quasi": list(self.quasi)}


def judge(data: pl.DataFrame, quasi: Sequence[str]) -> Verdict:
    """Return what the rows of a table guarantee against someone who knows the quasi columns."""
    return verdict_on(read_facts(data, quasi, {}).sizes, quasi)


def verdict_on(sizes: Sizes, quasi: Sequence[str]) -> Verdict:
    """Return the verdict on groups of these sizes."""
    smallest, largest = (int(sizes.min()), int(sizes.max())) if len(sizes) else (0, 0)
    return Verdict(smallest, int(sizes.sum()), len(sizes), smallest, largest, tuple(quasi))
