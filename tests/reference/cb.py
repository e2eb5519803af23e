"""CB as He et al.'s Figure 4 has it, on lists of rows: all rounds, each on rows that are shuffled anew."""

from __future__ import annotations

import math

import numpy as np

from tests.reference.price import column_cost, group_cost
from tests.reference.repair import passes
from tests.reference.shuffle import shuffled

GRAIN = 1e-12


def cb(problem, rounds=15, *, against="centres", restart=False, centre="mode"):
    """Return the groups as sorted lists of rows; draws as the method does, level by level."""
    rng = problem.rng
    how = {"rounds": rounds, "against": against, "restart": restart, "order": centre == "order"}
    runs, final = [rng.permutation(np.arange(problem.rows, dtype=np.int32)).tolist()], []
    while todo := [run for run in runs if len(run) >= 2 * problem.k and run not in final]:
        draws = iter(rng.random((len(todo), rounds if restart or problem.is_guarded else 1, 3)))
        parts = []
        for run in runs:
            cut = _bisect(problem, run, next(draws), how) if run in todo else [run]
            if cut is None:
                final.append(run)
            parts += cut or [run]
        runs = parts
    return sorted(sorted(run) for run in runs)


def _bisect(problem, run, draw, how):
    order = how["order"]
    centres, best, best_cost = _first(problem, run, draw[0], order), None, math.inf
    for turn in range(how["rounds"]):
        if how["restart"] and turn:
            centres = _first(problem, run, draw[turn], order)
        rows = shuffled(run, draw[0][2], turn)
        if how["against"] == "group":
            delta, sides = _grow(problem, rows, centres, order)
        else:
            gaps = [_price(problem, row, centres[0], order) - _price(problem, row, centres[1], order) for row in rows]
            delta = [round(gap / GRAIN) for gap in gaps]
            sides = _distribute(delta)
        _borrow(problem.k, rows, delta, sides)
        parts = _parts(run, rows, sides)
        cost = _cost(problem, parts)
        centres = [_centre(problem, part, order) for part in parts]
        if cost < best_cost - GRAIN and not all(passes(problem, part) for part in parts):
            parts = _filled(problem, run, rows, delta, sides)
            cost = _cost(problem, parts) if parts else math.inf
            if turn + 1 < how["rounds"]:
                centres = _first(problem, run, draw[turn + 1], order)
        if cost < best_cost - GRAIN:
            best, best_cost = parts, cost
    return best


def _filled(problem, run, rows, delta, sides):
    """Return the sides when the smaller one has borrowed until both pass, or None."""
    wanted = 2 * min(sides.count(0), sides.count(1))
    while 2 * wanted <= len(rows):
        _borrow(wanted, rows, delta, sides)
        parts = _parts(run, rows, sides)
        if all(passes(problem, part) for part in parts):
            return parts
        wanted *= 2
    return None


def _parts(run, rows, sides):
    """Return both sides, each in the order of the run, so that draws fall on the same rows as ever."""
    side_of = dict(zip(rows, sides, strict=True))
    return [[row for row in run if side_of[row] == s] for s in (0, 1)]


def _cost(problem, parts):
    return sum(len(part) * group_cost(problem, part) for part in parts)


def _grow(problem, run, centres, order):
    """Return deltas and sides when rows are compared with the boxes of the growing sides."""
    sides, delta = [], []
    held = [[_nearest_codes(problem, centre, order)] for centre in centres]
    for row in run:
        prices = []
        for s in (0, 1):
            codes = [*held[s], problem.codes[row].tolist()]
            prices.append(
                sum(
                    domain.weight
                    * column_cost(domain, range(min(c[j] for c in codes), max(c[j] for c in codes) + 1), "ncp")
                    for j, domain in enumerate(problem.domains)
                )
            )
        delta.append(round((prices[0] - prices[1]) / GRAIN))
        first = sides.count(0) <= sides.count(1) if delta[-1] == 0 else delta[-1] < 0
        sides.append(0 if first else 1)
        held[sides[-1]].append(problem.codes[row].tolist())
    return delta, sides


def _nearest_codes(problem, centre, order):
    codes = []
    for domain, c in zip(problem.domains, centre, strict=True):
        place = _places(domain, order)
        if place is None:
            codes.append(c)
        elif c is None:
            codes.append(domain.missing)
        else:
            present = domain.size - (1 if domain.missing >= 0 else 0)
            codes.append(min(range(present), key=lambda code: (abs(place[code] - c), code)))
    return codes


def _places(domain, order):
    """Return the positions of a column as the centres see it, or None on a tree."""
    if domain.is_line or not order:
        return domain.position
    present = domain.size - (1 if domain.missing >= 0 else 0)
    return [code / max(1, present - 1) for code in range(domain.size)]


def _first(problem, run, draw, order):
    a = run[int(draw[0] * len(run))]
    start = int(draw[1] * len(run))
    turned = run[start:] + run[:start]
    b = next((row for row in turned if (problem.codes[row] != problem.codes[a]).any()), turned[0])
    return [_centre(problem, [a], order), _centre(problem, [b], order)]


def _centre(problem, rows, order):
    centre = []
    for j, domain in enumerate(problem.domains):
        codes = [int(problem.codes[row, j]) for row in rows]
        place = _places(domain, order)
        if place is None:
            centre.append(min(set(codes), key=lambda code: (-codes.count(code), code)))
            continue
        present = [float(place[code]) for code in codes if code != domain.missing]
        centre.append(sum(present) / len(present) if 2 * len(present) >= len(codes) else None)
    return centre


def _price(problem, row, centre, order):
    total = 0.0
    for j, domain in enumerate(problem.domains):
        code = int(problem.codes[row, j])
        place = _places(domain, order)
        if place is None:
            cost = column_cost(domain, [code, centre[j]], "ncp")
        elif code == domain.missing or centre[j] is None:
            cost = 0.0 if code == domain.missing and centre[j] is None else 1.0
        else:
            cost = abs(float(place[code]) - centre[j])
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
