"""Group rows by peeling off the extremes.

After Domingo-Ferrer and Torra, Data Mining and Knowledge Discovery 11(2), 2005. Time O(n² d / k), memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.kernels.mdav import peel_one, peel_pairs
from shoal.partition._ruler import about_means, in_grains, ruler
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.progress import Step

STRIDES = 64
"""How often a run reports where it is, at most."""


@dataclass(frozen=True, slots=True)
class Mdav:
    """Take the row farthest from the mean with its nearest, then the row farthest from that one with its nearest.

    Distances are Euclidean on columns of standard deviation 1, a column's weight counting its squared difference.
    """

    about: ClassVar[About] = about_means(
        title="MDAV, maximum distance to average vector",
        paper="Domingo-Ferrer, Torra, Data Min. Knowl. Discov. 11(2), 2005",
        cost="n² / k",
        advice="The usual choice for numbers published as means, up to some 100,000 rows.",
    )

    def partition(self, problem: Problem) -> Partition:
        """Return groups of k rows, the last one of k to 2k-1; the same for every seed."""
        x, factor = ruler(problem, "mdav", "zscore")
        whole = one_group(problem)
        if whole is not None:
            return whole
        factor = in_grains(x, factor)
        n, k, left = problem.rows, problem.k, problem.rows
        ids = np.arange(n, dtype=np.int32)
        labels = np.empty(n, np.int32)
        while left >= 3 * k:
            problem.progress(Step("group", 1 - (left / n) ** 2))
            left = int(peel_pairs(x, ids, left, factor, k, left - n // STRIDES - 1, labels))
        if left >= 2 * k:
            left = int(peel_one(x, ids, np.empty(n), left, factor, k, labels))
        labels[ids[:left]] = n // k - 1
        return Partition(labels, n // k)
