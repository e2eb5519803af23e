"""Random categories by table look-up: one random integer and one gather per row.

A table holds, for every context, a run of values in proportion to their chances, so that a uniform position in the run
is a draw.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from shoal.arrays import Floats
from shoal.checks import Whole

Values: TypeAlias = NDArray[np.unsignedinteger[Any]]  # Any: one byte or two, whichever holds the domain
Context: TypeAlias = NDArray[np.integer[Any]]  # Any: of any width
Columns: TypeAlias = dict[str, NDArray[Any]]  # Any: each column has its type
Maker: TypeAlias = Callable[[np.random.Generator], Columns]

BLOCK = 65_536
"""Rows per block; every block has a random stream of its own."""

WORD = 65_536
"""How many values a random integer has."""


def fill(make: Maker, rows: int, *, seed: int, key: int) -> Columns:
    """Return the columns of a table of `rows` rows, made block by block; a longer table begins with the shorter one.

    Args:
        make: makes a block of columns from a random stream.
        rows: how many rows.
        seed: the caller's seed.
        key: a number of the kind of table, so that no two kinds share their random streams.

    Raises:
        SettingError: `rows` or `seed` is negative, or no whole number.
    """
    rows, seed = Whole().take("rows", rows), Whole().take("seed", seed)
    pattern = make(np.random.default_rng(0))
    columns = {name: np.empty(rows, values.dtype) for name, values in pattern.items()}
    starts = range(0, rows, BLOCK)
    for start, stream in zip(starts, np.random.SeedSequence([seed, key]).spawn(len(starts)), strict=True):
        block = make(np.random.Generator(np.random.SFC64(stream)))
        for name, values in block.items():
            columns[name][start : start + BLOCK] = values[: rows - start]
    return columns


@dataclass(frozen=True, slots=True, eq=False)
class Chances:
    """How likely each of `size` values is, in each context.

    table (contexts, steps): a power of 2 steps for each context, each holding a value.
    """

    table: Values
    size: int

    @classmethod
    def of(cls, weights: Floats, *, bits: int = 12) -> Chances:
        """Return the chances from (..., values) weights of 0 or more; all axes but the last are contexts.

        Weights need not add up to 1; each context needs one above 0. Chances are rounded to one part in 2**bits.
        """
        size = weights.shape[-1]
        total = np.cumsum(weights.reshape(-1, size), axis=1)
        edges = np.rint(total / total[:, -1:] * (1 << bits)).astype(np.int64)
        counts = np.diff(edges, axis=1, prepend=0)
        values = np.tile(np.arange(size, dtype=np.min_scalar_type(size - 1)), len(total))
        return cls(np.repeat(values, counts.ravel()).reshape(len(total), 1 << bits), size)

    def draw(self, rng: np.random.Generator, context: Context | None = None) -> Values:
        """Return one value for each row of a block, given the number of its context; none if there is but one."""
        steps = self.table.shape[1]
        place = rng.integers(0, WORD, BLOCK, dtype=np.uint16) // np.uint16(WORD // steps)
        index = place.astype(np.int64)
        if context is not None:
            index += context.astype(np.int64) * steps
        drawn: Values = self.table.ravel().take(index)
        return drawn

    def draw_all(self, rng: np.random.Generator, context: Context | None = None) -> Values:
        """Return draws in which none of the values is absent: each one is put at one random row of the block."""
        drawn = self.draw(rng, context)
        drawn[rng.choice(BLOCK, self.size, replace=False)] = np.arange(self.size, dtype=drawn.dtype)
        return drawn


def zipf(size: int, *, power: float = 1.0) -> Floats:
    """Return `size` weights that fall with their rank and add up to 1."""
    weights = np.arange(1, size + 1, dtype=np.float64) ** -power
    return np.asarray(weights / weights.sum(), np.float64)
