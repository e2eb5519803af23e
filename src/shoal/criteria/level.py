"""Levels: the numbers at which a criterion just holds in every group, rounded so that what is shown still holds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias

Rounding: TypeAlias = Literal["down", "up", "above"]

DIGITS = 10_000
"""Levels are shown to four places."""


class Level(NamedTuple):
    """One number that groups reach, or one for each of some keys.

    Attributes:
        name: what Python and JSON call it; no other criterion has it.
        label: what people read beside it, with {} where the key goes.
        rounding: "down" for what is at least this much, "up" for what is at most this much, "above" for what others
            must be above.
        words: what it means.
        keys: where there are several, by what they are distinguished, in the order in which they are shown.
        nothing: what it is in a table without rows; where there are keys, there is no number then.
    """

    name: str
    label: str
    rounding: Rounding
    words: str
    keys: tuple[object, ...] = ()
    nothing: float | None = None


def down(value: float) -> str:
    """Return a number rounded down, which a promise of at least this much survives."""
    return _plain(math.floor(value * DIGITS + 1e-6))


def up(value: float | None) -> str:
    """Return a number rounded up, which a promise of at most this much survives."""
    return "none" if value is None else _plain(math.ceil(value * DIGITS - 1e-6))


def above(value: float | None) -> str:
    """Return a number that others must be above, rounded up."""
    return "none" if value is None else f"above {up(value)}"


ROUNDED: Mapping[Rounding, Callable[[float], str]] = {"down": down, "up": up, "above": above}
"""How each level is shown."""


def short_of(what: str, reached: float | None, asked: str) -> str:
    """Return in words that a level is higher than was asked for; None is a level that no number is enough for."""
    return f"no {what} is enough" if reached is None else f"{what} is {up(reached)}, not {asked}"


def _plain(parts: int) -> str:
    """Return a number of ten-thousandths without needless zeros."""
    return f"{parts / DIGITS:,.4f}".rstrip("0").rstrip(".")
