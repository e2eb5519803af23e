"""What a table guarantees, from its cells alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import polars as pl

from shoal.criteria.base import Criterion, Facts
from shoal.errors import SchemaError
from shoal.schema.hierarchy import Hierarchy
from shoal.verify.facts import read_facts
from shoal.verify.levels import Levels, levels_of


class Broken(NamedTuple):
    """A criterion that a table does not meet, and in how many groups."""

    criterion: Criterion
    groups: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """How well the rows of a table hide among each other.

    Attributes:
        k: rows of the smallest group; 0 for a table without rows.
        rows: rows of the table.
        groups: distinct combinations of the quasi columns.
        smallest: rows of the smallest group, the same as k.
        largest: rows of the largest group.
        quasi: the columns that were looked at.
        levels: for each sensitive column, what its values in each group promise. Empty for releases in the forms
            "ring", "synthetic" and "two tables", of which the groups do not show in equal quasi values.
        broken: the criteria that were asked for and are not met.
    """

    k: int
    rows: int
    groups: int
    smallest: int
    largest: int
    quasi: tuple[str, ...]
    levels: Mapping[str, Levels] = field(default_factory=dict, hash=False)
    broken: tuple[Broken, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a verdict on no column: it would say that all rows are alike."""
        if not self.quasi:
            message = "no quasi column was looked at, so nothing can be said of the table"
            raise SchemaError(message, hint="name the columns that others may know of a person")

    def to_dict(self) -> dict[str, object]:
        """Return the verdict as plain values."""
        return {
            "k": self.k,
            "rows": self.rows,
            "groups": self.groups,
            "smallest": self.smallest,
            "largest": self.largest,
            "quasi": list(self.quasi),
            "sensitive": {name: levels.to_dict() for name, levels in self.levels.items()},
            "broken": [{"promise": criterion.sentence, "groups": groups} for criterion, groups in self.broken],
        }


def judge(
    data: pl.DataFrame,
    quasi: Sequence[str],
    sensitive: Sequence[str] = (),
    hierarchies: Mapping[str, Hierarchy] | None = None,
    criteria: Sequence[Criterion] = (),
) -> Verdict:
    """Return what the rows of a table guarantee against someone who knows the quasi columns.

    `hierarchies` are those of sensitive columns, by name. Groups are compared with the table itself. A table without
    rows promises nothing, so it breaks every criterion.

    Raises:
        SchemaError: no quasi column is given, or one has a type whose cells cannot be compared.
    """
    known = hierarchies or {}
    return verdict_on(read_facts(data, quasi, {name: known.get(name) for name in sensitive}), quasi, criteria)


def verdict_on(facts: Facts, quasi: Sequence[str], criteria: Sequence[Criterion] = ()) -> Verdict:
    """Return the verdict on groups of which the facts are known."""
    sizes = facts.sizes
    smallest, largest = (int(sizes.min()), int(sizes.max())) if len(sizes) else (0, 0)
    failing = [(criterion, int((~criterion.holds(facts)).sum())) for criterion in criteria]
    return Verdict(
        k=smallest,
        rows=int(sizes.sum()),
        groups=len(sizes),
        smallest=smallest,
        largest=largest,
        quasi=tuple(quasi),
        levels={name: levels_of(counts) for name, counts in facts.counts.items()},
        broken=tuple(Broken(criterion, groups) for criterion, groups in failing if groups or not len(sizes)),
    )
