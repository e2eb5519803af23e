"""Suppress small clusters where to fill them up loses more."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Floats, Labels, Sizes
from shoal.kernels.shared.box_cost import box_costs
from shoal.partition._judge import asks_more
from shoal.partition.base import Boxes, Partition, Problem, boxes_of

GRAIN = 1e-9


def without_small(problem: Problem, home: Labels, filled: Partition, limit: int) -> Partition:
    """Return the groups without clusters that were small at first, where that loses less; at most `limit` rows go.

    `home` is the cluster of each row before any was filled up. What is dropped of a cluster are the rows that it had
    then; those that it was given go back home, to clusters that had more than k rows. The dearest clusters go first. A
    row that is dropped loses all. Every group keeps its k rows, and nothing is dropped where more than k is asked for,
    or where the whole would lose more than before. O(n d).
    """
    if limit < 1 or asks_more(problem):
        return filled
    first = np.asarray(np.bincount(home, minlength=filled.groups), np.int64)
    gains = _gains(problem, home, filled, first)
    order = np.argsort(-gains, kind="stable")
    order = order[gains[order] >= 1]
    room = np.cumsum(first[order]) <= limit
    drop = np.zeros(filled.groups, np.bool_)
    drop[order[room]] = True
    labels = np.where(drop[filled.labels], np.where(drop[home], -1, home), filled.labels)
    number = np.where(drop, -1, np.cumsum(~drop) - 1)
    labels = np.where(labels < 0, -1, number[labels]).astype(np.int32)
    found = Partition(labels, int((~drop).sum()))
    return found if _loss(problem, found) < _loss(problem, filled) - GRAIN else filled


def _gains(problem: Problem, home: Labels, filled: Partition, first: Sizes) -> Floats:
    """Return what it would save to drop each cluster, seen one by one, in grains; less than 0 of a full one.

    That is the loss of its group, less what its own rows lose when they are dropped, less what those lose that it was
    given, each by itself back home.
    """
    boxes = boxes_of(problem.codes, filled)
    price = _prices(problem, boxes)
    moved = np.flatnonzero(home != filled.labels)
    moved = moved[first[filled.labels[moved]] < problem.k]
    there, codes = home[moved], problem.codes[moved]
    lo, hi = np.minimum(boxes.lo[there], codes), np.maximum(boxes.hi[there], codes)
    wider = np.empty(len(moved))
    box_costs(problem.costs, lo, hi, wider)
    back = (boxes.sizes[there] + 1) * wider - boxes.sizes[there] * price[there]
    gains = boxes.sizes * price - first * float(problem.costs.weight.sum())
    gains -= np.bincount(filled.labels[moved], weights=back, minlength=filled.groups)
    return np.where(first < problem.k, np.rint(gains / GRAIN), -1.0)


def _prices(problem: Problem, boxes: Boxes) -> Floats:
    price = np.empty(len(boxes.sizes))
    box_costs(problem.costs, boxes.lo, boxes.hi, price)
    return price


def _loss(problem: Problem, partition: Partition) -> float:
    """Return the loss of all rows together, each dropped one wholly lost."""
    boxes = boxes_of(problem.codes, partition)
    dropped = problem.rows - int(boxes.sizes.sum())
    return float(boxes.sizes @ _prices(problem, boxes)) + dropped * float(problem.costs.weight.sum())
