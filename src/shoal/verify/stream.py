"""Count the groups of a table that is read a piece at a time.

Rows go to parts on disk by a hash of their quasi cells, so that a group is whole in one part, and each part is counted
by itself, exactly. Cells are compared by two hashes of 64 bits each: that two groups of a table of a billion groups
have both in common has a chance below one in 10^20, and then they would count as one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Ints, Sizes
from shoal.criteria.base import Criterion, Facts, Model
from shoal.criteria.counts import Counts
from shoal.criteria.sensitive import Sensitive
from shoal.errors import SchemaError
from shoal.table.hashing import row_hashes
from shoal.table.learn import Lookup
from shoal.verify.certain import Certain, alike
from shoal.verify.count import GROUP, VALUE, keys_of
from shoal.verify.levels import LEVELS, Levels
from shoal.verify.verdict import Broken, Persons, Verdict, failing_stricter, verdict_on

ONE, TWO, WHO, TIMES = "one", "two", "who", "times"
SEEDS = (11, 12)
"""What hashes begin with where a caller draws nothing: anyone who knows these could choose cells that hash alike."""

BITS = 32


class Known(NamedTuple):
    """What is asked of a table: its quasi columns, the sensitive ones with the code of each cell, the person, criteria.

    `sensitive` says of each column what its values are in the whole table, which groups are compared with. `who` is the
    column that tells people apart, where that is not the one that names them.
    """

    quasi: tuple[str, ...]
    sensitive: Mapping[str, tuple[Sensitive, Lookup]]
    criteria: tuple[Criterion, ...] = ()
    person: str | None = None
    who: str | None = None
    seeds: tuple[int, int] = SEEDS

    @property
    def columns(self) -> list[str]:
        """Return the columns that are looked at."""
        people = [] if self.person is None else [self.who or self.person]
        return list(dict.fromkeys([*self.quasi, *self.sensitive, *people]))


class Counted(NamedTuple):
    """What one part tells: the verdict on its groups, and what it takes to tell of all parts together.

    Attributes:
        verdict: on the groups of the part.
        sizes: how many groups there are of each size.
        stricter: for each criterion, in how many groups what is stricter than it fails, by name.
        surely, likely: for each sensitive column, hashes of the people whose value is certain, or likely, where people
            are counted: someone may be in groups of several parts.
    """

    verdict: Verdict
    sizes: Sizes
    stricter: tuple[Mapping[str, int], ...] = ()
    surely: Mapping[str, Ints] = {}
    likely: Mapping[str, Ints] = {}


def keyed(piece: pl.DataFrame, known: Known, parts: int, *, by_person: bool = False) -> tuple[pl.DataFrame, Ints]:
    """Return the rows of a piece as they are counted, and the part of each: two hashes, sensitive codes, whose row.

    Rows that agree in all of that are one, with how many there are. A group is in one part, or with `by_person` all
    rows of a person are.

    Raises:
        SchemaError: no quasi column is given, or one has a type whose cells cannot be compared.
    """
    if not known.quasi:
        message = "no column is given, and without one all rows are alike"
        raise SchemaError(message, hint="name the columns that others may know of a person")
    columns = _hashes(keys_of(piece, known.quasi), known.seeds)
    columns += [
        pl.Series(str(at), known.sensitive[name][1].apply(piece.get_column(name)))
        for at, name in enumerate(known.sensitive)
    ]
    if known.person is not None:
        columns.append(_hashes(keys_of(piece, [known.who or known.person]), known.seeds)[0].alias(WHO))
    rows = pl.DataFrame(columns)
    rows = rows.group_by(rows.columns).agg(pl.len().cast(pl.Int64).alias(TIMES))
    by = rows[WHO if by_person else ONE].to_numpy() >> np.uint64(BITS)
    return rows, (by.astype(np.int64) * parts >> BITS).astype(np.int32)


def counted_part(rows: pl.DataFrame, known: Known) -> Counted:
    """Return what the groups of one part promise."""
    facts, who = facts_of_part(rows, known)
    criteria = known.criteria if len(facts.sizes) else ()
    surely, likely = {}, {}
    if who is not None:
        people = facts.counts[str(known.person)]
        for name in known.sensitive:
            surely[name], likely[name] = (
                np.unique(who[people.value[flags[people.group]]]) for flags in alike(facts.counts[name])
            )
    return Counted(
        verdict_on(facts, known.quasi, criteria), np.bincount(facts.sizes),
        tuple(failing_stricter(criterion, facts) for criterion in criteria), surely, likely,
    )  # fmt: skip


def facts_of_part(rows: pl.DataFrame, known: Known) -> tuple[Facts, Ints | None]:
    """Return what is known of the groups of one part, and a hash of each of its people, where people are counted."""
    rows = rows.with_columns(pl.struct(ONE, TWO).rank("dense").cast(pl.Int64).alias(GROUP) - 1)
    sizes = rows.group_by(GROUP).agg(pl.col(TIMES).sum()).sort(GROUP)[TIMES].to_numpy()
    counts, who = {}, None
    if known.person is not None:
        who, codes = np.unique(rows[WHO].to_numpy(), return_inverse=True)
        about = Sensitive(known.person, pl.Series(who), np.bincount(codes), is_line=False)
        counts[known.person] = _counts(rows, about, codes.astype(np.int32), people=False)
    for at, (name, (about, _)) in enumerate(known.sensitive.items()):
        counts[name] = _counts(rows, about, rows[str(at)].to_numpy(), people=known.person is not None)
    return Facts(np.asarray(sizes, np.int64), counts, known.person), who


class People(NamedTuple):
    """How many people there are in a part that holds all their rows, and how many have each sensitive value."""

    people: int
    having: tuple[Sizes, ...]


def people_in_part(rows: pl.DataFrame, known: Known) -> People:
    """Return who is in a part that holds all rows of each of its people."""
    having = []
    for at, (about, _) in enumerate(known.sensitive.values()):
        pairs = rows.unique([WHO, str(at)])[str(at)].to_numpy()
        having.append(np.bincount(pairs, minlength=len(about.rows)).astype(np.int64))
    return People(rows[WHO].n_unique(), tuple(having))


def with_people(known: Known, parts: Sequence[People]) -> Known:
    """Return what is asked of a table with its people as what groups are compared with."""
    people = sum(part.people for part in parts)
    held = [np.sum([part.having[at] for part in parts], axis=0) for at in range(len(known.sensitive))]
    pairs = zip(known.sensitive.items(), held, strict=True)
    sensitive = {name: (replace(about, rows=rows, people=people), lookup) for (name, (about, lookup)), rows in pairs}
    return known._replace(sensitive=sensitive)


def _hashes(keys: pl.DataFrame, seeds: tuple[int, int]) -> list[pl.Series]:
    return [hashes.alias(name) for hashes, name in zip(row_hashes(keys, seeds), (ONE, TWO), strict=True)]


def _counts(rows: pl.DataFrame, about: Sensitive, codes: Ints, *, people: bool) -> Counts:
    """Return how many rows of each group have each value, or how many people."""
    named = rows.with_columns(pl.Series(VALUE, codes))
    held = None
    if people:
        held = named.group_by(GROUP).agg(pl.col(WHO).n_unique()).sort(GROUP)[WHO].cast(pl.Int64).to_numpy()
        named = named.unique([GROUP, WHO, VALUE]).with_columns(pl.lit(1, pl.Int64).alias(TIMES))
    cells = named.group_by(GROUP, VALUE).agg(pl.col(TIMES).sum()).sort(GROUP, VALUE)
    starts = np.flatnonzero(cells[GROUP].ne_missing(cells[GROUP].shift()).to_numpy())
    return Counts(about, starts, cells[VALUE].to_numpy(), cells[TIMES].to_numpy(), held)


def merged(parts: Sequence[Counted], known: Known, people: int | None = None) -> Counted:
    """Return the verdict on a table from those on its parts: no group is in two of them; `people` are all there are."""
    found = [part for part in parts if part.verdict.rows]
    verdicts = [part.verdict for part in found]
    sizes = np.zeros(max((len(part.sizes) for part in found), default=0), np.int64)
    for part in found:
        sizes[: len(part.sizes)] += part.sizes
    persons = _persons([verdict.persons for verdict in verdicts], people)
    names = dict.fromkeys(name for verdict in verdicts for name in verdict.levels)
    verdict = Verdict(
        k=min((verdict.k for verdict in verdicts), default=0),
        rows=sum(verdict.rows for verdict in verdicts),
        groups=sum(verdict.groups for verdict in verdicts),
        smallest=min((verdict.smallest for verdict in verdicts), default=0),
        largest=max((verdict.largest for verdict in verdicts), default=0),
        quasi=known.quasi,
        levels={name: _levels([verdict.levels[name] for verdict in verdicts]) for name in names},
        broken=_broken(verdicts, known.criteria),
        persons=persons,
        certain={name: _certain(found, name, people) for name in names},
        caveats=_caveats(found, known.criteria),
    )
    return Counted(verdict, sizes)


def _levels(found: Sequence[Levels]) -> Levels:
    """Return what all groups reach: the least of what is at least so much, else the greatest."""
    reached: dict[str, object] = {}
    for level in LEVELS:
        values = [getattr(levels, level.name) for levels in found]
        worst = min if level.rounding == "down" else max
        if level.keys:
            keys = [key for key in values[0] if all(key in value for value in values)]  # else no number is enough
            reached[level.name] = {key: _worst(worst, [value[key] for value in values]) for key in keys}
        else:
            reached[level.name] = _worst(worst, values)
    return Levels(found[0].values, **reached)


def _worst(worst: object, values: Sequence[float | None]) -> float | None:
    """Return the worst of some levels; None is one that no number is enough for."""
    return None if any(value is None for value in values) else worst(values)  # type: ignore[operator]


def _broken(verdicts: Sequence[Verdict], criteria: Sequence[Criterion]) -> tuple[Broken, ...]:
    """Return the criteria that some part breaks, in the order in which they were asked for."""
    found = [dict(verdict.broken) for verdict in verdicts]
    totals = [sum(part.get(criterion, 0) for part in found) for criterion in criteria]
    return tuple(Broken(criterion, groups) for criterion, groups in zip(criteria, totals, strict=True) if groups)


def _caveats(found: Sequence[Counted], criteria: Sequence[Criterion]) -> tuple[str, ...]:
    """Return what is to be said of criteria that all parts meet."""
    broken = {criterion for part in found for criterion, _ in part.verdict.broken}
    groups = sum(part.verdict.groups for part in found)
    sentences = []
    for at, criterion in enumerate(criteria):
        if isinstance(criterion, Model) and criterion not in broken and found:
            failing = {name: sum(part.stricter[at][name] for part in found) for name in found[0].stricter[at]}
            sentences.append(criterion.caveat_on(failing, groups))
    return tuple(words for words in sentences if words)


def _certain(found: Sequence[Counted], name: str, people: int | None) -> Certain:
    parts = [part.verdict.certain[name] for part in found]
    total = {
        what: sum(getattr(one, what) for one in parts) for what in ("groups", "held", "likely_groups", "likely", "of")
    }
    if people is not None:
        held, likely = ([part.surely[name] for part in found], [part.likely[name] for part in found])
        total |= {"held": _different(held), "likely": _different(likely), "of": people}
    return replace(parts[0], **total)


def _different(parts: Sequence[Ints]) -> int:
    """Return how many different hashes there are in some parts."""
    return len(np.unique(np.concatenate(parts)))


def _persons(found: Sequence[Persons | None], people: int | None) -> Persons | None:
    there = [one for one in found if one is not None]
    if not there:
        return None
    return Persons(
        there[0].column, people or 0, min(one.smallest for one in there),
        sum(one.alone for one in there), max(one.share for one in there), sum(one.mostly_one for one in there),
    )  # fmt: skip
