"""Find the row of a person of whom one column that leaves as it is, is known besides the quasi columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from shoal.arrays import Floats, Rows, Sizes
from shoal.decode.alike import Values
from shoal.errors import InputError
from shoal.judge.attacks.attack import Attack, percent
from shoal.judge.attacks.candidates import WAYS, better, candidates, tightest
from shoal.judge.attacks.scene import Right, Scene
from shoal.judge.pair import Pair, values_of


class Kept(NamedTuple):
    """The columns that leave as they are, and a note on each that was left out."""

    columns: tuple[Values, ...]
    notes: tuple[str, ...]


def kept_in(pair: Pair, person: str | None) -> Kept:
    """Return the columns that leave as they are: plain and sensitive ones that the release has, and others like them.

    A column without a role is like them if all its released values are in the original too. The column that says whose
    row it is, is none of them. O(columns · n log n).
    """
    columns, notes = [], []
    for column in pair.schema.columns:
        if column.role in ("quasi", "identifier") or column.name == person or column.name not in pair.released.columns:
            continue
        try:
            values = values_of(pair, column.name)
        except InputError as fault:
            notes.append(f"kept: {fault.message}; it was left out")
            continue
        if column.role != "omitted" or len(np.unique(values.original[values.original >= 0])) == len(values.shares):
            columns.append(values)
    return Kept(tuple(columns), tuple(notes))


def kept(scene: Scene, found: Sequence[Values]) -> list[Attack]:
    """Return, for each column, how often someone who knows it and the quasi columns picks a row of the person.

    The attacker knows the value of the row whose quasi columns are known, exactly, and picks one of the rows that fit
    and have this value: of all these, or of those of them that fit most tightly, whichever succeeds more often. The
    worst column comes first. k is about the quasi columns alone: what it allows stands beside the rate for comparison,
    and was not promised. Without the truth, as many rows as the person has with this value are taken to be among them.
    O(people · (combinations · quasi columns + columns · combinations that fit · log m)).
    """
    people, shape = scene.people, (len(found) + 1, 2, len(scene.people.rows))
    looked, right = np.zeros(shape), np.zeros(shape)
    columns = [_Column.of(scene, values) for values in found]
    for i, who in enumerate(people.who):
        fit = candidates(scene.combos, people.low[i], people.high[i])
        looked[0, :, i], right[0, :, i] = _looked(scene, scene.right(who), fit, scene.combos.sizes[fit])
        for j, column in enumerate(columns, start=1):
            value = int(column.values.original[people.rows[i]])
            theirs = scene.right(who, (column.values, value))
            looked[j, :, i], right[j, :, i] = _looked(scene, theirs, fit, column.rows_with(value, fit))
        scene.tell((i + 1) / len(people.rows))
    chances = right / np.maximum(1, looked)
    alone = float(chances[0].mean(axis=1).max() if scene.is_known else chances[0, 0].mean())
    results = [_result(scene, values.name, looked[j, 0], chances[j], alone) for j, values in enumerate(found, start=1)]
    return sorted(results, key=lambda result: -result.rate)


def _result(scene: Scene, name: str, looked: Floats, chances: Floats, alone: float) -> Attack:
    """Return what is found by one column: (people,) the rows looked at, and (ways, people) the chances."""
    way = better(chances) if scene.is_known else 0
    single = float((looked == 1).mean())
    facts: dict[str, float | int | str] = {
        "k": scene.k,
        "way": WAYS[way],
        "rate, by the quasi columns alone": alone,
        "rows that fit, mean": float(looked.mean()),
        "rows that fit, median": float(np.median(looked)),
        "one row fits": single,
        "no row fits": float((looked == 0).mean()),
    }
    sentence = (
        f"Someone who also knows {name!r}{scene.of_one_row} picks {scene.theirs} in {scene.at_most}"
        f"{percent(float(chances[way].mean()))} of the cases, with the quasi columns alone in {scene.at_most}"
        f"{percent(alone)}; for {percent(single)} one row is left. k = {scene.k} is about the quasi columns alone, "
        f"where it allows {percent(1.0 / scene.k)}."
    )
    return scene.result("kept", chances[way], (1.0 / scene.k, "1/k"), sentence, facts=facts, column=name)


class _Column(NamedTuple):
    """A column that leaves as it is, and how many released rows of each combination have each value.

    Attributes:
        values: the column.
        keys: (pairs,) a combination and a value that occurs in it, as one number, ascending.
        rows: (pairs,) how many released rows have both.
    """

    values: Values
    keys: Rows
    rows: Rows

    @classmethod
    def of(cls, scene: Scene, values: Values) -> _Column:
        """Return the column with its rows counted; O(m log m)."""
        keys = scene.combos.of_row.astype(np.int64) * len(values.shares) + values.released
        return cls(values, *np.unique(keys, return_counts=True))

    def rows_with(self, value: int, fit: Rows) -> Sizes:
        """Return how many released rows of each of some combinations have a value; none has one that is not there."""
        if value < 0:
            return np.zeros(len(fit), np.int64)
        wanted = fit * len(self.values.shares) + value
        at = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return np.where(self.keys[at] == wanted, self.rows[at], 0)


def _looked(scene: Scene, theirs: Right, fit: Rows, rows: Sizes) -> tuple[list[int], list[int]]:
    """Return how many rows are looked at in each of `WAYS`, and how many of them are the person's.

    `rows` says how many there are of each combination that fits; those of which there are none do not count.
    """
    fit, rows = fit[rows > 0], rows[rows > 0]
    tight = tightest(scene.combos, fit)
    looked = [int(rows.sum()), int(rows[tight].sum())]
    return looked, [theirs.among(fit, looked[0]), theirs.among(fit[tight], looked[1])]
