"""Put a release together: released values of the quasi columns, the other columns, rows in the order they leave."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from shoal.arrays import Codes, Floats, Labels, Picks
from shoal.encode.domain import Domain
from shoal.generalize.base import Extent
from shoal.generalize.centre import line_values
from shoal.generalize.registry import Style, publisher_for
from shoal.kernels.pool import in_threads, picked
from shoal.partition.base import Boxes
from shoal.schema.column import Column
from shoal.schema.schema import Schema
from shoal.secret import SystemSecret
from shoal.table.memory import rebuilt
from shoal.table.text import require_comparable

PSEUDONYM_BYTES = 8


def released_columns(
    domains: Sequence[Domain], boxes: Boxes, style: Style, means: Mapping[str, Floats]
) -> dict[str, list[pl.Series]]:
    """Return for each quasi column its released columns, one value per group."""

    def released(j: int) -> list[pl.Series]:
        domain = domains[j]
        extent = Extent(domain, boxes.lo[:, j].copy(), boxes.hi[:, j].copy(), means.get(domain.name))
        return publisher_for(domain, style).publish(extent)

    found = in_threads(released, range(len(domains)))
    return {domain.name: columns for domain, columns in zip(domains, found, strict=True)}


def group_means(codes: Codes, domains: Sequence[Domain], labels: Labels, boxes: Boxes) -> dict[str, Floats]:
    """Return the mean value of each group in each column of numbers or dates; missing cells are left out."""
    means = {}
    kept = labels >= 0
    for j, domain in enumerate(domains):
        if not domain.is_line or domain.kind == "categorical":
            continue
        value = np.append(line_values(domain), 0.0)
        present = kept & (codes[:, j] != domain.missing)
        where = labels[present]
        total = np.bincount(where, value[codes[present, j]], len(boxes.sizes))
        count = np.bincount(where, minlength=len(boxes.sizes))
        middle = total / np.maximum(1, count)
        means[domain.name] = np.where(boxes.lo[:, j] == boxes.hi[:, j], value[boxes.lo[:, j]], middle)
    return means


def leaving_order(labels: Labels, *, keep_order: bool) -> Picks:
    """Return the rows that leave, in the order in which they do: shuffled by system randomness unless kept."""
    order = np.flatnonzero(labels >= 0).astype(np.uint32)
    return order if keep_order else np.asarray(picked(order, SystemSecret().permutation(len(order))), np.uint32)


def pseudonyms(series: pl.Series) -> pl.Series:
    """Return a random pseudonym for each cell: equal cells get equal ones, missing cells stay missing.

    Raises:
        InputError: the values cannot be distinguished.
    """
    require_comparable(series)
    values = series.unique().drop_nulls()
    drawn: dict[str, None] = {}
    while len(drawn) < len(values):
        drawn[secrets.token_hex(PSEUDONYM_BYTES)] = None
    return series.replace_strict(values, pl.Series(list(drawn), dtype=pl.String), default=None, return_dtype=pl.String)


def assemble(
    data: pl.DataFrame, schema: Schema, quasi: dict[str, list[pl.Series]], entries: Picks, carriers: Picks
) -> pl.DataFrame:
    """Return the released table: for each row that leaves, an entry of the quasi columns and the other cells of a row.

    Identifiers leave only where `data` holds their pseudonyms. Each released column is dropped once it is in place.
    The table has memory of its own, in which neither rows that were left out nor the order of the originals show.
    """
    entry, carrier, others = pl.Series(entries), pl.Series(carriers), set(data.columns)

    def leaving(column: Column) -> list[pl.Series]:
        if column.role == "quasi":
            return [released.gather(entry) for released in quasi.pop(column.name)]
        if column.name not in others:
            return []
        return [without_unused_labels(data.get_column(column.name).gather(carrier))]

    columns = [series for found in in_threads(leaving, schema.columns) for series in found]
    return rebuilt(pl.DataFrame(columns))


def tells_order_of_rows(series: pl.Series) -> bool:
    """Return whether the labels of a column are numbered as they first occur in it, which tells where rows stood.

    The first label is then that of the first row. Two labels may well be in this order by chance.
    """
    if not isinstance(series.dtype, pl.Enum):
        return False
    first = series.unique(maintain_order=True).drop_nulls().to_physical()
    return len(first) > 2 and first.is_sorted()  # noqa: PLR2004 - as above


def without_unused_labels(series: pl.Series) -> pl.Series:
    """Return a dictionary-encoded column whose dictionary holds what occurs in it, and nothing of the rows left out."""
    if not isinstance(series.dtype, pl.Enum):
        return series
    used = series.unique().drop_nulls().sort().cast(pl.String)
    return series if len(used) == len(series.dtype.categories) else series.cast(pl.Enum(used))
