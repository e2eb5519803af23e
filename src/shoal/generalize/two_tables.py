"""Publish quasi and sensitive columns in two tables that meet in a group number only."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from shoal.arrays import Labels, Picks
from shoal.generalize.publish import without_unused_labels
from shoal.secret import SystemSecret
from shoal.table.memory import rebuilt

GROUP = "group"
COUNT = "count"


def two_tables(
    data: pl.DataFrame, sensitive: Sequence[str], groups: Labels, order: Picks
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the quasi table (all other columns as they are, and the group) and the sensitive table.

    The sensitive table has, for each sensitive column, how often each value occurs in each group: `group`, one column
    per sensitive column (the others missing), `count`. Groups appear by the numbers they have here: see `renumbered`.
    """
    group = pl.Series(GROUP, groups[order].astype(np.int64))
    rows = pl.Series(order)
    kept = data.drop(sensitive)[rows]
    exact = pl.DataFrame([without_unused_labels(column) for column in kept.iter_columns()])
    counted = [
        pl.DataFrame([group, data.get_column(name).gather(rows)]).group_by(GROUP, name).len(COUNT) for name in sensitive
    ]
    meeting = pl.concat(counted, how="diagonal").select(GROUP, *sensitive, COUNT)
    return rebuilt(exact.with_columns(group)), rebuilt(meeting.sort(GROUP, *sensitive))


def renumbered(labels: Labels) -> Labels:
    """Return the groups with their numbers drawn anew, so that these tell nothing; a row that is left out keeps -1."""
    numbers = SystemSecret().permutation(int(labels.max(initial=-1)) + 1)
    return np.append(numbers, -1).astype(np.int32)[labels]
