"""What an attacker sees, and what is true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

import numpy as np

from shoal.arrays import Flags, Floats, Ints, Rows
from shoal.decode.alike import Values
from shoal.decode.combos import Combos
from shoal.judge.attacks.adversary import Adversary, People
from shoal.judge.attacks.attack import Attack, AttackName, percent
from shoal.judge.attacks.persons import Persons

Tell: TypeAlias = Callable[[float], None]
"""Takes the share of the work that is done."""


class Right(NamedTuple):
    """The rows that it is right to pick.

    Attributes:
        rows: how many there are.
        combos: (rows,) the combination that each has in the release; None where that is not known.
    """

    rows: int
    combos: Ints | None

    def among(self, fit: Rows, looked: int) -> int:
        """Return how many are among those that have some combinations, `looked` in all; where unknown, as can be."""
        return min(self.rows, looked) if self.combos is None else int(np.isin(self.combos, fit).sum())


class Scene(NamedTuple):
    """What an attacker sees, and what is true.

    Attributes:
        combos: the release.
        people: who is attacked, and what is known of them.
        adversary: how they were found.
        k: the k that was promised, or that the release has.
        persons: whose row each is, in the original and in the release.
        tell: takes the share of the work that is done.
    """

    combos: Combos
    people: People
    adversary: Adversary
    k: int
    persons: Persons
    tell: Tell

    @property
    def is_known(self) -> bool:
        """Return whether it is known which released rows are whose."""
        return self.persons.owner is not None

    @property
    def allowed(self) -> str:
        """Return the end of a sentence: how often k lets the right row be picked."""
        return f"k = {self.k} allows {percent(1.0 / self.k)}."

    @property
    def of_one_row(self) -> str:
        """Return whose quasi columns are known, as it stands in a sentence where people may have several rows."""
        return " of one row of a person" if self.persons.have_several else ""

    @property
    def theirs(self) -> str:
        """Return what is right to pick."""
        return "one of theirs" if self.persons.have_several else "the right one"

    @property
    def at_most(self) -> str:
        """Return what stands before a rate where it is not known which released rows are whose."""
        return "" if self.is_known else "at most "

    def right(self, who: int, having: tuple[Values, int] | None = None) -> Right:
        """Return the rows of a person that it is right to pick; only those that have a value in a column, if given."""
        listed = self.persons.rows if self.persons.released is None else self.persons.released
        rows = listed.of(who)
        if having is not None:
            values, value = having
            cells = values.released if self.is_known else values.original
            rows = rows[cells[rows] == value]
        return Right(len(rows), self.combos.of_row[rows] if self.is_known else None)

    def result(  # noqa: PLR0913 - all that is said of an attack
        self,
        name: AttackName,
        chances: Floats | Flags,
        promise: tuple[float, str],
        sentence: str,
        *,
        facts: Mapping[str, float | int | str],
        column: str | None = None,
        notes: tuple[str, ...] = (),
        of: int | None = None,
    ) -> Attack:
        """Return what an attack found: (people,) the chance of success with each, and what was promised by what.

        `of` is how many people they were drawn from, where these are not all.
        """
        return Attack(
            name=name,
            column=column,
            trials=len(chances),
            successes=float(chances.sum()),
            promise=promise[0],
            promised_by=promise[1],
            sentence=sentence,
            sampled=len(chances) < (self.people.of if of is None else of),
            seed=self.adversary.seed,
            facts=facts,
            notes=notes,
            person=self.persons.column,
        )
