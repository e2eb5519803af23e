"""The groups of a table as runs of rows."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Ints, Labels, Rows


def runs_of(labels: Labels, groups: int) -> tuple[Ints, Rows, Rows]:
    """Return the rows in group order, and where each group begins and ends; rows with a negative label are left out."""
    rows = np.argsort(labels, kind="stable").astype(np.int32)
    rows = rows[np.searchsorted(labels[rows], 0) :]
    ends = np.cumsum(np.bincount(labels[rows], minlength=groups))
    return rows, np.concatenate([[0], ends[:-1]]), ends
