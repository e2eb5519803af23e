"""Small tables to bound, of every kind."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from shoal.encode.loss import LOSSES
from tests.reference.problems import random_problem
from tests.reference.turns import IS_PYTHON


def tables(count, *, rows=8, start=0):
    """Yield small problems and their loss: every kind of column, every loss, some doubles and gaps.

    Where kernels are plain Python, half as many, but at least four.
    """
    for seed in range(start, start + (min(count, max(4, count // 2)) if IS_PYTHON else count)):
        rng = np.random.default_rng(seed)
        n, k, loss = int(rng.integers(5, rows + 1)), int(rng.integers(2, 5)), LOSSES[seed % 4]
        problem = random_problem(seed, k=k, n=n, missing=seed % 3 == 0, loss=loss)
        if seed % 5 == 0:
            problem = replace(problem, codes=problem.codes[rng.integers(0, n, n)])
        yield problem, loss
