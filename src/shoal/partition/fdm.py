"""Walk from row to nearest row, and cut the walk where it costs least.

In the style of Mortazavi and Jalili, Knowledge-Based Systems 67, 2014. Time O(n² d + n k d), memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import Floats, Ints
from shoal.kernels.fdm import cut_tour, extend_tour, swap_rows
from shoal.kernels.shared.distance import distances_to, farthest, mean_row
from shoal.partition._ruler import about_means, in_grains, ruler
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.progress import Step

STRIDES = 64
"""How often a run reports where it is, at most."""


@dataclass(frozen=True, slots=True)
class Fdm:
    """Put the rows in the order of a nearest-point-next tour, and cut it into runs with the least sum of squares.

    The tour begins at the row farthest from the mean. Runs have k to 2k-1 rows, and no other cut of this tour has a
    smaller sum of squares. Distances are Euclidean on columns of standard deviation 1. What the paper does beyond this
    frame was not available, hence "style".
    """

    about: ClassVar[About] = about_means(
        title="FDM-style, a tour cut at its cheapest",
        paper="after Mortazavi, Jalili, Knowl.-Based Syst. 67, 2014",
        cost="n² + n k",
        advice="Numbers published as means, where a sharper cut than MDAV's fixed size of k may pay.",
    )

    def partition(self, problem: Problem) -> Partition:
        """Return groups of k to 2k-1 rows; the same for every seed."""
        x, factor = ruler(problem, "fdm", "zscore")
        whole = one_group(problem)
        if whole is not None:
            return whole
        factor = in_grains(x, factor)
        tour = _tour(problem, x, factor)
        along = np.empty(problem.rows, np.int32)
        groups = int(cut_tour(x, factor, problem.k, along))
        labels = np.empty(problem.rows, np.int32)
        labels[tour] = along
        return Partition(labels, groups)


def _tour(problem: Problem, x: Floats, factor: Floats) -> Ints:
    """Return the rows in the order of the tour, and bring `x` into the same order."""
    n = problem.rows
    ids = np.arange(n, dtype=np.int32)
    point, gaps = np.empty((1, x.shape[1])), np.empty(n)
    mean_row(x, n, point)
    distances_to(x, 0, n, point, 0, factor, gaps)
    swap_rows(x, ids, 0, farthest(gaps, n))
    for done in range(1, n, n // STRIDES + 1):
        problem.progress(Step("group", 1 - (1 - done / n) ** 2))
        extend_tour(x, ids, done, min(n, done + n // STRIDES + 1), factor)
    return ids
