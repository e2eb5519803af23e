"""Value hierarchies: rules that make the tree of a column once its values are known, and the ways to give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Protocol, runtime_checkable

from shoal.errors import HierarchyError
from shoal.schema._spec import hierarchy_from_toml, level_rows, naming
from shoal.schema.arx import has_hierarchy_of, hierarchies_in, read_levels
from shoal.schema.classified import Classified
from shoal.schema.listed import Flat, Levels, Nested, Order
from shoal.schema.ranges import Quantiles, Ranges
from shoal.schema.recoding import TopCoded, Years, ZipThree
from shoal.schema.spoken import rule_in_words
from shoal.schema.stepwise import Bands, Calendar, Prefix
from shoal.schema.tree import Tree

__all__ = [
    "Bands",
    "Calendar",
    "Classified",
    "Flat",
    "Hierarchy",
    "Levels",
    "Nested",
    "Order",
    "Prefix",
    "Quantiles",
    "Ranges",
    "Recoding",
    "TopCoded",
    "Years",
    "ZipThree",
    "has_hierarchy_of",
    "hierarchies_in",
    "hierarchy_from_toml",
    "hierarchy_of",
    "is_line",
    "read_levels",
]


@runtime_checkable
class Hierarchy(Protocol):
    """A rule that makes the tree of a column from its values."""

    def tree(self, column: str, values: Sequence[str]) -> Tree:
        """Return a tree whose leaves include all values.

        Args:
            column: the name of the column, for error messages.
            values: its distinct values as text, without missing ones: numbers and dates ascending, others sorted.

        Raises:
            HierarchyError: the hierarchy is broken or does not cover the values.
        """
        ...

    def to_toml(self, base: Path) -> dict[str, object]:
        """Return what `hierarchy_from_toml` reads back as this rule; files are named as seen from `base`."""
        ...


@runtime_checkable
class Recoding(Hierarchy, Protocol):
    """A rule with a floor: what leaves is never finer than the labels that it gives the values."""

    def finest(self, column: str, values: Sequence[str]) -> list[str]:
        """Return the label that each value has at the finest; that of a label is the label itself.

        Raises:
            HierarchyError: the rule has none for some values.
        """
        ...


def is_line(rule: object) -> bool:
    """Return whether a rule puts categories in an order, so that groups are published as spans."""
    return isinstance(rule, Order | Years | TopCoded)


def hierarchy_of(column: str, given: object) -> Hierarchy:
    """Return the hierarchy that a caller means: a rule, a word for it, a file, a nested mapping, or rows of levels.

    Raises:
        HierarchyError: it is none of these, or it is broken.
    """
    if isinstance(given, Hierarchy) and not isinstance(given, type):
        return given
    if isinstance(given, str):
        with naming(column):
            spoken = rule_in_words(given)
        if spoken is not None:
            return spoken
    if isinstance(given, str | PathLike):
        return read_levels(column, given)
    with naming(column):
        if isinstance(given, Mapping):
            return Nested(given)
        if isinstance(given, Sequence):
            return Levels(level_rows(given))
    message = f"hierarchy of column {column!r}: a {type(given).__name__} is no hierarchy"
    raise HierarchyError(message, hint='give a file, a nested mapping, rows of levels, a rule, or "flat"')
