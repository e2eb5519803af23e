"""What every dataset is: a table with the role of its columns and their hierarchies."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field

import polars as pl

from shoal.errors import SchemaError


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """A table to try shoal on, ready to be handed to `anonymize`.

    Attributes:
        name: the word it is known by.
        frame: the rows.
        quasi: the quasi columns, in the order of the source.
        sensitive: the sensitive columns.
        identifiers: the identifier columns.
        hierarchies: for some columns a hierarchy: a nested mapping or a rule of `shoal.schema.hierarchy`.
        about: where it comes from, in a sentence or two.
    """

    name: str
    frame: pl.DataFrame
    quasi: tuple[str, ...]
    sensitive: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    hierarchies: Mapping[str, object] = field(default_factory=dict)
    about: str = ""

    def __post_init__(self) -> None:
        """Keep own hierarchies; refuse a role or hierarchy for a column that is not there, and two roles for one."""
        object.__setattr__(self, "hierarchies", deepcopy(dict(self.hierarchies)))
        roles = [*self.quasi, *self.sensitive, *self.identifiers]
        absent = sorted({*roles, *self.hierarchies} - set(self.frame.columns))
        if absent:
            message = f"dataset {self.name!r} has no column {', '.join(map(repr, absent))}"
            raise SchemaError(message)
        if len(set(roles)) < len(roles):
            message = f"dataset {self.name!r} gives a column more than one role"
            raise SchemaError(message)


def leaves(tree: object) -> tuple[str, ...]:
    """Return the leaves of a nested mapping, in the order in which they are written."""
    if isinstance(tree, Mapping):
        return tuple(leaf for child in tree.values() for leaf in leaves(child))
    if isinstance(tree, list | tuple):
        return tuple(str(leaf) for leaf in tree)
    message = f"a nested hierarchy is made of mappings and lists, not of {type(tree).__name__}"
    raise TypeError(message)
