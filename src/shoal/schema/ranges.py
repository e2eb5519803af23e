"""Hierarchies of numbers in ranges of uneven width: those that are named, and those with as many values each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from shoal.checks import Whole, items_of, plain, taken
from shoal.errors import HierarchyError
from shoal.figure import counted
from shoal.schema._origin import Origin
from shoal.schema.tree import Tree
from shoal.schema.tree_build import ROOT, tree_from_levels

_RANGE = re.compile(r"(-?[0-9.]+)\s*(?:-|–)\s*(-?[0-9.]+)|(-?[0-9.]+)\s*\+|<\s*(-?[0-9.]+)")
PARTS = Whole(2, 1000)


@dataclass(frozen=True, slots=True)
class Ranges:
    """Numbers below the ranges that they lie in, by the names of these: 0-17, 18-64, 65+, and the root `*`.

    Both ends belong to a range. Fractions between two whole ends, such as 17.5, belong to the lower range.
    """

    names: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse names that are no ranges, and ranges that are not ascending."""
        names = items_of(self.names)
        found = [str(plain(name)).strip() for name in names or ()]
        object.__setattr__(self, "names", tuple(found))
        if not found or not all(map(_RANGE.fullmatch, found)):
            message = "the ranges of a hierarchy must be like 18-64, 65+ or <18"
            raise HierarchyError(message, hint="write bands:0-17,18-64,65+")
        starts = self._starts()
        if any(low >= high for low, high in pairwise(starts)):
            message = "the ranges of a hierarchy must be ascending, each with its least number first"
            raise HierarchyError(message, hint="write bands:0-17,18-64,65+")

    def tree(self, column: str, values: Sequence[str]) -> Tree:
        """Return the tree of the numbers and the ranges that they lie in."""
        labels = [self._label(value) for value in values]
        bad = labels.count("")
        if bad:
            message = (
                f"hierarchy of column {column!r}: {bad} of {counted(len(values), 'distinct value')} are in no range"
            )
            raise HierarchyError(message, hint="widen the first and the last range, or let these values be missing")
        return tree_from_levels([values, labels, [ROOT] * len(values)], Origin(column))

    def to_toml(self, base: Path) -> dict[str, object]:  # noqa: ARG002 - rules with files need it
        """Return what `hierarchy_from_toml` reads back as this rule."""
        return {"ranges": list(self.names)}

    def _starts(self) -> list[float]:
        return [float("-inf") if "<" in name else float(_ends(name)[0]) for name in self.names]

    def _label(self, value: str) -> str:
        try:
            number = float(value)
        except ValueError:
            return ""
        starts = self._starts()
        at = sum(start <= number for start in starts) - 1
        if at < 0 or (at == len(starts) - 1 and number > _ends(self.names[at])[1]):
            return ""
        return self.names[at]


@dataclass(frozen=True, slots=True)
class Quantiles:
    """Numbers in parts with about as many different values each, and the root `*`: `[12 - 31]`, `[32 - 47]`."""

    parts: int

    def __post_init__(self) -> None:
        """Refuse what is no number of parts."""
        object.__setattr__(self, "parts", taken(PARTS, "the number of quantiles", self.parts, HierarchyError))

    def tree(self, column: str, values: Sequence[str]) -> Tree:
        """Return the tree of the numbers and the parts that they lie in."""
        bad = sum(not _is_number(value) for value in values)
        if bad:
            message = (
                f"hierarchy of column {column!r}: {bad} of {counted(len(values), 'distinct value')} are not numbers"
            )
            raise HierarchyError(message, hint="let these values be missing, or choose another hierarchy")
        ordered = sorted(values, key=float)
        part = [at * min(self.parts, len(ordered)) // max(1, len(ordered)) for at in range(len(ordered))]
        ends = {one: [value for value, of in zip(ordered, part, strict=True) if of == one] for one in {*part}}
        labels = [f"[{ends[one][0]} - {ends[one][-1]}]" if len(ends[one]) > 1 else ends[one][0] for one in part]
        return tree_from_levels([ordered, labels, [ROOT] * len(ordered)], Origin(column))

    def to_toml(self, base: Path) -> dict[str, object]:  # noqa: ARG002 - rules with files need it
        """Return what `hierarchy_from_toml` reads back as this rule."""
        return {"quantiles": self.parts}


def is_range(text: str) -> bool:
    """Return whether a text names a range of numbers."""
    return _RANGE.fullmatch(text.strip()) is not None


def _ends(name: str) -> tuple[float, float]:
    found = _RANGE.fullmatch(name)
    if found is None:
        return float("nan"), float("nan")
    low, high, above, _ = found.groups()
    return (float(above), float("inf")) if above else (float(low or "-inf"), float(high or "inf"))


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True
