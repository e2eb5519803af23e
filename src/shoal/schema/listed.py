"""Hierarchies that list the values they cover: flat, ordered, in rows of levels, nested."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path, PurePath

from shoal.checks import items_of, plain, shown
from shoal.errors import HierarchyError
from shoal.figure import counted
from shoal.schema._origin import Origin
from shoal.schema.tree import Tree
from shoal.schema.tree_build import ROOT, tree_from_levels, tree_from_nested, tree_from_rows

DEEPEST = 100
"""How many mappings may lie inside each other: settings files and comparisons need some room on the stack for each."""


@dataclass(frozen=True, slots=True)
class Flat:
    """Every value directly below the root."""

    root: str = ROOT

    def __post_init__(self) -> None:
        """Refuse a root that is no text, or a blank one."""
        if not isinstance(self.root, str) or not self.root.strip():
            message = f"the root of a flat hierarchy is {shown(self.root)}; it must be a text"
            raise HierarchyError(message)

    def tree(self, column: str, values: Sequence[str]) -> Tree:
        """Return the values below the root, in their order."""
        return tree_from_levels([values, [self.root] * len(values)], Origin(column))

    def to_toml(self, base: Path) -> dict[str, object]:  # noqa: ARG002 - rules with files need it
        """Return what `hierarchy_from_toml` reads back as this rule."""
        return {"flat": self.root}


@dataclass(frozen=True, slots=True)
class Order:
    """Categories with an order, such as low, mid, high: a group is published as the span between two of them.

    The encoder treats the column as a line; the tree is the flat one, in this order.
    """

    values: tuple[str, ...]

    def __post_init__(self) -> None:
        """Take any sequence; refuse an order that is empty or names a value twice."""
        object.__setattr__(self, "values", tuple(map(label_of, _listed(self.values, "an order"))))
        if not self.values or not all(map(str.strip, self.values)):
            message = "an order needs at least one value, and none that is blank"
            raise HierarchyError(message)
        twice = len(self.values) - len(set(self.values))
        if twice:
            message = f"an order names {twice} values twice"
            raise HierarchyError(message, hint="name each value once")

    def tree(self, column: str, values: Sequence[str]) -> Tree:
        """Return the flat tree of the values in their order; `values` must be among them."""
        require_covered(column, self.values, values)
        return Flat().tree(column, self.values)

    def to_toml(self, base: Path) -> dict[str, object]:  # noqa: ARG002 - rules with files need it
        """Return what `hierarchy_from_toml` reads back as this rule."""
        return {"order": list(self.values)}


@dataclass(frozen=True, slots=True)
class Levels:
    """Rows of a value and its ancestors up to the root, as in the hierarchy files of ARX.

    Two are equal when their rows are, wherever they come from.

    Attributes:
        rows: per value the value itself, its ancestors and the root.
        source: the file that the rows were read from; empty when there is none.
        lines: the line of each row in that file, for error messages.
    """

    rows: tuple[tuple[str, ...], ...] = field(repr=False)
    source: str = field(default="", compare=False)
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        """Take any sequence of rows, and numbers or dates for labels."""
        lines = items_of(self.lines)
        if not isinstance(self.source, str) or lines is None or not all(isinstance(line, int) for line in lines):
            message = "the source of rows of levels must be the path of a file as text, and its lines whole numbers"
            raise HierarchyError(message)
        given = _listed(self.rows, "a hierarchy in rows of levels")
        cells = (row if type(row) is tuple else _listed(row, "a row of levels") for row in given)
        rows = tuple(tuple(c if type(c) is str else label_of(c) for c in row) for row in cells)
        object.__setattr__(self, "rows", rows)

    def tree(self, column: str, values: Sequence[str]) -> Tree:
        """Return the tree of all rows; `values` must be among its leaves."""
        tree = tree_from_rows(self.rows, Origin(column, self.source, self.lines))
        require_covered(column, tree.leaf_labels, values)
        return tree

    def to_toml(self, base: Path) -> dict[str, object]:
        """Return what `hierarchy_from_toml` reads back as this rule: the file, else the rows."""
        if self.source:
            return {"file": _relative(self.source, base)}
        return {"levels": [list(row) for row in self.rows]}


@dataclass(frozen=True, slots=True)
class Nested:
    """A tree written as nested mappings: a mapping is an inner node, a list holds the values below it.

    The key "" holds the values directly below a node that has inner nodes as well:

    >>> nested = Nested({"*": {"Senior high": {"": ["HS-grad"], "Low": ["11th", "9th"]}, "High": ["Bachelors"]}})
    >>> nested.tree("education", ["9th"]).leaf_labels
    ('HS-grad', '11th', '9th', 'Bachelors')
    """

    mapping: Mapping[str, object] = field(hash=False)

    def __post_init__(self) -> None:
        """Keep a copy, with numbers and dates as text."""
        if not isinstance(self.mapping, Mapping):
            message = f"a nested hierarchy is {shown(self.mapping)}; it must be a mapping"
            raise HierarchyError(message, hint='such as {"*": {"low": ["a", "b"], "high": ["c"]}}')
        object.__setattr__(self, "mapping", _copied(self.mapping))

    def tree(self, column: str, values: Sequence[str]) -> Tree:
        """Return the whole tree; `values` must be among its leaves."""
        tree = tree_from_nested(self.mapping, Origin(column))
        require_covered(column, tree.leaf_labels, values)
        return tree

    def to_toml(self, base: Path) -> dict[str, object]:  # noqa: ARG002 - rules with files need it
        """Return what `hierarchy_from_toml` reads back as this rule."""
        return {"tree": self.mapping}


def label_of(value: object) -> str:
    """Return a label or value as the text that a table would hold: dates in ISO form, booleans in lower case.

    Raises:
        HierarchyError: it is something that no table cell could be.
    """
    value = plain(value)
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, date | datetime):
        return value.isoformat()
    message = f"a hierarchy holds a {type(value).__name__} where a value or label should be"
    raise HierarchyError(message, hint="give text or numbers")


def _listed(given: object, what: str) -> list[object]:
    """Return the items of a list, or refuse anything else."""
    items = items_of(given)
    if items is None:
        message = f"{what} is a {type(given).__name__}; it must be a list"
        raise HierarchyError(message)
    return items


def require_covered(column: str, covered: Sequence[str], values: Sequence[str]) -> None:
    """Refuse a hierarchy that does not know all values of the column; says how many, never which."""
    absent = len(set(values).difference(covered))
    if absent:
        message = f"hierarchy of column {column!r}: {absent} of {counted(len(values), 'distinct value')} are not in it"
        raise HierarchyError(message, hint="add them to the hierarchy, or map them to missing in the table")


def _relative(source: str, base: Path) -> str:
    """Return the file as seen from a folder, with forward slashes."""
    try:
        return PurePath(os.path.relpath(source, base)).as_posix()
    except ValueError:  # no way from one Windows drive to another
        return Path(source).absolute().as_posix()


def _copied(mapping: Mapping[str, object]) -> dict[str, object]:
    """Return a copy of a nested mapping, without recursion; all keys and values are text.

    Raises:
        HierarchyError: it is too deep, as one that holds itself is, or holds what is no tree.
    """
    copy: dict[str, object] = {}
    waiting = [(mapping, copy, 1)]
    while waiting:
        given, taken, depth = waiting.pop()
        if depth > DEEPEST:
            message = f"a nested hierarchy has more than {DEEPEST} nodes above each other"
            raise HierarchyError(message, hint="leave out the levels between, or give it as rows of levels")
        for key, content in given.items():
            label = label_of(key)
            if label in taken:
                message = "a nested hierarchy has two nodes of one label below the same node"
                raise HierarchyError(message, hint="write a number as a number or as text, not both")
            if isinstance(content, Mapping) and label:
                inner: dict[str, object] = {}
                taken[label] = inner
                waiting.append((content, inner, depth + 1))
            elif isinstance(content, Sequence) and not isinstance(content, str):
                taken[label] = [label_of(value) for value in content]
            else:
                message = "a nested hierarchy holds something other than mappings and lists of values"
                raise HierarchyError(message, hint="write a node as a mapping, or as the list of the values below it")
    return copy
