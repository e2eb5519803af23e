"""Value hierarchies: rules that make a tree for a column, and the ways to write them down.

A rule is lazy: it makes its tree when the values of the column are known.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from shoal.errors import HierarchyError
from shoal.schema.arx import hierarchies_in, read_levels
from shoal.schema.listed import Flat, Levels, Nested, Order
from shoal.schema.stepwise import Bands, Calendar, Prefix
from shoal.schema.tree import Tree

__all__ = [
    "Bands",
    "Calendar",
    "Flat",
    "Hierarchy",
    "Levels",
    "Nested",
    "Order",
    "Prefix",
    "hierarchies_in",
    "hierarchy_from_toml",
    "hierarchy_of",
    "read_levels",
]


@runtime_checkable
class Hierarchy(Protocol):
    """A rule that makes the tree of a column from its values."""

    def tree(self, column: str, values: Sequence[str]) -> Tree:
        """Return a tree whose leaves include all values.

        Args:
            column: the name of the column, for error messages.
            values: its distinct values as text, missing ones left out: numbers and dates ascending, others sorted.

        Raises:
            HierarchyError: the hierarchy is broken or does not cover the values.
        """
        ...

    def to_toml(self, base: Path) -> dict[str, object]:
        """Return what `hierarchy_from_toml` reads back as this rule; files are named as seen from `base`."""
        ...


def hierarchy_of(column: str, given: object) -> Hierarchy:
    """Return the hierarchy that a caller means: a rule, a file, a nested mapping, rows of levels, or "flat".

    Raises:
        HierarchyError: it is none of these, or it is broken.
    """
    if isinstance(given, Hierarchy):
        return given
    if given == "flat":
        return Flat()
    if isinstance(given, str | Path):
        return read_levels(column, Path(given))
    with_rows = isinstance(given, Sequence) and all(isinstance(row, Sequence) and not isinstance(row, str) for row in given)
    ...
