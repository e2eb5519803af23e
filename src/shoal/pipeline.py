"""The only place where the steps meet: a table in, a verified release out."""

from __future__ import annotations

import secrets
import time
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Labels
from shoal.criteria._base import Criterion, Facts
from shoal.criteria.guarding import spread_over
from shoal.criteria.k_anonymity import KAnonymity
from shoal.errors import PrivacyWarning, SchemaError
from shoal.generalize.publish import assemble, leaving_order, pseudonyms, released_names
from shoal.generalize.two_tables import two_tables
from shoal.grouping import Grouped, Run, group, style_of
from shoal.kernels import threads as kernel_threads
from shoal.measure.measures import Measures
from shoal.partition._base import Effort
from shoal.partition._registry import PARTITIONERS, about_of
from shoal.progress import Progress, Step, on_stderr, silent, timed
from shoal.release import Release
from shoal.report.before import Before, before_of
from shoal.request import (
    finished,
    names_of,
    require_rows,
    run_for,
    schema_and_run,
    table_of,
    with_details,
    with_roles,
)
from shoal.risk.profile import Profile, profile_table
from shoal.schema.column import Kind, Role
from shoal.schema.schema import Schema
from shoal.settings import Settings
from shoal.table.frame import Table, like
from shoal.table.write import write_private
from shoal.verify.release import require_columns, verify_groups, verify_release, verify_two_tables
from shoal.verify.ring import RowBoxes, verify_ring
from shoal.verify.verdict import Verdict, judge


def anonymize(  # noqa: PLR0913 - the face of the library; every option is a keyword
    table: object,
    *,
    k: int | None = None,
    quasi: str | Sequence[str] | None = None,
    sensitive: str | Sequence[str] = (),
    identifiers: str | Sequence[str] = (),
    hierarchies: Mapping[str, object] | str | Path | None = None,
    criteria: Sequence[Criterion] = (),
    method: str | None = None,
    effort: Effort | str | None = None,
    seed: int | None = None,
    missing: str | None = None,
    weights: Mapping[str, float] | None = None,
    suppress: float | None = None,
    style: str | None = None,
    keep_order: bool | None = None,
    progress: bool | Progress = False,
    loss: str | None = None,
    kinds: Mapping[str, Kind] | None = None,
    schema: Schema | str | Path | None = None,
    options: Mapping[str, object] | None = None,
    pseudonymize: str | Sequence[str] = (),
    mapping: str | Path | None = None,
    read: Mapping[str, object] | None = None,
    threads: int | None = None,
) -> Release:
    """Return a release of the table in which every row looks like at least k - 1 others, verified.

    Args:
        table: a pandas, polars or Arrow table, anything narwhals takes, or the path of a file.
        k: the least number of rows that look alike.
        quasi: the columns that others may know of a person; they are generalised.
        sensitive: columns to keep and to guard.
        identifiers: columns that name a person; they are dropped.
        hierarchies: for each column a hierarchy (a rule, nested dicts, or the path of an ARX file), or a folder with
            one `<column>.csv` each.
        criteria: further conditions that every group must meet.
        method: the partition method, "auto" unless said otherwise; see `methods`. With "+improve" added to the name of
            one that publishes boxes, its groups are where a search begins.
        effort: how long "auto" or "+improve" searches: "fast", "balanced" (default), "best", or a number of seconds.
            Ctrl-C ends the search, and what was found by then is released.
        seed: makes the groups repeatable; drawn and recorded when not given. It does not decide the order of rows.
        missing: "value" (default) treats a missing cell as a value of its own, "error" refuses it.
        weights: how much the loss in a column counts, 1 unless said otherwise.
        suppress: the share of rows that may be dropped where that lowers the loss of the rest; 0 unless said otherwise.
        style: how numbers and dates are published: "interval", "bounds", "midpoint" or "mean"; by default the way of
            the method, which is intervals for most.
        keep_order: leave the rows in their original order, which can help to find people again.
        progress: True for a line on the terminal, or a callback that takes a `Step`.
        loss: the loss that the method works against: "ncp", "height", "lm" or "order"; that of its paper by default.
        kinds: "numeric", "categorical" or "date" for columns whose kind is not to be inferred.
        schema: a Schema or the path of a `shoal.toml`; what is also given as an argument wins.
        options: options of the method, by name.
        pseudonymize: identifier columns to replace by random pseudonyms rather than drop.
        mapping: a file, readable by its owner alone, to write row numbers, groups and pseudonyms to.
        read: how to read the file, where `table` is a path: separator, encoding, null, sheet, format.
        threads: how many threads to use; all unless said otherwise. The result does not depend on it.

    Raises:
        ShoalError: one of its kinds says what is wrong and what to try; nothing is returned or written then.

    Example:
        >>> from shoal.datasets import he_table1
        >>> table = he_table1()
        >>> release = anonymize(table.frame, k=2, quasi=["Age", "Zip"], sensitive="Disease", identifiers="Name")
        >>> release.verdict.k, round(release.loss, 4)
        (2, 0.1893)
    """
    started = time.perf_counter()
    base, run = schema_and_run(schema)
    run = run_for(run, method)
    asked = {
        "k": k, "method": method, "effort": effort, "seed": seed, "missing": missing, "suppress": suppress,
        "style": style, "loss": loss, "keep_order": keep_order, "options": options,
        "pseudonymize": names_of(pseudonymize) or None, "read": read, "criteria": tuple(criteria) or None,
    }  # fmt: skip
    settings = Settings.of(run | {name: value for name, value in asked.items() if value is not None})
    source = table_of(table, settings.read)
    named = tuple(dict.fromkeys((*names_of(identifiers), *settings.pseudonymize)))
    roles: dict[Role, tuple[str, ...]] = {
        "quasi": names_of(quasi),
        "sensitive": names_of(sensitive),
        "identifier": named,
    }
    found = with_roles(base, source, roles)
    found = with_details(found, hierarchies=hierarchies, weights=weights, kinds=kinds)
    found, inferred = finished(found, source)
    tell = timed(progress if callable(progress) else on_stderr() if progress else silent)
    secret = _secret(settings, given="seed" in run or seed is not None)
    with kernel_threads(threads):
        wanted = spread_over(
            (KAnonymity(settings.k), *settings.criteria), [column.name for column in found.of_role("sensitive")]
        )
        made = _make(source, found, Run(settings, wanted, tell, secret))
    if mapping is not None:
        write_private(made.mapping, mapping)
    tell(Step("done", 1.0, made.measures.gcp, made.bound))
    return Release(
        frame=like(made.data, table),
        data=made.data,
        second=made.second,
        rows=source.rows,
        suppressed=source.rows - made.data.height,
        measures=made.measures,
        verdict=made.verdict,
        settings=settings,
        form=about_of(settings.method).publishes,
        notes=made.notes,
        schema=found,
        inferred=inferred,
        seconds=time.perf_counter() - started,
        bound=made.bound,
        _before=made.before,
    )


def check(table: object, *, quasi: str | Sequence[str], sensitive: str | Sequence[str] = ()) -> Verdict:
    """Return what a table guarantees against someone who knows the quasi columns, whoever made it.

    Raises:
        SchemaError: a column is not in the table, or no column is given.
    """
    source = table_of(table)
    with_roles(Schema(()), source, {"quasi": names_of(quasi), "sensitive": names_of(sensitive)})
    return judge(source.data, names_of(quasi))


def profile(table: object) -> Profile:
    """Return what each column, and each pair of columns, tells of the people in the table, and roles to consider."""
    return profile_table(table_of(table))


class MethodInfo(NamedTuple):
    """One line of `shoal methods`."""

    name: str
    title: str
    paper: str
    publishes: str
    needs: tuple[str, ...]
    cost: str
    advice: str


def methods() -> tuple[MethodInfo, ...]:
    """Return what there is to know of each method, by name."""
    return tuple(
        MethodInfo(name, a.title, a.paper, a.publishes, a.needs, a.cost, a.advice)
        for name, a in ((name, method.about) for name, method in sorted(PARTITIONERS.items()))
    )


class _Made(NamedTuple):
    """A verified release; the second table is there in the form "two tables" only."""

    data: pl.DataFrame
    second: pl.DataFrame | None
    verdict: Verdict
    measures: Measures
    mapping: pl.DataFrame
    notes: Mapping[str, object]
    bound: float | None
    before: Before


def _make(source: Table, schema: Schema, run: Run) -> _Made:
    """Return the verified release of a table."""
    settings, tell = run.settings, run.tell
    require_rows(source, settings)
    tell(Step("encode", 0.0))
    grouped = group(source, schema, run)
    tell(Step("publish", 0.0))
    published = grouped.published
    order = leaving_order(published.entry, keep_order=settings.keep_order)
    if settings.keep_order:
        _warn("the rows leave in their original order: whoever knows that order can find rows again")
    others = _others(source.data, schema, settings.pseudonymize)
    second = None
    if run.form == "two tables":
        sensitive = [column.name for column in schema.of_role("sensitive")]
        exact = source.data.select(c.name for c in schema.columns if c.role == "quasi" or c.name in others.columns)
        data, second = two_tables(exact.with_columns(others), sensitive, published.groups, order)
    else:
        entries = published.entry[order].astype(np.uint32)
        carriers = order if published.carrier is None else published.carrier[order].astype(np.uint32)
        data = assemble(others, schema, published.columns, entries, carriers)
    tell(Step("verify", 0.0))
    verdict = _verified(data, second, schema, grouped, run)
    mapping = _mapping(published.groups, others, settings.pseudonymize)
    before = before_of(grouped.tally, data, settings.k)
    return _Made(data, second, verdict, grouped.measures, mapping, grouped.partition.notes, grouped.bound, before)


def _verified(data: pl.DataFrame, second: pl.DataFrame | None, schema: Schema, grouped: Grouped, run: Run) -> Verdict:
    """Return the verdict on a release, by the rules of its form; nothing leaves that does not pass."""
    quasi = [column.name for column in schema.of_role("quasi")]
    if second is not None:
        sensitive = [column.name for column in schema.of_role("sensitive")]
        return verify_two_tables(data, second, sensitive=sensitive, quasi=quasi, k=run.k)
    names = released_names(schema, grouped.domains, style_of(run.settings), run.settings.pseudonymize)
    shown = _released_quasi(schema, names)
    if run.form not in ("ring", "synthetic") or not grouped.partition.groups:
        trees = {column.name: column.hierarchy for column in schema.of_role("sensitive")}
        return verify_release(data, columns=names, quasi=shown, criteria=run.criteria, hierarchies=trees)
    require_columns(data, names)
    ring = grouped.partition.ring
    if ring is None or grouped.codes is None:
        return verify_groups(Facts(grouped.published.sizes), shown, run.criteria)
    if ring.side != "both":
        _warn(f"the release promises k on one side only ({ring.side} rows): it is weaker than k-anonymity")
    boxes = RowBoxes(grouped.codes, ring.lo, ring.hi, grouped.partition.labels)
    return verify_ring(boxes, run.k, ring.side, tuple(shown))


def _secret(settings: Settings, *, given: bool) -> np.random.Generator:
    """Return the generator of draws that nobody may guess: seeded by the system, unless the user gave a seed."""
    if not given:
        return np.random.default_rng(secrets.randbits(128))
    if about_of(settings.method).rests_on_secret:
        _warn("whoever learns the seed of this release can undo it: keep the seed secret, or do not give one")
    return np.random.default_rng(np.random.SeedSequence(settings.seed, spawn_key=(1,)))


def _others(data: pl.DataFrame, schema: Schema, pseudonymized: Sequence[str]) -> pl.DataFrame:
    """Return the columns that leave as they are, and identifiers as pseudonyms where that was asked for."""
    kept = [column.name for column in schema.columns if column.role in ("sensitive", "plain")]
    for name in pseudonymized:
        if schema.column(name).role != "identifier":
            message = f"column {name!r} is to be pseudonymized, but its role is {schema.column(name).role}"
            raise SchemaError(message)
        _warn(f"rows that agree in {name!r} share a pseudonym, so rows of one person can be linked to each other")
    return data.select(kept).with_columns([pseudonyms(data.get_column(name)) for name in pseudonymized])


def _released_quasi(schema: Schema, names: Sequence[str]) -> list[str]:
    quasi = {column.name for column in schema.of_role("quasi")}
    pairs = {f"{name}_{end}" for name in quasi for end in ("min", "max")} - {column.name for column in schema.columns}
    return [name for name in names if name in quasi or name in pairs]


def _mapping(labels: Labels, others: pl.DataFrame, pseudonymized: Sequence[str]) -> pl.DataFrame:
    group = pl.Series("group", labels)
    columns = [pl.Series("row", np.arange(len(labels))), group.set(group < 0, None)]
    return pl.DataFrame([*columns, *(others.get_column(name) for name in pseudonymized)])


def _warn(message: str) -> None:
    warnings.warn(message, PrivacyWarning, stacklevel=2)
