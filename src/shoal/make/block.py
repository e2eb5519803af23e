"""One block of a large table to its part of the release: the same steps as for a whole table, on any engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

import numpy as np
import polars as pl

from shoal.arrays import Codes
from shoal.criteria.base import Criterion
from shoal.criteria.guarding import least_rows
from shoal.criteria.sensitive import Sensitive, SensitiveColumn, code_sensitive
from shoal.encode.domain import Domain
from shoal.encode.encoder import Coded, side_by_side
from shoal.encode.loss import costs_of
from shoal.forms.base import Leaving
from shoal.forms.registry import form_of
from shoal.generalize.publish import leaving_order
from shoal.make.group import Ready, squares_of, style_of
from shoal.make.seen import Seen, seen_rows
from shoal.measure.measures import Lost
from shoal.measure.shown import Shown, shown_in
from shoal.partition.base import Effort, Partition, Partitioner, Problem
from shoal.partition.keep import with_promise
from shoal.partition.registry import make_partitioner
from shoal.progress import Watch
from shoal.request.settings import Settings
from shoal.schema.schema import Schema
from shoal.secret import SystemSecret

WHO = "who"


def code_name(at: int) -> str:
    """Return what the codes of a quasi column are called while they are on their way."""
    return f"c{at}"


def other_name(at: int) -> str:
    """Return what a column that leaves as it is is called while it is on its way."""
    return f"o{at}"


def sensitive_name(at: int) -> str:
    """Return what the codes of a guarded column are called while they are on their way."""
    return f"s{at}"


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """All that there is to know to make a part of a release: the same for all blocks, and picklable.

    Attributes:
        schema: what each column is.
        settings: what was asked for.
        criteria: what every group must hold.
        domains: the quasi columns, as the whole table has them.
        guarded: the sensitive columns that criteria guard, as the whole table has them.
        others: the columns that leave as they are or as pseudonyms.
        rows: of the whole table.
        people: whether people are counted.
        drops: whether rows may be dropped.
        hides: whether the release may hide some of what its columns range over.
        drawn: the share of the rows that is kept for a report; 0 where none is to be written.
        recoding: how every row leaves, where the method has looked at the whole table.
    """

    schema: Schema
    settings: Settings
    criteria: tuple[Criterion, ...]
    domains: tuple[Domain, ...]
    guarded: tuple[Sensitive, ...]
    others: tuple[str, ...]
    rows: int
    people: bool = False
    drops: bool = False
    hides: bool = False
    drawn: float = 0.0
    recoding: Recoded | None = None


class Recoded(Protocol):
    """What says of any row how it leaves, where the method recodes whole columns."""

    def partition(self, codes: Codes) -> Partition:
        """Return the groups of some rows."""


class BlockFacts(NamedTuple):
    """What a block tells beside its rows: what was lost, what the method learnt, and what is shown of the columns."""

    lost: Lost
    rows: int
    stopped: str | None
    work: int
    shown: tuple[Shown, ...] = ()
    seen: Seen | None = None


def problem_of(
    task: Task, number: int, rows: pl.DataFrame, watch: Watch | None = None, effort: Effort | None = None
) -> tuple[Coded, Problem, Partitioner]:
    """Return a block as a method takes it: its codes, what is asked of groups, and the method.

    People are those of the block; what groups are compared with is the whole table.
    """
    settings = task.settings
    coded = Coded(codes_of(rows, len(task.domains)), task.domains)
    method = make_partitioner(settings.method, settings.options)
    person, who = None, None
    if task.people:
        about, who, _ = code_sensitive(rows.get_column(WHO))
        person = SensitiveColumn(replace(about, name=str(settings.person)), who)
    sensitive = tuple(
        SensitiveColumn(about, np.ascontiguousarray(rows[sensitive_name(at)].to_numpy(), np.int32), who)
        for at, about in enumerate(task.guarded)
    )
    problem = Problem(
        coded.codes, coded.domains, costs_of(task.domains, settings.loss or method.about.loss),
        least_rows(task.criteria), np.random.default_rng([settings.seed, number]), task.criteria, sensitive=sensitive,
        person=person, secret=SystemSecret(), effort=effort or settings.effort or "balanced", watch=watch or Watch(),
        equals=coded.equals, cells=task.rows * len(task.domains),
    )  # fmt: skip
    return coded, with_promise(problem, method), method


def release_block(
    task: Task, number: int, rows: pl.DataFrame, watch: Watch | None = None, effort: Effort | None = None
) -> tuple[pl.DataFrame, BlockFacts]:
    """Return the released rows of a block, shuffled by the system, and what is known of them.

    `rows` has codes of the quasi columns, of the guarded ones, the other columns, and whose row each is, under the
    names that are given here. Time and memory are those of the method on so many rows.
    """
    settings, form = task.settings, form_of(task.settings.method)
    if task.recoding is not None:
        coded = Coded(codes_of(rows, len(task.domains)), task.domains)
        partition = task.recoding.partition(coded.codes)
    else:
        coded, problem, method = problem_of(task, number, rows, watch, effort)
        droppable = settings.droppable(rows.height) if task.drops else 0
        partition = Ready(coded, problem, method, droppable, settings.vary).partition()
    published = form.publish(coded, partition, style_of(settings))
    dropped = rows.height - int(published.boxes.sizes.sum())
    squares = squares_of(coded, partition, published, settings)
    lost = Lost.of(task.domains, published.boxes, dropped, published.sizes, squares)
    others = rows.select(pl.col(other_name(at)).alias(name) for at, name in enumerate(task.others))
    order = leaving_order(published.entry, keep_order=False)
    data = form.tables(Leaving(rows, others, task.schema, published, order)).data
    if task.people:
        data = data.with_columns(rows.get_column(WHO).gather(order).alias(who_name(data.columns)))
    notes = partition.notes
    work = notes.get("work")
    stopped = notes.get("stopped")
    return data, BlockFacts(
        lost, rows.height, None if stopped is None else str(stopped), work if isinstance(work, int) else 0,
        shown_in(coded, published) if task.hides else (), seen_in(task, number, rows, coded),
    )  # fmt: skip


def seen_in(task: Task, number: int, rows: pl.DataFrame, coded: Coded) -> Seen | None:
    """Return what a report tells of the originals of a block; None where none is to be written."""
    if not task.drawn:
        return None
    sensitive = {column.name for column in task.schema.of_role("sensitive")}
    others = [pl.col(other_name(at)).alias(name) for at, name in enumerate(task.others) if name in sensitive]
    codes = [pl.col(code_name(at)).alias(domain.name) for at, domain in enumerate(task.domains)]
    return seen_rows(rows.select(*codes, *others), coded.equals.rows.times, task.drawn, [task.settings.seed, number])


def who_name(columns: Sequence[str]) -> str:
    """Return a name for whose row each is that no released column has: it is there to be counted, and never leaves."""
    name = WHO
    while name in columns:
        name += "_"
    return name


def codes_of(rows: pl.DataFrame, count: int) -> Codes:
    """Return the codes of a block, four bytes a cell."""
    return side_by_side([rows[code_name(at)].to_numpy() for at in range(count)], rows.height)
