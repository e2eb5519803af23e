"""Hierarchical clustering by its definition: the distance of two classes is worked out again from all their rows."""

from __future__ import annotations

from tests.reference.numbers import Exact


def link(problem, rule, mode="small", scale="minmax"):
    """Return the groups as sorted lists of rows; rule `single`, `complete` or `average`."""
    exact, k = Exact(problem, scale), problem.k
    classes = [[row] for row in range(problem.rows)]
    while min(map(len, classes)) < k:
        pairs = [
            (_apart(exact, a, b, rule), min(a), min(b), i, j)
            for i, a in enumerate(classes)
            for j, b in enumerate(classes)
            if min(a) < min(b) and (mode == "dendrogram" or len(a) < k or len(b) < k)
        ]
        *_, i, j = min(pairs)
        classes[i] = classes[i] + classes[j]
        del classes[j]
    return sorted(sorted(rows) for rows in classes)


def _apart(exact, a, b, rule):
    gaps = [exact.between(p, q) for p in a for q in b]
    if rule == "average":
        return sum(gaps) / len(gaps)
    return min(gaps) if rule == "single" else max(gaps)
