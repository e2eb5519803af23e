"""Draws that protect: nobody may guess them or make them again, so they come from the system and from no seed.

Those who know the method, the seed, the release and the original order of the rows still do not know these.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np
import polars as pl

from shoal.arrays import Floats, Rows

WORD = 8
DOUBLE_BITS = 53
AT_ONCE = 1 << 19
"""Numbers that one thread draws at a time."""


class Secret(Protocol):
    """A source of draws that nobody can guess."""

    def permutation(self, n: int) -> Rows:
        """Return the numbers 0..n-1 in an order in which each is equally likely."""

    def uniform(self, *shape: int) -> Floats:
        """Return numbers from 0 to 1, without 1, all equally likely."""


class SystemSecret:
    """The cryptographic generator of the operating system; what it gave tells nothing of what it gives next."""

    def permutation(self, n: int) -> Rows:
        """Return the numbers 0..n-1 in random order; O(n log n), on all cores."""
        return pl.Series(_words(n)).arg_sort().to_numpy().astype(np.int64)

    def uniform(self, *shape: int) -> Floats:
        """Return numbers from 0 to 1, without 1."""
        words = _words(int(np.prod(shape))) >> np.uint64(8 * WORD - DOUBLE_BITS)
        return np.asarray(words * 2.0**-DOUBLE_BITS, np.float64).reshape(shape)


def _words(n: int) -> np.ndarray:
    """Return numbers of 64 bits from the system, which gives them to many threads at once."""
    words = np.empty(n, np.uint64)

    def draw(start: int) -> None:
        part = words[start : start + AT_ONCE]
        part[:] = np.frombuffer(os.urandom(WORD * len(part)), np.uint64)

    if n <= AT_ONCE:
        draw(0)
        return words
    with ThreadPoolExecutor() as pool:
        list(pool.map(draw, range(0, n, AT_ONCE)))
    return words
