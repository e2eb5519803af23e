"""WF-C-means as in Chiu and Tsai's Figure 2, and class merging, row by row; weights are floats, the rest fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tests.reference.numbers import Exact

TIE = 1e-10


def wf_c_means(problem, scale="minmax", max_iter=100):
    """Return the groups as sorted lists of rows, and the weights; draws as the method does."""
    exact = Exact(problem, scale)
    weights = [float(factor > 0) / max(1, sum(f > 0 for f in exact.factors)) for factor in exact.factors]
    centres, labels = _first(problem, exact), None
    for _ in range(max_iter):
        before, labels = labels, [_nearest(exact, weights, row, centres) for row in exact.rows]  # line 5
        members = [[i for i, label in enumerate(labels) if label == c] for c in range(len(centres))]
        centres = [
            exact.mean(rows) if rows else centre for rows, centre in zip(members, centres, strict=True)
        ]  # line 6
        weights = _learned(exact, members, centres, weights)  # line 7
        if labels == before:  # line 8
            break
    large = [c for c, rows in enumerate(members) if len(rows) >= problem.k]
    groups = {c: list(members[c]) for c in large}
    for c, rows in enumerate(members):
        if 0 < len(rows) < problem.k:
            groups[large[_nearest(exact, weights, centres[c], [centres[g] for g in large])]] += rows
    return sorted(sorted(rows) for rows in groups.values()), weights


def _first(problem, exact):
    seen = []
    for i in problem.rng.permutation(np.arange(problem.rows, dtype=np.int32)).tolist():
        if all(exact.between(i, j) > 0 for j in seen):
            seen.append(i)
    return [exact.rows[i] for i in seen[: problem.rows // problem.k]]


def _nearest(exact, weights, row, centres):
    gaps = []
    for centre in centres:
        parts = zip(weights, exact.factors, row, centre, strict=True)
        gaps.append(sum(w * float(f * (p - q) ** 2) for w, f, p, q in parts))
    return next(c for c, gap in enumerate(gaps) if gap <= min(gaps) + TIE)


def _learned(exact, members, centres, weights):
    mean = exact.mean(range(len(exact.rows)))
    ratios = []
    for j, factor in enumerate(exact.factors):
        within = sum(
            (exact.rows[i][j] - centre[j]) ** 2 for rows, centre in zip(members, centres, strict=True) for i in rows
        )
        between = sum(
            len(rows) * (centre[j] - mean[j]) ** 2 for rows, centre in zip(members, centres, strict=True) if rows
        )
        if factor == 0 or between == 0:
            ratios.append(Fraction(0))
        else:
            ratios.append(between / within if within else None)
    if None in ratios:
        ratios = [Fraction(ratio is None) for ratio in ratios]
    if not any(ratios):
        return weights
    return [(w + float(ratio / sum(ratios))) / 2 for w, ratio in zip(weights, ratios, strict=True)]
