"""The smallest case that still shows what was found."""

from __future__ import annotations

from dataclasses import replace

from tests.fuzz.attempt import attempt
from tests.fuzz.case import fitting

PATIENCE = 120
"""Runs that are spent on making a failing case smaller."""


def shrink(case, root, kind):
    """Return a smaller case in which the same kind of fault is found, and what was found in it."""
    found = attempt(case, root)
    left = PATIENCE
    progress = True
    while progress and left > 0:
        progress = False
        for smaller in map(fitting, smaller_cases(case)):
            left -= 1
            result = attempt(smaller, root)
            if any(fault[0] == kind for fault in result.faults):
                case, found, progress = smaller, result, True
                break
            if left <= 0:
                break
    return case, found


def smaller_cases(case):
    """Yield cases with fewer rows, columns or requests than this one, those with the fewest rows first."""
    yield from _fewer_rows(case)
    for column in case.columns:
        yield from _simpler_column(case, column)
    for name in case.call.keys() - {"method", "k", "keep_order", "seed", "effort"}:
        yield replace(case, call={key: value for key, value in case.call.items() if key != name})
    for part in case.side:
        yield replace(case, side=case.side - {part})
    for plain in ({"way": "python"}, {"source": "polars"}, {"target": "csv"}):
        if replace(case, **plain) != case:
            yield replace(case, **plain)


def _fewer_rows(case):
    n = case.rows
    for size in (n // 2, n // 4, 1) if n > 1 else ():
        for start in range(0, n, size) if size else ():
            rows = [row for row in range(n) if not start <= row < start + size]
            yield replace(case, columns=tuple(column.at(rows) for column in case.columns))


def _simpler_column(case, column):
    """Yield the case without a column, and with less that is said of it."""
    rest = tuple(other for other in case.columns if other is not column)
    if any(other.role == "quasi" for other in rest):
        yield _without(replace(case, columns=rest), column.name)
    for change in ("tree", "kind"):
        if getattr(column, change) is not None:
            bare = replace(column, **{change: None})
            yield replace(case, columns=tuple(bare if other is column else other for other in case.columns))


def _without(case, name):
    """Return the case with nothing left that names a column."""
    call = dict(case.call)
    call["weights"] = {key: value for key, value in call.get("weights", {}).items() if key != name}
    call["criteria"] = [asked for asked in call.get("criteria", ()) if asked["column"] != name]
    call["pseudonymize"] = [key for key in call.get("pseudonymize", ()) if key != name]
    return replace(case, call={key: value for key, value in call.items() if value not in ({}, [])})


def described(case):
    """Return a case as lines that a person can read and type in again."""
    lines = [f"{case.rows} rows from {case.source} to {case.target} through {case.way}, {sorted(case.side)}"]
    for column in case.columns:
        extra = "".join(f", {what}" for what in (column.tree, column.kind) if what is not None)
        lines.append(f"{column.name!r}: {column.role} {column.dtype}{extra}: {list(column.values)}")
    return "\n".join([*lines, str(case.call)])
