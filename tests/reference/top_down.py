"""Xu et al.'s top-down method, one cut and one mend at a time, on lists of rows."""

from __future__ import annotations

from tests.reference.price import group_cost
from tests.reference.repair import passes

GRAIN = 2.0**-40


def grains(problem, rows):
    """Return the price per row of a group in whole grains."""
    return round(group_cost(problem, rows) / GRAIN)


def top_down(problem, rounds=3):
    """Return the groups as sorted lists of rows; draws as the method does, level by level."""
    runs, k, final = [list(range(problem.rows))], problem.k, []
    while any(len(run) >= 2 * k and run not in final for run in runs):
        draws, at, parts = problem.rng.random(problem.rows), 0, []
        for run in runs:
            part_draws = draws[at : at + len(run)]
            at += len(run)
            if len(run) < 2 * k or run in final:
                parts.append(run)
                continue
            sides = _cut(problem, run, part_draws, rounds)
            if problem.is_guarded and not _balance(problem, sides):
                final.append(run)
                sides = [run]
            parts += sides
        runs = parts
    return sorted(sorted(rows) for rows in mend(problem, runs))


def _balance(problem, sides):
    """Fill the smaller side with the nearest rows until both have k rows and pass; return whether they do."""
    run, small = sides[0] + sides[1], 1 if len(sides[1]) <= len(sides[0]) else 0
    own = sides[small]
    if len(own) >= problem.k and passes(problem, sides[0]) and passes(problem, sides[1]):
        return True
    ranked = sorted((row for row in run if row not in own), key=lambda row: (grains(problem, [*own, row]), row))
    wanted = problem.k if len(own) < problem.k else 2 * len(own)
    while 2 * wanted <= len(run):
        sides[small] = own + ranked[: wanted - len(own)]
        sides[1 - small] = ranked[wanted - len(own) :]
        if passes(problem, sides[0]) and passes(problem, sides[1]):
            return True
        wanted *= 2
    return False


def _cut(problem, run, draws, rounds):
    run = list(run)
    for i in range(len(run) - 1, 0, -1):
        other = int(draws[i] * (i + 1))
        run[i], run[other] = run[other], run[i]
    a, b = far_pair(problem, run, run[0], rounds)
    sides = [[a], [b]]
    for row in run:
        if row in (a, b):
            continue
        price = [grains(problem, [*side, row]) for side in sides]
        first = price[0] < price[1] or (price[0] == price[1] and len(sides[0]) <= len(sides[1]))
        sides[0 if first else 1].append(row)
    return [[row for row in run if row in side] for side in sides]


def far_pair(problem, run, start, rounds):
    """Return the last two rows of a chain in which each row is the farthest from the one before it."""
    trail = [start]
    for _ in range(2 * rounds):
        trail.append(
            max((row for row in run if row != trail[-1]), key=lambda row: (grains(problem, [trail[-1], row]), -row))
        )
        if len(trail) > 2 and trail[-1] == trail[-3]:
            trail.pop()
            break
    return trail[-1], trail[-2]


def mend(problem, groups):
    """Return groups of at least k rows: the first small one is filled or merged, again and again."""
    groups, k = [list(rows) for rows in groups], problem.k
    while small := [g for g, rows in enumerate(groups) if 0 < len(rows) < k]:
        g = small[0]
        others = [h for h, rows in enumerate(groups) if h != g and rows]
        near = min(others, key=lambda h: (grains(problem, groups[g] + groups[h]), h))
        merged = _rise(problem, [groups[g], groups[near]], [groups[g] + groups[near]])
        lent = _borrow(problem, groups, g, others)
        if lent is not None and lent[0] < merged:
            _, lender, taken = lent
            groups[g] += taken
            groups[lender] = [row for row in groups[lender] if row not in taken]
        else:
            groups[min(g, near)] = groups[g] + groups[near]
            groups[max(g, near)] = []
    return [rows for rows in groups if rows]


def _borrow(problem, groups, g, others):
    need = problem.k - len(groups[g])
    offers = []
    for h in others:
        if len(groups[h]) >= problem.k + need:
            ranked = sorted(groups[h], key=lambda row: (grains(problem, [*groups[g], row]), row))
            offers.append((grains(problem, groups[g] + ranked[:need]), h, ranked[:need]))
    if not offers:
        return None
    _, lender, taken = min(offers, key=lambda offer: offer[:2])
    rest = [row for row in groups[lender] if row not in taken]
    return _rise(problem, [groups[g], groups[lender]], [groups[g] + taken, rest]), lender, taken


def _rise(problem, before, after):
    return sum(len(rows) * grains(problem, rows) for rows in after) - sum(
        len(rows) * grains(problem, rows) for rows in before
    )
