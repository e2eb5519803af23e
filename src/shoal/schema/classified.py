"""Hierarchies that come with shoal, made from public classifications; `_classes.py` has their sources."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shoal.checks import Choice, taken
from shoal.errors import HierarchyError
from shoal.figure import counted
from shoal.schema._classes import CHAPTERS, MAJOR, REGIONS
from shoal.schema._origin import Origin
from shoal.schema.tree import Tree
from shoal.schema.tree_build import ROOT, tree_from_levels

_ILLNESS = re.compile(r"([A-Z][0-9]{2})(?:\.?[0-9A-Z]{1,4})?[-+*!]?")
_OCCUPATION = re.compile(r"[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class Classified:
    """Codes below the groups of a public classification: `countries`, `icd10` or `isco08`."""

    name: str

    def __post_init__(self) -> None:
        """Refuse a name that is none of them."""
        object.__setattr__(self, "name", taken(Choice(tuple(GROUPS)), "a classification", self.name, HierarchyError))

    def tree(self, column: str, values: Sequence[str]) -> Tree:
        """Return the tree of the values and the groups that they belong to."""
        above = [GROUPS[self.name](value) for value in values]
        bad = above.count(())
        if bad:
            share = f"{bad} of {counted(len(values), 'distinct value')}"
            message = f"hierarchy of column {column!r}: {share} are no codes of {self.name}"
            raise HierarchyError(message, hint="write a file with `shoal hierarchy propose`, and edit it")
        height = max(map(len, above), default=1)
        levels = [[group[min(level, len(group) - 1)] for group in above] for level in range(height)]
        order = sorted(range(len(values)), key=lambda at: (*reversed([level[at] for level in levels]), values[at]))
        ordered = [[level[at] for at in order] for level in (list(values), *levels)]
        return tree_from_levels([*ordered, [ROOT] * len(order)], Origin(column))

    def to_toml(self, base: Path) -> dict[str, object]:  # noqa: ARG002 - rules with files need it
        """Return what `hierarchy_from_toml` reads back as this rule."""
        return {"classification": self.name}


@cache
def _countries() -> dict[str, tuple[str, str]]:
    found = {}
    for region, parts in REGIONS.items():
        for part, codes in parts.items():
            for pair in codes.split():
                for code in pair.split(":"):
                    found[code] = (part, region)
    return found


def _region(value: str) -> tuple[str, ...]:
    return _countries().get(value.strip().upper(), ())


def _chapter(value: str) -> tuple[str, ...]:
    found = _ILLNESS.fullmatch(value.strip().upper())
    chapter = found and next((one for one in CHAPTERS if one[:3] <= found[1] <= one[4:]), None)
    return (found[1], chapter) if found and chapter else ()


def _occupation(value: str) -> tuple[str, ...]:
    code = value.strip()
    if not _OCCUPATION.fullmatch(code):
        return ()
    return (*(f"{code[:digits]}{'*' * (4 - digits)}" for digits in (3, 2) if digits < len(code)), MAJOR[code[0]])


GROUPS: dict[str, Callable[[str], tuple[str, ...]]] = {"countries": _region, "icd10": _chapter, "isco08": _occupation}
"""The groups of a code, the finest first; none where it is no code of the classification."""


def classification_of(values: Sequence[str]) -> str:
    """Return the classification that all values are codes of, by letters as well as by digits; empty where none is."""
    for name in ("countries", "icd10"):
        if values and all(GROUPS[name](value) for value in values):
            return name
    return ""
