"""The only place where the steps meet: a table in, a verified release out."""

from __future__ import annotations

import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.criteria.base import Criterion, Facts
from shoal.criteria.guarding import spread_over
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.sensitive import code_sensitive
from shoal.encode.kept import as_meant
from shoal.errors import PrivacyWarning, SchemaError
from shoal.filed import made_for
from shoal.generalize.mapping import mapping_of
from shoal.generalize.names import Names, names_of_release
from shoal.generalize.publish import assemble, leaving_order, pseudonyms, tells_order_of_rows
from shoal.generalize.two_tables import renumbered, two_tables
from shoal.grouping import Grouped, Run, group
from shoal.kernels import threads as kernel_threads
from shoal.measure.measures import Measures
from shoal.partition.base import Effort
from shoal.partition.registry import about_of
from shoal.progress import Progress, Step, on_stderr, silent, timed
from shoal.release import Release
from shoal.report.before import Before, before_of
from shoal.request import (
    against_of,
    described,
    names_of,
    require_rows,
    run_for,
    schema_and_run,
    table_of,
    with_details,
    with_roles,
)
from shoal.risks.profile import Profile, profile_table
from shoal.risks.risk import THRESHOLD, Against, Risk, risk_of
from shoal.schema.column import Kind, Role
from shoal.schema.hierarchy import hierarchies_in
from shoal.schema.infer import complete
from shoal.schema.schema import Schema
from shoal.secret import SystemSecret
from shoal.settings import Settings, checked
from shoal.table._format import named_format
from shoal.table.frame import Table, like
from shoal.table.text import can_be_told_apart
from shoal.table.write import require_private, write_private
from shoal.verify.release import require_columns, verify_groups, verify_release, verify_two_tables
from shoal.verify.ring import RowBoxes, verify_ring
from shoal.verify.verdict import Verdict, judge
from shoal.warming import compiled_ahead, uses_of

NOT_REPEATED = "the seed does not repeat this release: draws that protect come from the system, and from no seed"


@checked
def anonymize(  # noqa: PLR0913 - the face of the library; every option is a keyword
    table: object,
    *,
    k: int | None = None,
    quasi: str | Sequence[str] | None = None,
    sensitive: str | Sequence[str] = (),
    identifiers: str | Sequence[str] = (),
    hierarchies: Mapping[str, object] | str | Path | None = None,
    criteria: Criterion | Sequence[Criterion] | None = None,
    method: str | None = None,
    effort: Effort | str | None = None,
    seed: int | None = None,
    missing: str | None = None,
    weights: Mapping[str, float] | None = None,
    suppress: float | None = None,
    vary: float | None = None,
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
    written_as: str | None = None,
) -> Release:
    """Return a release of the table in which every row looks like at least k - 1 others, verified.

    Args:
        table: a pandas, polars or Arrow table, anything narwhals takes, or the path of a file.
        k: the least number of rows that look alike.
        quasi: the columns that others may know of a person; they are generalised.
        sensitive: columns to keep and to guard.
        identifiers: columns that name a person; they are dropped.
        hierarchies: for each column a hierarchy (a rule, nested dicts, or the path of an ARX file), or a folder with
            one `<column>.csv` each. Sensitive columns may have one too, for t-closeness.
        criteria: further conditions that every group must meet, such as `LDiversity(3)`; one that names no column is
            for every sensitive column.
        method: the partition method, "auto" unless said otherwise; see `methods`. With "+improve" added to the name of
            one that publishes boxes, its groups are where a search begins.
        effort: how long "auto" or "+improve" searches: "fast", "balanced" (default), "best", or a number of seconds.
            Ctrl-C ends the search, and what was found by then is released.
        seed: makes the groups repeatable; drawn and recorded when not given. It decides nothing that protects: not the
            order of the rows, and nothing where sensitive values have a say in the groups (`Release.repeatable`).
        missing: "value" (default) treats a missing cell as a value of its own, "error" refuses it.
        weights: how much the loss in a column counts, 1 unless said otherwise.
        suppress: the share of rows that may be dropped where that lowers the loss of the rest; 0 unless said otherwise.
        vary: how much more may be lost, as a share, for groups that are drawn at random among such that lose nearly as
            little; 0 unless said otherwise. Whoever knows the method learns less from them of the values that are
            guarded; see the guide on attacks.
        style: how numbers and dates are published: "interval", "bounds", "midpoint" or "mean"; by default the way of
            the method, which is intervals for most.
        keep_order: leave the rows in their original order, which can help to find people again.
        progress: True for a line on the terminal, or a callback that takes a `Step`.
        loss: the loss that the method works against: "ncp", "height", "lm" or "order"; that of its paper by default.
        kinds: "numeric", "categorical" or "date" for columns whose kind is not to be inferred.
        schema: a Schema or the path of a `shoal.toml`; what is also given as an argument wins. Criteria that are given
            replace all those of the file.
        options: options of the method, by name.
        pseudonymize: identifier columns to replace by random pseudonyms rather than drop.
        mapping: a file, readable by its owner alone, to write row numbers, groups and pseudonyms to.
        read: how to read the file, where `table` is a path: separator, encoding, null, sheet, format.
        threads: how many threads to use; all unless said otherwise. The result does not depend on it.
        written_as: the format of the file that the release is for, such as "csv". Sensitive values that such a file
            does not tell apart (a missing cell and an empty text, say) are made one before the groups are.

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
        "vary": vary, "style": style, "loss": loss, "keep_order": keep_order, "options": options,
        "pseudonymize": names_of(pseudonymize) or None, "read": read, "criteria": criteria,
    }  # fmt: skip
    settings = Settings.of(run | {name: value for name, value in asked.items() if value is not None})
    if mapping is not None:
        require_private(mapping)
    source = table_of(table, settings.read)
    named = tuple(dict.fromkeys((*names_of(identifiers), *settings.pseudonymize)))
    roles: dict[Role, tuple[str, ...]] = {
        "quasi": names_of(quasi),
        "sensitive": names_of(sensitive),
        "identifier": named,
    }
    found = with_roles(base, source, roles)
    found, inferred = described(found, source, hierarchies=hierarchies, weights=weights, kinds=kinds)
    if written_as is not None:
        source, found, remarks = made_for(source, found, named_format(written_as))
        inferred = (*inferred, *remarks)
    tell = timed(progress if callable(progress) else on_stderr() if progress else silent)
    with kernel_threads(threads), compiled_ahead(*uses_of(settings)) as ahead:
        wanted = spread_over((KAnonymity(settings.k), *settings.criteria), _names(found, "sensitive"))
        made = _make(source, found, Run(settings, wanted, tell, SystemSecret(), ahead))
    if mapping is not None:
        write_private(made.mapping, mapping)
    release = Release(
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
        seconds=time.perf_counter() - started - ahead.seconds,
        bound=made.bound,
        _before=made.before,
        _told=made.told,
    )
    tell(Step("done", 1.0, release.told.measures.gcp, release.told.bound))
    if release.repeatable or not ("seed" in run or seed is not None):
        return release
    return replace(release, inferred=(*release.inferred, NOT_REPEATED))


@checked
def check(
    table: object,
    *,
    quasi: str | Sequence[str],
    sensitive: str | Sequence[str] = (),
    hierarchies: Mapping[str, object] | str | Path | None = None,
    criteria: Sequence[Criterion] = (),
    kinds: Mapping[str, Kind] | None = None,
) -> Verdict:
    """Return what a table guarantees against someone who knows the quasi columns, whoever made it.

    Args:
        table: a pandas, polars or Arrow table, anything narwhals takes, or the path of a file.
        quasi: the columns that others may know of a person.
        sensitive: the columns whose values are to stay unknown; the verdict has the levels that each of them reaches.
        hierarchies: for sensitive columns a hierarchy, or a folder with one `<column>.csv` each, by which t-closeness
            also takes the hierarchical distance. Those of other columns are not needed.
        criteria: what every group is to meet; the verdict says which of them are broken.
        kinds: "numeric", "categorical" or "date" for sensitive columns whose kind is not to be inferred.

    Raises:
        SchemaError: a column is not in the table, or no column is given.
        HierarchyError: a hierarchy is broken, or does not cover the values of its column.

    Example:
        >>> from shoal.datasets import he_table1
        >>> verdict = check(he_table1().frame, quasi="Zip", sensitive="Disease")
        >>> verdict.k, verdict.levels["Disease"].distinct_l
        (1, 1)
    """
    source = table_of(table)
    known, names = names_of(quasi), tuple(dict.fromkeys(names_of(sensitive)))
    found = with_roles(Schema(()), source, {"quasi": known, "sensitive": names})
    if isinstance(hierarchies, str | Path):
        hierarchies = hierarchies_in(hierarchies, names)
    found = with_details(found, hierarchies=hierarchies, weights=None, kinds=kinds, data=source.data)
    told, _ = complete(Schema(tuple(found.column(name) for name in names)), source)
    return judge(
        source.data.with_columns(as_meant(column, source.data.get_column(column.name)) for column in told.columns),
        known,
        names,
        {column.name: column.hierarchy for column in told.columns if column.hierarchy is not None},
        spread_over(criteria, names),
    )


@checked
def risk(  # noqa: PLR0913 - a face of the library; every option is a keyword
    table: object,
    *,
    quasi: str | Sequence[str],
    sensitive: str | Sequence[str] = (),
    population: object = None,
    fraction: float | None = None,
    k_map: int | None = None,
    threshold: float = THRESHOLD,
) -> Risk:
    """Return what someone who knows the quasi columns gains from a table, whoever made it.

    Args:
        table: as for `anonymize`; a raw table, or a release.
        quasi: the columns that others may know of a person.
        sensitive: columns whose values are looked for in groups.
        population: a table of all people that the table may be about, with the same quasi columns. Cells are compared
            as they are, which suits tables that are both raw, or both generalised in the same way. Where the table has
            intervals (`[39 - 42]`) or `*` and the population has none, people are counted whose values lie in them.
        fraction: the share of the population that the table holds, where there is no table of it.
        k_map: the least number of people in the population who share the quasi values of any row, where that is known.
        threshold: the chance above which a row counts as being at risk.

    Raises:
        SettingError: a number is out of range, or both a population and k_map are given.
        SchemaError: a column is not in the table or the population, or no quasi column is given.

    Example:
        >>> from shoal.datasets import he_table1
        >>> found = risk(he_table1().frame, quasi=["Age", "Zip"], sensitive="Disease")
        >>> found.prosecutor.highest, found.uniqueness.sample
        (1.0, 1.0)
    """
    asked = Against(fraction=fraction, k_map=k_map, threshold=threshold)
    source = table_of(table)
    known, looked_for = names_of(quasi), names_of(sensitive)
    with_roles(Schema(()), source, {"quasi": known, "sensitive": looked_for})
    return risk_of(source.data, known, looked_for, against_of(asked, population, source.data, known))


def profile(table: object) -> Profile:
    """Return what each column, and each pair of columns, tells of the people in the table, and roles to consider."""
    return profile_table(table_of(table))


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
    told: Measures | None


def _make(source: Table, schema: Schema, run: Run) -> _Made:
    """Return the verified release of a table."""
    settings, tell = run.settings, run.tell
    require_rows(source, settings)
    _require_told(source.data, schema)
    tell(Step("encode", 0.0))
    grouped = group(source, schema, run)
    tell(Step("publish", 0.0))
    published = grouped.published
    order = leaving_order(published.entry, keep_order=settings.keep_order)
    if settings.keep_order:
        _warn("the rows leave in their original order: whoever knows that order can find rows again")
    if weakness := about_of(settings.method).weakness:
        _warn(f"method {settings.method!r} does not withstand everyone: {weakness}")
    others = _others(source.data, schema, settings.pseudonymize)
    second, groups = None, published.groups
    names = names_of_release(schema, published.columns, run.form, settings.pseudonymize)
    if run.form == "two tables":
        sensitive = _names(schema, "sensitive")
        there = set(others.columns)
        exact = source.data.select(c.name for c in schema.columns if c.role == "quasi" or c.name in there)
        groups = renumbered(groups)
        data, second = two_tables(exact.with_columns(others), sensitive, groups, order)
    else:
        entries = published.entry[order].astype(np.uint32)
        carriers = order if published.carrier is None else published.carrier[order].astype(np.uint32)
        data = assemble(others, schema, published.columns, entries, carriers)
    tell(Step("verify", 0.0))
    verdict = _verified(data, second, schema, grouped, run, names)
    mapping = mapping_of(groups, others, settings.pseudonymize)
    before = before_of(grouped.tally, data, settings.k)
    return _Made(
        data, second, verdict, grouped.measures, mapping, grouped.partition.notes, grouped.bound, before, grouped.told
    )


def _verified(
    data: pl.DataFrame, second: pl.DataFrame | None, schema: Schema, grouped: Grouped, run: Run, names: Names
) -> Verdict:
    """Return the verdict on a release, by the rules of its form; nothing leaves that does not pass."""
    if second is not None:
        require_columns(data, names.columns)
        require_columns(second, names.second)
        return verify_two_tables(data, second, sensitive=_names(schema, "sensitive"), quasi=names.quasi, k=run.k)
    if run.form not in ("ring", "synthetic") or not grouped.partition.groups:
        told = schema.of_role("sensitive")
        data = data.with_columns(as_meant(column, data.get_column(column.name)) for column in told)
        trees = {column.name: column.hierarchy for column in told}
        return verify_release(data, columns=names.columns, quasi=names.quasi, criteria=run.criteria, sensitive=trees)
    require_columns(data, names.columns)
    ring = grouped.partition.ring
    if ring is None or grouped.codes is None:
        return verify_groups(Facts(grouped.published.sizes), names.quasi, run.criteria)
    if ring.side != "both":
        _warn(f"the release promises k on one side only ({ring.side} rows): it is weaker than k-anonymity")
    boxes = RowBoxes(grouped.codes, ring.lo, ring.hi, grouped.partition.labels)
    return verify_ring(boxes, run.k, ring.side, names.quasi)


def _require_told(data: pl.DataFrame, schema: Schema) -> None:
    """Refuse sensitive columns that the last step could not judge, before the first.

    Raises:
        SchemaError: some cells are not what a column is declared to be.
        HierarchyError: some values are not in the hierarchy.
    """
    for column in schema.of_role("sensitive"):
        series = as_meant(column, data.get_column(column.name))
        if column.hierarchy is not None and can_be_told_apart(series):
            code_sensitive(series, column.hierarchy)


def _names(schema: Schema, role: Role) -> list[str]:
    """Return the names of the columns of a role."""
    return [column.name for column in schema.of_role(role)]


def _others(data: pl.DataFrame, schema: Schema, pseudonymized: Sequence[str]) -> pl.DataFrame:
    """Return the columns that leave as they are, and identifiers as pseudonyms where that was asked for."""
    kept = [column.name for column in schema.columns if column.role in ("sensitive", "plain")]
    for name in pseudonymized:
        if schema.column(name).role != "identifier":
            message = f"column {name!r} is to be pseudonymized, but its role is {schema.column(name).role}"
            raise SchemaError(message)
        _warn(f"rows that agree in {name!r} share a pseudonym, so rows of one person can be linked to each other")
    leaving = data.select(kept).get_columns()
    for series in leaving:
        if tells_order_of_rows(series):
            _warn(f"the labels of {series.name!r} are numbered as they first occur, which tells where rows stood")
    return pl.DataFrame([*leaving, *(pseudonyms(data.get_column(name)) for name in pseudonymized)])


def _warn(message: str) -> None:
    warnings.warn(message, PrivacyWarning, stacklevel=2)
