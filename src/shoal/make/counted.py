"""Learn and count on a table that is read in pieces: what its columns hold, and what its groups promise."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

import numpy as np
import polars as pl

from shoal.criteria.sensitive import Sensitive, code_sensitive
from shoal.encode.kept import by_kind
from shoal.engines.base import Data, Parts
from shoal.progress import Progress, Step
from shoal.schema.column import Column
from shoal.table.frame import Table
from shoal.table.learn import Learnt, Lookup
from shoal.verify.stream import Counted, Known, People, counted_part, keyed, merged, people_in_part, with_people

T = TypeVar("T")

SEED_BITS = 62

COUNTED_ROWS = 4_000_000
"""Rows of a part in which groups are counted, about."""


def learnt_of(piece: pl.DataFrame, counted: Sequence[str], sampled: Sequence[str]) -> Learnt:
    """Return what a piece tells of the columns to count, and of those to sample."""
    return Learnt.of(piece, counted, sampled)


def stand_in(first: Table, learnt: Learnt) -> Table:
    """Return a table with every different cell of the columns that were learnt, for those who look at values only.

    Columns are filled up with missing cells; of the others it has the first rows.
    """
    height = max([first.rows, *(cells.height for cells in learnt.cells.values())])
    columns = []
    for name in first.columns:
        series = learnt.column(name) if name in learnt.cells else first.data.get_column(name)
        columns.append(series.extend_constant(None, height - len(series)))
    return Table(pl.DataFrame(columns), textual=first.textual, notes=first.notes, written=first.written)


def sensitive_in(column: Column, learnt: Learnt) -> tuple[Sensitive, Lookup]:
    """Return a sensitive column as the whole table has it, and the code of each of its cells."""
    cells = learnt.column(column.name)
    about, codes, _ = code_sensitive(by_kind(column, cells), column.hierarchy)
    rows = np.bincount(codes, learnt.times(column.name), len(about.rows)).astype(np.int64)
    return replace(about, rows=rows), Lookup.of(cells, codes)


def count_in_parts(data: Data, known: Known, rows: int, tell: Progress) -> Counted:
    """Return what the groups of a table of any size promise, counted on its cells.

    Raises:
        SchemaError: no quasi column is given, or one has a type whose cells cannot be compared.
    """
    known, people = counting(data, known, rows, tell)
    return merged(each_part(data, known, rows, tell, _counted_in), known, people)


def counting(data: Data, known: Known, rows: int, tell: Progress) -> tuple[Known, int | None]:
    """Return what is asked of a table with its people as what groups are compared with, and how many they are.

    Where people are not counted, it is as it was.
    """
    if known.person is None:
        return known, None
    parts, known = parts_for(rows), with_secret(known)
    place = partial(keyed, known=known, parts=parts, by_person=True)
    by_person = data.scatter(known.columns, place, parts, staged(tell, "verify"))
    found = by_person.each(_filled(by_person), partial(_people_in, known=known), quiet)
    return with_people(known, found), sum(one.people for one in found)


def _counted_in(number: int, rows: pl.DataFrame, known: Known) -> Counted:
    del number
    return counted_part(rows, known)


def each_part(data: Data, known: Known, rows: int, tell: Progress, do: Callable[..., T]) -> list[T]:
    """Return what is counted in each part; a group is whole in one of them.

    Raises:
        SchemaError: no quasi column is given, or one has a type whose cells cannot be compared.
    """
    parts, known = parts_for(rows), with_secret(known)
    scattered = data.scatter(known.columns, partial(keyed, known=known, parts=parts), parts, staged(tell, "verify"))
    return scattered.each(_filled(scattered), partial(do, known=known), quiet)


def with_secret(known: Known) -> Known:
    """Return what is asked of a table with hashes that nobody can guess: no cells can be chosen that hash alike."""
    return known._replace(seeds=(secrets.randbits(SEED_BITS), secrets.randbits(SEED_BITS)))


def parts_for(rows: int) -> int:
    """Return into how many parts so many rows go to be counted."""
    return max(1, -(-rows // COUNTED_ROWS))


def _filled(parts: Parts) -> list[list[int]]:
    """Return the parts that have rows, one by one."""
    return [[at] for at in np.flatnonzero(parts.sizes).tolist()]


def _people_in(number: int, rows: pl.DataFrame, known: Known) -> People:
    del number
    return people_in_part(rows, known)


def staged(tell: Progress, stage: str) -> Progress:
    """Return a callback that says which stage of the run a step is of."""

    def with_stage(step: Step) -> None:
        tell(replace(step, stage=stage))

    return with_stage


def quiet(step: Step) -> None:
    """Tell nobody."""
    del step
