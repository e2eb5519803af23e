"""CB, one bisection at a time, on lists of rows."""

from __future__ import annotations

import math

import numpy as np

from tests.reference.price import column_cost, group_cost

GRAIN = 1e-12


def cb(problem, rounds=15):
    """Return the groups as sorted lists of rows; draws as the method does, level by level."""
    rng = problem.rng
    runs = [rng.permutation(np.arange(problem.rows, dtype=np.int32)).tolist()]
    while any(len(run) >= 2 * problem.k for run in runs):
        draws = iter(rng.random((sum(len(run) >= 2 * problem.k for run in runs), 2)))
        runs = [
            part
            for run in runs
            for part in (_bisect(problem, run, next(draws), rounds) if len(run) >= 2 * problem.k else [run])
        ]
    return sorted(sorted(run) for run in runs)


def _bisect(problem, run, draw, rounds):
    centres, best, best_cost, last = _first(problem, run, draw), None, math.inf, None
    for _ in range(rounds):
        delta = [round((_price(problem, row, centres[0]) - _price(problem, row, centres[1])) / GRAIN) for row in run]
        sides = _distribute(delta)
        _borrow(problem.k, run, delta, sides)
        if sides == last:
            break
        last = list(sides)
        parts = [[row for row, side in zip(run, sides, strict=True) if side == s] for s in (0, 1)]
        cost = sum(len(part) * group_cost(problem, part) for part in parts)
        if cost < best_cost - GRAIN:
            best, best_cost = parts, cost
        centres = [_centre(problem, part) for part in parts]
    return best


def _first(problem, run, draw):
    a = run[int(draw[0] * len(run))]
    start = int(draw[1] * len(run))
    turned = run[start:] + run[:start]
    b = next((row for row in turned if (problem.codes[row] != problem.codes[a]).any()), turned[0])
    return [_centre(problem, [a]), _centre(problem, [b])]


def _centre(problem, rows):
    centre = []
    for j, domain in enumerate(problem.domains):
        codes = [int(problem.codes[row, j]) for row in rows]
        if not domain.is_line:
            centre.append(min(set(codes), key=lambda code: (-codes.count(code), code)))
            continue
        present = [float(domain.position[code]) for code in codes if code != domain.missing]
        centre.append(sum(present) / len(present) if 2 * len(present) >= len(codes) else None)
    return centre


def _price(problem, row, centre):
    total = 0.0
    for j, domain in enumerate(problem.domains):
        code = int(problem.codes[row, j])
        if not domain.is_line:
            cost = column_cost(domain, [code, centre[j]], "ncp")
        elif code == domain.missing or centre[j] is None:
            cost = 0.0 if code == domain.missing and centre[j] is None else 1.0
        else:
            cost = abs(float(domain.position[code]) - centre[j])
        total += domain.weight * cost
    return total


def _distribute(delta):
    sides = []
    for d in delta:
        first = sides.count(0) <= sides.count(1) if d == 0 else d < 0
        sides.append(0 if first else 1)
    return sides


def _borrow(k, run, delta, sides):
    for short, sign in ((0, 1), (1, -1)):
        need = k - sides.count(short)
        if need > 0:
            lenders = [i for i, side in enumerate(sides) if side != short]
            for i in sorted(lenders, key=lambda i: (sign * delta[i], run[i]))[:need]:
                sides[i] = short
