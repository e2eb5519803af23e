"""The quasi columns as they leave, in every form that a method may publish."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.arrays import Labels, Rows, Sizes
from shoal.encode.domain import Domain
from shoal.encode.encoder import Coded
from shoal.generalize.alike import merge_alike
from shoal.generalize.level import level_boxes, level_columns
from shoal.generalize.publish import group_means, released_columns
from shoal.generalize.registry import Style
from shoal.partition.base import Boxes, Form, Partition, boxes_of
from shoal.table.number import calendar_ends


@dataclass(frozen=True, slots=True, eq=False)
class Published:
    """Released quasi values, one per entry, and which entry each row leaves as.

    Attributes:
        columns: for each quasi column its released columns, one value per entry.
        entry: (n,) the entry that each row is published as; -1 for a row that is left out.
        carrier: (n,) the row whose other cells leave with it; None where that is the row itself.
        groups: (n,) the group of each row; -1 for a row that is left out.
        boxes: what each entry stands for, and how many rows leave as it.
        sizes: rows per group.
    """

    columns: dict[str, list[pl.Series]]
    entry: Labels
    carrier: Rows | None
    groups: Labels
    boxes: Boxes
    sizes: Sizes


def publish(coded: Coded, partition: Partition, style: Style, form: Form) -> Published:
    """Return the released values of a partition in the form that its method publishes."""
    if form == "two tables":
        sizes = np.bincount(partition.labels[partition.labels >= 0], minlength=partition.groups).astype(np.int64)
        boxes = _one_each(coded.codes, coded.codes) if partition.groups else boxes_of(coded.codes, partition)
        return Published({}, partition.labels, None, partition.labels, boxes, sizes)
    if partition.nodes is not None:
        boxes = level_boxes(coded.codes, coded.domains, partition, partition.nodes)
        columns = level_columns(coded.codes, coded.domains, partition, partition.nodes)
        return Published(columns, partition.labels, None, partition.labels, boxes, boxes.sizes)
    if partition.ring is not None:
        boxes = _one_each(partition.ring.lo, partition.ring.hi)
        columns = released_columns(coded.domains, boxes, style, {})
        return _row_by_row(columns, partition, boxes, partition.ring.carrier)
    if partition.synthetic is not None:
        columns = {d.name: [_typed(d, partition.synthetic[:, j])] for j, d in enumerate(coded.domains)}
        whole = boxes_of(coded.codes, partition)
        boxes = _one_each(whole.lo[partition.labels], whole.hi[partition.labels])
        return _row_by_row(columns, partition, boxes, None)
    partition, boxes = merge_alike(coded.domains, partition, boxes_of(coded.codes, partition))
    means = group_means(coded.codes, coded.domains, partition.labels, boxes) if style == "mean" else {}
    columns = released_columns(coded.domains, boxes, style, means)
    return Published(columns, partition.labels, None, partition.labels, boxes, boxes.sizes)


def _row_by_row(
    columns: dict[str, list[pl.Series]], partition: Partition, boxes: Boxes, carrier: Rows | None
) -> Published:
    entry = np.arange(len(partition.labels), dtype=np.int32)
    sizes = np.bincount(partition.labels, minlength=partition.groups).astype(np.int64)
    return Published(columns, entry, carrier, partition.labels, boxes, sizes)


def _one_each(lo: np.ndarray, hi: np.ndarray) -> Boxes:
    return Boxes(np.ones(len(lo), np.int64), lo, hi)


def _typed(domain: Domain, values: np.ndarray) -> pl.Series:
    """Return drawn numbers as a column; of dates, as dates."""
    drawn = pl.Series(domain.name, values)
    if domain.kind != "date":
        return drawn
    least, most = calendar_ends(domain.values.dtype)
    inside = drawn.round().clip(float(least), np.nextafter(float(most), 0.0))
    return inside.cast(domain.values.to_physical().dtype).cast(domain.values.dtype)
