"""KACA, one merge at a time, on lists of rows and labels."""

from __future__ import annotations

import math

from tests.reference.price import ancestors
from tests.reference.repair import passes

GRAIN = 1e-9


def kaca(problem, *, weights="uniform", beta=1.0, stub=True, pick="random", start="classes"):
    """Return the groups in the order of their classes, as sorted lists of rows."""
    classes, apart = {}, start == "rows"
    for row in range(problem.rows):
        label = tuple(leaf_label(domain, int(problem.codes[row, j])) for j, domain in enumerate(problem.domains))
        classes.setdefault((label, row if apart else None), []).append(row)
    classes = [(label, rows) for (label, _), rows in classes.items()]
    while len(classes) > 1:
        small = [c for c, (_, rows) in enumerate(classes) if len(rows) < problem.k or not passes(problem, rows)]
        if not small:
            break
        if pick == "random":
            a = small[int(problem.rng.random() * len(small))]
        else:
            a = min(small, key=lambda c: len(classes[c][1]))
        b = _nearest(problem, classes, a, weights, beta)
        _merge(problem, classes, (a, b), stub=stub, apart=apart)
    return [rows for _, rows in classes]


def leaf_label(domain, code):
    """Return the label of a single value: a node, or an interval (lowest and highest code)."""
    if not domain.is_line:
        return code
    return (code, code) if domain.leaf is None else int(domain.leaf[code])


def rise(domain, label, weights="uniform", beta=1.0):
    """Return the way from a leaf up to a node as a share of that to the root, or the width of an interval."""
    if isinstance(label, tuple):
        lo, hi = label
        return 0.0 if lo == hi else 1.0 if hi == domain.missing else float(domain.position[hi] - domain.position[lo])
    levels = domain.tree.levels.tolist()
    depth = len(levels[0])
    steps = {i: 1.0 if weights == "uniform" else 1 / (i - 1) ** beta for i in range(2, depth + 1)}
    path = next(path for path in levels if label in path)
    level = depth - path.index(label)
    return sum(steps[i] for i in range(level + 1, depth + 1)) / max(1.0, sum(steps.values()))


def common(domain, a, b):
    """Return the closest label that covers two labels."""
    if not isinstance(a, tuple):
        return next(node for node in ancestors(domain.tree, a) if node in ancestors(domain.tree, b))
    lo, hi = min(a[0], b[0]), max(a[1], b[1])
    return (0, hi) if hi == domain.missing != lo else (lo, hi)


def distance(problem, first, second, weights="uniform", beta=1.0):
    """Return the distance of two classes, each a label and its rows."""
    total = 0.0
    for j, domain in enumerate(problem.domains):
        top = rise(domain, common(domain, first[0][j], second[0][j]), weights, beta)
        for label, rows in (first, second):
            total += domain.weight * len(rows) * (top - rise(domain, label[j], weights, beta))
    return total


def _nearest(problem, classes, a, weights, beta):
    best, least = None, math.inf
    for c, other in enumerate(classes):
        if c != a:
            gap = distance(problem, classes[a], other, weights, beta)
            if gap < least - GRAIN:
                best, least = c, gap
    return best


def _merge(problem, classes, pair, *, stub, apart):
    a, b = pair
    k, (label_a, rows_a), (label_b, rows_b) = problem.k, classes[a], classes[b]
    joint = tuple(common(domain, x, y) for domain, x, y in zip(problem.domains, label_a, label_b, strict=True))
    taken = k - len(rows_a)
    in_part = stub and (apart or joint != label_b) and 0 < taken <= len(rows_b) - k
    if in_part and not (passes(problem, [*rows_a, *rows_b[:taken]]) and passes(problem, rows_b[taken:])):
        in_part = False
    place, taken = (a, taken) if in_part else (b, len(rows_b))
    moved = [*rows_a, *rows_b[:taken]]
    classes[a], classes[b] = (label_a, []), (label_b, rows_b[taken:])
    if not apart:
        place = next((c for c, (label, _) in enumerate(classes) if label == joint), place)
    classes[place] = (joint, sorted([*moved, *classes[place][1]]))
    classes[:] = [one for one in classes if one[1]]
