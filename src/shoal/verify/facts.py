"""What the cells of a table tell of its groups: their sizes, and how often each sensitive value occurs in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from shoal.criteria.base import Facts
from shoal.criteria.sensitive import code_sensitive
from shoal.schema.hierarchy import Hierarchy
from shoal.verify.count import counted_groups, counted_values


def read_facts(data: pl.DataFrame, quasi: Sequence[str], sensitive: Mapping[str, Hierarchy | None]) -> Facts:
    """Return the facts on the groups of rows that agree in the quasi columns; missing equals missing.

    `sensitive` names the sensitive columns, each with its hierarchy if it has one. What groups are compared with is
    the table itself. O(n log n), exact.

    Raises:
        SchemaError: no quasi column is given, or one has a type whose cells cannot be compared.
    """
    labels, sizes = counted_groups(data, quasi)
    columns = [code_sensitive(data.get_column(name), hierarchy) for name, hierarchy in sensitive.items()]
    return Facts(sizes, {about.name: counted_values(labels, about, codes) for about, codes in columns})
