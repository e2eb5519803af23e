"""Condense groups of rows to their means and covariances, and draw new rows from these.

After Aggarwal and Yu, EDBT 2004. Time O(n² d / k + n d²), memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import Floats, Labels
from shoal.kernels.condensation import take_drawn
from shoal.partition._numeric import numeric_matrix
from shoal.partition._ruler import in_grains, ruler
from shoal.partition.base import About, Partition, Problem
from shoal.progress import Step
from shoal.secret import Secret

STRIDES = 64
"""How often a run tells where it is, at most."""


@dataclass(frozen=True, slots=True)
class Condensation:
    """Draw a row and take its k-1 nearest, until fewer than k rows are left; these join the nearest group.

    Each group is then replaced by as many drawn rows: its mean plus, along each axis of its covariance, a uniform step
    of the same variance. Nearness is Euclidean on columns of standard deviation 1.
    """

    about: ClassVar[About] = About(
        title="condensation, synthetic rows",
        paper="Aggarwal, Yu, EDBT 2004",
        cost="n² / k",
        advice="Invented rows with the means and covariances of groups of k; no row is anybody's, none is exact.",
        publishes="synthetic",
        keeps="not",
        why_not="rows are sampled, so that no released row has the sensitive value of a person",
        needs=("numeric",),
        rests_on_secret=True,
    )

    def partition(self, problem: Problem) -> Partition:
        """Return groups of at least k rows, and the numbers that are published instead of theirs."""
        x, factor = ruler(problem, "condensation", "zscore")
        n, k = problem.rows, problem.k
        labels = np.full(n, -1, np.int32)
        groups = n // k
        if groups == 0:
            return Partition(np.zeros(n, np.int32), min(1, n), synthetic=np.zeros((n, x.shape[1])))
        scaled, factor = x.copy(), in_grains(x, factor)
        ids, left = np.arange(n, dtype=np.int32), n
        for draws in np.array_split(problem.rng.random(groups), min(groups, STRIDES)):
            problem.progress(Step("group", 1 - (left / n) ** 2))
            left = int(take_drawn(scaled, ids, left, factor, k, draws, labels))
        _join_nearest(x, factor, labels, groups)
        raw = numeric_matrix(problem, "condensation", "none")
        return Partition(labels, groups, synthetic=_drawn(raw, labels, groups, problem.secret))


def _join_nearest(x: Floats, factor: Floats, labels: Labels, groups: int) -> None:
    """Give each row that is left, fewer than k, to the group with the nearest mean; ties to the lowest."""
    taken = labels >= 0
    sizes = np.bincount(labels[taken], minlength=groups)
    means = np.stack([np.bincount(labels[taken], column, groups) / sizes for column in x[taken].T], axis=1)
    for row in np.flatnonzero(~taken).tolist():
        labels[row] = np.argmin(np.rint(((means - x[row]) ** 2) @ factor))


def _drawn(x: Floats, labels: Labels, groups: int, secret: Secret) -> Floats:
    """Return a drawn row for each row, with the mean and covariance of its group."""
    n, d = x.shape
    sizes = np.bincount(labels, minlength=groups)
    means = np.stack([np.bincount(labels, column, groups) / sizes for column in x.T], axis=1)
    apart = x - means[labels]
    covariance = np.zeros((groups, d, d))
    np.add.at(covariance, labels, apart[:, :, None] * apart[:, None, :])
    variance, axes = np.linalg.eigh(covariance / sizes[:, None, None])
    reach = np.sqrt(12 * np.clip(variance, 0, None)) / 2
    steps = (2 * secret.uniform(n, d) - 1) * reach[labels]
    return np.asarray(means[labels] + np.einsum("nij,nj->ni", axes[labels], steps), np.float64)
