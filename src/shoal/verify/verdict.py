"""What a table guarantees, from its cells alone; whether a criterion `holds` for counted groups, its own file says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.answer import Answer, Card
from shoal.criteria.base import Criterion, Facts, Model
from shoal.errors import SchemaError
from shoal.figure import counted, in_words, plain, plain_of, ranged
from shoal.schema.hierarchy import Hierarchy
from shoal.verify.certain import Certain, certain_in
from shoal.verify.facts import read_facts
from shoal.verify.levels import Levels, levels_of

HALF = 0.5


class Persons(NamedTuple):
    """The people of a table, where it is known whose row each is.

    Attributes:
        column: the column that says so.
        people: how many there are.
        smallest: people of the group that holds the fewest.
        alone: how many groups hold one person only.
        share: the greatest share of the rows of a group that one person has.
        mostly_one: how many groups there are of which one person has more than half of the rows.
    """

    column: str
    people: int
    smallest: int
    alone: int
    share: float
    mostly_one: int


class Broken(NamedTuple):
    """A criterion that a table does not meet, and in how many groups."""

    criterion: Criterion
    groups: int


@dataclass(frozen=True, slots=True, repr=False)
class Verdict(Answer):
    """How well the rows of a table hide among each other.

    Attributes:
        k: rows of the smallest group, or people where these are counted; 0 for a table without rows.
        rows: rows of the table.
        groups: distinct combinations of the quasi columns.
        smallest: rows of the smallest group.
        largest: rows of the largest group.
        quasi: the columns that were looked at.
        levels: for each sensitive column, what its values in each group promise. Empty for releases in the forms
            "ring", "synthetic" and "two tables", of which the groups do not show in equal quasi values.
        broken: the criteria that were asked for and are not met.
        persons: what there is to know of the people, where it is known whose row each is.
        certain: for each sensitive column, in how many groups its value is certain or likely; empty as `levels`.
        caveats: sentences on criteria that are met, and are easily heard as more than they ask.
    """

    k: int
    rows: int
    groups: int
    smallest: int
    largest: int
    quasi: tuple[str, ...]
    levels: Mapping[str, Levels] = field(default_factory=dict, hash=False)
    broken: tuple[Broken, ...] = ()
    persons: Persons | None = None
    certain: Mapping[str, Certain] = field(default_factory=dict, hash=False)
    caveats: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a verdict on no column: it would say that all rows are alike."""
        if not self.quasi:
            message = "no quasi column was looked at, so nothing can be said of the table"
            raise SchemaError(message, hint="name the columns that others may know of a person")

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the verdict in words."""
        sizes = ranged(self.smallest, self.largest, "row")
        first = (
            f"k = {self.k:,} by {in_words(self.quasi)}; {counted(self.rows, 'row')}, {self.groups:,} groups of {sizes}"
        )
        given = [f"{name}: {certain.words}" for name, certain in self.certain.items() if certain.words]
        broken = [f"broken in {counted(groups, 'group')}: {criterion.sentence}" for criterion, groups in self.broken]
        return first, *broken, *given, *self.caveats

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the figures of the verdict."""
        counts = "rows" if self.persons is None else "people"
        found = [
            Card("k", f"{self.k:,}", f"{counts} of the smallest group, by {in_words(self.quasi)}"),
            Card("Groups", f"{self.groups:,}", f"of {ranged(self.smallest, self.largest, 'row')}"),
        ]
        found += [
            Card(f"{name}, certain", f"{certain.held:,}", f"of {certain.of:,} {certain.counts}")
            for name, certain in self.certain.items()
        ]
        return tuple(found)

    def to_dict(self) -> dict[str, object]:
        """Return the verdict as plain values."""
        return {
            **plain_of(self, "k", "rows", "groups", "smallest", "largest", "quasi"),
            "sensitive": plain(self.levels),
            "broken": [{"promise": criterion.sentence, "groups": groups} for criterion, groups in self.broken],
            "people": None if self.persons is None else self.persons._asdict(),
            **plain_of(self, "certain", "caveats"),
        }


def judge(
    data: pl.DataFrame,
    quasi: Sequence[str],
    sensitive: Sequence[str] = (),
    hierarchies: Mapping[str, Hierarchy] | None = None,
    criteria: Sequence[Criterion] = (),
    person: str | None = None,
) -> Verdict:
    """Return what the rows of a table guarantee against someone who knows the quasi columns.

    `hierarchies` are those of sensitive columns, by name. Groups are compared with the table itself. A table without
    rows promises nothing, so it breaks every criterion. `person` is the column that says whose row each is: people are
    counted then, and not rows.

    Raises:
        SchemaError: no quasi column is given, or one has a type whose cells cannot be compared.
    """
    known = hierarchies or {}
    who = None if person is None else data.get_column(person)
    return verdict_on(read_facts(data, quasi, {name: known.get(name) for name in sensitive}, who), quasi, criteria)


def verdict_on(facts: Facts, quasi: Sequence[str], criteria: Sequence[Criterion] = ()) -> Verdict:
    """Return the verdict on groups of which the facts are known."""
    sizes = facts.sizes
    smallest, largest = (int(sizes.min()), int(sizes.max())) if len(sizes) else (0, 0)
    persons = _persons(facts)
    sensitive = [name for name in facts.counts if name != facts.person]
    failing = [(criterion, int((~criterion.holds(facts)).sum())) for criterion in criteria]
    met = [criterion for criterion, groups in failing if not groups and isinstance(criterion, Model)]
    return Verdict(
        k=smallest if persons is None else persons.smallest,
        rows=int(sizes.sum()),
        groups=len(sizes),
        smallest=smallest,
        largest=largest,
        quasi=tuple(quasi),
        levels={name: levels_of(facts.counts[name]) for name in sensitive},
        broken=tuple(Broken(criterion, groups) for criterion, groups in failing if groups or not len(sizes)),
        persons=persons,
        certain={name: certain_in(facts, name) for name in sensitive},
        caveats=tuple(
            words for words in (one.caveat_on(failing_stricter(one, facts), len(sizes)) for one in met) if words
        ),
    )


def failing_stricter(criterion: Criterion, facts: Facts) -> dict[str, int]:
    """Return in how many groups what is stricter than a criterion, and easily heard in its stead, fails, by name."""
    stricter = criterion.stricter if isinstance(criterion, Model) else {}
    return {name: int((~one.holds(facts)).sum()) for name, one in stricter.items()}


def _persons(facts: Facts) -> Persons | None:
    """Return what there is to know of the people of each group; None where they are not known."""
    if facts.person is None:
        return None
    counts = facts.counts[facts.person]
    people = np.diff(counts.start, append=len(counts.value))
    share = counts.highest(counts.held)
    return Persons(
        facts.person, len(counts.about.rows), int(people.min()) if len(people) else 0,
        int((people == 1).sum()), float(share.max(initial=0.0)), int((share > HALF).sum()),
    )  # fmt: skip
