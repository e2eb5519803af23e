"""How strongly columns go together, two by two: the same for the originals and for the release.

Two columns of numbers or dates: Pearson's r, from -1 to 1. A column of categories with one of numbers: the correlation
ratio, from 0 to 1; two of categories: Cramér's V, from 0 to 1. Both are corrected for what chance alone gives where
there are many categories (Bergsma, J. Korean Stat. Soc. 42(3), 2013, for V; the adjusted share of variance for the
ratio).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.arrays import Floats, Picks
from shoal.report.code import codes_of, is_text, labelled
from shoal.report.ends import middles_of_labels, on_line
from shoal.schema.column import Kind

SAMPLE = 50_000
"""Rows that are looked at; of larger tables as many are drawn, which moves a correlation by less than 0.01."""

DIGITS = 2
"""What is told of an association: one far row can move it, so that more digits would tell where that row is."""

COUNTED_DIRECTLY = 1 << 20


class Seen(NamedTuple):
    """A column as it is compared with others: numbers, NaN where there is none, or codes of categories."""

    values: Floats | None
    codes: NDArray[np.int64] | None


def drawn_rows(rows: int) -> Picks | None:
    """Return the rows to look at where there are too many, else None for all of them."""
    if rows <= SAMPLE:
        return None
    return np.random.default_rng(0).integers(0, rows, SAMPLE, dtype=np.uint32)


def seen(series: pl.Series, kind: Kind) -> Seen:
    """Return a column of a table as it is compared with others; released intervals count as their middle."""
    if kind == "categorical":
        return categories(series)
    if not is_text(series):
        return Seen(on_line(series).fill_null(np.nan).to_numpy(), None)
    labels, codes = labelled(series)
    middles = middles_of_labels(labels, kind)
    return categories(series) if middles is None else Seen(middles[codes], None)


def released(data: pl.DataFrame, name: str, kind: Kind) -> Seen | None:
    """Return a released quasi column as it is compared with others; None where the release does not show it."""
    if name in data.columns:
        return seen(data.get_column(name), kind)
    if {f"{name}_min", f"{name}_max"} <= set(data.columns):
        low, high = (on_line(data.get_column(f"{name}_{end}")) for end in ("min", "max"))
        return Seen((low / 2 + high / 2).fill_null(np.nan).to_numpy(), None)
    return None


def categories(series: pl.Series) -> Seen:
    """Return a column as categories; missing is one of them."""
    return Seen(None, codes_of(series))


def matrix(columns: Sequence[Seen]) -> list[list[float | None]]:
    """Return the association of each column with each, rounded; None where it is not defined."""
    found: list[list[float | None]] = [[1.0] * len(columns) for _ in columns]
    for i, one in enumerate(columns):
        for j in range(i):
            found[i][j] = found[j][i] = _rounded(association(one, columns[j]))
    return found


def association(one: Seen, other: Seen) -> float:
    """Return how strongly two columns go together; NaN where one of them does not vary."""
    if one.values is not None and other.values is not None:
        return _pearson(one.values, other.values)
    if one.values is not None:
        return _ratio(_codes(other), one.values)
    if other.values is not None:
        return _ratio(_codes(one), other.values)
    return _cramer(_codes(one), _codes(other))


def _codes(column: Seen) -> NDArray[np.int64]:
    if column.codes is None:
        message = "a column is seen as numbers or as categories"
        raise TypeError(message)
    return column.codes


def _pearson(x: Floats, y: Floats) -> float:
    present = ~(np.isnan(x) | np.isnan(y))
    x, y = x[present], y[present]
    if len(x) < 2:  # noqa: PLR2004 - one point has no direction
        return np.nan
    x, y = _centred(x), _centred(y)
    most = np.sqrt((x * x).sum()) * np.sqrt((y * y).sum())
    return float(np.clip((x * y).sum() / most, -1, 1)) if most > 0 else np.nan


def _centred(values: Floats) -> Floats:
    """Return numbers around their mean, scaled so that no square overflows."""
    most = np.abs(values).max(initial=0.0)
    values = values / most if most > 0 else values
    return np.asarray(values - values.mean(), np.float64)


def _ratio(codes: NDArray[np.int64], values: Floats) -> float:
    """Return the root of the share of variance that lies between categories, chance taken off."""
    present = ~np.isnan(values)
    values, codes = values[present], codes[present]
    held = np.bincount(codes)
    rows, groups = len(values), int((held > 0).sum())
    if rows <= groups or groups < 2:  # noqa: PLR2004 - one category explains nothing
        return np.nan
    values = _centred(values)
    total = float((values * values).sum())
    if not total > 0:
        return np.nan
    sums = np.bincount(codes, values)
    between = float((sums**2 / np.maximum(1, held)).sum()) / total
    return float(np.sqrt(max(0.0, 1 - (1 - between) * (rows - 1) / (rows - groups))))


def _cramer(one: NDArray[np.int64], other: NDArray[np.int64]) -> float:
    by_one, by_other = np.bincount(one), np.bincount(other)
    rows, r, c = len(one), int((by_one > 0).sum()), int((by_other > 0).sum())
    if rows < 2 or r < 2 or c < 2:  # noqa: PLR2004 - nothing to compare
        return np.nan
    cells, counts = _cells(one * len(by_other) + other, len(by_one) * len(by_other))
    expected = by_one[cells // len(by_other)] * by_other[cells % len(by_other)]
    phi = max(0.0, float((counts**2 / expected).sum()) - 1 - (r - 1) * (c - 1) / (rows - 1))
    least = min(r - (r - 1) ** 2 / (rows - 1), c - (c - 1) ** 2 / (rows - 1)) - 1
    return float(np.sqrt(min(1.0, phi / least))) if least > 0 else np.nan


def _cells(places: NDArray[np.int64], most: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the places that occur, and how often."""
    if most > COUNTED_DIRECTLY:
        return np.unique(places, return_counts=True)
    counts = np.bincount(places)
    held = np.flatnonzero(counts)
    return held, counts[held]


def _rounded(number: float) -> float | None:
    return None if np.isnan(number) else round(number, DIGITS) + 0.0
