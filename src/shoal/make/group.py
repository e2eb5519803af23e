"""From a table to groups: code it, let the method split it, publish what it found, and price that."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from shoal.criteria.base import Criterion
from shoal.criteria.guarding import is_guardian, least_rows, require_possible
from shoal.criteria.sensitive import SensitiveColumn, code_sensitive
from shoal.encode.encoder import Coded, encode
from shoal.encode.kept import by_kind
from shoal.encode.loss import costs_of
from shoal.errors import SettingError
from shoal.forms.base import Form
from shoal.forms.registry import FORMS, form_of
from shoal.generalize.names import OF_MAPPING, announced, without_clash
from shoal.generalize.published import Published
from shoal.generalize.registry import Style
from shoal.jit.ahead import Ahead
from shoal.kernels.pool import thread_count
from shoal.measure.measures import Measures, measure
from shoal.measure.scale import Scale, scale_of
from shoal.measure.squares import Squares
from shoal.partition.base import About, Effort, Partition, Partitioner, Problem
from shoal.partition.keep import keep_criteria, with_promise
from shoal.partition.registry import make_partitioner, searches
from shoal.partition.suppress import suppress
from shoal.partition.vary import vary
from shoal.partition.work import SECOND, work_of
from shoal.progress import Progress, Step, Watch
from shoal.request.settings import Settings
from shoal.schema.column import Column
from shoal.schema.schema import Schema
from shoal.secret import Secret
from shoal.table.frame import Table

Observer = Callable[[Coded, Table, Schema, Scale, int], object]
"""Takes note of what a report will tell of the originals, while they are there."""


OF_SEARCH, OF_FIRST = 0.8, 0.75
"""The share of the seconds of a run that is for the search, the bound gets the rest; and the share of these that is for
the first search where rows may be dropped, and the rest of them grouped again."""

AFTER = 1.5
"""How long it takes to publish and to verify a release, in times of what it took to code the table: an estimate."""

OF_BOUND = 0.25
"""How long a bound takes at most, as a share of the search."""

LEAST = 0.1
"""The share of the seconds that a search gets at least, however long the table took to code."""


class Run(NamedTuple):
    """What was asked for, what every group must hold, whom to report to, and whether the caller wants to end.

    `ahead` are the kernels that are being compiled for it; `observe` sees the originals beside what is published.
    """

    settings: Settings
    criteria: tuple[Criterion, ...]
    tell: Progress
    secret: Secret
    watch: Watch
    ahead: Ahead | None = None
    observe: Observer | None = None

    @property
    def k(self) -> int:
        """Return the least number of rows that all criteria ask for."""
        return least_rows(self.criteria)

    @property
    def form(self) -> Form:
        """Return the form that the method publishes."""
        return form_of(self.settings.method)


class Times(NamedTuple):
    """When a run began, once it was compiled, and the seconds that it took to code the table and to find groups."""

    began: float
    coded: float
    searched: float

    @property
    def after(self) -> float:
        """Return about how many seconds it will take to publish and to verify."""
        return AFTER * self.coded


class Grouped(NamedTuple):
    """The table as groups, and how they are published.

    `reported` is what was lost on the scale that others may know; None where that is that of the originals. `observed`
    is what the observer of the run took note of. `times` says how long it has taken so far.
    """

    coded: Coded
    partition: Partition
    published: Published
    measures: Measures
    reported: Measures | None
    observed: object
    times: Times


class Ready(NamedTuple):
    """A table that is ready to be split: its codes, what is asked of groups, how they are found and then changed."""

    coded: Coded
    problem: Problem
    method: Partitioner
    droppable: int
    vary: float

    def partition(self) -> Partition:
        """Return the groups, without the rows that are better dropped, varied at random where that is asked for."""
        return vary(self.problem, _partition(self.problem, self.method, self.droppable), self.vary)


def ready_of(source: Table, schema: Schema, run: Run) -> Ready:
    """Return a table that is ready to be split.

    Raises:
        ShoalError: what is asked for does not go together, or the table cannot give it.
    """
    settings, began = run.settings, time.monotonic()
    method = make_partitioner(settings.method, _options(source, run))
    person, sensitive = _counted(source, schema, run, method)
    coded = encode(source.data, schema.of_role("quasi"), missing=settings.missing)
    _require_names_apart(schema, coded, run)
    costs = costs_of(coded.domains, settings.loss or method.about.loss)
    rng = np.random.default_rng(settings.seed)
    problem = Problem(
        coded.codes, coded.domains, costs, run.k, rng, run.criteria, run.tell, sensitive, person, run.secret,
        _for_search(settings.effort or "balanced", began), run.watch, coded.equals,
    )  # fmt: skip
    return Ready(coded, with_promise(problem, method), method, settings.droppable(source.rows), settings.vary)


def group(source: Table, schema: Schema, run: Run) -> Grouped:
    """Return the groups of the table, the rows that the suppression budget takes already left out."""
    settings, k = run.settings, run.k
    if run.ahead is not None:
        run.ahead.wait_for_first(run.tell)
    began = time.monotonic()
    ready = ready_of(source, schema, run)
    searching = time.monotonic()
    if searches(settings.method):
        expected = _expected(ready.coded, settings.effort or "balanced", k, searching - began)
        run.tell(Step("encode", 1.0, expected=expected))
    coded, partition = ready.coded, ready.partition()
    times = Times(began, searching - began, time.monotonic() - searching)
    run.watch.keep()
    style = style_of(settings)
    published = run.form.publish(coded, partition, style)
    dropped = source.rows - int(published.boxes.sizes.sum())
    squares = squares_of(coded, partition, published, settings)
    lost = measure(coded.domains, published.boxes, suppressed=dropped, k=k, groups=published.sizes, squares=squares)
    scale = scale_of(coded, schema.of_role("quasi"), published, shows_ends=run.form.shows(style))
    reported = None
    if not scale.is_whole:
        reported = measure(scale.domains, scale.boxes, suppressed=dropped, k=k, groups=published.sizes)
    observed = None if run.observe is None else run.observe(coded, source, schema, scale, settings.k)
    return Grouped(coded, partition, published, lost, reported, observed, times)


def _expected(coded: Coded, effort: Effort, k: int, seconds: float) -> float:
    """Return about how long a run will take that searches, having taken so many seconds to code the table."""
    if not isinstance(effort, str):
        return effort
    search = work_of(effort, coded.codes.size, k) / (SECOND * int(thread_count()))
    return (1 + AFTER) * seconds + search * (1 + OF_BOUND)


def _for_search(effort: Effort, began: float) -> Effort:
    """Return what is left of an effort for the search: of seconds, less than all, as more is to be done in them."""
    if isinstance(effort, str):
        return effort
    return max(LEAST * effort, OF_SEARCH * effort - (1 + AFTER) * (time.monotonic() - began))


def _counted(
    source: Table, schema: Schema, run: Run, method: Partitioner
) -> tuple[SensitiveColumn | None, tuple[SensitiveColumn, ...]]:
    """Return whose row each is, where that is asked for, and the sensitive columns that a criterion guards.

    A method that needs sensitive columns gets all of them.

    Raises:
        SettingError: the method cannot count people, or keep criteria on sensitive values.
        InfeasibleError: a criterion asks for what the table cannot give.
    """
    person = run.settings.person
    wanted = watched_columns(schema, run.settings, run.criteria, method.about)
    columns = tuple(code_sensitive(by_kind(c, source.data.get_column(c.name)), c.hierarchy) for c in wanted)
    who = None if person is None else code_sensitive(source.data.get_column(person))
    if who is not None:
        columns = tuple(column.by(who.codes) for column in columns)
    require_possible(run.criteria, columns if who is None else (who, *columns))
    return who, columns


def watched_columns(
    schema: Schema, settings: Settings, criteria: Sequence[Criterion], about: About
) -> tuple[Column, ...]:
    """Return the sensitive columns that a criterion guards; a method that needs sensitive columns gets all of them.

    Raises:
        SettingError: the method cannot count people, or keep criteria on sensitive values.
    """
    guarded = {criterion.column for criterion in criteria if is_guardian(criterion)}
    if guarded and about.keeps == "not":
        what = "count people rather than rows" if settings.person in guarded else "keep criteria on sensitive values"
        message = f"method {settings.method!r} cannot {what}: {about.why_not}"
        raise SettingError(message, hint="use auto, or another method that publishes boxes")
    return tuple(c for c in schema.of_role("sensitive") if c.name in guarded or "sensitive" in about.needs)


def _partition(problem: Problem, method: Partitioner, droppable: int) -> Partition:
    """Return the groups that the method finds, the rows that are better dropped left out of them.

    Where sensitive values have a say, rows are looked at in a secret order: a tie that the order of the table decides,
    or a turn in which rows are dealt out, would tell who has which value. A method that is blind to these values sees
    the rows as they stand, so that its own options may name rows, and only what is done to its groups is in secret.
    """
    if problem.rows < problem.k:
        return Partition(np.full(problem.rows, -1, np.int32), 0)
    began = time.monotonic()
    if not problem.counted:
        raw = method.partition(_first(problem, droppable))
        return _kept(_then(problem, began), method, raw, droppable)
    order = problem.secret.permutation(problem.rows)
    shuffled = problem.part(order)
    if method.about.keeps == "by repair":
        raw = method.partition(_first(problem, droppable))
        raw = replace(raw, labels=raw.labels[order])
    else:
        raw = method.partition(_first(shuffled, droppable))
    found = _kept(_then(shuffled, began), method, raw, droppable)
    labels = np.empty_like(found.labels)
    labels[order] = found.labels
    return replace(found, labels=labels)


def _first(problem: Problem, droppable: int) -> Problem:
    """Return the problem for a first search, which leaves some of its seconds where a second one may follow."""
    if isinstance(problem.effort, str) or not droppable:
        return problem
    return replace(problem, effort=OF_FIRST * problem.effort)


def _then(problem: Problem, began: float) -> Problem:
    """Return the problem for whatever is done after the first search, in the seconds that are left."""
    if isinstance(problem.effort, str):
        return problem
    return replace(problem, effort=max(LEAST * problem.effort, problem.effort - (time.monotonic() - began)))


def _kept(problem: Problem, method: Partitioner, raw: Partition, droppable: int) -> Partition:
    """Return the groups with every criterion met, and without the rows that are better dropped."""
    if not FORMS[method.about.publishes].changeable:
        return raw
    if raw.notes.get("stopped") == "interrupted":
        problem = replace(problem, effort="fast")  # a caller who stopped it does not wait for a second
    found = keep_criteria(problem, method, raw)
    if droppable:
        found = suppress(problem, method, found, droppable, raw=raw)
    return replace(found, notes=raw.notes)


def _options(source: Table, run: Run) -> dict[str, object]:
    """Return the options of the method; one that suppresses rows by itself gets the budget as its limit.

    Raises:
        SettingError: there is a budget, and the form of the method cannot lose a row without losing what it promises.
    """
    settings = run.settings
    require_form(settings, run.form)
    if run.form.drops_itself:
        return {"suppress_limit": settings.droppable(source.rows), **settings.options}
    return dict(settings.options)


def require_form(settings: Settings, form: Form) -> None:
    """Refuse a style that a form does not know, and a budget where it cannot lose a row.

    Raises:
        SettingError: there is one.
    """
    if settings.style is not None and settings.style not in form.styles:
        message = f"method {settings.method!r} publishes {form.name}, and knows no style {settings.style!r}"
        known = f"use the style {', '.join(form.styles)}" if len(form.styles) > 1 else "leave the style out"
        raise SettingError(message, hint=f"{known}, or use mondrian or cb")
    if settings.suppress and not form.changeable and not form.drops_itself:
        message = f"method {settings.method!r} cannot suppress rows, and suppress is {settings.suppress}"
        raise SettingError(message, hint="set suppress to 0, or use mondrian or cb")


def _require_names_apart(schema: Schema, coded: Coded, run: Run) -> None:
    """Refuse, before any group is made, a release or a mapping that would have two columns of one name.

    Raises:
        SchemaError: it would.
    """
    settings = run.settings
    run.form.named(schema, announced(coded.domains, style_of(settings)), settings.pseudonymize)
    without_clash([*OF_MAPPING, *settings.pseudonymize])


def squares_of(coded: Coded, partition: Partition, published: Published, settings: Settings) -> Squares | None:
    """Return the squared differences from the means that are released; None where others than means are."""
    if style_of(settings) != "mean":
        return None
    learnt = partition.notes.get("weights")
    return Squares.of(coded.codes, coded.domains, published.groups, learnt if isinstance(learnt, Mapping) else None)


def style_of(settings: Settings) -> Style:
    """Return how numbers and dates are published: as asked for, else the way of the method."""
    return settings.style or form_of(settings.method).styles[0]
