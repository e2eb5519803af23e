"""What a report may tell of the originals: counts and shares, made while the originals are there, and no cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Picks, Rows, Sizes
from shoal.encode.domain import Domain
from shoal.encode.encoder import Coded
from shoal.measure.scale import Scale
from shoal.report.association import Seen, drawn_rows, matrix, seen
from shoal.report.distribution import Distribution, shown_in, without_empty
from shoal.report.exposure import Exposure, exposure_of
from shoal.schema.infer import infer_kind
from shoal.schema.schema import Schema
from shoal.table.frame import Table

MOST_COLUMNS = 16
"""Columns that are compared two by two: more do not fit in a picture."""


@dataclass(frozen=True, slots=True)
class Before:
    """What is kept of the originals for a report: no cell, and no count below k.

    Attributes:
        columns: the distribution of each quasi column, before and after, of the rows that were released.
        exposure: how well the originals hide among each other, the rows that were left out among them; rounded.
        compared: the columns that were compared two by two.
        association: how strongly they go together, in the same order.
        sampled: how many rows were drawn for that, where not all were looked at.
    """

    columns: Mapping[str, Distribution] = field(default_factory=dict)
    exposure: Exposure | None = None
    compared: tuple[str, ...] = ()
    association: tuple[tuple[float | None, ...], ...] = ()
    sampled: int | None = None


class Tally(NamedTuple):
    """What is counted on the codes of the released rows: how many have each, and the rest of `Before`."""

    domains: tuple[Domain, ...]
    counts: tuple[Sizes, ...]
    rest: Before


def tally(coded: Coded, source: Table, schema: Schema, scale: Scale, k: int) -> Tally:
    """Return what a report needs of the originals; O(n · columns), and one sort of n numbers.

    Of rows that were left out it counts how well they hid, and nothing else; numbers that the release hides count by
    the scale on which losses are told.
    """
    exposure = exposure_of(coded.equals.rows.times, k)
    rows, sampled = _looked_at(scale.rows, source.rows)
    codes = coded.codes if rows is None else coded.codes[rows]
    columns = {domain.name: as_codes(domain, codes[:, j]) for j, domain in enumerate(scale.domains)}
    for column in schema.of_role("sensitive"):
        series = source.data.get_column(column.name)
        columns[column.name] = seen_as_is(series if rows is None else series.gather(rows))
    names = tuple(name for name in schema.names if name in columns)[:MOST_COLUMNS]
    found = matrix([columns[name] for name in names])
    rest = Before({}, exposure.coarse(source.rows, k), names, tuple(map(tuple, found)), sampled)
    return Tally(coded.domains, scale.counts, rest)


def _looked_at(released: Rows | None, rows: int) -> tuple[Rows | Picks | None, int | None]:
    """Return the rows that are compared two by two, None for all, and how many they are where they are drawn."""
    drawn = drawn_rows(rows if released is None else len(released))
    if drawn is None:
        return released, None
    return drawn if released is None else released[drawn], len(drawn)


def before_of(found: Tally, released: pl.DataFrame, k: int) -> Before:
    """Return what is kept of the originals, their values counted on what the release shows."""
    columns: dict[str, Distribution] = {}
    for domain, counts in zip(found.domains, found.counts, strict=True):
        shown = shown_in(released, domain.name, domain.kind, domain=domain)
        if shown is None or not shown.distribution.bins:
            continue
        missing = int(counts[domain.missing]) if domain.missing >= 0 else 0
        values = pl.Series(domain.values)
        made = shown.with_before(values, counts[: len(values)], missing, k)
        columns[domain.name] = without_empty(made)
    rest = found.rest
    return Before(columns, rest.exposure, rest.compared, rest.association, rest.sampled)


class Pending:
    """What a report tells of the originals, made when one is first asked for.

    Until then it holds values of the originals. A copy that leaves the process holds what the report tells, no more.
    """

    def __init__(self, found: Tally, released: pl.DataFrame, k: int) -> None:
        """Take what was counted."""
        self._found: tuple[Tally, pl.DataFrame, int] | Before = (found, released, k)

    def read(self) -> Before:
        """Return what the report tells, and forget the rest."""
        if not isinstance(self._found, Before):
            self._found = before_of(*self._found)
        return self._found

    def __getstate__(self) -> Before:
        """Return what may leave the process."""
        return self.read()

    def __setstate__(self, found: Before) -> None:
        """Take what left another process."""
        self._found = found


def seen_as_is(series: pl.Series) -> Seen:
    """Return a column that leaves as it is, as it is compared with others; text that is all numbers counts as such."""
    return seen(series, infer_kind(series, textual=True))


def as_codes(domain: Domain, codes: np.ndarray) -> Seen:
    """Return a quasi column of the originals as it is compared with others."""
    if domain.position is None or domain.kind == "categorical":
        return Seen(None, codes.astype(np.int64))
    return Seen(np.append(domain.position[: len(domain.values)], np.nan)[codes], None)
