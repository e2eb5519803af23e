"""The one making of a release: groups found, published, verified, and nothing that fails leaves."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.criteria.base import Facts
from shoal.criteria.sensitive import code_sensitive
from shoal.encode.kept import as_meant
from shoal.errors import PrivacyWarning, SchemaError
from shoal.generalize.mapping import mapping_of
from shoal.generalize.names import Names, names_of_release
from shoal.generalize.publish import assemble, leaving_order, pseudonyms, tells_order_of_rows
from shoal.generalize.two_tables import renumbered, two_tables
from shoal.make.bound import bound_beside
from shoal.make.group import Grouped, Run, group
from shoal.measure.measures import Measures
from shoal.partition.registry import about_of
from shoal.progress import Step
from shoal.schema.column import Role
from shoal.schema.schema import Schema
from shoal.table.frame import Table
from shoal.table.text import can_be_told_apart
from shoal.verify.release import require_columns, verify_groups, verify_release, verify_two_tables
from shoal.verify.ring import RowBoxes, verify_ring
from shoal.verify.verdict import Verdict


class Made(NamedTuple):
    """A verified release; the second table is there in the form "two tables" only."""

    data: pl.DataFrame
    second: pl.DataFrame | None
    verdict: Verdict
    measures: Measures
    mapping: pl.DataFrame
    notes: Mapping[str, object]
    bound: float | None
    observed: object
    told: Measures | None


def make(source: Table, schema: Schema, run: Run) -> Made:
    """Return the verified release of a table."""
    settings, tell = run.settings, run.tell
    settings.require_rows(source.rows)
    _require_told(source.data, schema)
    tell(Step("encode", 0.0))
    grouped = group(source, schema, run)
    bound, notes = bound_beside(grouped, run)
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
    return Made(data, second, verdict, grouped.measures, mapping, notes, bound, grouped.observed, grouped.told)


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
    if ring is None:
        return verify_groups(Facts(grouped.published.sizes), names.quasi, run.criteria)
    if ring.side != "both":
        _warn(f"the release promises k on one side only ({ring.side} rows): it is weaker than k-anonymity")
    boxes = RowBoxes(grouped.coded.codes, ring.lo, ring.hi, grouped.partition.labels)
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
