"""Whether a column that leaves as it is may say whose row it is; by the rules by which `profile` proposes roles.

`warn_of_telling` in `request/columns.py` warns of such columns.
"""

from __future__ import annotations

import polars as pl

from shoal.schema.infer import direct_in, propose_kind, propose_role
from shoal.schema.safe_harbor import identifiers_in
from shoal.table.frame import Table

OWN_VALUE_SHARE = 0.5
"""Where more than this share of the rows have a value of their own, most do."""


def own_value_share(series: pl.Series) -> float:
    """Return the share of rows whose value no other row has; missing counts as one value.

    >>> own_value_share(pl.Series([1, 1, 2, None]))
    0.5
    """
    return int(series.is_unique().sum()) / max(1, len(series))


def why_telling(table: Table, name: str) -> str:
    """Return what speaks against releasing a column as it is, as a clause; empty where nothing does.

    It holds words that are usual in names of columns, and counts, never a cell.

    >>> why_telling(Table.of(pl.DataFrame({"email": ["a", "a"]})), "email")
    "it looks like an identifier: its name has the word 'email', which stands for one person"
    """
    kind = propose_kind(table, name)
    held = identifiers_in(table, name, kind)
    role, reason = propose_role(table, name, kind, held)
    direct = reason if role == "identifier" else direct_in([one for one in held if one.by != "name"])
    if direct:
        return f"it looks like an identifier: {direct}"
    if table.rows > 1 and own_value_share(table.data.get_column(name)) > OWN_VALUE_SHARE:
        return "most rows have a value of their own in it"
    return ""
