"""MDAV as it is described, on lists of rows and fractions."""

from __future__ import annotations

from tests.reference.numbers import Exact


def mdav(problem):
    """Return the groups as sorted lists of rows."""
    exact, k, left, groups = Exact(problem, "zscore"), problem.k, list(range(problem.rows)), []
    while len(left) >= 3 * k:
        first = _farthest(exact, left, exact.mean(left))
        second = _farthest(exact, left, exact.rows[first])
        groups.append(_nearest(exact, left, first, k))
        left = [row for row in left if row not in groups[-1]]
        if second not in left:
            second = _farthest(exact, left, exact.rows[first])
        groups.append(_nearest(exact, left, second, k))
        left = [row for row in left if row not in groups[-1]]
    if len(left) >= 2 * k:
        groups.append(_nearest(exact, left, _farthest(exact, left, exact.mean(left)), k))
        left = [row for row in left if row not in groups[-1]]
    return sorted(sorted(group) for group in [*groups, left])


def _farthest(exact, rows, point):
    return max(rows, key=lambda row: (exact.gap(exact.rows[row], point), -row))


def _nearest(exact, rows, centre, k):
    others = sorted((row for row in rows if row != centre), key=lambda row: (exact.between(row, centre), row))
    return [centre, *others[: k - 1]]
