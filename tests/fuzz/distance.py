"""The earth mover's distance between a group and the whole release, by its three definitions, exactly."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import accumulate

from tests.fuzz.column import written


def _extra(count, whole):
    """Return for each value by how much its share in the group exceeds that in the release."""
    size, total = count.total(), whole.total()
    return {value: Fraction(count[value], size) - Fraction(times, total) for value, times in whole.items()}


def equal(count, whole, _column):
    """Return the distance where all values are equally far apart."""
    return sum(map(abs, _extra(count, whole).values())) / 2


def ordered(count, whole, column):
    """Return the distance where values are as far apart as there are values between them; missing is the last."""
    extra = _extra(count, whole)
    if len(extra) < 2:
        return Fraction(0)
    place = None
    if column.tree is not None and column.tree.rule == "order":
        place = {text: at for at, text in enumerate(column.tree.setting)}
    present = sorted(
        (v for v in extra if v is not None), key=lambda value: place[text_of(column, value)] if place else value
    )
    steps = [extra[value] for value in [*present, *([None] if None in extra else [])]]
    return sum(map(abs, list(accumulate(steps))[:-1])) / (len(steps) - 1)


def hierarchical(count, whole, column):
    """Return the distance where values are as far apart as their lowest common ancestor is high."""
    extra = _extra(count, whole)
    paths = column.tree.paths
    height = Counter()
    for path in paths.values():
        for up, _ in enumerate(path):
            height[path[up:]] = max(height[path[up:]], up)
    root = (column.tree.root,)
    net, kids = defaultdict(Fraction), defaultdict(set)
    for value, more in extra.items():
        path = (None, *root) if value is None else paths[text_of(column, value)]
        for up, _ in enumerate(path):
            net[path[up:]] += more
            if len(path[up:]) > 1:
                kids[path[up + 1 :]].add(path[up:])
    top = height[root]
    return sum(
        Fraction(height[node], top) * min(_part(net, below, 1), _part(net, below, -1)) for node, below in kids.items()
    )


def _part(net, nodes, sign):
    return sum((sign * net[node] for node in nodes if sign * net[node] > 0), Fraction(0))


def text_of(column, key):
    """Return a value as the hierarchy of its column names it."""
    return key if isinstance(key, str) else written(column, key)


DISTANCES = {"equal": equal, "ordered": ordered, "hierarchical": hierarchical}
