"""Merge small groups with the ones they cost least with until every group has k rows.

After Xu, Wang, Pei, Wang, Shi and Fu, KDD 2006. Time O(d g²) a round for g groups, of which there are about log2 k + 1,
and at first as many as distinct rows; memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import Ints
from shoal.kernels.bottom_up import absorb_round
from shoal.kernels.shared.groups import rows_alike
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.progress import Step


@dataclass(frozen=True, slots=True)
class BottomUp:
    """Begin with the sets of identical rows, and let every group with fewer than k rows merge, round by round.

    In each round such groups look, in the order of their numbers, for the group with which they cost least, rows times
    price, and merge with it; ties to the lowest number, which the union takes.

    Where the paper is silent: a set of 2k identical rows or more is dealt out, in row order, into as many even groups
    as have k rows; a union of 2k rows or more is halved: its rows are lined up between two distant rows, by the
    difference of their prices, and the line is cut where both halves have k rows and cost least.
    """

    about: ClassVar[About] = About(
        title="Bottom-up greedy merging",
        paper="Xu, Wang, Pei, Wang, Shi, Fu, KDD 2006",
        cost="n² · rounds",
        advice="Low loss with a small k; time grows with the square of the number of distinct rows.",
    )

    def partition(self, problem: Problem) -> Partition:
        """Return groups of k to 2k-1 rows; the same for every seed."""
        whole = one_group(problem)
        if whole is not None:
            return whole
        labels, groups = _identical(problem)
        small = first = _small_groups(labels, groups, problem.k)
        while small:
            problem.progress(Step("group", 1 - small / first))
            groups = int(absorb_round(problem.codes, problem.costs, problem.k, groups, labels))
            small = _small_groups(labels, groups, problem.k)
        return Partition(labels, groups)


def _identical(problem: Problem) -> tuple[Ints, int]:
    """Return the sets of identical rows, those of 2k rows or more dealt out into groups of k rows or little more."""
    ids, _ = rows_alike(problem.codes.T, problem.rows)
    sizes = np.bincount(ids)
    parts = np.maximum(1, sizes // problem.k)
    order = np.argsort(ids, kind="stable")
    place = np.empty(problem.rows, np.int64)
    place[order] = np.arange(problem.rows) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    labels = (np.cumsum(parts) - parts)[ids] + place * parts[ids] // sizes[ids]
    return labels.astype(np.int32), int(parts.sum())


def _small_groups(labels: Ints, groups: int, k: int) -> int:
    return int((np.bincount(labels, minlength=groups) < k).sum())
