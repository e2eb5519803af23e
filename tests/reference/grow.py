"""k-member and Loukides-Shao, one row at a time, on lists of rows."""

from __future__ import annotations

import math

import numpy as np

from tests.reference.price import group_cost

GRAIN = 1e-12


def k_member(problem, loss, *, last=False, start=None):
    """Return the groups as sorted lists of rows; draws as the method does."""
    n, k, rng = problem.rows, problem.k, problem.rng
    if n < 2 * k:
        return [list(range(n))] if n else []
    pivot = int(rng.integers(n)) if start is None else start
    free, groups = list(range(n)), []
    while len(free) >= k:
        pivot = _first(free, lambda row: -group_cost(problem, [pivot, row], loss))  # noqa: B023 - called at once
        group = [pivot]
        free.remove(pivot)
        while len(group) < k:
            row = _first(free, lambda row: group_cost(problem, [*group, row], loss))  # noqa: B023 - called at once
            group.append(row)
            free.remove(row)
        groups.append(group)
        pivot = group[-1] if last else group[0]
    _join(problem, groups, rng.permutation(np.array(free, np.int32)).tolist(), loss)
    return sorted(sorted(group) for group in groups)


def loukides_shao(problem, loss, threshold, *, reassign=True):
    """Return the groups as sorted lists of rows, and the rows that no group of k has; draws as the method does."""
    free = problem.rng.permutation(problem.rows).tolist()
    groups, aside = [], []
    while free:
        group = [free.pop(0)]
        while free:
            row = _first(sorted(free), lambda row: group_cost(problem, [*group, row], loss))  # noqa: B023 - at once
            if group_cost(problem, [*group, row], loss) > threshold + GRAIN:
                break
            group.append(row)
            free.remove(row)
        if len(group) >= problem.k:
            groups.append(group)
        else:
            aside += group
    if reassign and groups:
        _join(problem, groups, sorted(aside), loss)
        aside = []
    return sorted(sorted(group) for group in groups), sorted(aside)


def _first(rows, value):
    """Return the first row whose value is the least, or as good as that."""
    least = min(value(row) for row in rows)
    return next(row for row in rows if value(row) <= least + GRAIN)


def _join(problem, groups, rows, loss):
    for row in rows:
        best, least = None, math.inf
        for group in groups:
            rise = (len(group) + 1) * group_cost(problem, [*group, row], loss) - len(group) * group_cost(
                problem, group, loss
            )
            if rise < least - GRAIN:
                best, least = group, rise
        best.append(row)
