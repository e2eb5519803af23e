"""The loss, computed again from the released cells by the definition of the normalised certainty penalty."""

from __future__ import annotations

from fractions import Fraction

from tests.fuzz.column import written
from tests.fuzz.meaning import cell_key, ends_of, value_key

SLACK = 1e-6
HUGE = 10**140
"""Where numbers are this large, floats overflow, and a loss in floats is not exact."""


def check_loss(view):
    """Return what is wrong with the loss: it lies between the bound and 1, and is that of the released cells."""
    loss, bound = view.facts["loss"]["gcp"], view.facts["bound"] or 0.0
    faults = []
    if not bound - SLACK <= loss <= 1 + SLACK:
        faults.append(("the loss is outside [bound, 1]", f"loss {loss}, bound {bound}"))
    exact = view.facts.get("exact")
    if exact is not None and _is_plain(view):
        own = _loss(view)
        if own is not None and abs(own - exact) > SLACK:
            faults.append(("the loss is not that of the released cells", f"{exact}, by the cells {float(own)}"))
    return faults


def _is_plain(view):
    """Return whether each released cell shows what it costs."""
    intervals = view.case.method.publishes == "box" and view.case.style == "interval"
    return intervals and view.case.source not in ("csv", "xlsx") and all(map(_shows, view.case.of_role("quasi")))


def _shows(column):
    zoned = column.family == "moment" and column.dtype.time_zone is not None
    known = [value_key(column, value) for value in column.values]
    if column.family == "number" and any(key is not None and abs(key) > HUGE for key in known):
        return False
    return not zoned and column.family != "opaque" and "*" not in column.values


def _loss(view):
    """Return the mean cost of a row, each column by its weight; a row that was left out costs all."""
    weights = {c.name: Fraction(view.case.call.get("weights", {}).get(c.name, 1)) for c in view.case.of_role("quasi")}
    total = sum(weights.values())
    if not total:
        return None
    cost = (view.case.rows - view.sheet.rows) * total
    for column in view.case.of_role("quasi"):
        price = _ruler(column)
        known = {cell: price(cell) for cell in set(view.sheet.columns[column.name])}
        cost += weights[column.name] * sum(known[cell] for cell in view.sheet.columns[column.name])
    return cost / (view.case.rows * total)


def _ruler(column):
    """Return the function that says what a released cell of a column costs."""
    order = column.tree.setting if column.tree is not None and column.tree.rule == "order" else None
    if order is not None:
        place = {text: Fraction(at) for at, text in enumerate(order)}
        return lambda cell: _width(cell, place.get, len(order) - 1)
    if column.is_line:
        present = [key for value in column.values if (key := value_key(column, value)) is not None]
        width = max(present) - min(present) if present else 0
        return lambda cell: _width(cell, lambda text: cell_key(column, text), width)
    return _leaf_share(column)


def _width(cell, at, whole):
    if cell == "*":
        return Fraction(1)
    ends = [(at(low), at(high)) for low, high, _ in ends_of(cell)]
    widths = [high - low for low, high in ends if low is not None and high is not None]
    return Fraction(max(widths), whole) if widths and whole else Fraction(0)


def _leaf_share(column):
    """Return what a label costs: the share of all leaves that lie below it, missing being one; a leaf costs nothing."""
    texts = {written(column, value) for value in column.values if value is not None}
    tree = column.tree
    paths = {text: (text, "*") if tree is None else (text, *tree.above(text)) for text in texts}
    if tree is not None and tree.paths:
        paths = tree.paths
    root = "*" if tree is None else tree.root
    leaves = len(paths) + (None in column.values)

    def price(cell):
        if cell is None or cell in paths:
            return Fraction(0)
        below = leaves if cell == root else sum(cell in path[1:] for path in paths.values())
        return Fraction(below, leaves)

    return price
