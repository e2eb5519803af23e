"""What every style of publication does: boxes of one column in, released values per group out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
import polars as pl

from shoal.arrays import Floats, Ints
from shoal.encode.domain import Domain


@dataclass(frozen=True, slots=True, eq=False)
class Extent:
    """One column of the boxes: lowest and highest code per group, and the mean where a style asks for it."""

    domain: Domain
    lo: Ints
    hi: Ints
    mean: Floats | None = None

    @property
    def is_whole(self) -> np.ndarray:
        """Return whether each group holds present cells only."""
        return self.hi != self.domain.missing if self.domain.missing >= 0 else np.ones(len(self.hi), np.bool_)


class Publisher(Protocol):
    """A style of publication.

    Attributes:
        suffixes: what it adds to the name of a column, for each column that it publishes.
    """

    suffixes: ClassVar[tuple[str, ...]] = ("",)

    def publish(self, extent: Extent) -> list[pl.Series]:
        """Return the released columns, one value per group."""


def dictionary(text: pl.Series, inverse: Ints) -> pl.Series:
    """Return text[inverse] as a dictionary-encoded column: each label once, and a small code per group."""
    labels = text.unique(maintain_order=True).drop_nulls()
    return text.cast(pl.Enum(labels)).gather(inverse)


def distinct_pairs(extent: Extent) -> tuple[Ints, Ints, Ints]:
    """Return the distinct pairs (lo, hi), and for each group which one it is."""
    key = extent.lo.astype(np.int64) * extent.domain.size + extent.hi
    pairs, inverse = np.unique(key, return_inverse=True)
    return pairs // extent.domain.size, pairs % extent.domain.size, inverse.astype(np.uint32)
