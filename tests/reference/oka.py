"""OKA as Lin and Wei's Figures 1 and 2 have it, one row at a time, on lists of rows; and what their outlook adds."""

from __future__ import annotations

import numpy as np

from tests.reference.price import common_node, group_cost

GRAIN = 1e-12


def oka(problem, loss, seeds=(), *, order="sorted", distance="cost", passes=1, drop_small=0.0):
    """Return the groups as sorted lists of rows; draws as the method does."""
    n, k, rng = problem.rows, problem.k, problem.rng
    if n < 2 * k:
        return [list(range(n))] if n else []
    seeds = list(seeds) or rng.permutation(n)[: n // k].tolist()
    by_codes = sorted(range(n), key=lambda row: (*problem.codes[row].tolist(), row))
    rows = by_codes if order == "sorted" else rng.permutation(n).tolist()
    for _ in range(passes):
        groups = [[seed] for seed in seeds]
        for row in rows:
            if row not in seeds:
                _nearest(problem, row, groups, loss, distance).append(row)
        for group in groups:
            centre = _centre(problem, group)
            group.sort(key=lambda row: (round(_price(problem, row, centre, loss) / GRAIN), row))
        seeds = [group[0] for group in groups]
    first = [list(group) for group in groups]
    left = []
    for group in groups:
        left += group[k:]
        del group[k:]
    for row in rng.permutation(np.array(sorted(left), np.int32)).tolist():
        short = [group for group in groups if len(group) < k]
        _nearest(problem, row, short or groups, loss, distance).append(row)
    groups = _without_small(problem, loss, first, groups, int(drop_small * n))
    return sorted(sorted(group) for group in groups)


def _without_small(problem, loss, first, groups, limit):
    """Return the groups without clusters that were small, their own rows dropped, those they were given back home."""
    whole = sum(domain.weight for domain in problem.domains)
    gains = []
    for c, (own, group) in enumerate(zip(first, groups, strict=True)):
        if len(own) >= problem.k:
            continue
        gain = _total(problem, [group], loss) - len(own) * whole
        for row in set(group) - set(own):
            home = groups[next(h for h, rows in enumerate(first) if row in rows)]
            gain -= _total(problem, [[*home, row]], loss) - _total(problem, [home], loss)
        gains.append((-round(gain / 1e-9), c))
    drop, count = [], 0
    for loses, c in sorted(gains):
        if loses > -1 or count + len(first[c]) > limit:
            break
        drop.append(c)
        count += len(first[c])
    kept = {c: list(group) for c, group in enumerate(groups) if c not in drop}
    for c in drop:
        for row in set(groups[c]) - set(first[c]):
            kept[next(h for h, rows in enumerate(first) if row in rows)].append(row)
    found = list(kept.values())
    better = _total(problem, found, loss) + count * whole < _total(problem, groups, loss) - 1e-9
    return found if better else groups


def _total(problem, groups, loss):
    return sum(len(group) * group_cost(problem, group, loss) for group in groups)


def _nearest(problem, row, groups, loss, distance):
    if distance == "increment":
        gaps = [_total(problem, [[*group, row]], loss) - _total(problem, [group], loss) for group in groups]
    else:
        gaps = [_price(problem, row, _centre(problem, group), loss) for group in groups]
    if distance == "cost":
        gaps = [len(group) * gap for group, gap in zip(groups, gaps, strict=True)]
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
