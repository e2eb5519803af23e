"""What an attacker sees, and what is true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from shoal.arrays import Flags, Floats, Rows
from shoal.decode.combos import Combos
from shoal.judge.attacks.adversary import Adversary, People
from shoal.judge.attacks.attack import Attack, AttackName, percent

Tell: TypeAlias = Callable[[float], None]
"""Takes the share of the work that is done."""


class Scene(NamedTuple):
    """What an attacker sees, and what is true.

    Attributes:
        combos: the release.
        people: who is attacked, and what is known of them.
        adversary: how they were found.
        k: the k that was promised, or that the release has.
        truth: (n,) the released row of each original row, -1 where there is none; None where that is not known.
        tell: takes the share of the work that is done.
    """

    combos: Combos
    people: People
    adversary: Adversary
    k: int
    truth: Rows | None
    tell: Tell

    @property
    def allowed(self) -> str:
        """Return the end of a sentence: how often k lets the right row be picked."""
        return f"k = {self.k} allows {percent(1.0 / self.k)}."

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
    ) -> Attack:
        """Return what an attack found: (people,) the chance of success with each, and what was promised by what."""
        return Attack(
            name=name,
            column=column,
            trials=len(chances),
            successes=float(chances.sum()),
            promise=promise[0],
            promised_by=promise[1],
            sentence=sentence,
            sampled=len(chances) < self.people.of,
            seed=self.adversary.seed,
            facts=facts,
            notes=notes,
        )
