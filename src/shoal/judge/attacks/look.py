"""How someone looks through a release who knows which combinations of labels fit each of several rows of a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from shoal.arrays import Flags, Ints, Rows
from shoal.decode.alike import Values
from shoal.judge.attacks.scene import Scene
from shoal.judge.attacks.tally import tally, tally_by


class Look(Protocol):
    """A way to look through a release; columns are sensitive.

    Attributes:
        ways: what is picked, given the rows that fit, and given those that fit most tightly.
        things: what is counted.
    """

    ways: tuple[str, str]
    things: str

    def left(self, fits: Sequence[Rows]) -> Sequence[Rows]:
        """Return what is left of the release, given the combinations that fit each known row of a person."""

    def found(self, who: int, left: Sequence[Rows]) -> tuple[int, int]:
        """Return among how many things is picked, and how many of them are the person's."""

    def certain(self, left: Sequence[Rows], column: int) -> Flags:
        """Return (values,) which values the person must have."""

    def in_all(self, left: Sequence[Rows], column: int) -> Flags:
        """Return (values,) which values the person can have, if it is the same in all rows of a person."""


class ByPseudonym:
    """Released rows of one person share a pseudonym: those pseudonyms are left that have rows for the most known ones.

    That is for all of them, unless rows were suppressed. Of known rows that the same combinations fit, a pseudonym
    stands for as many as it has rows there; of all, for no more than it has rows. Where combinations fit one known row
    and not another, and overlap, a released row may count for both: more may be left then than can be, never fewer. One
    of them is picked. A value is certain if all that are left have it in some row.
    """

    ways = ("one of the pseudonyms that fit", "one of the pseudonyms that fit most tightly")
    things = "pseudonyms"

    def __init__(self, scene: Scene, pseudonyms: Ints, columns: Sequence[Values]) -> None:
        """Count the rows of each pseudonym, (m,) that of each released row, and their values; O(m log m)."""
        count = int(pseudonyms.max(initial=-1)) + 1
        self._persons = scene.persons
        self._of_row = pseudonyms
        self._sizes = np.bincount(pseudonyms, minlength=count)
        self._having = tally(scene.combos, pseudonyms, count)
        self._values = [tally_by(pseudonyms, count, each.released, len(each.shares)) for each in columns]

    def left(self, fits: Sequence[Rows]) -> Sequence[Rows]:
        """Return, as the only item, the pseudonyms that have rows for the most of the known ones."""
        stood_for = np.zeros(len(self._sizes))
        alike = Counter(fit.tobytes() for fit in fits)
        for fit, times in alike.items():
            stood_for += np.minimum(self._having.counts(np.frombuffer(fit, np.int64)), times)
        stood_for = np.minimum(stood_for, self._sizes)
        return [np.flatnonzero((stood_for == stood_for.max(initial=0)) & (stood_for > 0))]

    def found(self, who: int, left: Sequence[Rows]) -> tuple[int, int]:
        """Return how many pseudonyms are left, and how many of them are the person's; one, if it is not known."""
        count, released = len(left[0]), self._persons.released
        if released is None:
            return count, min(1, count)
        return count, len(np.intersect1d(self._of_row[released.of(who)], left[0]))

    def certain(self, left: Sequence[Rows], column: int) -> Flags:
        """Return (values,) which values all pseudonyms that are left have in some row."""
        count = len(left[0])
        return np.asarray((self._values[column].holding(left[0]) == count) & (count > 0), np.bool_)

    def in_all(self, left: Sequence[Rows], column: int) -> Flags:
        """Return (values,) which values some pseudonym that is left has."""
        return np.asarray(self._values[column].holding(left[0]) > 0, np.bool_)


class ByRow:
    """Nothing tells which released rows are of one person: the known row that the fewest rows fit is taken.

    One of these is picked. A value is certain if all rows that fit one of the known rows have it.
    """

    ways = (
        "one of the rows that fit the known row which the fewest fit",
        "one of the rows that fit most tightly the known row which the fewest fit so",
    )
    things = "rows"

    def __init__(self, scene: Scene, columns: Sequence[Values]) -> None:
        """Count the values of the released rows; O(m log m)."""
        self._scene = scene
        self._values = [tally(scene.combos, each.released, len(each.shares)) for each in columns]

    def left(self, fits: Sequence[Rows]) -> Sequence[Rows]:
        """Return the combinations that fit each known row: all of them."""
        return fits

    def found(self, who: int, left: Sequence[Rows]) -> tuple[int, int]:
        """Return how many rows fit the known row that the fewest fit, and how many of them are the person's."""
        looked = [int(self._scene.combos.sizes[fit].sum()) for fit in left]
        rows, at = min(((rows, at) for at, rows in enumerate(looked) if rows), default=(0, 0))
        return rows, self._scene.right(who).among(left[at], rows)

    def certain(self, left: Sequence[Rows], column: int) -> Flags:
        """Return (values,) which values all rows that fit a known row have."""
        kinds = self._kinds(left, column)
        return np.asarray(kinds[kinds.sum(axis=1) == 1].any(axis=0), np.bool_)

    def in_all(self, left: Sequence[Rows], column: int) -> Flags:
        """Return (values,) which values there are among the rows that fit each known row, where any does."""
        kinds = self._kinds(left, column)
        kinds = kinds[kinds.any(axis=1)]
        return np.asarray(kinds.all(axis=0) & (len(kinds) > 0), np.bool_)

    def _kinds(self, left: Sequence[Rows], column: int) -> Flags:
        """Return (known rows, values) which values there are among the rows that fit each."""
        return np.stack([self._values[column].counts(fit) > 0 for fit in left])
