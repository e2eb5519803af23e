"""A line of rows and its cheapest cut, and the keys that put rows on a line, each in the plainest way."""

from __future__ import annotations

import functools
import math

from tests.reference.price import group_cost

GRAINS = 2.0**40


def cuts(n, k):
    """Return every way to cut n rows into runs of k to 2k-1 rows, as lists of sizes."""
    if n == 0:
        return [[]]
    return [[*head, size] for size in range(k, min(2 * k - 1, n) + 1) for head in cuts(n - size, k)]


def cut_cost(problem, groups, loss="ncp"):
    """Return the cost of the groups in whole grains."""
    return sum(len(rows) * round(group_cost(problem, rows, loss) * GRAINS) for rows in groups)


def cheapest_cut(problem, order):
    """Return the groups of the cheapest cut; the last group as small as may be, then the one before it, and so on."""
    k = problem.k

    @functools.cache
    def least(i):
        """Return the least cost of the first i rows and the size of the last group."""
        if i == 0:
            return 0, 0
        options = [
            (least(i - size)[0] + cut_cost(problem, [order[i - size : i]]), size)
            for size in range(k, min(2 * k - 1, i) + 1)
        ]
        return min(options, default=(math.inf, 0))

    groups, end = [], len(order)
    while end:
        size = least(end)[1]
        groups.append(sorted(order[end - size : end]))
        end -= size
    return sorted(groups)


def hilbert_curve(bits):
    """Return the cells of a square of 2**bits by 2**bits in the order of the curve, from four smaller curves."""
    if bits == 0:
        return [(0, 0)]
    curve, half = hilbert_curve(bits - 1), 2 ** (bits - 1)
    return [
        *((y, x) for x, y in curve),
        *((x, y + half) for x, y in curve),
        *((x + half, y + half) for x, y in curve),
        *((2 * half - 1 - y, half - 1 - x) for x, y in curve),
    ]


def cell(domain, code, top):
    """Return the cell of a code in a column of top + 1 cells."""
    if domain.position is None:
        return min(top, math.floor(code / max(1, domain.size - 1) * top + 1e-9))
    if code == domain.missing:
        return top
    below = top - 1 if domain.missing >= 0 and top > 1 else top
    return min(top, math.floor(float(domain.position[code]) * below + 1e-9))


def columns_in_key(problem):
    """Return the columns that vary and weigh something."""
    return [
        j
        for j, domain in enumerate(problem.domains)
        if domain.weight > 0 and len(set(problem.codes[:, j].tolist())) > 1
    ]


def idistance_order(problem, references=10):
    """Return the rows by nearest reference and distance to it."""
    columns = columns_in_key(problem)
    bits = max(1, min(16, 62 // max(1, len(columns))))
    heaviest = max((problem.domains[j].weight for j in columns), default=1)
    tops = [int((2**bits - 1) * (problem.domains[j].weight / heaviest)) for j in columns]
    points = [
        [cell(problem.domains[j], int(codes[j]), top) for j, top in zip(columns, tops, strict=True)]
        for codes in problem.codes
    ]

    def gap(a, b):
        return sum(abs(u - v) for u, v in zip(a, b, strict=True))

    rows = range(problem.rows)
    middle = [top / 2 for top in tops]
    chosen = [max(rows, key=lambda row: (gap(points[row], middle), -row))]
    while len(chosen) < min(references, problem.rows // (2 * problem.k)):
        far = max(rows, key=lambda row: (min(gap(points[row], points[c]) for c in chosen), -row))
        if min(gap(points[far], points[c]) for c in chosen) == 0:
            break
        chosen.append(far)
    number = sorted(range(len(chosen)), key=lambda c: gap(points[chosen[c]], points[chosen[0]]))

    def key(row):
        gaps = [gap(points[row], points[c]) for c in chosen]
        nearest = gaps.index(min(gaps))
        return number.index(nearest), gaps[nearest], row

    return sorted(rows, key=key)
