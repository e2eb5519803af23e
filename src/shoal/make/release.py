"""The one making of a release: groups found, published, verified, and nothing that fails leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import polars as pl

from shoal.arrays import Labels, Picks
from shoal.criteria.sensitive import code_sensitive
from shoal.encode.kept import by_kind
from shoal.errors import PrivacyWarning, SchemaError, warn_caller
from shoal.figure import counted
from shoal.forms.base import Leaving, Origin, Promise
from shoal.generalize.mapping import mapping_of
from shoal.generalize.publish import leaving_order, pseudonyms, tells_order_of_rows
from shoal.generalize.published import Published
from shoal.make.bound import bound_beside
from shoal.make.group import Run, group
from shoal.measure.measures import Measures
from shoal.partition.registry import about_of
from shoal.progress import Step
from shoal.schema.names import is_number_by_name, role_by_name
from shoal.schema.schema import Schema
from shoal.table.frame import Table
from shoal.table.header import called
from shoal.table.text import is_comparable
from shoal.verify.verdict import Verdict

MOST_ROWS_EACH = 50
"""Rows that a person has on average at most; where more rows agree, a column is about something else."""


class Made(NamedTuple):
    """A verified release; the second table is there in the form "two tables" only.

    `order` is the original row that each released row is.
    """

    data: pl.DataFrame
    second: pl.DataFrame | None
    verdict: Verdict
    measures: Measures
    mapping: pl.DataFrame
    notes: Mapping[str, object]
    bound: float | None
    observed: object
    reported: Measures | None
    person: pl.Series | None
    order: Picks


def make(source: Table, schema: Schema, run: Run) -> Made:
    """Return the verified release of a table."""
    settings, tell = run.settings, run.tell
    settings.require_rows(source.rows)
    _require_comparable(source.data, schema)
    tell(Step("encode", 0.0))
    grouped = group(source, schema, run)
    bound, notes = bound_beside(grouped, run)
    tell(Step("publish", 0.0))
    published = grouped.published
    order = leaving_order(published.entry, keep_order=settings.keep_order)
    if settings.keep_order:
        _warn("the rows leave in their original order: anyone who knows that order can find rows again")
    warn_of_method(settings.method)
    others = _others(source.data, schema, settings.pseudonymize)
    names = run.form.named(schema, _published_names(published), settings.pseudonymize)
    tables = run.form.tables(Leaving(source.data, others, schema, published, order))
    tell(Step("verify", 0.0))
    person = None if settings.person is None else source.data.get_column(settings.person).gather(order)
    promise = Promise(names, schema.of_role("sensitive"), run.criteria, person)
    verdict = run.form.verify(tables, promise, Origin(grouped.coded, grouped.partition, published))
    if settings.person is None and run.form.shows_groups:
        _warn_of_repeats(source.data, schema, tables.groups, run.k)
    mapping = mapping_of(tables.groups, others, settings.pseudonymize)
    return Made(
        tables.data, tables.second, verdict, grouped.measures, mapping, notes, bound, grouped.observed,
        grouped.reported, person, order,
    )  # fmt: skip


def _published_names(published: Published) -> dict[str, list[str]]:
    """Return the names that each quasi column is published under."""
    return {name: [series.name for series in columns] for name, columns in published.columns.items()}


def _require_comparable(data: pl.DataFrame, schema: Schema) -> None:
    """Refuse sensitive columns that the last step could not judge, before the first.

    Raises:
        SchemaError: some cells are not what a column is declared to be.
        HierarchyError: some values are not in the hierarchy.
    """
    for column in schema.of_role("sensitive"):
        series = by_kind(column, data.get_column(column.name))
        if column.hierarchy is not None and is_comparable(series):
            code_sensitive(series, column.hierarchy)


def _others(data: pl.DataFrame, schema: Schema, pseudonymized: Sequence[str]) -> pl.DataFrame:
    """Return the columns that leave as they are, and identifiers as pseudonyms where that was asked for."""
    kept = [column.name for column in schema.columns if column.role in ("sensitive", "plain")]
    warn_of_pseudonyms(schema, pseudonymized)
    leaving = data.select(kept).get_columns()
    for series in leaving:
        if tells_order_of_rows(series):
            _warn(f"the labels of {series.name!r} are numbered as they first occur, which tells where rows stood")
    return pl.DataFrame([*leaving, *(pseudonyms(data.get_column(name)) for name in pseudonymized)])


def warn_of_pseudonyms(schema: Schema, pseudonymized: Sequence[str]) -> None:
    """Warn of what pseudonyms tell.

    Raises:
        SchemaError: a column that is to have them is no identifier.
    """
    for name in pseudonymized:
        if schema.column(name).role != "identifier":
            message = f"column {name!r} is to be pseudonymized, but its role is {schema.column(name).role}"
            raise SchemaError(message)
        _warn(f"rows that agree in {name!r} share a pseudonym, so rows of one person can be linked to each other")


def warn_of_method(method: str) -> None:
    """Warn of what a release by a method does not withstand."""
    if weakness := about_of(method).weakness:
        _warn(f"method {method!r} does not withstand everyone: {weakness}")


def _warn_of_repeats(data: pl.DataFrame, schema: Schema, groups: Labels, k: int) -> None:
    """Warn where rows are counted, an identifier repeats, and groups hold fewer than k of its values.

    An identifier is one that was declared, or stays at home and is named like one. Where another differs from row to
    row, each row may well be a person's: names that two people share are nothing to warn of then, only numbers are. A
    column of very few values does not tell people apart.
    """
    named = [c.name for c in schema.of_role("omitted") if (role_by_name(c.name) or ("",))[0] == "identifier"]
    named_so = [data.get_column(name) for name in (*(c.name for c in schema.of_role("identifier")), *named)]
    values = {series.name: series.n_unique() for series in named_so if is_comparable(series)}
    repeating = {name: count for name, count in values.items() if data.height / MOST_ROWS_EACH <= count < data.height}
    if len(repeating) < len(values) and max(values.values()) == data.height:
        repeating = {name: count for name, count in repeating.items() if is_number_by_name(name)}
    if not repeating:
        return
    name = max(repeating, key=lambda one: repeating[one])
    people = pl.DataFrame({"group": groups, "who": data.get_column(name)}).filter(pl.col("group") >= 0)
    held = people.group_by("group").agg(pl.col("who").n_unique(), rows=pl.len())
    few = held.filter(pl.col("who") < k)
    if few.height:
        (what,) = called([name], data.columns, data)
        _warn(
            f"{what} repeats, and k counts rows: {few.height:,} of {counted(held.height, 'group')} hold fewer than "
            f"{k} of its values, {counted(int(few['rows'].sum()), 'row')} in all; named as the person "
            "(person=, --person), people are counted"
        )


def _warn(message: str) -> None:
    warn_caller(message, PrivacyWarning)
