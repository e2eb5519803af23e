"""All figures on what an attacker gains from a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.answer import Answer, Card
from shoal.arrays import Floats, Ints, Labels, Sizes
from shoal.checks import Check, Number, Whole
from shoal.criteria.guarding import facts_of
from shoal.criteria.sensitive import SensitiveColumn, code_sensitive
from shoal.errors import InputError
from shoal.figure import in_words, one_in, percent, plain, plain_of, ranged
from shoal.risks.attributes import AttributeRisk, attribute_risk
from shoal.risks.match import inside_boxes, same_cells
from shoal.risks.population import Population, counted, estimated, promised
from shoal.risks.reidentification import Chances, chances, marketer
from shoal.risks.tally import Tally
from shoal.risks.uniqueness import Uniqueness, uniqueness
from shoal.schema.column import Column
from shoal.table.agree import groups_of

THRESHOLD = 0.2
"""A group of five: a row in it is traced with a chance of one in five."""


AGAINST: Mapping[str, Check[object]] = {
    "fraction": Number(
        0, 1, above=True, words="a share of the population, above 0 and at most 1",
        hint="0.01 says that the table holds one person in a hundred",
    ),
    "k_map": Whole(1),
    "threshold": Number(0, 1, words="a chance, from 0 to 1", hint="0.2 counts rows in groups of fewer than five"),
}  # fmt: skip
"""What the numbers of `Against` may be."""


@dataclass(frozen=True, slots=True)
class Against:
    """What the table is measured against; checked before any data is read.

    Attributes:
        people: the population that the table is a part of, with the same quasi columns; it goes before k_map.
        columns: what the quasi columns of the population mean, where it is raw and the table is a release; empty where
            the cells of both tables are compared as they are.
        fraction: share of the population that the table holds.
        k_map: the least number of people in the population with the quasi values of each row.
        threshold: the chance above which a row counts as being at risk.
    """

    people: pl.DataFrame | None = None
    columns: tuple[Column, ...] = ()
    fraction: float | None = None
    k_map: int | None = None
    threshold: float = THRESHOLD

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        for name, check in AGAINST.items():
            value = getattr(self, name)
            if value is not None or name == "threshold":
                object.__setattr__(self, name, check.take(name, value))


@dataclass(frozen=True, slots=True, repr=False)
class Risk(Answer):
    """What an attacker gains from a table: counts and shares, never a cell value.

    Attributes:
        rows: rows of the table.
        people: the people of the table, where it is known whose row each is; all else is said of them then.
        groups: distinct combinations of the quasi columns.
        smallest: rows of the smallest group.
        quasi: the columns that the attacker knows.
        threshold: the chance above which a row counts as being at risk.
        prosecutor: chances of an attacker who knows that the person is in the table.
        journalist: chances of an attacker who does not know it; None where nothing is known of the population.
        marketer: share of the rows that are expected to be traced rightly, were it tried for all of them.
        population: what is known of the population; None if nothing is.
        uniqueness: unique rows, in the table and in the population.
        attributes: what the groups tell of each sensitive column.
        notes: what was left out or assumed.
    """

    rows: int
    groups: int
    smallest: int
    quasi: tuple[str, ...]
    threshold: float
    prosecutor: Chances
    journalist: Chances | None
    marketer: float
    population: Population | None
    uniqueness: Uniqueness
    attributes: tuple[AttributeRisk, ...] = ()
    notes: tuple[str, ...] = ()
    people: int | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the risk in words."""
        known = self.prosecutor
        first = f"highest chance {one_in(known.highest)}, average {percent(known.average)}, by {in_words(self.quasi)}"
        above = f"{percent(known.above)} of {self.rows:,} rows above the limit of {one_in(self.threshold)}"
        return (
            first,
            above,
            f"{self.groups:,} groups, the smallest of {ranged(self.smallest, self.smallest, 'row')}",
            *self.notes,
        )

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the figures of the risk."""
        known = self.prosecutor
        return (
            Card("Highest chance", one_in(known.highest), "to find the row of someone known to be in the table"),
            Card("On average", percent(known.average), f"by {in_words(self.quasi)}"),
            Card("Above the limit", percent(known.above), f"of the rows; the limit is {one_in(self.threshold)}"),
        )

    def to_dict(self) -> dict[str, object]:
        """Return the figures as plain values, by the names of the `--json` report."""
        about = plain_of(self, "rows", "people", "groups", "smallest", "quasi", "threshold")
        gained = plain_of(self, "prosecutor", "journalist", "marketer", "population", "uniqueness", "attributes")
        return {**about, **gained, "notes": plain(self.notes)}


def risk_of(
    data: pl.DataFrame,
    quasi: Sequence[str],
    sensitive: Sequence[str] = (),
    against: Against | None = None,
    person: pl.Series | None = None,
) -> Risk:
    """Return what someone who knows the quasi columns gains from a table; O(n · columns).

    `person` says whose row each is, where someone may have several. What is said of rows is then said of people: all
    rows that someone has in a group are one.

    Raises:
        SchemaError: no quasi column is given, one has a type whose cells cannot be compared, or the population is not
            what its columns are said to be.
    """
    against = against or Against()
    labels, groups = groups_of(data, quasi)
    columns, notes = _coded(data, sensitive)
    who = None if person is None else code_sensitive(person).codes
    facts = facts_of(labels, groups, columns if who is None else [column.by(who) for column in columns])
    sizes = facts.sizes if who is None else _people(labels, groups, who)
    matched: Matched | None = None
    if against.people is not None and against.columns:
        inside = inside_boxes(data, labels, groups, against.people, against.columns)
        matched = Matched(sizes, *counted(sizes, inside, against.people.height, "boxes"))
    elif against.people is not None:
        same = same_cells(data, labels, groups, against.people, quasi)
        matched = Matched(sizes, *counted(sizes, same, against.people.height, "cells"))
    attributes = tuple(attribute_risk(counts) for counts in facts.counts.values())
    people = None if person is None else person.n_unique()
    found = Groups(data.height, people, tuple(quasi), Tally.of(sizes), attributes, tuple(notes))
    return risk_in(found, against, matched)


class Matched(NamedTuple):
    """Groups that were looked for in a population: their sizes, the chance in each, and what was found."""

    sizes: Sizes
    of_group: Floats
    known: Population


class Groups(NamedTuple):
    """What is known of the groups of a table; the rest follows from it.

    Attributes:
        rows: rows of the table.
        people: its people, where it is known whose row each is; sizes are those of people then.
        quasi: the columns that the attacker knows.
        tally: how many groups there are of each size.
        attributes: what the groups tell of each sensitive column.
        notes: what was left out.
    """

    rows: int
    people: int | None
    quasi: tuple[str, ...]
    tally: Tally
    attributes: tuple[AttributeRisk, ...] = ()
    notes: tuple[str, ...] = ()


def risk_in(found: Groups, against: Against, matched: Matched | None = None) -> Risk:
    """Return what someone gains from a table of which the groups are known; `matched` where there is a population."""
    tally = found.tally
    unique = uniqueness(tally, against.fraction)
    alone = 1.0 / tally.size
    sizes, groups, of_group, known = tally.size, tally.groups, alone, None
    if matched is not None:
        sizes, of_group, known = matched
        groups = np.ones(len(sizes), np.int64)
    elif against.k_map is not None:
        of_group, known = promised(sizes, int(against.k_map))
    elif against.fraction is not None:
        of_group, known = estimated(tally, against.fraction, unique.population)
    return Risk(
        rows=found.rows,
        people=found.people,
        groups=tally.total,
        smallest=int(tally.size.min(initial=found.rows)),
        quasi=found.quasi,
        threshold=against.threshold,
        prosecutor=chances(tally.size, alone, against.threshold, tally.groups),
        journalist=None if known is None else chances(sizes, of_group, against.threshold, groups),
        marketer=marketer(sizes * groups, of_group),
        population=known,
        uniqueness=unique,
        attributes=found.attributes,
        notes=(*found.notes, *_doubts(known)),
    )


def _people(labels: Labels, groups: int, who: Ints) -> Sizes:
    """Return how many people each group holds."""
    persons = int(who.max(initial=0)) + 1
    pairs = np.unique(labels.astype(np.int64) * persons + who)
    return np.bincount(pairs // persons, minlength=groups).astype(np.int64)


def _coded(data: pl.DataFrame, sensitive: Iterable[str]) -> tuple[list[SensitiveColumn], list[str]]:
    """Return the sensitive columns whose values can be distinguished, and a note on each of the others."""
    columns, notes = [], []
    for name in sensitive:
        try:
            columns.append(code_sensitive(data.get_column(name)))
        except InputError as fault:
            notes.append(f"{fault.message}; it was left out")
    return columns, notes


def _doubts(known: Population | None) -> list[str]:
    """Return a note where the population cannot be the one that the table was taken from."""
    if known is None or not known.unmatched:
        return []
    rows = ranged(known.unmatched, known.unmatched, "row")
    note = (
        f"groups of {rows} in all are smaller in the population than in the table, or not there; they count with the "
        "size in the table"
    )
    return [note]
