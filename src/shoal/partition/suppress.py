"""Spend a suppression budget: drop the few rows that cost the others most."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Flags, Ints, Labels
from shoal.kernels.pool import over_runs
from shoal.kernels.shared.box_cost import box_costs
from shoal.kernels.suppress import best_peels
from shoal.partition._judge import asks_more
from shoal.partition._runs import runs_of
from shoal.partition.base import Partition, Partitioner, Problem, boxes_of
from shoal.partition.repair import repair

ROUNDS = 16


def suppress(
    problem: Problem, method: Partitioner, partition: Partition, budget: int, *, raw: Partition | None = None
) -> Partition:
    """Return the groups with at most `budget` rows dropped (label -1), or as they are where no drop helps.

    Rows at the ends of a group, or whole groups, go in the order of what dropping them saves per row, as long as the
    mean loss of the rows that are left falls. Then the method groups the rows that are left again, and the better of
    the partitions counts. Every group keeps k rows, and one group is left. Where more than k is asked for, `raw` are
    the groups before any was merged for the sake of it: to drop those that fail is one more choice, and every choice is
    held against the rows that would really be released. Time O(n d) a round and one more run of the method.
    """
    if budget < 1 or partition.groups == 0:
        return partition
    if not asks_more(problem):
        return min(_choices(problem, method, partition, budget), key=lambda found: _loss(problem, found))
    choices = [partition, *_choices(problem, method, partition, budget), *_without_failing(problem, raw, budget)]
    checked = [found for choice in choices if (found := _held(problem, choice)) is not None]
    return min(checked, key=lambda found: _loss(problem, found))


def _without_failing(problem: Problem, raw: Partition | None, budget: int) -> list[Partition]:
    """Return the groups without those that break a criterion, where the budget allows it."""
    if raw is None:
        return []
    fails = ~problem.holds(raw)
    drop = np.append(fails, False)[raw.labels]
    if not 0 < drop.sum() <= budget or fails.all():
        return []
    return [_compact(np.where(drop, np.int32(-1), raw.labels))]


def _held(problem: Problem, partition: Partition) -> Partition | None:
    """Return the groups, merged where one breaks a criterion in view of the rows that are left; None if all do."""
    kept = np.flatnonzero(partition.labels >= 0)
    if len(kept) == problem.rows:
        return partition
    seen = problem.released(kept)
    mended = repair(seen, partition)
    return mended if seen.holds(mended).all() else None


def _choices(problem: Problem, method: Partitioner, partition: Partition, budget: int) -> list[Partition]:
    """Return the groups with rows peeled off, and what the method makes of the rows that are left."""
    peeled = _peeled(problem, partition, budget)
    kept = np.flatnonzero(peeled.labels >= 0)
    if len(kept) == problem.rows or len(kept) < problem.k:
        return [peeled]
    rest = problem.released(kept).part(kept)
    if not rest.holds(Partition(np.zeros(rest.rows, np.int32), 1)).all():
        return [peeled]
    again = method.partition(rest)
    labels = np.full(problem.rows, -1, np.int32)
    labels[kept] = again.labels
    return [peeled, Partition(labels, again.groups)]


def _peeled(problem: Problem, partition: Partition, budget: int) -> Partition:
    labels = partition.labels.copy()
    for _ in range(ROUNDS):
        drop = _round(problem, labels, partition.groups, budget)
        labels[drop] = -1
        budget -= int(drop.sum())
        if not drop.any() or budget < 1:
            break
    return _compact(labels)


def _compact(labels: Labels) -> Partition:
    """Return the groups that are left, numbered again."""
    labels = labels.copy()
    used, numbers = np.unique(labels[labels >= 0], return_inverse=True)
    labels[labels >= 0] = numbers
    return Partition(labels, len(used))


def _round(problem: Problem, labels: Ints, groups: int, budget: int) -> Flags:
    """Return the rows to drop in one round: at most one peel a group, the most worthwhile first."""
    rows, starts, ends = runs_of(labels, groups)
    full = ends > starts
    starts, ends = starts[full], ends[full]
    worth, peel = np.empty(len(starts)), np.empty((len(starts), 3), np.int64)
    shared = problem.codes, problem.costs, problem.k, budget, rows
    over_runs(best_peels, starts, ends, *shared, aligned=(worth, peel))
    left, total = len(rows), _loss(problem, Partition(labels, groups)) * len(rows)
    drop = np.zeros(problem.rows, np.bool_)
    for g in np.argsort(-worth, kind="stable").tolist():
        count, column, code = peel[g].tolist()
        if worth[g] * left <= total or budget < 1:
            break
        if count <= min(budget, left - problem.k):
            drop[_peel_rows(problem.codes, rows[starts[g] : ends[g]], column, code)] = True
            budget -= count
            left -= count
            total -= count * worth[g]
    return drop


def _peel_rows(codes: Ints, run: Ints, column: int, code: int) -> Ints:
    if column < 0:
        return run
    cells = codes[run, column]
    return np.asarray(run[cells >= code if code >= 0 else cells <= -1 - code], np.int32)


def _loss(problem: Problem, partition: Partition) -> float:
    """Return the mean loss per row that is left."""
    boxes = boxes_of(problem.codes, partition)
    kept = boxes.sizes > 0
    per_row = np.empty(int(kept.sum()))
    box_costs(problem.costs, boxes.lo[kept], boxes.hi[kept], per_row)
    return float(boxes.sizes[kept] @ per_row / max(1, boxes.sizes.sum()))
