"""How wrong the answers to random questions of the form "how many rows ..." are, asked of the release."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from shoal.arrays import Floats
from shoal.decode.cells import GRAIN, Cells
from shoal.decode.combos import Combos, combos_of

MOST_COLUMNS = 3
FLOOR = 0.001
"""Counts below this share of the rows are not worth more: an error is at most measured against so many rows."""


@dataclass(frozen=True, slots=True)
class CountError:
    """The relative error of random counts.

    Attributes:
        queries: how many questions were asked.
        mean: the mean of the error, as a share of the true count.
        median: its median.
        floor: the least number of rows that an error is measured against.
        seed: what the questions were drawn with.
    """

    queries: int
    mean: float
    median: float
    floor: float
    seed: int


class Query(NamedTuple):
    """How many rows lie between two places, both included, in each of some columns?"""

    columns: tuple[int, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


def count_error(cells: Sequence[Cells], queries: int, seed: int) -> CountError:
    """Return how wrong the release answers questions on one to three columns.

    A question is made of two rows of the original, drawn at random: a number or date between those of the two, a
    category like that of the first. The rows of a released cell are taken to be spread evenly over what it stands for.
    """
    rng = np.random.default_rng(seed)
    combos, rows = combos_of(cells), len(cells[0].at)
    floor = max(1.0, FLOOR * rows)
    errors = np.zeros(queries)
    for i in range(queries):
        query = _drawn(cells, rng)
        true = true_count(cells, query)
        errors[i] = abs(estimated_count(combos, query) - true) / max(true, floor)
    return CountError(queries, float(errors.mean()), float(np.median(errors)), floor, seed)


def true_count(cells: Sequence[Cells], query: Query) -> int:
    """Return the answer of the original."""
    fits = np.ones(len(cells[0].at), np.bool_)
    for j, low, high in zip(*query, strict=True):
        fits &= (cells[j].at >= low) & (cells[j].at <= high)
    return int(fits.sum())


def estimated_count(combos: Combos, query: Query) -> float:
    """Return the answer of the release."""
    rows = combos.sizes.astype(np.float64)
    for j, low, high in zip(*query, strict=True):
        rows *= _shares(combos.cells[j], low, high)[combos.codes[:, j]]
    return float(rows.sum())


def _drawn(cells: Sequence[Cells], rng: np.random.Generator) -> Query:
    size = int(rng.integers(1, min(MOST_COLUMNS, len(cells)) + 1))
    columns = tuple(sorted(rng.permutation(len(cells))[:size].tolist()))
    one, other = rng.integers(len(cells[0].at), size=2)
    ends = []
    for j in columns:
        first, second = float(cells[j].at[one]), float(cells[j].at[other])
        alone = not cells[j].is_number or np.isinf(first) or np.isinf(second)
        ends.append((first, first) if alone else (min(first, second), max(first, second)))
    return Query(columns, tuple(low for low, _ in ends), tuple(high for _, high in ends))


def _shares(cells: Cells, low: float, high: float) -> Floats:
    """Return the share of each label's rows that lie between two places, if they are spread evenly."""
    if np.isinf(low):
        return np.isposinf(cells.low).astype(np.float64)
    first, last = cells.spans
    absent = np.isposinf(first)
    first, last = np.where(absent, 0.0, first), np.where(absent, 0.0, last)
    grain = cells.step or GRAIN * cells.width
    common = np.minimum(last, high) - np.maximum(first, low)
    share = np.where(common < 0, 0.0, (common + grain) / (last - first + grain))
    return np.where(absent, 0.0, np.minimum(1.0, share))
