"""Whether the released cells stand for the rows that they were made of, and for no other."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

from tests.fuzz.column import written
from tests.fuzz.meaning import between, cell_key, covers, ends_of, key_in_terms_of, value_key


def check_cells(view):
    """Return what is wrong with the cells of a release."""
    if not view.sheet.rows:
        return []
    faults = [*_check_kept(view), *_check_pseudonyms(view)]
    if view.is_aligned and view.second is None and view.case.method.publishes in ("box", "centroid", "levels", "ring"):
        faults += _check_boxes(view)
    return faults


def _check_kept(view):
    """Return what is wrong with the columns that leave as they are: the cells of the kept rows, row by row."""
    roles = ("plain",) if view.second is not None else ("plain", "sensitive")
    columns = [c for c in view.case.columns if c.role in roles and c.family != "opaque"]
    if view.second is not None:
        columns += [c for c in view.case.of_role("quasi") if c.family != "opaque"]
    columns = [view.held(column) for column in columns]
    if not columns:
        return []
    released = Counter(zip(*(_told(column, view.sheet.columns[column.name]) for column in columns), strict=True))
    rows = view.kept if view.kept is not None else range(view.case.rows)
    original = Counter(zip(*(_shown(view, column, rows) for column in columns), strict=True))
    wrong = released - original if view.kept is None else (released - original) + (original - released)
    if not wrong:
        return []
    names = [c.name for c in columns if _told(c, view.sheet.columns[c.name]) != _shown(view, c, rows)]
    return [("cells that leave as they are were changed", f"{wrong.total()} rows; look at {names}")]


def _told(column, cells):
    return [_blank(cell_key(column, cell)) for cell in cells]


def _shown(view, column, rows):
    """Return the original cells, as a text file gives them where the table came from one."""
    if view.case.source == "csv" and column.family in ("text", "moment"):
        return [_blank(cell_key(column, written(column, column.values[row]) or None)) for row in rows]
    return [_blank(value_key(column, column.values[row])) for row in rows]


def _blank(key):
    """Return missing for the empty text, too: many formats do not tell them apart."""
    return None if key == "" else key


def _check_pseudonyms(view):
    """Return what is wrong with pseudonyms: one for each value, and none that is a value."""
    faults = []
    for name in view.case.call.get("pseudonymize", ()):
        column = next(column for column in view.case.columns if column.name == name)
        cells = view.sheet.columns[name]
        if set(map(str, cells)) & set(map(str, column.values)):
            faults.append(("a pseudonym is a value of its column", name))
        if column.marked and len(set(cells)) != len(cells):
            faults.append(("two people share a pseudonym", name))
    return faults


def _check_boxes(view):
    """Return the columns in which a released cell does not stand for the row that it was made of."""
    faults = []
    for column in view.case.of_role("quasi"):
        if column.family == "opaque":
            continue
        names = view.names_of(column)
        known = view.held(column) if len(names) == 2 else column
        values = [known.values[row] for row in view.kept]
        cells = [view.sheet.columns[name] for name in names]
        if len(names) == 2:
            bad = sum(not between(column, low, high, value) for low, high, value in zip(*cells, values, strict=True))
        elif view.case.style in ("midpoint", "mean") and _is_point(view, column, cells[0]):
            bad = 0 if view.case.method.publishes == "ring" else _outside(view, column, cells[0])
        else:
            bad = sum(not covers(column, cell, value) for cell, value in zip(cells[0], values, strict=True))
        if not bad and len(names) == 1 and _is_tight(view, column):
            bad = _loose(view, column, cells[0])
        if bad:
            kind = f"{column.family} {column.dtype}, style {view.case.style}"
            faults.append(("a released cell does not cover its row", f"{bad} cells of {column.name} ({kind})"))
    return faults


def _is_tight(view, column):
    """Return whether the interval of a group must be that of its rows, neither wider nor narrower."""
    typed = view.case.source not in ("csv", "xlsx")
    return typed and column.is_line and view.case.method.publishes == "box" and view.case.style == "interval"


def _loose(view, column, cells):
    """Return how many groups have an interval whose ends are not the least and the greatest of their rows."""
    loose = 0
    for rows in view.alike().values():
        cell = cells[rows[0]]
        for low, high, _ in ends_of(cell):
            ends = cell_key(column, low), cell_key(column, high)
            own = [key_in_terms_of(column, column.values[view.kept[row]], ends[0]) for row in rows]
            loose += ends != (min(own), max(own))
    return loose


def _is_point(view, column, cells):
    """Return whether a column was published as points: lines are, unless a text file made them something else."""
    if view.case.source not in ("csv", "xlsx"):
        return column.is_line
    keys = [cell_key(column, cell) for cell in cells]
    return column.is_line and not any(isinstance(key, str) or key in (math.inf, -math.inf) for key in keys)


def _outside(view, column, cells):
    """Return how many points lie outside what the rows of their group span, rounding aside."""
    bad = 0
    for rows in view.alike().values():
        own = [value_key(column, column.values[view.kept[row]]) for row in rows]
        point = cell_key(column, cells[rows[0]])
        if None in own:
            bad += point is not None
        elif point is None:
            bad += 1
        else:
            slack = _slack(column, own)
            bad += not min(own) - slack <= point <= max(own) + slack
    return bad


def _slack(column, own):
    """Return by how much a mean may err: some bits of a float, or a step of the type; days are cut at midnight."""
    if column.family == "day":
        return 86_400 * 10**9
    size = max(map(abs, own))
    return Fraction(size) / 2**48 + Fraction(1, 10**300) + (10**6 if column.family == "moment" else 0)
