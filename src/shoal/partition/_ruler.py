"""How methods that know only numbers tell near from far."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Floats
from shoal.partition._numeric import Scale, numeric_matrix
from shoal.partition.base import About, Problem

GRAIN = 1e-12
"""Squared distances are compared in whole grains: this share of the greatest that the table could have."""


def about_means(title: str, paper: str, cost: str, advice: str) -> About:
    """Return what there is to know of a method whose groups of numbers are published as their means."""
    return About(title, paper, cost, advice, publishes="centroid", needs=("numeric",))


def ruler(problem: Problem, method: str, scale: Scale) -> tuple[Floats, Floats]:
    """Return the values (n, d), and what a squared unit of each column counts, the column's weight included.

    Values are moved to begin at 0 and shrunk by a power of 2, which changes no digit: equal steps stay equal, whereas
    dividing each value by the range would tell some of them apart. A constant column counts 0, and so does one whose
    weight is 0.

    Raises:
        SettingError: a column is categorical or has missing cells, which the method cannot take.
    """
    x = numeric_matrix(problem, method, "none")
    if not len(x):
        return x, np.zeros(x.shape[1])
    x -= x.min(axis=0)
    power = np.frexp(np.ptp(x, axis=0))[1]
    x = np.ldexp(x, -power)
    if scale == "none":
        width = np.ldexp(1.0, power.max(initial=0) - power)
        width[np.ptp(x, axis=0) == 0] = 0.0
    else:
        width = np.ptp(x, axis=0) if scale == "minmax" else x.std(axis=0)
    weight = np.array([domain.weight for domain in problem.domains])
    return x, np.divide(weight, width**2, out=np.zeros(len(width)), where=width > 0)


def in_grains(x: Floats, factor: Floats) -> Floats:
    """Return what a squared unit of each column counts in grains; all 0 where no row differs from another."""
    most = float(factor @ np.ptp(x, axis=0) ** 2)
    return factor / (GRAIN * most) if most > 0 else factor
