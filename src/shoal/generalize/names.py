"""The names of the columns that leave, taken from what is published and never guessed from the names of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import polars as pl

from shoal.encode.domain import Domain
from shoal.errors import SchemaError
from shoal.generalize.registry import Style, publisher_for
from shoal.generalize.two_tables import COUNT, GROUP
from shoal.partition.base import Form
from shoal.schema.schema import Schema

OF_MAPPING = ("row", "group")
"""The columns that a mapping has beside pseudonyms."""


class Names(NamedTuple):
    """The columns of a release in order, those that quasi columns leave as, and those of a second table."""

    columns: tuple[str, ...]
    quasi: tuple[str, ...]
    second: tuple[str, ...] = ()


def names_of_release(
    schema: Schema, published: Mapping[str, Sequence[pl.Series]], form: Form, pseudonymized: Sequence[str]
) -> Names:
    """Return the names that the columns of a release have, given what each quasi column is published as.

    In two tables quasi columns leave as they are, and sensitive ones in the second table.

    Raises:
        SchemaError: two columns would have the same name.
    """
    quasi = {name: [series.name for series in columns] for name, columns in published.items()}
    return _named(schema, quasi, form, pseudonymized)


def require_names_apart(
    schema: Schema, domains: Sequence[Domain], style: Style, form: Form, pseudonymized: Sequence[str]
) -> None:
    """Refuse, before any group is made, a release or a mapping that would have two columns of one name.

    Raises:
        SchemaError: it would.
    """
    quasi = {d.name: [d.name + suffix for suffix in publisher_for(d, style).suffixes] for d in domains}
    _named(schema, quasi, form, pseudonymized)
    _without_clash([*OF_MAPPING, *pseudonymized])


def _named(schema: Schema, published: Mapping[str, Sequence[str]], form: Form, pseudonymized: Sequence[str]) -> Names:
    """Return the names of a release, given those that each quasi column is published under."""
    names: list[str] = []
    quasi: list[str] = []
    apart = form == "two tables"
    for column in schema.columns:
        if column.role == "quasi":
            own = [column.name] if apart else published[column.name]
            names += own
            quasi += own
        elif column.role == "plain" or (column.role == "sensitive" and not apart) or column.name in pseudonymized:
            names.append(column.name)
    if not apart:
        return Names(_without_clash(names), tuple(quasi))
    second = [GROUP, *(column.name for column in schema.of_role("sensitive")), COUNT]
    return Names(_without_clash([*names, GROUP]), tuple(quasi), _without_clash(second))


def _without_clash(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, or refuse two that are the same."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            message = f"a table that is written would have two columns {name!r}: one of them gets its name from shoal"
            raise SchemaError(message, hint="rename that column of the table, drop it, or choose another style")
        seen.add(name)
    return tuple(names)
