"""Run every method with every k on one table, and keep what came of each."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, Unpack, overload

import polars as pl

from shoal import released
from shoal.comparison.record import Record, failed, filled, frame_of, record_of, run_key, table_key
from shoal.comparison.store import Store
from shoal.criteria.base import Criterion
from shoal.criteria.plain import with_letters
from shoal.encode.encoder import Missing
from shoal.encode.loss import LossName
from shoal.errors import Cancelled, InputError, PrivacyWarning, SettingError, ShoalError, warn_caller
from shoal.partition.base import Effort
from shoal.partition.registry import MethodName, searches
from shoal.progress import Cancel, Progress, Step, Watch, silent, teller
from shoal.release import FrameT
from shoal.request.keywords import CompareKeywords
from shoal.request.request import Request
from shoal.request.settings import Settings, checked
from shoal.request.settled import settled
from shoal.schema.column import Kind
from shoal.schema.schema import Schema
from shoal.table.frame import Table, like

KS = (2, 5, 10, 25)
METHODS: tuple[MethodName, ...] = ("auto", "k_member", "mondrian")
WARM_K, WARM_ROWS = 2, 500
NO_MEMORY = "there is not enough memory for this method on this table"


@overload
def compare(table: str | Path, **asked: Unpack[CompareKeywords]) -> pl.DataFrame: ...
@overload
def compare(table: FrameT, **asked: Unpack[CompareKeywords]) -> FrameT: ...
@checked
def compare(  # noqa: PLR0913 - a face of the library; every option is a keyword
    table: object,
    *,
    k: int | Sequence[int] | None = None,
    methods: MethodName | Sequence[MethodName] = METHODS,
    quasi: str | Sequence[str] | None = None,
    sensitive: str | Sequence[str] = (),
    identifiers: str | Sequence[str] = (),
    person: str | None = None,
    person_share: float | None = None,
    hierarchies: Mapping[str, object] | str | Path | None = None,
    criteria: Criterion | Sequence[Criterion] | None = None,
    l: int | None = None,  # noqa: E741 - l keeps its letter
    t: float | None = None,
    effort: Effort | None = None,
    seed: int | None = None,
    missing: Missing | None = None,
    weights: Mapping[str, float] | None = None,
    suppress: float | None = None,
    loss: LossName | None = None,
    kinds: Mapping[str, Kind] | None = None,
    schema: Schema | str | Path | None = None,
    request: Request | str | Path | None = None,
    read: Mapping[str, object] | None = None,
    threads: int | None = None,
    resume: str | Path | None = None,
    progress: bool | Progress = False,
    cancel: Cancel | None = None,
    ks: int | Sequence[int] | None = None,
) -> Any:  # Any: a frame of the kind that came in, as told above
    """Return what each method makes of the table with each k, a line each, as a frame of the kind that came in.

    Nothing is released. A method that cannot do what is asked gets a line with its error. The columns are: `method`,
    `k`, `loss`, `bound`, `gap`, `groups`, `smallest`, `largest`, `dm`, `c_avg`, `suppressed`, `seconds`, `verified`,
    `error`; `bound` is the best that any method proved for that k.

    Args:
        table: as for `anonymize`, like all that is not told here.
        k: the values of k, one or several; 2, 5, 10 and 25 unless given.
        methods: the methods, by name.
        quasi: the columns that others may know of a person.
        sensitive: columns to keep and to guard.
        identifiers: columns to leave aside.
        person: the column that says whose row it is, where a person may have several.
        person_share: the greatest share of the rows of a group that one person may have.
        hierarchies: for each column a hierarchy, or a folder of them.
        criteria: further conditions that every group must meet.
        l: asks for `LDiversity(l)` besides `criteria`: how many sensitive values every group must have.
        t: asks for `TCloseness(t)` besides `criteria`: how far a group may be from the whole table.
        effort: how long methods that search may do so; the others do not look at it.
        seed: makes the comparison repeatable; that of the file, or 0, unless given.
        missing: "value" or "error".
        weights: how much the loss in a column counts.
        suppress: the share of rows that may be dropped.
        loss: the loss that methods work against.
        kinds: "numeric", "categorical" or "date" for columns whose kind is not to be inferred.
        schema: a Schema or the path of a `shoal.toml`; what is also given as an argument wins. Its k, method and
            options are what is compared, so they are not looked at, nor are vary, style, and what rows leave as.
        request: a Request, or the path of a `shoal.toml`, likewise.
        read: how to read the file, where `table` is a path.
        threads: how many threads to use.
        resume: a file, `.csv` or `.json`, that every finished run is kept in; runs that it holds already are not
            repeated. It holds figures and no cell.
        progress: True for a line on the terminal, or a callback that takes a `Step`.
        cancel: a `Cancel`, by which another thread ends the comparison. The run that is under way is lost, also where
            it searches: half a search is no fair line.
        ks: the name that `k` had.

    Raises:
        ShoalError: the table, a column, a method or a k is not there or cannot be.
        Cancelled: it was ended by `cancel`; what was finished is in the file `resume`.

    Example:
        >>> from shoal.datasets import he_table1
        >>> found = compare(he_table1().frame, k=[2, 3], methods="mondrian", quasi=["Age", "Zip"])
        >>> found.select("method", "k", "groups").rows()
        [('mondrian', 2, 3), ('mondrian', 3, 2)]
    """
    asked = Request.of(
        request, schema, quasi=quasi, sensitive=sensitive, identifiers=identifiers, person=person,
        person_share=person_share, hierarchies=hierarchies, criteria=with_letters(criteria, l, t),
        missing=missing, weights=weights, suppress=suppress, loss=loss, seed=seed, kinds=kinds,
        read=read,
    ).without(
        "k", "max_risk", "method", "options", "vary", "pseudonymize", "style", "keep_order", "keep_others"
    )  # fmt: skip
    asked = asked if "seed" in asked.run else asked.with_(seed=0)
    # The rules of a preset are in the columns that are found below; its highest risk would raise each k.
    plan = _plan(tuple(methods), _values_of_k(k, ks), asked.without("preset"), effort)
    store = None if resume is None else Store(resume)
    source = asked.table(table)
    found, _ = asked.described(source)
    if not source.rows:
        message = "the table has no rows"
        raise InputError(message, hint="a header alone cannot be compared")
    tell = teller(progress)
    runs = _Runs(source, found, threads, cancel)
    records = list(_run(_settled(plan, asked, runs), runs, store, Watch(cancel).checking(tell)))
    tell(Step("done", 1.0))
    return like(frame_of(filled(records)), table)


def _values_of_k(k: object, ks: object) -> tuple[int, ...]:
    """Return the values of k, also where they are given by the name that `k` had.

    Raises:
        SettingError: both names are given.
    """
    if ks is not None:
        warn_caller("ks is now k; the old name goes with the next release", DeprecationWarning)
        if k is not None:
            message = "k and ks are both given; ks is the name that k had"
            raise SettingError(message, hint="leave ks out")
    values = k if ks is None else ks
    return KS if values is None else tuple(values)  # type: ignore[arg-type]  # lists by now, see `checked`


class _Runs(NamedTuple):
    """What all runs have in common: the table, what its columns are, how many threads there are, and what ends them."""

    source: Table
    schema: Schema
    threads: int | None
    cancel: Cancel | None


@dataclass(frozen=True, slots=True)
class _Cell:
    """One run of the plan."""

    method: str
    k: int
    run: Mapping[str, object]

    @property
    def settings(self) -> dict[str, object]:
        """Return what the outcome depends on, beside the table and its columns."""
        return {name: value for name, value in self.run.items() if name != "read"}


def _plan(methods: Sequence[str], ks: Sequence[int], asked: Request, effort: Effort | None) -> list[_Cell]:
    """Return the runs, method by method; what no run can do is refused before any data is read.

    Raises:
        SettingError: there is no such method, no k, or a setting is out of range.
    """
    if not ks or not methods:
        message = f"there is no {'method' if ks else 'k'} to compare"
        raise SettingError(message, hint="give at least one")
    cells = []
    for method in dict.fromkeys(methods):
        fitting = asked.with_(effort=effort) if searches(method) else asked.without("effort")
        for k in sorted(set(ks)):
            run = fitting.with_(k=k, method=method)
            Settings.of({name: value for name, value in run.run.items() if name != "criteria"})
            cells.append(_Cell(method, k, run.run))
    return cells


def _settled(plan: Sequence[_Cell], asked: Request, runs: _Runs) -> list[_Cell]:
    """Return the runs with criteria that leave nothing to a column; those that do not fit are each run's error."""
    if not asked.criteria:
        return list(plan)
    try:
        criteria = settled(asked.criteria, asked.schema, runs.schema.of_role("sensitive"), runs.source.data)
    except ShoalError:
        return list(plan)
    return [replace(cell, run={**cell.run, "criteria": criteria}) for cell in plan]


def _run(plan: Sequence[_Cell], runs: _Runs, store: Store | None, tell: Progress) -> Iterator[Record]:
    """Yield the line of each run, from the store where it is there already."""
    table = table_key(runs.source, runs.schema) if store is not None else ""
    warm: set[str] = set()
    for number, cell in enumerate(plan):
        done = number / len(plan)
        tell(Step(f"{cell.method}, k = {cell.k}", done))
        key = run_key(table, cell.settings) if store is not None else ""
        known = None if store is None else store.get(key)
        if known is None:
            if cell.method not in warm:
                _warm_up(cell, runs)
                warm.add(cell.method)
            known = {**_outcome(cell, runs, tell, done), "key": key}
            if store is not None:
                store.add(known)
        yield known


def _warm_up(cell: _Cell, runs: _Runs) -> None:
    """Let a method run on a few rows, so that compiling it, or loading what was compiled, is in no line's time."""
    fast = {"effort": "fast"} if searches(cell.method) else {}
    small = replace(runs.source, data=runs.source.data.head(WARM_ROWS))
    _outcome(replace(cell, run={**cell.run, "k": WARM_K, **fast}), runs._replace(source=small), silent, 0.0)


def _outcome(cell: _Cell, runs: _Runs, tell: Progress, done: float) -> Record:
    """Return the line of one run.

    Raises:
        Cancelled: a caller ended the run, of which `tell` is the first to know.
    """

    def pass_on(step: Step) -> None:
        tell(Step(f"{cell.method}, k = {cell.k}", done, step.loss, step.bound))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PrivacyWarning)  # nothing is released, and the columns were warned of once
        try:
            release = released.release_of(
                runs.source, Request(runs.schema, cell.run), progress=pass_on, cancel=runs.cancel, threads=runs.threads
            )
        except Cancelled:
            raise
        except ShoalError as error:
            return failed(cell.method, cell.k, error.message)
        except MemoryError:
            return failed(cell.method, cell.k, NO_MEMORY)
    return record_of(release, cell.method, cell.k)
