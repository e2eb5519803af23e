"""Run every method with every k on one table, and keep what came of each."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from shoal import pipeline
from shoal.comparison.record import Record, failed, filled, frame_of, record_of, run_key, table_key
from shoal.comparison.store import Store
from shoal.criteria.base import Criterion
from shoal.errors import InputError, PrivacyWarning, SettingError, ShoalError
from shoal.partition.base import Effort
from shoal.partition.registry import make_partitioner, searches
from shoal.progress import Progress, Step, on_stderr, silent, timed
from shoal.request import names_of, schema_and_run, table_of, with_details, with_roles
from shoal.schema.column import Kind, Role
from shoal.schema.infer import complete
from shoal.schema.schema import Schema
from shoal.settings import Settings, checked, criteria_of
from shoal.table.frame import Table, like

KS = (2, 5, 10, 25)
METHODS = ("auto", "k_member", "mondrian")
WARM_K, WARM_ROWS = 2, 500
NO_MEMORY = "there is not enough memory for this method on this table"


@checked
def compare(  # noqa: PLR0913 - a face of the library; every option is a keyword
    table: object,
    *,
    ks: int | Sequence[int] = KS,
    methods: str | Sequence[str] = METHODS,
    quasi: str | Sequence[str] | None = None,
    sensitive: str | Sequence[str] = (),
    identifiers: str | Sequence[str] = (),
    hierarchies: Mapping[str, object] | str | Path | None = None,
    criteria: Criterion | Sequence[Criterion] = (),
    effort: Effort | str | None = None,
    seed: int = 0,
    missing: str | None = None,
    weights: Mapping[str, float] | None = None,
    suppress: float | None = None,
    loss: str | None = None,
    kinds: Mapping[str, Kind] | None = None,
    schema: Schema | str | Path | None = None,
    read: Mapping[str, object] | None = None,
    threads: int | None = None,
    resume: str | Path | None = None,
    progress: bool | Progress = False,
) -> object:
    """Return what each method makes of the table with each k, a line each, as a frame of the kind that came in.

    Nothing is released. A method that cannot do what is asked gets a line with its error. The columns are: `method`,
    `k`, `loss`, `bound`, `gap`, `groups`, `smallest`, `largest`, `dm`, `c_avg`, `suppressed`, `seconds`, `verified`,
    `error`; `bound` is the best that any method proved for that k.

    Args:
        table: as for `anonymize`, like all that is not told here.
        ks: the values of k.
        methods: the methods, by name.
        quasi: the columns that others may know of a person.
        sensitive: columns to keep and to guard.
        identifiers: columns to leave aside.
        hierarchies: for each column a hierarchy, or a folder of them.
        criteria: further conditions that every group must meet.
        effort: how long methods that search may do so; the others do not look at it.
        seed: makes the comparison repeatable.
        missing: "value" or "error".
        weights: how much the loss in a column counts.
        suppress: the share of rows that may be dropped.
        loss: the loss that methods work against.
        kinds: "numeric", "categorical" or "date" for columns whose kind is not to be inferred.
        schema: a Schema or the path of a `shoal.toml`, of which the columns are taken and not the settings.
        read: how to read the file, where `table` is a path.
        threads: how many threads to use.
        resume: a file, `.csv` or `.json`, that every finished run is kept in; runs that it holds already are not
            repeated. It holds figures and no cell.
        progress: True for a line on the terminal, or a callback that takes a `Step`.

    Raises:
        ShoalError: the table, a column, a method or a k is not there or cannot be.
        KeyboardInterrupt: it was interrupted; what was finished is in the file `resume`.

    Example:
        >>> from shoal.datasets import he_table1
        >>> found = compare(he_table1().frame, ks=[2, 3], methods="mondrian", quasi=["Age", "Zip"])
        >>> found.select("method", "k", "groups").rows()
        [('mondrian', 2, 3), ('mondrian', 3, 2)]
    """
    asked = {
        "sensitive": names_of(sensitive), "identifiers": names_of(identifiers), "criteria": criteria_of(criteria),
        "missing": missing, "suppress": suppress, "loss": loss, "seed": seed, "threads": threads,
    }  # fmt: skip
    plan = _plan(names_of(methods), (ks,) if isinstance(ks, int) else tuple(ks), {**asked, "effort": effort})
    store = None if resume is None else Store(resume)
    base, _ = schema_and_run(schema)
    source = table_of(table, read)
    roles: dict[Role, tuple[str, ...]] = {
        "quasi": names_of(quasi), "sensitive": names_of(sensitive), "identifier": names_of(identifiers),
    }  # fmt: skip
    found = with_roles(base, source, roles)
    found = with_details(found, hierarchies=hierarchies, weights=weights, kinds=kinds, data=source.data)
    found, _ = complete(found, source)
    if not source.rows:
        message = "the table has no rows"
        raise InputError(message, hint="a header alone cannot be compared")
    tell = timed(progress if callable(progress) else on_stderr() if progress else silent)
    records = list(_run(plan, source, found, store, tell))
    tell(Step("done", 1.0))
    return like(frame_of(filled(records)), table)


@dataclass(frozen=True, slots=True)
class _Cell:
    """One run of the plan."""

    method: str
    k: int
    keywords: dict[str, object] = field(default_factory=dict)

    @property
    def settings(self) -> dict[str, object]:
        """Return what the outcome depends on; threads do not matter."""
        return {"method": self.method, "k": self.k} | {n: v for n, v in self.keywords.items() if n != "threads"}


def _plan(methods: Sequence[str], ks: Sequence[int], asked: Mapping[str, object]) -> list[_Cell]:
    """Return the runs, method by method; what no run can do is refused before any data is read.

    Raises:
        SettingError: there is no such method, no k, or a setting is out of range.
    """
    if not ks or not methods:
        message = f"there is no {'method' if ks else 'k'} to compare"
        raise SettingError(message, hint="give at least one")
    cells = []
    for method in dict.fromkeys(methods):
        make_partitioner(method, {})
        given = {name: value for name, value in asked.items() if value not in (None, ())}
        if not searches(method):
            given.pop("effort", None)
        checked: dict[str, object] = {
            name: given[name] for name in ("effort", "missing", "suppress", "loss", "seed") if name in given
        }
        for k in sorted(set(ks)):
            Settings.of({"k": k, "method": method, **checked})
            cells.append(_Cell(method, k, given))
    return cells


def _run(plan: Sequence[_Cell], source: Table, schema: Schema, store: Store | None, tell: Progress) -> Iterator[Record]:
    """Yield the line of each run, from the store where it is there already."""
    table = table_key(source, schema) if store is not None else ""
    warm: set[str] = set()
    for number, cell in enumerate(plan):
        done = number / len(plan)
        tell(Step(f"{cell.method}, k = {cell.k}", done))
        key = run_key(table, cell.settings) if store is not None else ""
        known = None if store is None else store.get(key)
        if known is None:
            if cell.method not in warm:
                _warm_up(cell, source, schema)
                warm.add(cell.method)
            known = {**_outcome(cell, source, schema, tell, done), "key": key}
            if store is not None:
                store.add(known)
        yield known


def _warm_up(cell: _Cell, source: Table, schema: Schema) -> None:
    """Let a method run on a few rows, so that compiling it, or loading what was compiled, is in no line's time."""
    small = replace(cell, k=WARM_K, keywords={**cell.keywords, **({"effort": "fast"} if searches(cell.method) else {})})
    _outcome(small, replace(source, data=source.data.head(WARM_ROWS)), schema, silent, 0.0)


def _outcome(cell: _Cell, source: Table, schema: Schema, tell: Progress, done: float) -> Record:
    """Return the line of one run.

    Raises:
        KeyboardInterrupt: the run was interrupted; what a search had found by then is no fair line.
    """

    def pass_on(step: Step) -> None:
        tell(Step(f"{cell.method}, k = {cell.k}", done, step.loss, step.bound))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PrivacyWarning)  # nothing is released, and the columns were warned of once
        try:
            release = pipeline.anonymize(
                source,
                k=cell.k,
                method=cell.method,
                schema=schema,
                progress=pass_on,
                **cell.keywords,  # type: ignore[arg-type]  # checked there
            )
        except ShoalError as error:
            return failed(cell.method, cell.k, error.message)
        except MemoryError:
            return failed(cell.method, cell.k, NO_MEMORY)
    if release.stopped == "interrupted":
        raise KeyboardInterrupt
    return record_of(release, cell.method, cell.k)
