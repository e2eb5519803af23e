"""Xu et al.'s bottom-up method, one merge at a time, on lists of rows."""

from __future__ import annotations

from tests.reference.top_down import far_pair, grains


def bottom_up(problem):
    """Return the groups as sorted lists of rows."""
    k = problem.k
    if problem.rows < 2 * k:
        return [list(range(problem.rows))]
    groups = _identical(problem)
    while any(len(rows) < k for rows in groups):
        for g in range(len(groups)):
            if 0 < len(groups[g]) < k:
                _absorb(problem, groups, g)
        groups = [rows for rows in groups if rows]
    return sorted(sorted(rows) for rows in groups)


def _identical(problem):
    alike = {}
    for row in range(problem.rows):
        alike.setdefault(tuple(problem.codes[row].tolist()), []).append(row)
    groups = []
    for rows in alike.values():
        parts = max(1, len(rows) // problem.k)
        groups += [
            [row for place, row in enumerate(rows) if place * parts // len(rows) == part] for part in range(parts)
        ]
    return groups


def _absorb(problem, groups, g):
    others = [h for h, rows in enumerate(groups) if h != g and rows]
    if not others:
        return

    def cost(h):
        union = groups[g] + groups[h]
        return len(union) * grains(problem, union), h

    partner = min(others, key=cost)
    keep, gone = min(g, partner), max(g, partner)
    groups[keep], groups[gone] = groups[g] + groups[partner], []
    if len(groups[keep]) >= 2 * problem.k:
        groups[keep], groups[gone] = _halve(problem, sorted(groups[keep]))


def _halve(problem, rows):
    a, b = far_pair(problem, rows, rows[0], 1)
    line = sorted(rows, key=lambda row: (grains(problem, [a, row]) - grains(problem, [b, row]), row))
    halves = [(line[:s], line[s:]) for s in range(problem.k, len(line) - problem.k + 1)]
    return min(halves, key=lambda parts: sum(len(part) * grains(problem, part) for part in parts))
