"""The table as numbers, for methods that know nothing else."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from shoal.arrays import Floats
from shoal.errors import SettingError
from shoal.partition.base import Problem
from shoal.table.number import as_floats

Scale: TypeAlias = Literal["none", "minmax", "zscore"]


def numeric_matrix(problem: Problem, method: str, scale: Scale) -> Floats:
    """Return the values of all columns, rows contiguous: raw, with range 1, or with standard deviation 1.

    A constant column is all 0 unless raw. O(n · columns).

    Raises:
        SettingError: a column is categorical or has missing cells, which the method cannot take.
    """
    x = np.empty(problem.codes.shape)
    for j, domain in enumerate(problem.domains):
        if domain.kind == "categorical":
            message = f"method {method!r} takes numbers only, and column {domain.name!r} is categorical"
            raise SettingError(message, hint="use mondrian, cb or k_member, which take any column")
        if domain.missing >= 0:
            message = f"method {method!r} takes no missing cells, and column {domain.name!r} has some"
            raise SettingError(message, hint="drop those rows, or use mondrian, cb or k_member, which take them")
        values = as_floats(domain.values).to_numpy()
        x[:, j] = values[problem.codes[:, j]]
    if scale == "none" or not len(x):
        return x
    width = np.ptp(x, axis=0) if scale == "minmax" else x.std(axis=0)
    x -= x.min(axis=0) if scale == "minmax" else x.mean(axis=0)
    return np.asarray(np.divide(x, width, out=np.zeros_like(x), where=width > 0), np.float64)
