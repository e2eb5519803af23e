"""Criteria with nothing left open: what one leaves to its column is settled once the column is there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import polars as pl

from shoal.criteria.base import Criterion, Model
from shoal.criteria.guarding import spread_over
from shoal.criteria.sensitive import code_sensitive
from shoal.encode.kept import by_kind
from shoal.schema.column import Column
from shoal.schema.schema import Schema


def settled(
    criteria: Iterable[Criterion], asked: Schema, found: Sequence[Column], data: pl.DataFrame
) -> tuple[Criterion, ...]:
    """Return the criteria with all that they leave to a column settled, such as the distance of t-closeness.

    `found` are the sensitive columns of the table, and `asked` is what was said of them: a hierarchy that was not given
    for a column by its name, but lay in a folder, settles nothing. One that leaves something open, and names no column,
    becomes one for each sensitive column. O(n log n) for each column that something is left to.

    Raises:
        SchemaError: a criterion names a column that is not sensitive, or needs one and there is none.
    """
    known = {column.name: column for column in found}
    given = {column.name: column.hierarchy for column in asked.columns}
    settled: list[Criterion] = []
    for criterion in criteria:
        if not isinstance(criterion, Model) or criterion.is_settled:
            settled.append(criterion)
            continue
        for each in spread_over([criterion], list(known)):
            name = str(each.column)
            column = code_sensitive(by_kind(known[name], data.get_column(name)), given.get(name))
            settled.append(each.settled(column.about) if isinstance(each, Model) else each)
    return tuple(settled)
