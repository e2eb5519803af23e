"""The released rows that fit what is known of a person, and those of them that fit most tightly."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Flags, Floats, Rows
from shoal.decode.cells import Cells
from shoal.decode.combos import Combos

NEAR = 1e-12

WAYS = ("one of the rows that fit", "one of the rows that fit most tightly")
"""What an attacker may pick. Tight fits are likelier: of the wide ones more fit by chance."""


def ways(combos: Combos, low: Floats, high: Floats) -> tuple[Rows, Rows]:
    """Return the combinations that fit a person, and those of them with the least volume, for each of `WAYS`."""
    fit = candidates(combos, low, high)
    return fit, fit[tightest(combos, fit)]


def tightest(combos: Combos, fit: Rows) -> Flags:
    """Return which of some combinations have the least volume."""
    room = combos.room[fit]
    return np.asarray(room <= room.min(initial=np.inf) + NEAR, np.bool_)


def better(successes: Floats) -> int:
    """Return which of `WAYS` succeeds more often; (ways, people) chances."""
    return int(np.argmax(successes.sum(axis=1)))


def candidates(combos: Combos, low: Floats, high: Floats) -> Rows:
    """Return the combinations of labels that fit a person of whom so much is known in each column.

    A label fits where it overlaps what is known. If no combination fits in all columns, and some columns show single
    numbers that may be the middles of groups, those fit that are nearest in these columns and overlap in all others.
    """
    fits = [_overlaps(column, low[j], high[j]) for j, column in enumerate(combos.cells)]
    found = _narrowed(combos, fits, range(len(fits)))
    points = [j for j, column in enumerate(combos.cells) if column.is_point]
    if len(found) or not points:
        return found
    found = _narrowed(combos, fits, [j for j in range(len(fits)) if j not in points])
    gaps = np.zeros(len(found))
    for j in points:
        gaps += _gaps(combos.cells[j], fits[j], low[j], high[j])[combos.codes[found, j]]
    return np.asarray(found[gaps <= gaps.min(initial=np.inf) + NEAR], np.int64)


def _overlaps(column: Cells, low: float, high: float) -> Flags:
    return np.asarray((column.low <= high) & (column.high >= low), np.bool_)


def _narrowed(combos: Combos, fits: list[Flags], columns: range | list[int]) -> Rows:
    """Return the combinations that fit in some columns, the choosiest first."""
    found = np.arange(len(combos.sizes))
    for j in sorted(columns, key=lambda j: fits[j].mean()):
        if fits[j].all():
            continue
        found = found[fits[j][combos.codes[found, j]]]
    return found


def _gaps(column: Cells, fits: Flags, low: float, high: float) -> Floats:
    """Return how far each label lies from what is known, as a share of the scale; 1 is the most."""
    with np.errstate(invalid="ignore"):  # a missing cell is infinitely far, and at no distance from another
        gap = np.maximum(column.low - high, low - column.high) / column.width
    return np.where(fits, 0.0, np.fmin(gap, 1.0))
