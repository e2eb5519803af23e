"""How the values of a column are distributed, before and after, on what the release itself shows.

Bins of numbers and dates are round and cover the released range; categories are the labels that occur in the release as
such. Counts of originals leave here as rounded shares only: a bin of fewer than k originals is not told, and the grain
of the others is at least k rows, so that it cannot be worked out from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl

from shoal.arrays import Floats, Sizes
from shoal.decode.category import Span
from shoal.decode.label import MASK
from shoal.encode.domain import Domain
from shoal.report.bins import Bins, bins_for, round_up, spread_over
from shoal.report.code import counted, is_text
from shoal.report.ends import Ends, ends_of_labels, ends_of_pairs, on_line
from shoal.report.fold import folded, places, spans_in
from shoal.schema.column import Kind
from shoal.table.text import as_text

MOST_LABELS = 12
LONGEST_LABEL = 120
MISSING, OTHER = "(missing)", "(other)"
AFTER_DIGITS = 5


@dataclass(frozen=True, slots=True)
class Distribution:
    """One column of the release, in bins.

    Attributes:
        name: the column.
        bins: what the bins are called, in order; the last ones may be `*`, missing, or all other labels.
        after: share of the released rows in each bin; a released interval is spread evenly over its bins.
        before: share of the originals in each bin, rounded; None where they are fewer than k; empty where the column
            leaves as it is.
        grain: what the shares of the originals are rounded to.
        is_line: whether the bins are stretches of a line, and not labels.
        distinct: how many distinct cells the release shows.
        broader: the bins that are labels of the hierarchy above single values, by number.
    """

    name: str
    bins: tuple[str, ...]
    after: tuple[float, ...]
    before: tuple[float | None, ...] = ()
    grain: float | None = None
    is_line: bool = False
    distinct: int = 0
    broader: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A column as the release shows it, and where it is counted: on a line, or by label."""

    distribution: Distribution
    line: Bins | None
    labels: tuple[str, ...]
    spans: Mapping[str, Span] = field(default_factory=dict)

    def with_before(self, values: pl.Series, counts: Sizes, missing: int, k: int) -> Distribution:
        """Return the distribution with the originals put in: their distinct values, how often each occurs, and gaps."""
        total = int(counts.sum()) + missing
        held = self._on_line(values, counts) if self.line is not None else self._by_label(values, counts)
        tail = {MISSING: missing, MASK: 0}
        found = [*held, *(tail[bin_] for bin_ in self.distribution.bins[len(held) :])]
        grain = grain_for(total, k)
        before = tuple(_coarse(count, total, k, grain) for count in found)
        return replace(self.distribution, before=before, grain=grain, broader=self._broader(values))

    def _broader(self, values: pl.Series) -> tuple[int, ...]:
        """Return which labels no original has as such."""
        exact = set(as_text(values).to_list()) if self.labels else set()
        return tuple(at for at, label in enumerate(self.labels) if label not in exact)

    def _on_line(self, values: pl.Series, counts: Sizes) -> list[int]:
        edges = () if self.line is None else self.line.edges
        place = np.searchsorted(np.asarray(edges[1:-1]), on_line(values).to_numpy(), side="right")
        return [round(rows) for rows in np.bincount(place, counts, len(edges) - 1).tolist()]

    def _by_label(self, values: pl.Series, counts: Sizes) -> list[int]:
        if self.spans:
            place = places(self.labels, self.spans, len(values))
            rows = np.bincount(place[place >= 0], counts[place >= 0], len(self.labels))
            held = [round(each) for each in rows.tolist()]
        else:
            named = dict(zip(as_text(values).to_list(), counts.tolist(), strict=True))
            held = [int(named.get(label, 0)) for label in self.labels]
        if OTHER in self.distribution.bins:
            held.append(int(counts.sum()) - sum(held))
        return held


def grain_for(rows: int, k: int) -> float:
    """Return what shares of so many rows are rounded to: a round share, at least k rows and one in a thousand."""
    return min(1.0, round_up(max(0.001, k / max(1, rows))))


def shown_in(
    data: pl.DataFrame, name: str, kind: Kind, times: Sizes | None = None, domain: Domain | None = None
) -> Shown | None:
    """Return a column as the release shows it; None where the release has no such column.

    A column of numbers or dates is found under its own name, or as `<name>_min` and `<name>_max`. `times` says for how
    many rows each row stands, where that is not one. With the `domain` of a column of categories, finer labels are
    counted with broader ones, where those have more rows.
    """
    total = data.height if times is None else int(times.sum())
    if name not in data.columns:
        pair = [f"{name}_min", f"{name}_max"]
        if not set(pair) <= set(data.columns):
            return None
        low, high = data.get_column(pair[0]), data.get_column(pair[1])
        return _shown_on_line(name, ends_of_pairs(low, high, times), kind, total, 0)
    series = data.get_column(name)
    if kind == "categorical" or series.dtype.is_nested():
        return _shown_by_label(series, times, domain)
    if not is_text(series):
        return _shown_on_line(name, ends_of_pairs(series, series, times), kind, total, 0)
    labels, rows = counted(series, times)
    ends = ends_of_labels(labels, kind)
    if ends is None:
        return _shown_by_label(series, times)
    anything = np.isneginf(ends[0]) & np.isposinf(ends[1])
    known = ~(np.isnan(ends[0]) | anything)
    vague = int(rows[anything].sum())
    return _shown_on_line(name, Ends(ends[0][known], ends[1][known], rows[known]), kind, total, vague)


def _shown_on_line(name: str, ends: Ends, kind: Kind, total: int, vague: int) -> Shown:
    """Return a column in bins of a line; rows that are neither on it nor `vague`, published as `*`, are missing."""
    missing = total - vague - int(ends.rows.sum())
    line = bins_for(ends, kind) if len(ends.rows) else Bins((-np.inf, np.inf), ("all values",))
    rows = [*spread_over(ends, line.edges).tolist()]
    bins = [*line.labels]
    for label, count in ((MASK, vague), (MISSING, missing)):
        if count:
            bins.append(label)
            rows.append(count)
    after = _shares(np.array(rows, np.float64))
    found = Distribution(name, tuple(bins), after, is_line=True, distinct=len(ends.rows) + (vague > 0))
    return Shown(found, line, ())


def _shown_by_label(series: pl.Series, times: Sizes | None, domain: Domain | None = None) -> Shown:
    """Return a column by its most frequent labels; those that are left are one bin."""
    if series.dtype.is_nested() or series.dtype == pl.Binary:
        return Shown(Distribution(series.name, (), ()), None, ())
    cells, counts = counted(series, times)
    found = pl.DataFrame({"label": cells, "rows": counts}).sort("rows", "label", descending=[True, False])
    missing = int(found.filter(pl.col("label").is_null())["rows"].sum())
    found = found.drop_nulls("label")
    distinct = found.height
    found, spans = _folded(found, domain)
    top = found.head(MOST_LABELS)
    labels, rows = top["label"].to_list(), top["rows"].to_list()
    bins = [label[:LONGEST_LABEL] for label in labels]
    bins.append(OTHER)
    rows.append(int(found["rows"].sum()) - sum(rows))
    if missing:
        bins.append(MISSING)
        rows.append(missing)
    after = _shares(np.array(rows, np.float64))
    return Shown(Distribution(series.name, tuple(bins), after, distinct=distinct), None, tuple(labels), spans)


def _folded(found: pl.DataFrame, domain: Domain | None) -> tuple[pl.DataFrame, Mapping[str, Span]]:
    """Return labels and rows with finer labels counted with broader ones, and what each label spans."""
    if domain is None or domain.tree is None:
        return found, {}
    names = found["label"].to_list()
    spans = spans_in(domain.tree, len(domain.values), names)
    if not any(high > low and np.isfinite(high - low) for low, high in spans.values()):
        return found, {}
    rows = folded(names, found["rows"].to_numpy(), spans)
    merged = pl.DataFrame({"label": list(rows), "rows": list(rows.values())}, schema=found.schema)
    return merged.sort("rows", "label", descending=[True, False]), spans


def _shares(rows: Floats) -> tuple[float, ...]:
    total = max(1.0, float(rows.sum()))
    return tuple(round(row / total, AFTER_DIGITS) + 0.0 for row in rows.tolist())


def _coarse(count: int, total: int, k: int, grain: float) -> float | None:
    """Return the share of a count, rounded to the grain; None where the count is below k."""
    if count < k:
        return None
    return round(min(1.0, round(count / max(1, total) / grain) * grain), 6)


def without_empty(found: Distribution) -> Distribution:
    """Return the distribution without labels that nothing falls under, before or after."""
    before: Sequence[float | None] = found.before or (None,) * len(found.bins)
    kept = [at for at, share in enumerate(found.after) if found.is_line or share or before[at]]
    return replace(
        found,
        bins=tuple(found.bins[at] for at in kept),
        after=tuple(found.after[at] for at in kept),
        before=tuple(found.before[at] for at in kept) if found.before else (),
        broader=tuple(place for place, at in enumerate(kept) if at in found.broader),
    )
