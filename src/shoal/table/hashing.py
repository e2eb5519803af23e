"""Hashes of cells and rows by what they hold, however they are kept: labels hash as the texts that they stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

Each = TypeVar("Each", np.int32, np.uint64)

MIX, FOLD = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)
"""An odd number whose multiples spread over all bits, and by how many bits these are folded into the lower ones."""


def row_hashes(frame: pl.DataFrame, seeds: Sequence[int]) -> list[pl.Series]:
    """Return for each seed a hash of every row by its cells, the same in every piece of a table; O(n · columns)."""

    def of(seed: int) -> pl.Series:
        hashes = np.zeros(frame.height, np.uint64)
        for column in frame.iter_columns():
            hashes *= MIX
            hashes += _hashed(column, seed)
            hashes ^= hashes >> FOLD
        return pl.Series(hashes)

    return [of(seed) for seed in seeds]


def is_labels(series: pl.Series) -> bool:
    """Return whether a column keeps its texts once, and a number for each cell."""
    return isinstance(series.dtype, pl.Categorical | pl.Enum)


def by_label(series: pl.Series, of: Callable[[pl.Series], NDArray[Each]], missing: Each) -> NDArray[Each]:
    """Return for each cell of a column of labels what `of` says of its text; it is asked of every text once."""
    labels = series.unique().drop_nulls()
    number = labels.to_physical().cast(pl.Int64).to_numpy()
    last = int(number.max(initial=-1)) + 1
    table = np.full(last + 1, missing)
    if len(labels):
        table[number] = of(labels.cast(pl.String))
    return np.asarray(table[series.to_physical().cast(pl.UInt32).fill_null(last).to_numpy()])


def _hashed(series: pl.Series, seed: int) -> NDArray[np.uint64]:
    if is_labels(series):
        return by_label(series, lambda texts: texts.hash(seed=seed).to_numpy(), np.uint64(seed))
    # what polars makes of a missing cell depends on the seed alone too
    return np.asarray(series.hash(seed=seed).fill_null(seed).to_numpy(), np.uint64)
