"""Whom the attacker is after, and what is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from shoal.arrays import Floats, Rows
from shoal.decode.cells import MISSING, Cells
from shoal.request.settings import setting


@dataclass(frozen=True, slots=True)
class Adversary:
    """Someone who knows the quasi columns of some people, exactly or not quite.

    Attributes:
        people: how many people are drawn from the table, all where it has fewer.
        noise: by how much of its column's range a number may be off; the attacker knows that it may.
        unknown: the chance that a category is not known.
        certainty: a value is given away when it is likelier than this.
        seed: what people and errors are drawn with.
    """

    people: int = 1000
    noise: float = 0.0
    unknown: float = 0.0
    certainty: float = 0.5
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what is out of range."""
        for each in fields(self):
            object.__setattr__(self, each.name, setting(each.name, getattr(self, each.name)))

    @property
    def knowledge(self) -> str:
        """Return how well the quasi columns are known, as it stands behind them in a sentence."""
        parts = []
        if self.noise:
            parts.append(f"numbers to within {100 * self.noise:g} % of their range")
        if self.unknown:
            parts.append(f"all but about {100 * self.unknown:g} % of the categories")
        return f", {' and '.join(parts)}," if parts else " exactly"


@dataclass(frozen=True, slots=True, eq=False)
class People:
    """Those who are attacked.

    Attributes:
        rows: (people,) their rows in the original, ascending.
        low: (people, columns) the lowest place that each may have, as far as is known.
        high: (people, columns) the highest one.
        of: how many people they were drawn from.
    """

    rows: Rows
    low: Floats
    high: Floats
    of: int


def find_people(cells: Sequence[Cells], adversary: Adversary) -> People:
    """Return people drawn at random, and what is known of each."""
    total = len(cells[0].at)
    drawing, erring = (np.random.default_rng(s) for s in np.random.SeedSequence(adversary.seed).spawn(2))
    rows = np.sort(drawing.permutation(total)[: adversary.people]).astype(np.int64)
    low = np.stack([column.at[rows] for column in cells], axis=1)
    high = low.copy()
    for j, column in enumerate(cells):
        if column.is_number:
            reach = adversary.noise * (column.greatest - column.least)
            heard = low[:, j] + erring.uniform(-reach, reach, len(rows))
            low[:, j], high[:, j] = _apart(low[:, j], heard, reach)
        else:
            blind = erring.random(len(rows)) < adversary.unknown
            low[blind, j], high[blind, j] = -MISSING, MISSING
    return People(rows, low, high, total)


def _apart(true: Floats, heard: Floats, reach: float) -> tuple[Floats, Floats]:
    """Return what can be true where `heard` is off by at most `reach`; rounding never leaves the truth out."""
    if not reach:
        return true.copy(), true.copy()
    absent = np.isinf(true)
    low, high = np.minimum(heard - reach, true), np.maximum(heard + reach, true)
    return np.where(absent, MISSING, low), np.where(absent, MISSING, high)
