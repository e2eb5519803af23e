"""Where the values of a column are counted: round stretches of a line that owe nothing to any single value."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from shoal.arrays import Floats
from shoal.report.ends import Ends, bounded
from shoal.schema.column import Kind

MOST_BINS = 14
CENTRE = (0.005, 0.995)
NARROW = 1 / 3
ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)
MONTHS = (1, 3, 12, 24, 60, 120, 240, 600, 1200, 6000, 12000)
YEAR = 12
DAYS = (1, 7)
TINY, FINE = 1e-300, 1e-12
"""The narrowest bins, by themselves and as a share of the values: below it, edges of double precision coincide."""

HUGE = 1e300
EPOCH = date(1970, 1, 1)


class Bins(NamedTuple):
    """Stretches of a line one after the other: their edges, first and last included, and what they are called."""

    edges: tuple[float, ...]
    labels: tuple[str, ...]


def bins_for(ends: Ends, kind: Kind) -> Bins:
    """Return round bins over what the release shows of a column.

    Where nearly all rows lie in a small part of the range, the bins cover that part, and the first and the last one
    are open. So is one of the two where a label has no end on its side.
    """
    sides = bool(np.isneginf(ends.low).any()), bool(np.isposinf(ends.end).any())
    ends = Ends(*bounded(ends.low, ends.end), ends.rows)
    low, high = float(ends.low.min()), float(ends.end.max())
    central = _quantile(ends.low, ends.rows, CENTRE[0]), _quantile(ends.end, ends.rows, CENTRE[1])
    if central[1] > central[0] and central[1] - central[0] < NARROW * (high - low):
        (low, high), sides = central, (True, True)
    whole = kind != "date" and bool((np.floor(ends.low) == ends.low).all() and (np.floor(ends.end) == ends.end).all())
    edges, labels = _calendar_edges(low, high) if kind == "date" else _number_edges(low, high, whole=whole)
    return _opened(edges, labels, kind, sides)


def spread_over(ends: Ends, edges: Sequence[float]) -> Floats:
    """Return how many rows fall in each bin, the rows of each stretch spread evenly over it."""
    start, end = bounded(ends.low, ends.end)
    low = start / 2  # by halves, so that the widest range there is does not overflow
    width = end / 2 - low
    known = np.where(width > 0, width, 1.0)
    below = [0.0]
    for edge in edges[1:-1]:
        passed = np.clip(edge / 2 - low, 0.0, known)
        share = np.where(width > 0, passed / known, start < edge)
        below.append(float((ends.rows * share).sum()))
    return np.diff([*below, float(ends.rows.sum())])


def round_up(number: float, *, among: Sequence[float] = ROUND) -> float:
    """Return the least round number that is not below a positive number.

    Example:
        >>> round_up(0.0031), round_up(23), round_up(5)
        (0.005, 25.0, 5.0)
    """
    power = 10.0 ** math.floor(math.log10(number))
    for factor in among:
        if factor * power >= number * (1 - 1e-12):
            return _clean(factor * power)
    return _clean(10 * power)


def _quantile(values: Floats, rows: np.ndarray, share: float) -> float:
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(rows[order])
    return float(values[order][min(len(order) - 1, int(np.searchsorted(reached, share * reached[-1])))])


def _opened(edges: Sequence[float], labels: Sequence[str], kind: Kind, sides: tuple[bool, bool]) -> Bins:
    """Return the bins with the first one, the last one, or both open to the outside."""
    if all(sides) and len(labels) == 1:
        return Bins((-math.inf, math.inf), ("all values",))
    second, last = (_day(edge).isoformat() if kind == "date" else _shown(edge) for edge in (edges[1], edges[-2]))
    outer, names = [*edges], [*labels]
    if sides[0]:
        outer[0], names[0] = -math.inf, f"below {second}"
    if sides[1]:
        outer[-1], names[-1] = math.inf, f"{last} and more"
    return Bins(tuple(outer), tuple(names))


def _number_edges(low: float, high: float, *, whole: bool) -> tuple[list[float], list[str]]:
    if not math.isfinite(high - low) or max(abs(low), abs(high)) > HUGE:
        return [-math.inf, 0.0, math.inf], ["below 0", "0 and more"]
    finest = max(TINY, FINE * max(abs(low), abs(high)))
    step = round_up(max(finest, (high - low) / MOST_BINS if high > low else min(1.0, finest / FINE)))
    if whole:
        step = max(1.0, float(math.ceil(step)))
    first = math.floor(low / step)
    last = max(first + 1, math.ceil(high / step - 1e-9))
    digits = max(0, 2 - math.floor(math.log10(step)))
    edges = [round(step * place, digits) for place in range(first, last + 1)]
    if not whole:
        return edges, [f"{_shown(a)} to {_shown(b)}" for a, b in pairwise(edges)]
    return edges, [_shown(a) if b - a == 1 else f"{_shown(a)} to {_shown(b - 1)}" for a, b in pairwise(edges)]


def _calendar_edges(low: float, high: float) -> tuple[list[float], list[str]]:
    """Return edges at days, weeks, months, quarters, years or more of them, whatever gives few enough bins."""
    for step in DAYS:
        if high - low <= MOST_BINS * step:
            start = math.floor(low) - (_day(low).weekday() if step > 1 else 0)
            edges = [float(start + step * place) for place in range(max(1, math.ceil((high - start) / step)) + 1)]
            return edges, [_day(edge).isoformat() for edge in edges[:-1]]
    first, last = _day(low), _day(high - 1e-6)
    begin, finish = first.year * YEAR + first.month - 1, last.year * YEAR + last.month
    step = next((step for step in MONTHS if finish - begin <= (MOST_BINS - 1) * step), MONTHS[-1])
    months = list(range(begin - begin % step, finish + step, step))
    while len(months) > 2 and months[-2] >= finish:  # noqa: PLR2004 - two edges make one bin
        months.pop()
    months = [min(max(month, YEAR), 9999 * YEAR) for month in months]
    return [_first_day(month) for month in months], [_month_label(month, step) for month in months[:-1]]


def _first_day(month: int) -> float:
    """Return the first day of a month, counted from the year 0, as days since 1970."""
    return float((date(month // YEAR, month % YEAR + 1, 1) - EPOCH).days)


def _month_label(month: int, step: int) -> str:
    year = month // YEAR
    if step >= 2 * YEAR:
        return f"{year} to {year + step // YEAR - 1}"
    return {1: f"{year}-{month % YEAR + 1:02d}", 3: f"{year}-Q{month % YEAR // 3 + 1}"}.get(step, f"{year}")


def _day(days: float) -> date:
    latest, earliest = (date.max - EPOCH).days, (date.min - EPOCH).days
    return EPOCH + timedelta(days=min(latest, max(earliest, math.floor(days))))


def _clean(number: float) -> float:
    """Return the number without the dust of binary fractions."""
    return float(f"{number:.12g}")


def _shown(number: float) -> str:
    return f"{number:,.12g}" if number != int(number) or abs(number) >= 1e15 else f"{int(number):,}"  # noqa: PLR2004 - beyond it whole numbers are not exact
