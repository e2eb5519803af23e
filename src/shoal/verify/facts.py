"""What the cells of a table tell of its groups: their sizes, and how often each sensitive value occurs in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from shoal.criteria.base import Facts
from shoal.criteria.sensitive import code_sensitive
from shoal.schema.hierarchy import Hierarchy
from shoal.verify.count import counted_values, groups_in


def read_facts(
    data: pl.DataFrame,
    quasi: Sequence[str],
    sensitive: Mapping[str, Hierarchy | None],
    person: pl.Series | None = None,
) -> Facts:
    """Return the facts on the groups of rows that agree in the quasi columns; missing equals missing.

    `sensitive` names the sensitive columns, each with its hierarchy if it has one. What groups are compared with is
    the table itself. `person` says whose row each is, and bears the name of its column: values are then counted by the
    people who have them, all rows of nobody in particular being one person's. O(n log n), exact.

    Raises:
        SchemaError: no quasi column is given, or one has a type whose cells cannot be compared.
    """
    groups = groups_in(data, quasi)
    columns = [code_sensitive(data.get_column(name), hierarchy) for name, hierarchy in sensitive.items()]
    counts = {about.name: counted_values(groups, about, codes, person) for about, codes, _ in columns}
    if person is not None:
        about, codes, _ = code_sensitive(person)
        counts = {about.name: counted_values(groups, about, codes), **counts}
    return Facts(groups.sizes, counts, None if person is None else str(person.name))
