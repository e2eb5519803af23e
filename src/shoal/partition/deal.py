"""Deal the rows of groups out into smaller groups that still meet every criterion.

After the splitting algorithm of He, Chen, Chen, Dong, Wang and Huang, PAKDD 2012, section 4, for any criteria.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from shoal.arrays import Ints
from shoal.kernels.deal import count_parts
from shoal.kernels.pool import over_runs
from shoal.partition.base import Partition, Problem


def deal_out(problem: Problem, partition: Partition, *, by: Ints | None = None, least: int = 1) -> Partition:
    """Return every group dealt out into as many groups of at least k and `least` rows as all meet the criteria.

    Rows are listed by their sensitive values, those of `by` where given, then by number, and dealt out in turn, so that
    each part has about as many of every value as the others; the number of parts is lowered until all pass. A part lies
    inside its group, so no row loses by it. Rows with a negative label stay suppressed. O(n log n).
    """
    keys = problem.guard.codes.T[::-1] if by is None else (by,)
    rows = np.lexsort((*keys, partition.labels)).astype(np.int32)
    rows = rows[np.searchsorted(partition.labels[rows], 0) :]
    run = partition.labels[rows]
    sizes = np.bincount(run, minlength=partition.groups)
    starts = np.cumsum(sizes) - sizes
    parts = np.empty(partition.groups, np.int64)
    shared = max(least, problem.k), problem.guard, rows
    over_runs(count_parts, starts, starts + sizes, *shared, aligned=(parts,))
    turn = (np.arange(len(rows)) - starts[run] + 1) % parts[run]
    labels = partition.labels.copy()
    labels[rows] = (np.cumsum(parts) - parts)[run] + turn
    return replace(partition, labels=labels, groups=int(parts.sum()))
