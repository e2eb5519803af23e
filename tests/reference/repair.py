"""Merge failing groups one at a time, on lists of rows."""

from __future__ import annotations

from tests.reference.criteria import meets
from tests.reference.price import group_cost


def passes(problem, rows):
    """Return whether some rows as a group meet every criterion."""
    columns = {column.about.name: column for column in problem.sensitive}
    for criterion in problem.criteria:
        if criterion.column is None:
            continue
        column = columns[criterion.column]
        table = [code for code, count in enumerate(column.about.rows.tolist()) for _ in range(count)]
        if not meets(criterion, column.codes[rows].tolist(), table, column.about):
            return False
    return True


def repair(problem, groups):
    """Return the groups with each failing one, in order, merged with what costs least until it passes."""
    groups = [list(rows) for rows in groups]
    for one in range(len(groups)):
        while groups[one] and not passes(problem, groups[one]):
            others = [other for other, rows in enumerate(groups) if other != one and rows]
            if not others:
                break
            best = min(others, key=lambda other: _rise(problem, groups[one], groups[other]))
            groups[one] += groups[best]
            groups[best] = []
    return sorted(sorted(rows) for rows in groups if rows)


def _rise(problem, a, b):
    return _total(problem, a + b) - _total(problem, a) - _total(problem, b)


def _total(problem, rows):
    return len(rows) * group_cost(problem, rows)
