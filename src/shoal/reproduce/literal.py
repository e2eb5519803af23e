"""k-member and OKA without what makes ours quick: the same groups, at the price that the papers' steps have."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Floats, Ints
from shoal.kernels.oka import GRAIN
from shoal.kernels.shared.grow_box import join_cheapest
from shoal.kernels.unpruned import grow_all_priced, seat_all_priced
from shoal.partition.base import Partition, Problem, boxes_of


def k_member(problem: Problem) -> Partition:
    """Return the groups of k-member; every row that is left is priced for every row that is added. O(n² d)."""
    labels = np.empty(problem.rows, np.int32)
    start = int(problem.rng.integers(problem.rows))
    grow_all_priced(problem.codes, problem.costs, problem.k, start, labels)
    groups = problem.rows // problem.k
    boxes = boxes_of(problem.codes, Partition(labels, groups))
    left = problem.rng.permutation(np.flatnonzero(labels < 0).astype(np.int32))
    join_cheapest(left, problem.codes, problem.costs, boxes.sizes, boxes.lo, boxes.hi, labels)
    return Partition(labels, groups)


def oka(problem: Problem) -> Partition:
    """Return the groups of OKA; every cluster is priced for every row, in both stages. O(n² d / k)."""
    codes, k = problem.codes, problem.k
    groups = problem.rows // k
    labels = np.full(problem.rows, -1, np.int32)
    seeds = np.asarray(problem.rng.permutation(problem.rows)[:groups], np.int32)
    labels[seeds] = np.arange(groups)
    order = np.lexsort(codes.T[::-1]).astype(np.int32)
    _seat(problem, order[labels[order] < 0], np.inf, labels, groups)
    _trim(problem, labels, groups)
    left = problem.rng.permutation(np.flatnonzero(labels < 0).astype(np.int32))
    lacking = groups * k - (problem.rows - len(left))
    _seat(problem, left[:lacking], float(k), labels, groups)
    _seat(problem, left[lacking:], np.inf, labels, groups)
    return Partition(labels, groups)


def _seat(problem: Problem, rows: Ints, full: float, labels: Ints, groups: int) -> None:
    """Give rows to clusters, which begin as the rows that have a label already."""
    boxes = boxes_of(problem.codes, Partition(labels, groups))
    size = boxes.sizes.astype(np.float64)
    seat_all_priced(
        rows, problem.codes, problem.costs, full, boxes.lo, boxes.hi, _totals(problem, labels, groups), size, labels
    )


def _totals(problem: Problem, labels: Ints, groups: int) -> Floats:
    """Return the sum of the places of each cluster's rows in each column on a line."""
    seated = np.flatnonzero(labels >= 0)
    totals = np.zeros((groups, problem.codes.shape[1]))
    for j in np.flatnonzero(problem.costs.line):
        np.add.at(totals[:, j], labels[seated], _places(problem, int(j))[seated])
    return totals


def _places(problem: Problem, j: int) -> Floats:
    return np.asarray(problem.costs.position[problem.costs.base[j] + problem.codes[:, j]], np.float64)


def _trim(problem: Problem, labels: Ints, groups: int) -> None:
    """Take the label from all but the k rows of each cluster that are nearest to its centre, ties to the lowest row.

    The rows of a cluster pay the same in columns on a tree, so that only those on a line rank them.
    """
    sizes = np.bincount(labels, minlength=groups)
    means = _totals(problem, labels, groups) / sizes[:, None]
    price = np.zeros(problem.rows)
    for j in np.flatnonzero(problem.costs.line):
        price += np.abs(_places(problem, int(j)) - means[labels, j])
    order = np.lexsort((np.rint(price / GRAIN), labels))
    starts = np.cumsum(sizes) - sizes
    labels[order[np.arange(problem.rows) - starts[labels[order]] >= problem.k]] = -1
