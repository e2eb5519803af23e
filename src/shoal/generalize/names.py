"""The names of the columns that leave, taken from what is published and never guessed from the names of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.encode.domain import Domain
from shoal.errors import SchemaError
from shoal.generalize._registry import Style
from shoal.generalize.publish import released_columns
from shoal.generalize.two_tables import COUNT, GROUP
from shoal.partition._base import Boxes, Form
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
    names: list[str] = []
    quasi: list[str] = []
    apart = form == "two tables"
    for column in schema.columns:
        if column.role == "quasi":
            own = [column.name] if apart else [series.name for series in published[column.name]]
            names += own
            quasi += own
        elif column.role == "plain" or (column.role == "sensitive" and not apart) or column.name in pseudonymized:
            names.append(column.name)
    if not apart:
        return Names(_without_clash(names), tuple(quasi))
    second = [GROUP, *(column.name for column in schema.of_role("sensitive")), COUNT]
    return Names(_without_clash([*names, GROUP]), tuple(quasi), _without_clash(second))


def require_names_apart(
    schema: Schema, domains: Sequence[Domain], style: Style, form: Form, pseudonymized: Sequence[str]
) -> None:
    """Refuse, before any group is made, a release or a mapping that would have two columns of one name.

    Which names a style makes is asked of the style itself, by publishing no group at all.

    Raises:
        SchemaError: it would.
    """
    none = np.zeros((0, len(domains)), np.int32)
    means = {domain.name: np.zeros(0) for domain in domains}
    published = released_columns(domains, Boxes(np.zeros(0, np.int64), none, none), style, means)
    names_of_release(schema, published, form, pseudonymized)
    _without_clash([*OF_MAPPING, *pseudonymized])


def _without_clash(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, or refuse two that are the same."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            message = f"a table that is written would have two columns {name!r}: one of them gets its name from shoal"
            raise SchemaError(message, hint="rename that column of the table, drop it, or choose another style")
        seen.add(name)
    return tuple(names)
