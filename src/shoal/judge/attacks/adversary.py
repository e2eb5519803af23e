"""Whom the attacker is after, and what is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from shoal.arrays import Floats, Rows
from shoal.decode.cells import MISSING, Cells
from shoal.judge.attacks.persons import Persons
from shoal.request.settings import setting

PICKING, DRAWING, ERRING = 3, 4, 5
"""Streams of the seed, beside those that draw people, their errors, and rows to learn from."""


@dataclass(frozen=True, slots=True)
class Adversary:
    """Someone who knows the quasi columns of some people, exactly or not quite.

    Attributes:
        people: how many people are drawn from the table, all where it has fewer.
        noise: by how much of its column's range a number may be off; the attacker knows that it may.
        unknown: the chance that a category is not known.
        certainty: a value is given away when it is likelier than this.
        known_rows: how many rows of a person are known at most to someone who knows several.
        seed: what people and errors are drawn with.
    """

    people: int = 1000
    noise: float = 0.0
    unknown: float = 0.0
    certainty: float = 0.5
    seed: int = 0
    known_rows: int = 5

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
        who: (people,) their numbers, ascending.
        rows: (people,) the row of each in the original that is known.
        low: (people, columns) the lowest place that each may have, as far as is known.
        high: (people, columns) the highest one.
        of: how many people they were drawn from.
    """

    who: Rows
    rows: Rows
    low: Floats
    high: Floats
    of: int


@dataclass(frozen=True, slots=True, eq=False)
class Histories:
    """People of whom several rows are known.

    Attributes:
        who: (people,) their numbers, ascending.
        starts: (people + 1,) where the known rows of each begin; each has two at least, in random order.
        low: (known rows, columns) the lowest place that each may have, as far as is known.
        high: (known rows, columns) the highest one.
        of: how many people they were drawn from: all who have several rows.
    """

    who: Rows
    starts: Rows
    low: Floats
    high: Floats
    of: int


def find_people(cells: Sequence[Cells], adversary: Adversary, persons: Persons) -> People:
    """Return people drawn at random, a row of each drawn at random, and what is known of it; O(n)."""
    drawing, erring = (np.random.default_rng(s) for s in np.random.SeedSequence(adversary.seed).spawn(2))
    who = np.sort(drawing.permutation(persons.total)[: adversary.people]).astype(np.int64)
    picking = _stream(adversary, PICKING).random(len(who))
    rows = persons.rows.rows[persons.rows.starts[who] + (picking * persons.rows.sizes[who]).astype(np.int64)]
    return People(who, rows, *_known(cells, rows, adversary, erring), persons.total)


def find_histories(cells: Sequence[Cells], adversary: Adversary, persons: Persons) -> Histories:
    """Return people drawn at random who have several rows, as many of these as may be known, and what is; O(n)."""
    drawing, erring = _stream(adversary, DRAWING), _stream(adversary, ERRING)
    several = np.flatnonzero(persons.rows.sizes > 1)
    who = np.sort(drawing.permutation(several)[: adversary.people]).astype(np.int64)
    rows = np.flatnonzero(np.isin(persons.of_row, who))
    rows = rows[np.lexsort((drawing.random(len(rows)), persons.of_row[rows]))]
    sizes = persons.rows.sizes[who]
    place = np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    starts = np.append(0, np.cumsum(np.minimum(sizes, adversary.known_rows)))
    known = _known(cells, rows[place < adversary.known_rows], adversary, erring)
    return Histories(who, starts.astype(np.int64), *known, len(several))


def _stream(adversary: Adversary, key: int) -> np.random.Generator:
    """Return a stream of random numbers of the adversary's seed."""
    return np.random.default_rng(np.random.SeedSequence(adversary.seed, spawn_key=(key,)))


def _known(
    cells: Sequence[Cells], rows: Rows, adversary: Adversary, erring: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return (rows, columns) the lowest and the highest place that some rows may have, as far as is known."""
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
    return low, high


def _apart(true: Floats, heard: Floats, reach: float) -> tuple[Floats, Floats]:
    """Return what can be true where `heard` is off by at most `reach`; rounding never leaves the truth out."""
    if not reach:
        return true.copy(), true.copy()
    absent = np.isinf(true)
    low, high = np.minimum(heard - reach, true), np.maximum(heard + reach, true)
    return np.where(absent, MISSING, low), np.where(absent, MISSING, high)
