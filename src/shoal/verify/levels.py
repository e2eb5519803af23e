"""Which level of every model a table reaches, for each of its sensitive columns."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import field, make_dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from shoal.criteria.counts import Counts
from shoal.criteria.level import Level
from shoal.criteria.registry import CRITERIA

LEVELS = tuple(level for criterion in CRITERIA.values() for level in criterion.levels)
"""The levels of all criteria, in the order in which they are told."""

ABOUT = """What the groups of a table promise about one sensitive column; missing cells are one value.

Each level is the one at which a criterion just holds in every group: for l the greatest, for all others the least.
Recursive (c,l)-diversity and δ-disclosure are strict: they hold for every c and delta above what is given here.
Groups are compared with the table itself. In a table without rows every l is 0, and the others are None or absent.

Attributes:
    values: different values in the whole table.
"""


def _as_dict(levels: Levels) -> dict[str, object]:
    """Return the levels as plain values; what does not exist is None."""
    found = {level.name: _plain(getattr(levels, level.name)) for level in LEVELS}
    return {"values": levels.values, **found}


def _plain(value: object) -> object:
    return {str(key): part for key, part in value.items()} if isinstance(value, Mapping) else value


def _field(level: Level) -> tuple[str, type, object]:
    """Return a level as a field of a dataclass, with what it is in a table without rows."""
    return level.name, object, field(default_factory=dict) if level.keys else field(default=level.nothing)


def _about() -> str:
    """Return what each level means."""
    lines = [f"{level.name}: {level.words}" for level in LEVELS]
    wrapped = [textwrap.fill(line, 118, initial_indent=" " * 4, subsequent_indent=" " * 8) for line in lines]
    return ABOUT + "\n".join(wrapped) + "\n"


if TYPE_CHECKING:

    class Levels:
        """What the groups of a table promise about one sensitive column; the criteria name the levels."""

        values: int

        def __init__(self, values: int, **levels: object) -> None:
            """Take the levels by name."""

        def __getattr__(self, name: str) -> Any: ...  # noqa: ANN401 - each level has a type of its own

        def to_dict(self) -> dict[str, object]:
            """Return the levels as plain values; what does not exist is None."""
else:
    Levels = make_dataclass(
        "Levels",
        [("values", int), *map(_field, LEVELS)],
        namespace={"__module__": __name__, "__doc__": _about(), "to_dict": _as_dict},
        frozen=True,
        slots=True,
    )


def levels_of(counts: Counts) -> Levels:
    """Return every level that groups with these counts reach; O(cells log cells)."""
    values = int(np.count_nonzero(counts.about.rows))
    if not len(counts.sizes):
        return Levels(values)
    reached: dict[str, object] = {}
    for criterion in CRITERIA.values():
        reached |= criterion.reached(counts)
    return Levels(values, **reached)
