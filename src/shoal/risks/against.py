"""What the risk of a table is measured against, from what a caller gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from shoal.checks import shown
from shoal.errors import SchemaError, SettingError
from shoal.risks.match import is_generalised
from shoal.risks.risk import Against
from shoal.schema.column import Column
from shoal.schema.infer import as_seen
from shoal.table.files import table_of
from shoal.table.header import hint_on, what_it_has


def against_of(
    against: Against, population: object, data: pl.DataFrame, quasi: Sequence[str], columns: Sequence[Column] = ()
) -> Against:
    """Return what the risk of a table is measured against, with the population: a frame, the path of a file, or None.

    `columns` say what raw values mean, where the table is known to be a release of such. Where they are not given and
    the table has cells that stand for several values, and the population has none, the kinds of its columns are
    inferred.

    Raises:
        SettingError: both a population and k_map are given.
        SchemaError: the population lacks a quasi column.
    """
    if population is None:
        return against
    if against.k_map is not None:
        message = "a population and k_map are both given; either says how many people share the quasi values of a row"
        raise SettingError(message, hint="leave one of them out")
    people = table_of(population)
    there = set(people.columns)
    for name in [column.name for column in columns] or quasi:
        if name not in there:
            message = f"no column {shown(name)} in the population; {what_it_has(people.columns, people.data)}"
            hint = "the population needs the quasi columns, under the same names"
            raise SchemaError(message, hint=hint_on("", people.columns, people.data) or hint)
    if not columns:
        raw = [as_seen(Column(name, "quasi"), people) for name in quasi]
        columns = raw if is_generalised(data, people.data, raw) else ()
    return replace(against, people=people.data, columns=tuple(columns))
