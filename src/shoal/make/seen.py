"""What a report tells of the originals of a large table, kept while they are there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Sizes


class Seen(NamedTuple):
    """What is kept of originals: how many of them look alike, and some of them.

    Attributes:
        alike: how many combinations of quasi values so many rows have, by that number.
        drawn: rows drawn at random: codes of quasi columns, and the cells of sensitive ones.
        counts: how many released rows have each code of each quasi column; filled in once all blocks are there.
    """

    alike: Sizes
    drawn: pl.DataFrame
    counts: tuple[Sizes, ...] = ()

    @property
    def sizes(self) -> Sizes:
        """Return how many rows each combination of quasi values has."""
        return np.repeat(np.arange(len(self.alike)), self.alike)


def seen_rows(rows: pl.DataFrame, alike: Sizes, share: float, seed: Sequence[int]) -> Seen:
    """Return what is kept of a block: a share of its rows, and how many rows are equal."""
    kept = np.flatnonzero(np.random.default_rng([*seed, 1]).random(rows.height) < share)
    return Seen(np.bincount(alike).astype(np.int64), rows[kept])


def seen_of(blocks: Sequence[Seen], counts: Sequence[Sizes], gone: Sequence[Sequence[Sizes]]) -> Seen:
    """Return what is kept of all blocks; rows with equal quasi values are in one of them.

    `counts` says how many rows of the table have each code of each column, and `gone` how many of those left out do.
    """
    alike = np.zeros(max(len(block.alike) for block in blocks), np.int64)
    for block in blocks:
        alike[: len(block.alike)] += block.alike
    left = [np.array(column, np.int64) for column in counts]
    for block_gone in gone:
        for column, times in zip(left, block_gone, strict=True):
            column[: len(times)] -= times
    return Seen(alike, pl.concat([block.drawn for block in blocks], how="vertical_relaxed"), tuple(left))
