"""What an attacker sees, and what is true."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from shoal.arrays import Rows
from shoal.decode.combos import Combos
from shoal.judge.attacks.adversary import Adversary, People

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
