"""Hierarchies computed from the values: masked codes, calendar steps, bands of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from shoal.checks import Number, Several, items_of, plain, taken
from shoal.errors import HierarchyError
from shoal.figure import counted
from shoal.schema._origin import Origin
from shoal.schema.tree import Tree
from shoal.schema.tree_build import ROOT, tree_from_levels

WIDTHS = Several(Number(above=True, words="a positive finite number"), "a positive number, or a list of them")
ORIGIN = Number(-math.inf, words="a finite number")

EXACT_DIGITS = 5000
"""More digits than any number here has: decimal arithmetic rounds nothing."""

CALENDAR: dict[str, Callable[[str], str]] = {
    "day": lambda day: day[:10],
    "month": lambda day: day[:7],
    "quarter": lambda day: f"{day[:4]}-Q{(int(day[5:7]) + 2) // 3}",
    "year": lambda day: day[:4],
    "decade": lambda day: f"{day[:3]}0s",
}
"""The label of an ISO date at each step, finest first."""


@dataclass(frozen=True, slots=True)
class Prefix:
    """Codes whose last characters are masked: 47918, 4791*, 479**, and so on up to the root `*`.

    `steps` says how many characters are masked at each level. The root comes above the last step: `steps=(1,)` makes
    a tree of height 2 whose root covers all codes. Without steps every number of characters is a level, so that codes
    of five digits make a tree of height 5, even when they all begin alike. A code with no characters left to show goes
    below the root at that level. For a tree that ends in a common prefix, list it with `Nested` or `Levels`.
    """

    steps: tuple[int, ...] = ()
    mask: str = "*"

    def __post_init__(self) -> None:
        """Refuse steps that are not ascending whole numbers from 1, and masks of other than one character."""
        given = items_of(self.steps)
        steps = [None] if given is None else [plain(step) for step in given]
        whole = all(isinstance(step, int) and not isinstance(step, bool) for step in steps)
        if not (whole and all(low < high for low, high in pairwise((0, *steps)))):
            message = "the steps of a prefix hierarchy must be ascending whole numbers from 1"
            raise HierarchyError(message, hint="they say how many characters are masked, such as 1, 2, 3")
        object.__setattr__(self, "steps", tuple(steps))
        if not isinstance(self.mask, str) or len(self.mask) != 1:
            message = "the mask of a prefix hierarchy must be one character"
            raise HierarchyError(message)

    def tree(self, column: str, values: Sequence[str]) -> Tree:
        """Return the tree of the values and their masked forms."""
        steps = self.steps or range(1, max(map(len, values), default=0))
        masked = [[self._masked(value, step) for value in values] for step in steps]
        return tree_from_levels([values, *masked, [ROOT] * len(values)], Origin(column))

    def to_toml(self, base: Path) -> dict[str, object]:  # noqa: ARG002 - rules with files need it
        """Return what `hierarchy_from_toml` reads back as this rule."""
        steps: dict[str, object] = {"prefix": list(self.steps) or "all"}
        return steps if self.mask == "*" else {**steps, "mask": self.mask}

    def _masked(self, value: str, step: int) -> str:
        return value[:-step] + self.mask * step if step < len(value) else ROOT


@dataclass(frozen=True, slots=True)
class Calendar:
    """Dates in ISO form by calendar: 2024-03-05, 2024-03, 2024-Q1, 2024, 2020s, and the root `*`.

    The step `day` is for dates with a time.
    """

    steps: tuple[str, ...] = ("month", "quarter", "year", "decade")

    def __post_init__(self) -> None:
        """Refuse unknown steps, and steps that are not ordered from fine to coarse."""
        steps = items_of(self.steps) or []
        object.__setattr__(self, "steps", tuple(map(plain, steps)))
        if not steps or steps != [step for step in CALENDAR if step in steps]:
            message = "the steps of a calendar hierarchy must be some of " + ", ".join(CALENDAR) + ", in this order"
            raise HierarchyError(message)

    def tree(self, column: str, values: Sequence[str]) -> Tree:
        """Return the tree of the dates and the periods that they fall in."""
        bad = sum(not _is_iso(value) for value in values)
        if bad:
            message = (
                f"hierarchy of column {column!r}: {bad} of {counted(len(values), 'distinct value')} are not ISO dates"
            )
            raise HierarchyError(message, hint="give the form of the dates, or map these values to missing")
        periods = [list(map(CALENDAR[step], values)) for step in self.steps]
        return tree_from_levels([values, *periods, [ROOT] * len(values)], Origin(column))

    def to_toml(self, base: Path) -> dict[str, object]:  # noqa: ARG002 - rules with files need it
        """Return what `hierarchy_from_toml` reads back as this rule."""
        return {"calendar": list(self.steps)}


@dataclass(frozen=True, slots=True)
class Bands:
    """Numbers in bands of growing width: 23, [20 - 25[, [20 - 30[, [20 - 40[, and the root `*`.

    A band holds its lower end and not its upper one. Bands are counted from `origin`, in decimal arithmetic, so that
    widths such as 0.1 put every number where a reader would.
    """

    widths: tuple[float, ...]
    origin: float = 0.0

    def __post_init__(self) -> None:
        """Refuse widths that are not positive multiples of each other: their bands would not nest."""
        widths = taken(WIDTHS, "the width of bands", self.widths, HierarchyError)
        object.__setattr__(self, "widths", widths)
        object.__setattr__(self, "origin", taken(ORIGIN, "the origin of bands", self.origin, HierarchyError))
        if not self.widths:
            message = "the bands of a hierarchy need one width or more, all of them positive numbers"
            raise HierarchyError(message)
        exact = [Fraction(str(width)) for width in self.widths]
        if any(wide <= narrow or wide % narrow for narrow, wide in pairwise(exact)):
            message = f"bands of these {len(exact)} widths do not nest"
            raise HierarchyError(message, hint="make each width a multiple of the one before, such as 5, 10, 20")

    def tree(self, column: str, values: Sequence[str]) -> Tree:
        """Return the tree of the numbers and the bands that they fall in."""
        numbers = [_number(value) for value in values]
        bad = numbers.count(None)
        if bad:
            message = (
                f"hierarchy of column {column!r}: {bad} of {counted(len(values), 'distinct value')} are not numbers"
            )
            raise HierarchyError(message, hint="map these values to missing, or choose another hierarchy")
        given = (Decimal(str(number)) for number in (self.origin, *self.widths))
        places, (origin, *rest) = _in_units([*given, *(number for number in numbers if number is not None)])
        widths, units = rest[: len(self.widths)], rest[len(self.widths) :]
        bands = [_band_labels(units, origin, width, places) for width in widths]
        return tree_from_levels([values, *bands, [ROOT] * len(values)], Origin(column))

    def to_toml(self, base: Path) -> dict[str, object]:  # noqa: ARG002 - rules with files need it
        """Return what `hierarchy_from_toml` reads back as this rule."""
        return {"bands": list(self.widths), "origin": self.origin}


def _is_iso(value: str) -> bool:
    """Return whether a text is a date, or a date and time, with dashes."""
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return value[4:5] == value[7:8] == "-"


def _number(value: str) -> int | Decimal | None:
    """Return a finite number, whole ones exactly; None for any other text."""
    try:
        if value.isascii() and value.removeprefix("-").isdecimal():
            return int(value)
        number = float(value)
    except ValueError:
        return None
    return Decimal(repr(number)) if math.isfinite(number) else None


def _in_units(numbers: Sequence[int | Decimal]) -> tuple[int, list[int]]:
    """Return how many decimal places the numbers need, and the numbers as whole multiples of that last place."""
    exponents = (int(number.as_tuple().exponent) for number in numbers if isinstance(number, Decimal))
    places = -min(0, min(exponents, default=0))
    with localcontext(prec=EXACT_DIGITS):
        unit = 10**places
        return places, [int(number * unit) for number in numbers]


def _band_labels(units: Sequence[int], origin: int, width: int, places: int) -> list[str]:
    """Return the label of the band that each number falls in."""
    bands = [(unit - origin) // width for unit in units]
    with localcontext(prec=EXACT_DIGITS):
        ends = {end: _shown(origin + end * width, places) for band in set(bands) for end in (band, band + 1)}
    return [f"[{ends[band]} - {ends[band + 1]}[" for band in bands]


def _shown(units: int, places: int) -> str:
    """Return a number of units as plain decimal text, without needless zeros."""
    text = f"{Decimal(units).scaleb(-places):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
