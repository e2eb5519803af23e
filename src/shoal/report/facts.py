"""All that a report tells, as plain values: what the JSON report holds, and what the pages are made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from shoal._version import __version__
from shoal.arrays import Labels
from shoal.forms.registry import FORMS
from shoal.kernels.shared.groups import group_sizes
from shoal.report.association import Seen, drawn_rows, matrix, released
from shoal.report.before import Before, seen_as_is
from shoal.report.certificate import certificate_of
from shoal.report.code import cell_text
from shoal.report.distribution import Distribution, shown_in, without_empty
from shoal.report.exposure import Exposure, exposure_of
from shoal.report.sensitive import sensitive_facts
from shoal.report.size import size_facts
from shoal.report.three_tests import Measured, attack_facts
from shoal.schema.column import Column
from shoal.schema.infer import infer_kind
from shoal.schema.schema import Schema
from shoal.table.agree import groups_of

if TYPE_CHECKING:
    from shoal.release import Release

FORMAT = "shoal report 1"
MOST_COLUMNS = 60
SAMPLE_GROUPS, SAMPLE_ROWS = 3, 4
LONGEST_CELL = 80


def gather(
    release: Release,
    before: Before | None,
    *,
    file: Path | None = None,
    second: Path | None = None,
    sign: str | Path | None = None,
    attacks: Sequence[Measured] = (),
) -> dict[str, object]:
    """Return all that a report tells of a release.

    `before` is what was kept of the originals; `file` and `second` are where the release was written, and `sign` is
    the private key that signs its certificate. `attacks` are what attacks on it found.
    """
    quasi = list(release.verdict.quasi)
    form = FORMS[release.form]
    labels, groups = groups_of(release.data, quasi) if form.shows_groups else (None, 0)
    sizes = np.zeros(groups, np.int64)
    if labels is not None:
        group_sizes(labels, sizes)
    return {
        "format": FORMAT,
        "shoal": __version__,
        "made": datetime.now(UTC).isoformat(timespec="minutes"),
        "certificate": certificate_of(release, file=file, second=second, sign=sign),
        "run": dict(release.to_dict()),
        "loss": loss_facts(release),
        "groups": None if labels is None else size_facts(sizes, release.settings.k),
        "columns": _columns(release, before),
        "associations": _associations(release, before),
        "sensitive": _sensitive(release, labels, groups),
        "risk": risk_facts(
            release,
            None if before is None else before.exposure,
            None if labels is None else exposure_of(sizes, release.settings.k).to_dict(),
        ),
        "sample": sample_rows(release.data, labels),
        "remarks": [form.remark] if form.remark else [],
        "unguarded": dict(release.unguarded),
        "attacks": attack_facts(attacks),
    }


def sample_rows(data: pl.DataFrame, labels: Labels | None) -> dict[str, object]:
    """Return some released rows as text: a few of the first groups where rows of a group look alike."""
    rows = np.arange(min(data.height, SAMPLE_GROUPS * SAMPLE_ROWS))
    ends: list[int] = []
    if labels is not None:
        chosen = list(dict.fromkeys(labels[: 100 * SAMPLE_GROUPS].tolist()))[:SAMPLE_GROUPS]
        found = [np.flatnonzero(labels == group)[:SAMPLE_ROWS] for group in chosen]
        rows = np.concatenate(found) if found else rows
        ends = np.cumsum([len(each) for each in found]).tolist()
    part = data[rows.tolist()].select(data.columns[:MOST_COLUMNS])
    cells = pl.DataFrame([cell_text(series) for series in part.get_columns()]).with_columns(
        pl.all().str.slice(0, LONGEST_CELL)
    )
    return {"columns": cells.columns, "rows": [list(row) for row in cells.iter_rows()], "group_ends": ends}


def loss_facts(release: Release) -> dict[str, object]:
    """Return the loss in total and by column, and what no release can go below."""
    known = release.reported
    weights = {column.name: column.weight for column in release.schema.of_role("quasi")}
    columns = [
        {"name": name, "loss": loss, "weight": weights.get(name, 1.0)} for name, loss in known.measures.columns.items()
    ]
    return {"total": known.measures.gcp, "bound": known.bound, "gap": known.gap, "columns": columns}


def _columns(release: Release, before: Before | None) -> list[dict[str, object]]:
    """Return the distribution of each released column: quasi columns before and after, the others as they leave."""
    found: list[dict[str, object]] = []
    leaving = [column for column in release.schema.columns if column.role not in ("identifier", "omitted")]
    for column in leaving[:MOST_COLUMNS]:
        made = _distribution(release, before, column)
        if made is not None:
            found.append(column_facts(column, made))
    return found


def column_facts(column: Column, made: Distribution) -> dict[str, object]:
    """Return the distribution of a column as plain values."""
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(made).items()}
    return {"role": column.role, "kind": column.kind or "categorical", **plain}


def _distribution(release: Release, before: Before | None, column: Column) -> Distribution | None:
    if column.role == "quasi":
        if before is not None and column.name in before.columns:
            return before.columns[column.name]
        shown = shown_in(release.data, column.name, column.kind or "categorical")
    else:
        data = release.data
        if column.name not in data.columns:
            data = release.second if release.second is not None else data
        if column.name not in data.columns or release.second is data:
            return None
        shown = shown_in(data, column.name, infer_kind(data.get_column(column.name), textual=True))
    return None if shown is None or not shown.distribution.bins else without_empty(shown.distribution)


def _associations(release: Release, before: Before | None) -> dict[str, object] | None:
    """Return how strongly columns go together, before and after; None where the originals were not looked at."""
    if before is None or FORMS[release.form].has_second:
        return None
    shown = _middles(release, before.compared)
    names = [name for name in before.compared if name in shown]
    if len(names) < 2:  # noqa: PLR2004 - two by two
        return None
    at = [before.compared.index(name) for name in names]
    rows = drawn_rows(release.data.height)
    return {
        "columns": names,
        "before": [[before.association[i][j] for j in at] for i in at],
        "after": matrix([shown[name] for name in names]),
        "sampled": before.sampled if before.sampled is not None else None if rows is None else len(rows),
    }


def _middles(release: Release, names: Sequence[str]) -> dict[str, Seen]:
    """Return some columns of the release as they are compared with others."""
    rows = drawn_rows(release.data.height)
    return middles_of(release.schema, release.data if rows is None else release.data[rows], names)


def middles_of(schema: Schema, data: pl.DataFrame, names: Sequence[str]) -> dict[str, Seen]:
    """Return some columns of released rows as they are compared with others; intervals count as their middle."""
    found: dict[str, Seen] = {}
    for name in names:
        column = schema.column(name)
        if column.role == "quasi":
            made = released(data, name, column.kind or "categorical")
        else:
            made = seen_as_is(data.get_column(name)) if name in data.columns else None
        if made is not None:
            found[name] = made
    return found


def _sensitive(release: Release, labels: Labels | None, groups: int) -> list[dict[str, object]]:
    """Return how varied the sensitive values of the groups are, where rows of a group look alike."""
    if labels is None:
        return []
    columns = [release.data.get_column(column.name) for column in release.schema.of_role("sensitive")]
    return [
        sensitive_facts(series, labels, groups)
        for series in columns
        if not series.dtype.is_nested() and series.dtype != pl.Binary
    ]


def risk_facts(release: Release, before: Exposure | None, after: Mapping[str, float] | None) -> dict[str, object]:
    """Return what someone gains who looks for a person in the table, before and after.

    Where equal rows are not what protects, only the highest chance is known: one in k.
    """
    known: Mapping[str, float | None] | None = after
    persons = release.verdict.persons
    if after is not None and persons is not None:  # someone with many rows of a group is met more often
        known = {**after, "highest": persons.share, "average": None, "above": None}
    if after is None and FORMS[release.form].hides_people and release.verdict.k:
        known = {"highest": 1.0 / release.verdict.k, "average": None, "unique": None, "above": 0.0}
    was = None if before is None else before.to_dict()
    return {"threshold": 1.0 / release.settings.k, "before": was, "after": None if known is None else dict(known)}
