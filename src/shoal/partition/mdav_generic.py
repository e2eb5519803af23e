"""Group rows of every kind of column by peeling off the extremes.

After Domingo-Ferrer and Torra, Data Mining and Knowledge Discovery 11(2), 2005 (MDAV-generic). Time O(n² d / k), times
log n where categories are ordered; memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from shoal.arrays import Floats
from shoal.encode.domain import Domain
from shoal.kernels.mdav_generic import MEAN, MEDIAN, MODE, peel_groups
from shoal.partition._ruler import GRAIN
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.progress import Step

STRIDES = 64
"""How often a run reports where it is, at most."""


@dataclass(frozen=True, slots=True)
class MdavGeneric:
    """Take the row farthest from the average row with its nearest, then the row farthest from that one likewise.

    Squared distances add up over the columns, each times its weight: of numbers, scaled to standard deviation 1; of
    ordered categories, between their places, scaled to range 1; of other categories 0 if they are equal, else 1: a
    hierarchy counts for nothing. The average row has the mean, the median and the most frequent value. A missing
    number, which the paper does not know, is as far from every other as the column is wide; a missing category is one
    more category.
    """

    about: ClassVar[About] = About(
        title="MDAV for numbers and categories",
        paper="Domingo-Ferrer, Torra, Data Min. Knowl. Discov. 11(2), 2005",
        cost="n² / k",
        advice="Where numbers leave as means and there are categories beside them; a hierarchy is not looked at.",
        publishes="centroid",
    )

    def partition(self, problem: Problem) -> Partition:
        """Return groups of k rows, the last one of k to 2k-1; the same for every seed."""
        whole = one_group(problem)
        if whole is not None:
            return whole
        x, kind, factor, width = _ruler(problem)
        n, k, left = problem.rows, problem.k, problem.rows
        ids, labels = np.arange(n, dtype=np.int32), np.empty(n, np.int32)
        while left >= 2 * k:
            problem.progress(Step("group", 1 - (left / n) ** 2))
            left = int(peel_groups(x, ids, left, kind, factor, width, k, left - n // STRIDES - 1, labels))
        labels[ids[:left]] = n // k - 1
        return Partition(labels, n // k)


def _ruler(problem: Problem) -> tuple[Floats, NDArray[np.uint8], Floats, Floats]:
    """Return the cells as numbers (n, d), what each column is, what its squared unit counts, and its squared width."""
    x = np.empty(problem.codes.shape)
    d = len(problem.domains)
    kind, factor, width = np.empty(d, np.uint8), np.zeros(d), np.zeros(d)
    for j, domain in enumerate(problem.domains):
        values, kind[j] = _values(domain)
        x[:, j] = values[problem.codes[:, j]]
        there = x[~np.isnan(x[:, j]), j]
        reach = 1.0 if kind[j] == MODE else float(np.ptp(there)) if len(there) else 0.0
        unit = float(there.std()) if kind[j] == MEAN and reach > 0 else 1.0
        factor[j] = domain.weight / unit**2
        width[j] = factor[j] * reach**2 if reach > 0 else domain.weight
    most = float(width.sum())
    grains = 1 / (GRAIN * most) if most > 0 else 1.0
    return x, kind, factor * grains, width * grains


def _values(domain: Domain) -> tuple[Floats, int]:
    """Return each code as a number, and what the column is; a missing cell of a line is NaN."""
    if domain.position is None:
        return np.arange(domain.size, dtype=np.float64), MODE
    values = domain.position.copy()
    if domain.missing >= 0:
        values[domain.missing] = np.nan
    return values, MEDIAN if domain.kind == "categorical" else MEAN
