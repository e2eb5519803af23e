"""The names of the columns that leave, taken from what is published and never guessed from the names of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from shoal.encode.domain import Domain
from shoal.errors import SchemaError
from shoal.generalize.registry import Style, publisher_for
from shoal.schema.column import Role
from shoal.schema.schema import Schema

OF_MAPPING = ("row", "group")
"""The columns that a mapping has beside pseudonyms."""


class Names(NamedTuple):
    """The columns of a release in order, those that quasi columns leave as, and those of a second table."""

    columns: tuple[str, ...]
    quasi: tuple[str, ...]
    second: tuple[str, ...] = ()


def announced(domains: Sequence[Domain], style: Style) -> dict[str, list[str]]:
    """Return the names that each quasi column will be published under."""
    return {d.name: [d.name + suffix for suffix in publisher_for(d, style).suffixes] for d in domains}


def names_of(
    schema: Schema,
    published: Mapping[str, Sequence[str]],
    pseudonymized: Sequence[str],
    besides: Sequence[Role] = ("plain", "sensitive"),
) -> Names:
    """Return the names of a released table, given those that each quasi column is published under.

    `besides` are the roles of the columns that leave as they are.

    Raises:
        SchemaError: two columns would have the same name.
    """
    names: list[str] = []
    quasi: list[str] = []
    for column in schema.columns:
        if column.role == "quasi":
            names += published[column.name]
            quasi += published[column.name]
        elif column.role in besides or column.name in pseudonymized:
            names.append(column.name)
    return Names(without_clash(names), tuple(quasi))


def without_clash(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, or refuse two that are the same.

    Raises:
        SchemaError: there are two.
    """
    seen: set[str] = set()
    for name in names:
        if name in seen:
            message = f"a table that is written would have two columns {name!r}: one of them gets its name from shoal"
            raise SchemaError(message, hint="rename that column of the table, drop it, or choose another style")
        seen.add(name)
    return tuple(names)
