"""Publish quasi and sensitive columns in two tables that meet in a group number only."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from shoal.arrays import Labels, Picks, Rows
from shoal.generalize.publish import without_unused_labels
from shoal.secret import SystemSecret

GROUP = "group"
COUNT = "count"


def two_tables(
    data: pl.DataFrame, sensitive: Sequence[str], labels: Labels, order: Picks
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the quasi table (all other columns as they are, and the group) and the sensitive table.

    The sensitive table has, for each sensitive column, how often each value occurs in each group: `group`, one column
    per sensitive column (the others missing), `count`. Groups are numbered anew, so that their numbers tell nothing.
    """
    group = pl.Series(GROUP, _shuffled(labels)[order])
    rows = pl.Series(order)
    kept = [data.get_column(name) for name in data.columns if name not in sensitive]
    exact = pl.DataFrame([without_unused_labels(column.gather(rows)) for column in kept])
    counted = [
        pl.DataFrame([group, data.get_column(name).gather(rows)]).group_by(GROUP, name).len(COUNT) for name in sensitive
    ]
    meeting = pl.concat(counted, how="diagonal").select(GROUP, *sensitive, COUNT)
    return exact.with_columns(group), meeting.sort(GROUP, *sensitive)


def _shuffled(labels: Labels) -> Rows:
    numbers = SystemSecret().permutation(int(labels.max(initial=-1)) + 1)
    return np.asarray(numbers[labels] if len(numbers) else labels, np.int64)
