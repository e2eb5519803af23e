"""How far the values of a column, as the release shows them, lie from those of the original."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.arrays import Floats
from shoal.decode.cells import Cells

BINS = 20
"""Numbers and dates are counted in so many bins of equal width, or by themselves where there are fewer."""


@dataclass(frozen=True, slots=True)
class Distance:
    """The distance of two distributions of one column.

    Attributes:
        column: the column.
        hellinger: the distance of Hellinger: 0 where they are the same, 1 where they have nothing in common.
        kl: the divergence of Kullback and Leibler of the original from the release, in nats; 0 where they are the same.
        bins: in how many bins the values were counted, missing cells included.
    """

    column: str
    hellinger: float
    kl: float
    bins: int


def distance(cells: Cells) -> Distance:
    """Return the distance of the original column from the released one, spread evenly over what each cell stands for.

    Where the release has nothing in a bin in which the original has something, it counts as if it had one row more,
    which may be anything: else the divergence would be infinite.
    """
    edges = _edges(cells)
    before, after = _original(cells, edges), _released(cells, edges)
    p, q = before / before.sum(), after / after.sum()
    there = p > 0
    some = q if (q[there] > 0).all() else (after + 1 / len(after)) / (after.sum() + 1)
    kl = float((p[there] * np.log(p[there] / some[there])).sum())
    hellinger = float(np.sqrt(((np.sqrt(p) - np.sqrt(q)) ** 2).sum() / 2))
    return Distance(cells.name, hellinger, max(0.0, kl), len(p))


def _edges(cells: Cells) -> Floats:
    """Return the edges of the bins: each leaf one, numbers in bins of equal width."""
    if not cells.is_number:
        return np.arange(cells.greatest + 2)
    end = cells.greatest + (cells.step or (cells.greatest == cells.least))
    edges = np.linspace(cells.least, end, BINS + 1)
    return np.unique(np.round(edges)) if cells.step else edges


def _original(cells: Cells, edges: Floats) -> Floats:
    present = cells.at[np.isfinite(cells.at)]
    return np.append(np.histogram(present, edges)[0], len(cells.at) - len(present)).astype(np.float64)


def _released(cells: Cells, edges: Floats) -> Floats:
    rows = np.bincount(cells.codes, minlength=len(cells.low)).astype(np.float64)
    low, high = cells.spans
    absent = np.isposinf(low)
    shown = ~absent
    return np.append(spread(low[shown], high[shown] + cells.step, rows[shown], edges), rows[absent].sum())


def spread(low: Floats, high: Floats, rows: Floats, edges: Floats) -> Floats:
    """Return how many rows fall in each bin, where the rows of each span are spread evenly between its two ends.

    What lies outside the bins goes into the first or the last one. O((spans + edges) log spans).

    Example:
        >>> spread(np.array([0.0, 1.0]), np.array([4.0, 1.0]), np.array([8.0, 1.0]), np.array([0.0, 1.0, 4.0])).tolist()
        [2.0, 7.0]
    """
    wide = high > low
    inside = np.clip(low[~wide], edges[0], edges[-1])
    points = np.histogram(inside, edges, weights=rows[~wide])[0]
    if not wide.any():
        return np.asarray(points, np.float64)
    rate = rows[wide] / (high - low)[wide]
    at, slope = np.concatenate([low[wide], high[wide]]), np.concatenate([rate, -rate])
    order = np.argsort(at, kind="stable")
    at, slope = at[order], np.cumsum(slope[order])
    below = np.interp(edges, at, np.concatenate([[0.0], np.cumsum(slope[:-1] * np.diff(at))]))
    below[0], below[-1] = 0.0, rows[wide].sum()
    return np.asarray(points + np.maximum(0.0, np.diff(below)), np.float64)
