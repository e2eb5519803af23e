"""Draws that protect: nobody may guess them or make them again, so they come from the system and from no seed.

Those who know the method, the seed, the release and the original order of the rows still do not know these.
"""

from __future__ import annotations

import os
from typing import Protocol

import numpy as np

from shoal.arrays import Floats, Rows

WORD = 8
DOUBLE_BITS = 53


class Secret(Protocol):
    """A source of draws that nobody can guess."""

    def permutation(self, n: int) -> Rows:
        """Return the numbers 0..n-1 in an order in which each is equally likely."""

    def uniform(self, *shape: int) -> Floats:
        """Return numbers from 0 to 1, without 1, all equally likely."""


class SystemSecret:
    """The cryptographic generator of the operating system; what it gave tells nothing of what it gives next."""

    def permutation(self, n: int) -> Rows:
        """Return the numbers 0..n-1 in random order; O(n log n)."""
        return np.argsort(_words(n)).astype(np.int64, copy=False)

    def uniform(self, *shape: int) -> Floats:
        """Return numbers from 0 to 1, without 1."""
        words = _words(int(np.prod(shape))) >> np.uint64(8 * WORD - DOUBLE_BITS)
        return np.asarray(words * 2.0**-DOUBLE_BITS, np.float64).reshape(shape)


def _words(n: int) -> np.ndarray:
    return np.frombuffer(os.urandom(WORD * n), np.uint64)
