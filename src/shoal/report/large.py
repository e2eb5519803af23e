"""All that a report tells of a release that is not in memory: the same facts as `facts.py`, from counts that add up.

Groups, losses, risks and the distributions of columns are counted on all rows; how columns go together is measured on
rows drawn at random, as for any large table. What cannot be told is left out, with a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

from shoal._version import __version__
from shoal.forms.registry import FORMS
from shoal.make.counted import each_part, learnt_of, quiet, sensitive_in
from shoal.make.in_blocks import Large
from shoal.make.profiled import Look
from shoal.make.profiled import Seen as Drawn
from shoal.report.association import SAMPLE, Seen, matrix
from shoal.report.before import MOST_COLUMNS as MOST_COMPARED
from shoal.report.before import as_codes, seen_as_is
from shoal.report.certificate import certificate_of
from shoal.report.distribution import Distribution, shown_in, without_empty
from shoal.report.exposure import exposure_of
from shoal.report.facts import FORMAT, MOST_COLUMNS, column_facts, loss_facts, middles_of, risk_facts, sample_rows
from shoal.report.sensitive import Variety
from shoal.report.size import size_facts
from shoal.report.three_tests import Measured, attack_facts
from shoal.schema.column import Column
from shoal.schema.infer import infer_kind
from shoal.table.agree import groups_of
from shoal.table.learn import Learnt
from shoal.table.text import is_comparable
from shoal.verify.stream import Known, facts_of_part

if TYPE_CHECKING:
    from shoal.release import Release

TIMES = "times the cell occurs"
"""A name that no column has."""

MOST_CELLS = 1_000_000
"""Different cells of a column that are counted for its picture."""


def gather_large(
    release: Release,
    large: Large,
    *,
    file: Path | None = None,
    sign: str | Path | None = None,
    attacks: Sequence[Measured] = (),
) -> dict[str, object]:
    """Return all that a report tells of a release that is not in memory; see `facts.gather`."""
    form, k = FORMS[release.form], release.settings.k
    sizes = np.repeat(np.arange(len(large.sizes)), large.sizes) if form.shows_groups else None
    columns, left_out = _columns(release, large)
    related, why_not = _associations(release, large)
    was = None if large.seen is None else exposure_of(large.seen.sizes, k).coarse(release.rows, k)
    remarks = [form.remark] if form.remark else []
    first = large.data.first.data.select(large.names.columns)
    return {
        "format": FORMAT,
        "shoal": __version__,
        "made": datetime.now(UTC).isoformat(timespec="minutes"),
        "certificate": certificate_of(release, file=file, second=None, sign=sign, large=large),
        "run": dict(release.to_dict()),
        "loss": loss_facts(release),
        "groups": None if sizes is None else size_facts(sizes, k),
        "columns": columns,
        "associations": related,
        "sensitive": [] if sizes is None else _sensitive(release, large),
        "risk": risk_facts(release, was, None if sizes is None else exposure_of(sizes, k).to_dict()),
        "sample": _examples(first, release.verdict.quasi) if form.shows_groups else sample_rows(first, None),
        "remarks": [*remarks, *left_out, *why_not],
        "unguarded": dict(release.unguarded),
        "attacks": attack_facts(attacks),
    }


def _examples(first: pl.DataFrame, quasi: Sequence[str]) -> dict[str, object]:
    """Return some of the first released rows: those of groups of which several are among them, if there are such."""
    labels, groups = groups_of(first, quasi)
    held = np.bincount(labels, minlength=groups)
    order = np.lexsort((labels, -held[labels]))
    together = bool((held > 1).any())
    return sample_rows(first[order], labels[order] if together else None)


class Cells(NamedTuple):
    """The different cells of some sets of columns, and how often each occurs; None where they are too many."""

    held: Mapping[tuple[str, ...], pl.DataFrame | None]

    @classmethod
    def of(cls, piece: pl.DataFrame, sets: Sequence[tuple[str, ...]]) -> Cells:
        """Return those of a piece."""
        found = {}
        for names in sets:
            cells = piece.select(names).group_by(names).agg(pl.len().cast(pl.Int64).alias(TIMES))
            found[names] = cells.with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String))
        return cls(found)

    @classmethod
    def merged(cls, parts: Sequence[Cells]) -> Cells:
        """Return those of all pieces."""
        return cls({names: _added([part.held[names] for part in parts], names) for names in parts[0].held})


def _added(parts: Sequence[pl.DataFrame | None], names: Sequence[str]) -> pl.DataFrame | None:
    there = [part for part in parts if part is not None]
    if len(there) < len(parts):
        return None
    whole = pl.concat(there, how="vertical_relaxed").group_by(names).agg(pl.col(TIMES).sum())
    return whole if whole.height <= MOST_CELLS else None


def _columns(release: Release, large: Large) -> tuple[list[dict[str, object]], list[str]]:
    """Return the distribution of each released column, and a sentence where some have none."""
    leaving = [column for column in release.schema.columns if column.role not in ("identifier", "omitted")]
    sets = {column.name: names for column in leaving[:MOST_COLUMNS] if (names := _names(column, large))}
    if not sets:
        return [], []
    read = list(dict.fromkeys(name for each in sets.values() for name in each))
    cells = large.data.fold(read, partial(Cells.of, sets=list(sets.values())), Cells.merged, quiet).held
    found, many = [], []
    for column in leaving[:MOST_COLUMNS]:
        held = cells[sets[column.name]] if column.name in sets else None
        if column.name in sets and held is None:
            many.append(column.name)
        made = None if held is None else _distribution(large, column, held)
        if made is not None:
            found.append(column_facts(column, made))
    sentence = f"No picture is shown of columns with more than {MOST_CELLS:,} different cells: {', '.join(many)}."
    return found, [sentence] if many else []


def _names(column: Column, large: Large) -> tuple[str, ...]:
    """Return the released columns that show one of the table; none where they cannot be counted."""
    there, first = large.names.columns, large.data.first.data
    pair = (f"{column.name}_min", f"{column.name}_max")
    names = (column.name,) if column.name in there else pair if {*pair} <= {*there} else ()
    return names if all(is_comparable(first.get_column(name)) for name in names) else ()


def _distribution(large: Large, column: Column, cells: pl.DataFrame) -> Distribution | None:
    """Return the distribution of a column, before and after where it is quasi."""
    times, data = cells.get_column(TIMES).to_numpy(), cells.drop(TIMES)
    quasi = column.role == "quasi"
    kind = column.kind or "categorical" if quasi else infer_kind(data.get_column(column.name), textual=True)
    if not quasi or large.seen is None:
        shown = shown_in(data, column.name, kind, times)
        return None if shown is None or not shown.distribution.bins else without_empty(shown.distribution)
    at = next(at for at, domain in enumerate(large.task.domains) if domain.name == column.name)
    domain, counts = large.task.domains[at], large.seen.counts[at]
    shown = shown_in(data, column.name, kind, times, domain)
    if shown is None or not shown.distribution.bins:
        return None
    counts = np.append(counts, np.zeros(max(0, domain.size - len(counts)), np.int64))
    missing = int(counts[domain.missing]) if domain.missing >= 0 else 0
    values = pl.Series(domain.values)
    return without_empty(shown.with_before(values, counts[: len(values)], missing, large.settings.k))


def _associations(release: Release, large: Large) -> tuple[dict[str, object] | None, list[str]]:
    """Return how strongly columns go together, before and after, on rows drawn at random; else why not, in words."""
    if large.seen is None or FORMS[release.form].has_second:
        return None, []
    if large.task.hides:
        why = (
            "How columns go together is not shown: the release hides ends of a column, which the originals would tell."
        )
        return None, [why]
    drawn = large.seen.drawn
    before = {domain.name: as_codes(domain, drawn[domain.name].to_numpy()) for domain in large.task.domains}
    before |= {name: seen_as_is(drawn[name]) for name in drawn.columns if name not in before}
    after = _middles(release, large, list(before))
    names = [name for name in release.schema.names if name in before and name in after][:MOST_COMPARED]
    if len(names) < 2:  # noqa: PLR2004 - two by two
        return None, []
    return {
        "columns": names,
        "before": matrix([before[name] for name in names]),
        "after": matrix([after[name] for name in names]),
        "sampled": drawn.height if drawn.height < release.rows else None,
    }, []


def _middles(release: Release, large: Large, names: Sequence[str]) -> dict[str, Seen]:
    """Return some columns of released rows drawn at random, as they are compared with others."""
    look = Look(textual=False, most=SAMPLE)
    rows = large.data.fold(list(large.names.columns), look, partial(Drawn.merged, most=SAMPLE), quiet).sample
    return middles_of(release.schema, rows, names)


def _sensitive(release: Release, large: Large) -> list[dict[str, object]]:
    """Return how varied the sensitive values of the groups are."""
    first = large.data.first.data
    names = [column.name for column in release.schema.of_role("sensitive") if is_comparable(first[column.name])]
    if not names:
        return []
    learnt = large.data.fold(names, partial(learnt_of, counted=tuple(names), sampled=()), Learnt.merged, quiet)
    held = {name: sensitive_in(Column(name, "sensitive"), learnt) for name in names}
    parts = each_part(large.data, Known(large.verdict.quasi, held), learnt.rows, quiet, _varieties)
    found = parts[0]
    for part in parts[1:]:
        found = [one.plus(other) for one, other in zip(found, part, strict=True)]
    return [one.to_dict() for one in found]


def _varieties(number: int, rows: pl.DataFrame, known: Known) -> list[Variety]:
    del number
    facts, _ = facts_of_part(rows, known)
    return [Variety.of(counts) for counts in facts.counts.values()]
