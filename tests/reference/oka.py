"""OKA, one row at a time, on lists of rows."""

from __future__ import annotations

import numpy as np

from tests.reference.price import common_node

GRAIN = 1e-12


def oka(problem, loss, seeds=()):
    """Return the groups as sorted lists of rows; draws as the method does."""
    n, k, rng = problem.rows, problem.k, problem.rng
    if n < 2 * k:
        return [list(range(n))] if n else []
    seeds = list(seeds) or rng.permutation(n)[: n // k].tolist()
    groups = [[seed] for seed in seeds]
    for row in sorted(range(n), key=lambda row: (*problem.codes[row].tolist(), row)):
        if row not in seeds:
            _nearest(problem, row, groups, loss).append(row)
    left = []
    for group in groups:
        centre = _centre(problem, group)
        group.sort(key=lambda row: (round(_price(problem, row, centre, loss) / GRAIN), row))
        left += group[k:]
        del group[k:]
    for row in rng.permutation(np.array(sorted(left), np.int32)).tolist():
        short = [group for group in groups if len(group) < k]
        _nearest(problem, row, short or groups, loss).append(row)
    return sorted(sorted(group) for group in groups)


def _nearest(problem, row, groups, loss):
    gaps = [len(group) * _price(problem, row, _centre(problem, group), loss) for group in groups]
    return next(group for group, gap in zip(groups, gaps, strict=True) if gap <= min(gaps) + GRAIN)


def _is_line(domain, loss):
    return domain.is_line or loss == "order"


def _position(domain, code, loss):
    if domain.is_line:
        return float(domain.position[code])
    present = domain.size - (1 if domain.missing >= 0 else 0)
    return code / max(1, present - 1) if loss == "order" else None


def _centre(problem, rows):
    return [[int(code) for code in problem.codes[rows, j]] for j in range(len(problem.domains))]


def _price(problem, row, centre, loss):
    return sum(
        domain.weight * _gap(domain, int(problem.codes[row, j]), centre[j], loss)
        for j, domain in enumerate(problem.domains)
    )


def _gap(domain, code, members, loss):
    if not _is_line(domain, loss):
        return _node_price(domain.tree, common_node(domain.tree, [code, *members]), loss)
    present = [_position(domain, member, loss) for member in members if member != domain.missing]
    absent = 2 * len(present) < len(members)
    if code == domain.missing or absent:
        return 0.0 if code == domain.missing and absent else 1.0
    return abs(_position(domain, code, loss) - sum(present) / len(present))


def _node_price(tree, node, loss):
    below = int(tree.last[node] - tree.first[node] + 1)
    if loss == "height":
        return float(tree.height[node] / tree.height[tree.root])
    if loss == "lm":
        return (below - 1) / (tree.leaves - 1)
    return 0.0 if node < tree.leaves else below / tree.leaves
