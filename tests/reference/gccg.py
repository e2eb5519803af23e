"""GCCG, one group at a time, on lists of rows."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from shoal.schema.column import Column
from shoal.schema.hierarchy import hierarchy_of
from tests.reference.price import group_cost
from tests.reference.problems import problem_of

GRAIN = 1e-12


def ni_problem(data):
    """Return a table of Ni et al. at k = 2, with the heights that their distance counts."""
    trees = {name: hierarchy_of(name, tree) for name, tree in data.hierarchies.items()}
    columns = [
        Column(name, "quasi", "categorical" if name in trees else "numeric", hierarchy=trees.get(name))
        for name in data.quasi
    ]
    return problem_of(data.frame, 2, columns=columns, loss="height")


def in_order(partition, *, first=0):
    """Return the groups by number, as lists of rows counted from `first`."""
    return [(np.flatnonzero(partition.labels == group) + first).tolist() for group in range(partition.groups)]


def gccg(problem, loss="ncp", numeric_score="freq"):
    """Return the groups in the order in which they are made, as sorted lists of rows."""
    return clusters(problem, ordered(problem, numeric_score), loss)


def gccg_parallel(problem, parts, loss="ncp"):
    """Return the groups of the parts, part by part."""
    waiting, done = [ordered(problem, "freq")], []
    while waiting:
        part = waiting.pop(0)
        if len(part) * parts <= problem.rows + parts - 1 or len(part) < 2 * problem.k:
            done.append(part)
            continue
        near = nearest(problem, part, len(part) // 2 - 1, loss)
        waiting = [near, [row for row in part if row not in near], *waiting]
    return [group for part in done for group in clusters(problem, part, loss)]


def score(problem, row, numeric_score="freq"):
    """Return the paper's score of a row."""
    total = Fraction(0)
    for j, domain in enumerate(problem.domains):
        column = problem.codes[:, j].tolist()
        share = Fraction(column.count(column[row]), problem.rows)
        total += share / problem.k if numeric_score == "freq_over_k" and domain.kind != "categorical" else share
    return total


def ordered(problem, numeric_score):
    """Return the rows by descending score."""
    return sorted(range(problem.rows), key=lambda row: -score(problem, row, numeric_score))


def clusters(problem, part, loss):
    """Return the groups of one part."""
    left, groups = list(part), []
    while len(left) >= 2 * problem.k:
        near = nearest(problem, left, problem.k - 1, loss)
        groups.append(sorted(near))
        left = [row for row in left if row not in near]
    return [*groups, sorted(left)]


def nearest(problem, part, count, loss):
    """Return the first row of a part and the `count` rows nearest to it, in the order of the part."""
    centre, *others = part
    far = {row: round(group_cost(problem, [centre, row], loss) / GRAIN) for row in others}
    near = sorted(others, key=far.get)[:count]
    return [row for row in part if row == centre or row in near]
