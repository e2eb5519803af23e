"""What is known of a table that is not in memory, no matter who made it: what it promises, and what it gives away.

Each answer is that of the same question on a table in memory: the same code counts the groups of each part, and what
parts tell adds up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.criteria.guarding import spread_over
from shoal.encode.kept import by_kind
from shoal.engines.base import Data
from shoal.engines.choose import Where, choose, open_data
from shoal.errors import InputError, SettingError
from shoal.make.counted import count_in_parts, counting, each_part, learnt_of, quiet, sensitive_in, staged, stand_in
from shoal.make.in_blocks import Large
from shoal.progress import Progress
from shoal.request.columns import for_table, sensitive_of
from shoal.request.request import Request, person_in
from shoal.request.settled import settled
from shoal.risks.attributes import AttributeTally
from shoal.risks.risk import Against, Groups, Risk, risk_in, risk_of
from shoal.risks.tally import Tally
from shoal.schema.column import Column
from shoal.table.frame import Table
from shoal.table.learn import Learnt
from shoal.table.scan import is_several
from shoal.table.text import require_comparable
from shoal.verify.stream import Known, facts_of_part
from shoal.verify.verdict import Verdict, judge

OF_OTHERS = ("sheet", "format")
"""What a request says of its own file, and not of one that is judged."""


def opened(table: object, asked: Request, read: Mapping[str, object] | None, where: Where) -> Table | Data:
    """Return a table that is to be judged: in memory, or as the engine that is chosen for it takes it.

    Raises:
        ShoalError: it cannot be read, or not by the engine that is asked for.
    """
    own = {name: value for name, value in asked.read.items() if name not in OF_OTHERS}
    chosen = choose(table, where, {**own, **(read or {})})
    if chosen.engine != "memory":
        return open_data(table, chosen, where)
    if chosen.scan is not None and is_several(table):
        return chosen.scan.whole()
    return asked.seen(table, read)


def verdict_in_memory(source: Table, asked: Request, person: str | None) -> Verdict:
    """Return what a table in memory guarantees.

    Raises:
        ShoalError: as `check`.
    """
    who = person_in(asked, source, person)
    found = sensitive_of(asked.schema, source, asked.folder)
    names = [column.name for column in found]
    criteria = settled(asked.criteria, asked.schema, found, source.data)
    return judge(
        source.data.with_columns(by_kind(column, source.data.get_column(column.name)) for column in found),
        asked.names("quasi"),
        names,
        {column.name: column.hierarchy for column in found if column.hierarchy is not None},
        (*asked.counting(who), *spread_over(criteria, names)),
        who,
    )


def verdict_in_parts(data: Data, asked: Request, person: str | None, tell: Progress = quiet) -> Verdict:
    """Return what a table that is not in memory guarantees: what `verdict_in_memory` would say of it.

    Raises:
        ShoalError: as `check`.
    """
    for_table(asked.schema, data.first)
    who = person_in(asked, data.first, person)
    learnt = _learn(data, asked.names("quasi"), asked.names("sensitive"), tell)
    if not learnt.rows:
        return verdict_in_memory(data.first, asked, person)
    seen = stand_in(data.first, learnt)
    found = sensitive_of(asked.schema, seen, asked.folder)
    criteria = settled(asked.criteria, asked.schema, found, seen.data)
    wanted = (*asked.counting(who), *spread_over(criteria, [column.name for column in found]))
    sensitive = {column.name: sensitive_in(column, learnt) for column in found}
    return count_in_parts(data, Known(asked.names("quasi"), sensitive, wanted, who), learnt.rows, tell).verdict


class _Counts(NamedTuple):
    """What a part tells of the risk: the sizes of its groups, and what they tell of each sensitive column."""

    tally: Tally
    attributes: tuple[AttributeTally, ...]


def risk_in_parts(data: Data, asked: Request, person: str | None, against: Against, tell: Progress = quiet) -> Risk:
    """Return what someone who knows the quasi columns gains from a table that is not in memory.

    Raises:
        ShoalError: as `risk`; also where there is a population.
    """
    for_table(asked.schema, data.first)
    return risk_in_columns(
        data, asked.names("quasi"), asked.names("sensitive"), person_in(asked, data.first, person), against, tell
    )


def risk_in_columns(
    data: Data,
    quasi: Sequence[str],
    sensitive: Sequence[str],
    person: str | None,
    against: Against,
    tell: Progress = quiet,
) -> Risk:
    """Return what someone who knows some columns of a table that is not in memory gains from it.

    Raises:
        SchemaError: a quasi column has a type whose cells cannot be compared.
    """
    names, notes = _comparable(data.first.data, sensitive)
    learnt = _learn(data, quasi, names, tell)
    if not learnt.rows:
        first = data.first.data
        return risk_of(first, quasi, sensitive, against, None if person is None else first[person])
    held = {name: sensitive_in(Column(name, "sensitive"), learnt) for name in names}
    known, people = counting(data, Known(tuple(quasi), held, (), person), learnt.rows, tell)
    parts = each_part(data, known, learnt.rows, tell, _counts_in)
    tally = Tally.merged(part.tally for part in parts)
    columns = zip(*(part.attributes for part in parts), strict=True)
    attributes = tuple(AttributeTally.merged(column).risk() for column in columns)
    return risk_in(Groups(learnt.rows, people, tuple(quasi), tally, attributes, tuple(notes)), against)


def refuse_population(population: object, engine: str) -> None:
    """Refuse to look for groups in a population where the table is not in memory.

    Raises:
        SettingError: there is one.
    """
    if population is not None:
        message = f"a population is compared with a table in memory, and the engine is {engine!r}"
        hint = 'use engine="memory"; or give fraction=, or k_map=, which need no population'
        raise SettingError(message, hint=hint)


def _counts_in(number: int, rows: pl.DataFrame, known: Known) -> _Counts:
    del number
    facts, who = facts_of_part(rows, known)
    sizes = facts.sizes
    if who is not None:
        people = facts.counts[str(known.person)]
        sizes = np.diff(people.start, append=len(people.value))
    return _Counts(Tally.of(sizes), tuple(AttributeTally.of(facts.counts[name]) for name in known.sensitive))


def _comparable(first: pl.DataFrame, sensitive: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the sensitive columns whose values can be distinguished, and a note on each of the others."""
    names, notes = [], []
    for name in sensitive:
        try:
            require_comparable(first.get_column(name), "sensitive column")
            names.append(name)
        except InputError as fault:
            notes.append(f"{fault.message}; it was left out")
    return names, notes


def _learn(data: Data, quasi: Sequence[str], sensitive: Sequence[str], tell: Progress) -> Learnt:
    """Return the different cells of the sensitive columns, and how many rows there are."""
    columns = list(dict.fromkeys(sensitive)) or [quasi[0]]
    of = partial(learnt_of, counted=tuple(sensitive), sampled=())
    return data.fold(columns, of, Learnt.merged, staged(tell, "learn"))


def counts_in_file(large: Large, file: Path) -> dict[str, object]:
    """Return what is counted of the groups of a release in the file that it was written to.

    Names of columns may differ there, where they were kept from being taken for formulas; their order does not.
    """
    where = Where("disk")
    data = open_data(str(file), choose(str(file), where, {}), where)
    there = dict(zip(large.names.columns, data.first.columns, strict=True))
    quasi = tuple(there[name] for name in large.verdict.quasi)
    return count_in_parts(data, Known(quasi, {}), large.verdict.rows, quiet).verdict.to_dict()
