"""Drop the few rows that cost the others more than they are worth, up to a limit.

Nobody else drops rows but methods whose form says `drops_itself`, which take the limit as an option, and
`make/group.py` where a table has fewer than k rows and all of them may go.
"""

from __future__ import annotations

import numpy as np

from shoal.arrays import Codes, Flags, Ints, Labels, Rows
from shoal.encode.loss import costs_of
from shoal.kernels.pool import over_runs
from shoal.kernels.shared.box_cost import Costs, box_costs
from shoal.kernels.suppress import best_peels
from shoal.partition._judge import asks_more
from shoal.partition._runs import runs_of
from shoal.partition.auto import Auto
from shoal.partition.base import Partition, Partitioner, Problem, boxes_of
from shoal.partition.improve import Improved, improve
from shoal.partition.repair import repair

ROUNDS = 16

GRAIN = 1e-9
"""By how much of itself a gain must be above its price: less is rounding."""


def suppress(
    problem: Problem, method: Partitioner, partition: Partition, budget: int, *, raw: Partition | None = None
) -> Partition:
    """Return the groups with at most `budget` rows dropped (label -1), or as they are where no drop pays.

    The loss that counts is the one that is reported: the NCP of all rows, a dropped one being wholly lost, whatever the
    method works against. Rows at the ends of a group go in the order of what dropping them saves per row, as long as
    they save more than they cost. Where none can go because groups have just k rows, those are tried without which k
    others could do far better. Then the rows that are left are grouped again, by the search from where it stands or
    by the method from the start, and the choice that loses least counts, the groups as they were among them: a budget
    never raises the loss. Every group keeps k rows, and one group is left. Where more than k is asked for, `raw` are
    the groups before any was merged for the sake of it: to drop those that fail is one more choice, and every choice is
    held against the rows that would really be released. Time O(n d) a round and one more run of the method.
    """
    if budget < 1 or partition.groups == 0:
        return partition
    reported = costs_of(problem.domains, "ncp")
    choices = [partition, *_choices(problem, reported, method, partition, budget)]
    if len(choices) == 1:
        choices += _without_outliers(problem, reported, method, partition, budget)
    if asks_more(problem):
        choices += _without_failing(problem, raw, budget)
        choices = [found for choice in choices if (found := _held(problem, choice)) is not None] or [partition]
    return min(choices, key=lambda found: _loss(problem.codes, reported, found))


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
        return partition if problem.holds(partition).all() else None
    seen = problem.released(kept)
    mended = repair(seen, partition)
    return mended if seen.holds(mended).all() else None


def _choices(
    problem: Problem, reported: Costs, method: Partitioner, partition: Partition, budget: int
) -> list[Partition]:
    """Return the groups with rows peeled off, and what becomes of the rows that are left; nothing where none pays."""
    peeled = _peeled(problem, reported, partition, budget)
    kept = np.flatnonzero(peeled.labels >= 0)
    if len(kept) == problem.rows:
        return []
    rest = problem.released(kept).part(kept)
    if not rest.holds(Partition(np.zeros(rest.rows, np.int32), 1)).all():
        return [peeled]
    if isinstance(method, Auto | Improved):
        again = improve(rest, Partition(peeled.labels[kept], peeled.groups), steps=method.steps)
    else:
        again = method.partition(rest)
    return [peeled, _of_all(problem, kept, again)]


def _without_outliers(
    problem: Problem, reported: Costs, method: Partitioner, partition: Partition, budget: int
) -> list[Partition]:
    """Return what the method makes of the rows without those that cost their group far more than they are worth.

    Their groups may be too small without them, so all rows are grouped again. Not where that would take as many seconds
    again as were asked for.
    """
    if isinstance(problem.effort, float) and isinstance(method, Auto | Improved):
        return []
    kept = np.flatnonzero(~_round(problem, reported, partition.labels, partition.groups, budget, least=1))
    if len(kept) == problem.rows or len(kept) < 2 * problem.k:
        return []
    rest = problem.released(kept).part(kept)
    if not rest.holds(Partition(np.zeros(rest.rows, np.int32), 1)).all():
        return []
    return [_of_all(problem, kept, method.partition(rest))]


def _of_all(problem: Problem, kept: Rows, found: Partition) -> Partition:
    """Return groups of some rows as groups of all, the others dropped."""
    labels = np.full(problem.rows, -1, np.int32)
    labels[kept] = found.labels
    return Partition(labels, found.groups)


def _peeled(problem: Problem, reported: Costs, partition: Partition, budget: int) -> Partition:
    """Return the groups without the rows at their ends that cost more than they are worth."""
    labels = partition.labels.copy()
    for _ in range(ROUNDS):
        drop = _round(problem, reported, labels, partition.groups, budget, least=problem.k)
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


def _round(problem: Problem, reported: Costs, labels: Ints, groups: int, budget: int, *, least: int) -> Flags:
    """Return the rows to drop in one round: at most one peel a group that leaves `least` rows, the best ones first.

    A whole group never goes: no row of it costs more than a dropped one.
    """
    rows, starts, ends = runs_of(labels, groups)
    full = ends > starts
    starts, ends = starts[full], ends[full]
    worth, peel = np.empty(len(starts)), np.empty((len(starts), 3), np.int64)
    over_runs(best_peels, starts, ends, problem.codes, reported, least, budget, rows, aligned=(worth, peel))
    price = float(reported.weight.sum()) * (1 + GRAIN)
    drop = np.zeros(problem.rows, np.bool_)
    for g in np.argsort(-worth, kind="stable").tolist():
        count, column, code = peel[g].tolist()
        if worth[g] <= price or budget < 1:
            break
        if count <= budget:
            drop[_peel_rows(problem.codes, rows[starts[g] : ends[g]], column, code)] = True
            budget -= count
    return drop


def _peel_rows(codes: Ints, run: Ints, column: int, code: int) -> Ints:
    cells = codes[run, column]
    return np.asarray(run[cells >= code if code >= 0 else cells <= -1 - code], np.int32)


def _loss(codes: Codes, reported: Costs, partition: Partition) -> float:
    """Return the loss of all rows together, each dropped one wholly lost."""
    boxes = boxes_of(codes, partition)
    kept = boxes.sizes > 0
    per_row = np.empty(int(kept.sum()))
    box_costs(reported, boxes.lo[kept], boxes.hi[kept], per_row)
    dropped = len(codes) - int(boxes.sizes.sum())
    return float(boxes.sizes[kept] @ per_row) + dropped * float(reported.weight.sum())
