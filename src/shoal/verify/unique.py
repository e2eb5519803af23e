"""Who stands alone in a released table, for someone who knows more of it than the quasi columns.

k is about the quasi columns. What leaves besides them, as it is, can tell the rows of a group apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import polars as pl

from shoal.figure import plain_of
from shoal.table.text import is_comparable
from shoal.verify.count import groups_in, keys_of

GROUP, WHO, FIRST, LAST = "group", "who", "first", "last"
AT_ONCE = 32
"""Columns that rows are distinguished by in one go."""

MOST_COLUMNS = 100
"""Columns that are looked at one by one beside the quasi columns."""


@dataclass(frozen=True, slots=True)
class Unique:
    """How many rows of a released table, or people, are distinguished from all others.

    A row is, where no other row equals it; a person is, where some row equals rows of nobody else.

    Attributes:
        of: all rows, or people.
        counts: what is counted: "rows" or "people".
        overall: how many are unique over all columns that were compared.
        beside: for each column that leaves as it is, how many are unique over the quasi columns and that one.
        not_compared: released columns that were left out: pseudonyms and numbers of groups, which nobody can know, and
            lists and the like, whose cells cannot be compared.
        not_one_by_one: how many more columns leave as they are, and were not looked at one by one.
    """

    of: int
    counts: Literal["rows", "people"]
    overall: int
    beside: Mapping[str, int] = field(hash=False)
    not_compared: tuple[str, ...] = ()
    not_one_by_one: int = 0

    @property
    def share(self) -> float:
        """Return the share that is unique over all columns that were compared."""
        return self.overall / max(1, self.of)

    @property
    def over(self) -> str:
        """Return in words over which columns `overall` was counted."""
        return "all released columns" if not self.not_compared else "all released columns that were compared"

    @property
    def worst(self) -> tuple[str, float] | None:
        """Return the column that tells most apart beside the quasi columns, and the share; None where there is none."""
        if not self.beside:
            return None
        name = max(self.beside, key=lambda one: self.beside[one])
        return name, self.beside[name] / max(1, self.of)

    def to_dict(self) -> dict[str, object]:
        """Return the counts as plain values."""
        return plain_of(self, "of", "counts", "overall", "over", "beside", "not_compared", "not_one_by_one")


def unique_in(
    data: pl.DataFrame, quasi: Sequence[str], others: Sequence[str], person: pl.Series | None = None
) -> Unique:
    """Return how many rows are unique over the quasi columns and `others`, together and one at a time.

    `person` says whose row each is, where people are counted. Missing equals missing. O(n · columns), of which the
    first 100 of the others are looked at one by one.

    Raises:
        SchemaError: no quasi column is given, or one has a type whose cells cannot be compared.
    """
    compared = [name for name in others if is_comparable(data.get_column(name))]
    known = {*quasi, *compared}
    groups = groups_in(data, quasi).number
    one_by_one, more = compared[:MOST_COLUMNS], len(compared[MOST_COLUMNS:])
    beside = {name: _alone(groups, keys_of(data, [name]), person) for name in one_by_one}
    while len(compared) > AT_ONCE:
        split = pl.DataFrame([groups, *keys_of(data, compared[:AT_ONCE])])
        groups, compared = groups_in(split, split.columns).number, compared[AT_ONCE:]
    return Unique(
        of=data.height if person is None else person.n_unique(),
        counts="rows" if person is None else "people",
        overall=_alone(groups, keys_of(data, compared), person),
        beside=beside,
        not_compared=tuple(name for name in data.columns if name not in known),
        not_one_by_one=more,
    )


def _alone(groups: pl.Series, keys: pl.DataFrame, person: pl.Series | None) -> int:
    """Return how many rows, or people, share with nobody else their group and all keys."""
    split = pl.DataFrame([groups, *keys])
    if person is None:
        return split.group_by(split.columns).len().filter(pl.col("len") == 1).height
    ends = (pl.col(WHO).min().alias(FIRST), pl.col(WHO).max().alias(LAST))
    held = split.with_columns(person.alias(WHO)).group_by(split.columns).agg(ends)
    return held.filter(pl.col(FIRST) == pl.col(LAST)).get_column(FIRST).n_unique()
