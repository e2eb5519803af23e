"""Merge groups until every one meets every criterion, for methods that do not look at sensitive values themselves.

Criteria are closed under merging, so this ends: with all rows in one group at the latest, which is known to pass.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from shoal.arrays import Flags, Ints, Rows
from shoal.criteria.guarding import need_watching
from shoal.kernels.pool import over_runs
from shoal.kernels.shared.box_cost import box_costs
from shoal.kernels.shared.repair import merge_failing, which_pass
from shoal.partition._runs import runs_of
from shoal.partition.base import Partition, Problem, boxes_of
from shoal.partition.blocks import cut_blocks

SECTION = 1024
"""Groups among which a partner is looked for at first; eight times as many in each further round."""

FEW = 64
"""Rows for which a second thread is worth waking."""


def repair(problem: Problem, partition: Partition) -> Partition:
    """Return the groups with each that breaks a criterion merged with the group that costs least, until none does.

    Sections of similar groups are mended at once, all threads; a section that fails as a whole is looked at again in a
    larger one. Rows with a negative label stay suppressed. O(failing · section · d).
    """
    section = SECTION
    while problem.is_guarded and partition.groups > 1:
        rows, starts, ends = runs_of(partition.labels, partition.groups)
        good = np.empty(partition.groups, np.uint8)
        over_runs(which_pass, starts, ends, problem.guard, rows, aligned=(good,))
        if good.all():
            break
        partition = _merged(problem, partition, rows, starts, good, section)
        section = section * 8 if section < partition.groups else max(section, partition.groups)
    return _mended(problem, partition)


def _merged(
    problem: Problem, partition: Partition, rows: Ints, first: Rows, good: NDArray[np.uint8], section: int
) -> Partition:
    boxes = boxes_of(problem.codes, partition)
    order = np.arange(partition.groups, dtype=np.int32)
    starts, ends = cut_blocks(order, boxes.lo, boxes.hi, problem.costs, section, spread=0.25, rng=problem.rng)
    into, follow = np.arange(partition.groups, dtype=np.int32), np.full(partition.groups, -1, np.int32)
    shared = rows, first, boxes.sizes, boxes.lo, boxes.hi, good, follow, into
    over_runs(merge_failing, starts, ends, order, problem.guard, problem.costs, *shared, few=FEW)
    return _renumbered(partition, _roots(into))


def _roots(into: Ints) -> Ints:
    """Return where each group has gone in the end."""
    while True:
        further = into[into]
        if (further == into).all():
            return into
        into = further


def _renumbered(partition: Partition, into: Ints) -> Partition:
    used, numbers = np.unique(into, return_inverse=True)
    labels = partition.labels.copy()
    kept = labels >= 0
    labels[kept] = numbers[labels[kept]]
    return replace(partition, labels=labels, groups=len(used))


def _mended(problem: Problem, partition: Partition) -> Partition:
    """Return the groups merged one by one while a criterion that kernels do not know is broken; O(groups d) a merge."""
    watched = need_watching(problem.criteria, problem.k)
    while watched and partition.groups > 1:
        holds: Flags = problem.holds(partition)
        if holds.all():
            break
        one, boxes = int(np.argmin(holds)), boxes_of(problem.codes, partition)
        union, price = np.empty(partition.groups), np.empty(partition.groups)
        box_costs(problem.costs, np.minimum(boxes.lo, boxes.lo[one]), np.maximum(boxes.hi, boxes.hi[one]), union)
        box_costs(problem.costs, boxes.lo, boxes.hi, price)
        rise = union * (boxes.sizes + boxes.sizes[one]) - price * boxes.sizes
        rise[one] = np.inf
        into = np.arange(partition.groups, dtype=np.int32)
        into[one] = np.argmin(rise)
        partition = _renumbered(partition, into)
    return partition
