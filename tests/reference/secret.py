"""Draws that a test can make again, in the place of those that nobody can."""

from __future__ import annotations

import numpy as np


class SeededSecret:
    """A secret that is none."""

    def __init__(self, seed=0):
        self._rng = np.random.default_rng(seed)

    def permutation(self, n):
        return self._rng.permutation(n)

    def uniform(self, *shape):
        return self._rng.random(shape)
