"""The quasi columns as they leave, whatever the form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.arrays import Labels, Rows, Sizes
from shoal.partition.base import Boxes, Partition


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

    @classmethod
    def row_by_row(
        cls, columns: dict[str, list[pl.Series]], partition: Partition, boxes: Boxes, carrier: Rows | None
    ) -> Published:
        """Return what is published where each row has an entry of its own."""
        entry = np.arange(len(partition.labels), dtype=np.int32)
        sizes = np.bincount(partition.labels, minlength=partition.groups).astype(np.int64)
        return cls(columns, entry, carrier, partition.labels, boxes, sizes)


def one_each(lo: np.ndarray, hi: np.ndarray) -> Boxes:
    """Return boxes as each of which one row leaves."""
    return Boxes(np.ones(len(lo), np.int64), lo, hi)
