"""A release of a table of any size: learn a cut into blocks, make it exact with counts, release each block, verify all.

Which rows belong together is decided here and in the methods, never by the engine. Two passes over the table: one
learns what its columns hold, one puts its rows into blocks.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Floats, Sizes
from shoal.criteria.base import Model
from shoal.criteria.guarding import is_guardian, least_rows, require_possible
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.sensitive import Sensitive, SensitiveColumn
from shoal.encode.learn import coded_piece, learn_domains
from shoal.encode.loss import LossName
from shoal.engines.base import Data, Parts
from shoal.errors import InputError, OutputError, SettingError, VerificationError
from shoal.figure import counted
from shoal.forms.registry import form_of
from shoal.generalize.names import Names, announced
from shoal.make.block import BlockFacts, Task, release_block, who_name
from shoal.make.by_counts import recoding_of
from shoal.make.counted import count_in_parts, counting, learnt_of, quiet, sensitive_in, staged, stand_in
from shoal.make.group import require_form, style_of, watched_columns
from shoal.make.holding import blocks_of
from shoal.make.placing import Placing
from shoal.make.release import warn_of_method, warn_of_pseudonyms
from shoal.make.seen import Seen, seen_of
from shoal.measure.measures import Lost, Measures
from shoal.measure.shown import may_hide, reported_loss
from shoal.measure.sizes import GroupSizes
from shoal.partition.cuts import Cuts, learn_cuts
from shoal.partition.registry import about_of, searches
from shoal.progress import Progress, Watch
from shoal.request.columns import warn_of_telling
from shoal.request.request import Request
from shoal.request.settings import Settings
from shoal.request.settled import settled
from shoal.schema.column import Column
from shoal.schema.schema import Schema
from shoal.schema.written import look_at
from shoal.table.frame import Table
from shoal.table.learn import HASH, TIMES, Learnt, Lookup
from shoal.verify.stream import Counted, Known
from shoal.verify.verdict import Verdict

LEAST_GROUPS = 200
"""Groups that a block has room for at least: of fewer, too many lie along its border."""

WORK_BYTES = 120
"""Bytes that a row of a block takes while it is worked on, beside its codes and its other cells: an estimate."""

OF_SECONDS, LEAST = 0.95, 0.1
"""The share of the seconds of a run that is for the search, but for those that reading and counting take; and the share
that it gets at least, however long these take."""

NONE_DROPPED = "no row was dropped: a criterion compares groups with the whole table, which blocks must not change"


class Large(NamedTuple):
    """A release of a large table: where it is, what was verified, and all that is known of it.

    `sizes` says how many groups there are of each size; `reported` is the loss on the scale that others may know, None
    where that is the scale of the originals; `seen` is what a report tells of these.
    """

    data: Data
    schema: Schema
    settings: Settings
    names: Names
    verdict: Verdict
    sizes: Sizes
    measures: Measures
    rows: int
    inferred: tuple[str, ...]
    notes: Mapping[str, object]
    task: Task
    who: str | None
    reported: Measures | None = None
    seen: Seen | None = None


def release_in_blocks(data: Data, asked: Request, tell: Progress, watch: Watch, drawn: int = 0) -> Large:
    """Return the verified release of a table of any size; `drawn` rows or so are kept for a report.

    Raises:
        ShoalError: as `anonymize`; also where an option needs the whole table in memory.
    """
    settings, began = asked.settings, time.monotonic()
    _require_blocks(asked)
    first, _ = asked.described(data.first)
    warn_of_telling(first, data.first)
    quasi, sensitive = ([column.name for column in first.of_role(role)] for role in ("quasi", "sensitive"))
    learnt = data.fold(
        _needed(first, settings),
        partial(learnt_of, counted=(*quasi, *sensitive), sampled=tuple(quasi)),
        Learnt.merged,
        staged(tell, "learn"),
    )
    settings.require_rows(learnt.rows)
    seen = stand_in(data.first, learnt)
    schema, inferred = asked.described(seen)
    known = schema.of_role("sensitive")
    settings = replace(settings, criteria=settled(settings.criteria, asked.schema, known, seen.data))
    task, placing = _task(schema, settings, learnt, data, sensitive)
    task = replace(task, drawn=min(1.0, drawn / max(1, learnt.rows)))
    each = _row_bytes(placing, data.first)
    data.require_room(each * 2, learnt.rows)
    parts: Parts = data.scatter(_needed(schema, settings), placing, placing.cuts.blocks, staged(tell, "place"))
    recoded: dict[str, object] = {}
    if about_of(settings.method).by_counts:
        recoding, recoded = recoding_of(parts, task, staged(tell, "search"), watch)
        task = replace(task, recoding=recoding)
    parts, blocks = blocks_of(parts, task, LEAST_GROUPS * least_rows(task.criteria), data.block_rows(each))
    rows = [int(parts.sizes[list(block)].sum()) for block in blocks]
    run = _Block(task, watch, rows, _seconds(settings, began))
    released, facts = parts.release(blocks, run, staged(tell, "search"))
    counts, names = _verified(released, schema, task, tell)
    lost = _lost(facts, counts, task)
    originals = [_rows_of(learnt, lookup) for lookup in placing.lookups]
    reported = _reported(lost, facts, released, task, originals)
    stopped = {fact.stopped for fact in facts}
    ending = next((name for name in ("interrupted", "out of time", "done", "settled") if name in stopped), None)
    notes: dict[str, object] = {"engine": data.name, "blocks": len(blocks), "work": sum(fact.work for fact in facts)}
    notes |= recoded | ({} if ending is None else {"stopped": ending})
    if settings.suppress and not task.drops:
        inferred = (*inferred, NONE_DROPPED)
    k = least_rows(task.criteria)
    return Large(
        released, schema, settings, names, counts.verdict, counts.sizes, lost.measures(quasi, k), learnt.rows,
        inferred, notes, task, _who(task, names), None if reported is None else reported.measures(quasi, k),
        _seen(facts, originals),
    )  # fmt: skip


def _seen(facts: Sequence[BlockFacts], originals: Sequence[Sizes]) -> Seen | None:
    """Return what a report tells of the originals, where one is to be written."""
    blocks = [fact.seen for fact in facts if fact.seen is not None]
    gone = [[np.bincount(column.gone, column.times).astype(np.int64) for column in fact.shown] for fact in facts]
    return seen_of(blocks, originals, [each for each in gone if each]) if blocks else None


class _Block:
    """Releases one block; where seconds are asked for, in its share of those that are left."""

    def __init__(self, task: Task, watch: Watch, rows: Sequence[int], seconds: float | None) -> None:
        """Take what all blocks have in common: the rows of each, and the seconds that all may search."""
        self.task, self.watch, self.rows, self.seconds = task, watch, rows, seconds
        self.left, self.until = sum(rows), None if seconds is None else time.monotonic() + seconds

    def __call__(self, number: int, rows: pl.DataFrame) -> tuple[pl.DataFrame, BlockFacts]:
        """Return the released rows of a block, and what is known of them."""
        self.watch.check()
        effort = None
        if self.until is not None and self.seconds is not None:
            least = LEAST * self.seconds * rows.height / max(1, sum(self.rows))
            effort = max(least, (self.until - time.monotonic()) * rows.height / max(1, self.left, rows.height))
            self.left -= rows.height
        return release_block(self.task, number, rows, self.watch, effort)

    def __reduce__(self) -> tuple[type[_Block], tuple[object, ...]]:
        """Leave the one who may end the run behind: another process cannot hear."""
        return _Block, (self.task, Watch(), self.rows, self.seconds)


def _seconds(settings: Settings, began: float) -> float | None:
    """Return the seconds that all blocks together may search, where seconds are asked for.

    What is still to be done takes about as long as what was done, for both go over the table twice.
    """
    effort = settings.effort
    if effort is None or isinstance(effort, str) or not searches(settings.method):
        return None
    return max(LEAST * effort, OF_SECONDS * effort - 2 * (time.monotonic() - began))


def _require_blocks(asked: Request) -> None:
    """Refuse what needs the whole table in memory.

    Raises:
        SettingError: something does.
    """
    settings = asked.settings
    about = about_of(settings.method)
    reasons = {
        f"method {settings.method!r} needs the whole table": not (about.in_blocks or about.by_counts),
        f"method {settings.method!r} keeps more than k only where it has all rows": about.by_counts
        and bool(settings.criteria or settings.person),
        "rows keep their order only where all are in memory": settings.keep_order,
        f"the preset {settings.preset!r} looks at all cells": settings.preset == "hipaa-safe-harbor",
    }
    for reason, needs in reasons.items():
        if needs:
            message = f'{reason}, so it needs the engine "memory"'
            raise SettingError(message, hint='use engine="memory" where the table fits in memory, or leave it out')
    require_form(settings, form_of(settings.method))


def _task(
    schema: Schema, settings: Settings, learnt: Learnt, data: Data, sensitive: Sequence[str]
) -> tuple[Task, Placing]:
    """Return what every block needs, and how rows find theirs."""
    criteria = settings.promised(list(sensitive))
    columns = schema.of_role("quasi")
    domains, lookups = learn_domains(learnt, columns, missing=settings.missing)
    about, form = about_of(settings.method), form_of(settings.method)
    form.named(schema, announced(domains, style_of(settings)), settings.pseudonymize)
    watched = [sensitive_in(column, learnt) for column in watched_columns(schema, settings, criteria, about)]
    if settings.person is not None and watched:
        watched = _by_people(data, settings.person, watched, learnt.rows)
    require_possible(
        [c for c in criteria if c.column != settings.person],
        [SensitiveColumn(about, np.zeros(0, np.int32)) for about, _ in watched],
    )
    kept = [column.name for column in schema.columns if column.role in ("sensitive", "plain")]
    warn_of_pseudonyms(schema, settings.pseudonymize)
    warn_of_method(settings.method)
    others = (*kept, *settings.pseudonymize)
    drops = settings.suppress > 0 and not any(isinstance(one, Model) and one.compares for one in criteria)
    task = Task(
        schema, settings, criteria, domains, tuple(about for about, _ in watched), others, learnt.rows,
        people=settings.person is not None, drops=drops,
        hides=may_hide(domains, shows_ends=form.shows(style_of(settings)), drops=drops),
    )  # fmt: skip
    loss: LossName = settings.loss or about.loss
    placing = Placing(
        lookups, tuple(lookup for _, lookup in watched), Cuts.none(), others, tuple(settings.pseudonymize),
        settings.person, secrets.token_bytes(32), tuple(domain.size for domain in domains),
    )  # fmt: skip
    blocks = -(-learnt.rows // data.block_rows(_row_bytes(placing, data.first)))
    sample = coded_piece(lookups, learnt.sample.drop(HASH, TIMES))
    cuts = learn_cuts(sample, learnt.sample[TIMES].to_numpy(), domains, loss, blocks)
    return task, replace(placing, cuts=cuts)


def _by_people(
    data: Data, person: str, watched: Sequence[tuple[Sensitive, Lookup]], rows: int
) -> list[tuple[Sensitive, Lookup]]:
    """Return sensitive columns with the people of the whole table as what groups are compared with."""
    known = Known((person,), {about.name: (about, lookup) for about, lookup in watched}, (), person)
    return list(counting(data, known, rows, quiet)[0].sensitive.values())


def _rows_of(learnt: Learnt, lookup: Lookup) -> Sizes:
    """Return how many rows of the table have each code of a column."""
    codes = lookup.apply(learnt.column(lookup.name))
    return np.bincount(codes, learnt.times(lookup.name)).astype(np.int64)


def _needed(schema: Schema, settings: Settings) -> list[str]:
    """Return the columns that are read: all that leave in some form, and the person."""
    kept = [column.name for column in schema.columns if column.role in ("quasi", "sensitive", "plain")]
    return list(dict.fromkeys([*kept, *settings.pseudonymize, *([settings.person] if settings.person else [])]))


def _row_bytes(placing: Placing, first: Table) -> int:
    """Return about how many bytes a row takes while its block is worked on."""
    others = first.data.select(placing.others).estimated_size() / max(1, first.rows) if placing.others else 0
    return int(WORK_BYTES + 16 * len(placing.lookups) + 2 * others)


def _verified(released: Data, schema: Schema, task: Task, tell: Progress) -> tuple[Counted, Names]:
    """Return what was counted on the released table, as it was written.

    Raises:
        VerificationError: it does not hold what was promised.
    """
    form = form_of(task.settings.method)
    published = announced(task.domains, style_of(task.settings))
    names = form.named(schema, published, task.settings.pseudonymize)
    there = released.first.columns
    who = _who(task, names)
    if list(there) != [*names.columns, *([who] if who else [])]:
        message = "the release has other columns than were promised, or in another order"
        raise VerificationError(message, hint="this is a fault of shoal; nothing was released")
    return _counted_on(released, schema.of_role("sensitive"), names, task, tell), names


def verify_again(data: Data, large: Large, tell: Progress) -> None:
    """Count once more what a release promises, on the cells of a text file that it was written to.

    Raises:
        OutputError: it does not hold there.
    """
    columns = tuple(column for column in large.schema.of_role("sensitive") if column.name in large.names.columns)
    task = replace(
        large.task, criteria=tuple(c for c in large.task.criteria if large.who is None or not is_guardian(c))
    )
    if large.who is not None:
        task = replace(task, people=False, criteria=(KAnonymity(large.settings.k),))
    try:
        _counted_on(data, columns, large.names, task, tell)
    except VerificationError as error:
        message = f"in CSV the release would not hold what it promises: {error.message}"
        raise OutputError(message, hint="write Parquet, which holds every cell as it is") from None


def _counted_on(data: Data, columns: Sequence[Column], names: Names, task: Task, tell: Progress) -> Counted:
    """Return what was counted on a released table.

    Raises:
        VerificationError: it does not hold what was promised.
    """
    learnt = data.fold(
        [column.name for column in columns] or [names.quasi[0]],
        partial(learnt_of, counted=tuple(column.name for column in columns), sampled=()),
        Learnt.merged,
        staged(tell, "verify"),
    )
    who = _who(task, names)
    person = None if who is None else task.settings.person
    sensitive = {column.name: sensitive_in(_as_read(column, learnt, data), learnt) for column in columns}
    found = count_in_parts(data, Known(names.quasi, sensitive, task.criteria, person, who), learnt.rows, tell)
    for criterion, groups in found.verdict.broken:
        message = f"{groups} of {counted(found.verdict.groups, 'group')} break the promise that {criterion.sentence}"
        raise VerificationError(message, hint="this is a fault of the method; nothing was released")
    return found


def _as_read(column: Column, learnt: Learnt, data: Data) -> Column:
    """Return a sensitive column of a text file with the kind that its cells look like, where none is given."""
    if not data.first.textual or column.kind is not None:
        return column
    look = look_at(data.first, column.name, learnt.column(column.name))
    return replace(column, kind=look.kind, form=column.form or look.form)


def _lost(facts: Sequence[BlockFacts], counts: Counted, task: Task) -> Lost:
    """Return what was lost; how large groups are was counted on the release: those of two blocks may look alike."""
    lost = facts[0].lost
    for fact in facts[1:]:
        lost = lost.merge(fact.lost)
    there = np.flatnonzero(counts.sizes)
    each, many = there.astype(object), counts.sizes[there].astype(object)
    verdict = counts.verdict
    sizes = GroupSizes(
        verdict.groups, verdict.rows, int((each * each * many).sum()), verdict.smallest, verdict.largest,
        task.rows - verdict.rows,
    )  # fmt: skip
    return replace(lost, sizes=sizes)


def _reported(
    lost: Lost, facts: Sequence[BlockFacts], released: Data, task: Task, originals: Sequence[Sizes]
) -> Lost | None:
    """Return what was lost on the scale that the release shows; None where that is the scale of the originals."""
    if not task.hides:
        return None

    def cells(name: str) -> tuple[Floats, Sizes]:
        try:
            learnt = released.fold([name], partial(learnt_of, counted=(name,), sampled=()), Learnt.merged, quiet)
        except InputError:  # too many to keep: losses are reported by ranks alone
            return np.zeros(0), np.zeros(0, np.int64)
        held = learnt.column(name)
        if not (held.dtype.is_numeric() or held.dtype.is_temporal()):
            return np.zeros(0), np.zeros(0, np.int64)
        found = pl.DataFrame({"cell": held.to_physical().cast(pl.Float64), "rows": learnt.times(name)})
        found = found.drop_nulls().sort("cell")
        return found["cell"].to_numpy(), found["rows"].to_numpy()

    shows_ends = form_of(task.settings.method).shows(style_of(task.settings))
    columns = task.schema.of_role("quasi")
    shown = [fact.shown for fact in facts]
    return reported_loss(lost, task.domains, columns, originals, shown, None if shows_ends else cells)


def _who(task: Task, names: Names) -> str | None:
    """Return the column that tells people apart while the release is counted, where people are."""
    return who_name(names.columns) if task.people else None
