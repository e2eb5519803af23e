"""Hierarchies with a floor: no value leaves as it is, the finest label that can leave is coarser.

`Years` and `TopCoded` are lines, so that groups are published as spans of their labels; `ZipThree` is a tree.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from shoal.checks import Number, Whole, items_of, plain, taken
from shoal.errors import HierarchyError
from shoal.figure import counted
from shoal.schema._origin import Origin
from shoal.schema.tree import Tree
from shoal.schema.tree_build import ROOT, tree_from_levels

HHS_2000 = (
    "036", "059", "063", "102", "203", "556", "692", "790", "821", "823", "830", "831", "878", "879", "884", "890",
    "893",
)  # fmt: skip
"""The areas of three digits with 20,000 people or fewer by the census of 2000, after the guidance of the HHS of 2012.
The guidance asks for the current census: check before use whether another list has been published."""

NOWHERE = "000"
"""What stands for a small area, and for all that is no ZIP code."""

TOP = Number(-1e15, 1e15, words="a finite number")
EARLIEST = Whole(1, 9999)

_THREE = re.compile(r"[0-9]{3}")
_ZIP = re.compile(r"([0-9]{4,5})(?:-?[0-9]{4})?")
_YEAR = re.compile(r"([0-9]{4})(?:-[0-9]{2}(?:-[0-9]{2}.*)?)?|[0-9]{1,2}[./-][0-9]{1,2}[./-]([0-9]{4})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ZipThree:
    """ZIP codes of three digits at the finest: 47918 is 479, then 47*, 4** and the root; small areas are 000.

    `restricted` are the areas of three digits that have 20,000 people or fewer. What is no ZIP code is 000 as well.
    """

    restricted: tuple[str, ...] = HHS_2000

    def __post_init__(self) -> None:
        """Refuse areas that are not three digits as text."""
        areas = [plain(area) for area in items_of(self.restricted) or ()]
        if not all(isinstance(area, str) and _THREE.fullmatch(area) for area in areas):
            message = "the restricted areas of ZIP codes must be texts of three digits"
            raise HierarchyError(message, hint='write "036" and not 36')
        object.__setattr__(self, "restricted", tuple(areas))

    def finest(self, column: str, values: Sequence[str]) -> list[str]:  # noqa: ARG002 - all rules are called alike
        """Return the area of each value."""
        return [self._area(value) for value in values]

    def tree(self, column: str, values: Sequence[str]) -> Tree:
        """Return the tree of the values, their areas, and these with one and two digits masked."""
        areas = self.finest(column, values)
        two, one = ([_masked(area, digits) for area in areas] for digits in (2, 1))
        below = [] if areas == list(values) else [areas]
        return tree_from_levels([values, *below, two, one, [ROOT] * len(values)], Origin(column))

    def to_toml(self, base: Path) -> dict[str, object]:  # noqa: ARG002 - rules with files need it
        """Return what `hierarchy_from_toml` reads back as this rule."""
        return {"zip3": list(self.restricted)}

    def _area(self, value: str) -> str:
        found = _ZIP.fullmatch(value)
        three = value if _THREE.fullmatch(value) else found[1].zfill(5)[:3] if found else NOWHERE
        return NOWHERE if three in self.restricted else three


class _Line(ABC):
    """A rule whose labels are numbers first, so that groups are published as spans of them."""

    __slots__ = ()
    values_are: ClassVar[str]

    def finest(self, column: str, values: Sequence[str]) -> list[str]:
        """Return the label of each value.

        Raises:
            HierarchyError: some values are not what the rule is for.
        """
        labels = [self._label(value) for value in values]
        _require(column, self.values_are, labels.count(""), len(labels))
        return labels

    def tree(self, column: str, values: Sequence[str]) -> Tree:
        """Return the values below their labels, ascending by the number that these begin with, all below the root."""
        labels = self.finest(column, values)
        order = sorted(range(len(values)), key=lambda at: (_place(labels[at]), values[at]))
        ascending, above = [values[at] for at in order], [labels[at] for at in order]
        below = [] if above == ascending else [above]
        return tree_from_levels([ascending, *below, [ROOT] * len(order)], Origin(column))

    @abstractmethod
    def _label(self, value: str) -> str:
        """Return the finest label that a value can leave as; an empty one where the rule is not for it."""


@dataclass(frozen=True, slots=True)
class Years(_Line):
    """Dates as years at the finest; groups are published as spans of years.

    `earliest` is the first year that is told: it and all before it are one, as in "1936 or earlier".
    """

    values_are: ClassVar[str] = "dates"

    earliest: int | None = None

    def __post_init__(self) -> None:
        """Refuse what is no year."""
        if self.earliest is not None:
            year = taken(EARLIEST, "the earliest of years", self.earliest, HierarchyError)
            object.__setattr__(self, "earliest", year)

    def to_toml(self, base: Path) -> dict[str, object]:  # noqa: ARG002 - rules with files need it
        """Return what `hierarchy_from_toml` reads back as this rule."""
        return {"years": "all" if self.earliest is None else self.earliest}

    def _label(self, value: str) -> str:
        earlier = f"{self.earliest:04} or earlier" if self.earliest is not None else ""
        if earlier and value == earlier:
            return value
        found = _YEAR.fullmatch(value)
        year = (found[1] or found[2]) if found else ""
        return earlier if year and self.earliest is not None and int(year) <= self.earliest else year


@dataclass(frozen=True, slots=True)
class TopCoded(_Line):
    """Numbers of which those from `top` on are one, as in "90+"; groups are published as spans."""

    values_are: ClassVar[str] = "numbers"

    top: float

    def __post_init__(self) -> None:
        """Refuse what is no number."""
        object.__setattr__(self, "top", taken(TOP, "the top of a top-coded column", self.top, HierarchyError))

    def to_toml(self, base: Path) -> dict[str, object]:  # noqa: ARG002 - rules with files need it
        """Return what `hierarchy_from_toml` reads back as this rule."""
        return {"top": self.top}

    def _label(self, value: str) -> str:
        label = f"{self.top:g}+"
        if value == label:
            return label
        try:
            number = float(value)
        except ValueError:
            return ""
        return label if number >= self.top else value if number < self.top else ""


def _place(label: str) -> float:
    return float(label.removesuffix(" or earlier").removesuffix("+"))


def _masked(area: str, digits: int) -> str:
    return area if area == NOWHERE else area[:digits] + "*" * (3 - digits)


def _require(column: str, what: str, bad: int, of: int) -> None:
    if bad:
        message = f"hierarchy of column {column!r}: {bad} of {counted(of, 'distinct value')} are not {what}"
        raise HierarchyError(message, hint="map these values to missing, or leave the rule out")
