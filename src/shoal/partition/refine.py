"""Top-down methods: keep cutting runs of rows until no run can be cut."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from shoal.arrays import Ints
from shoal.kernels.shared.groups import label_groups
from shoal.partition.base import Partition, Problem
from shoal.progress import Step

OPEN = 1


def refine(problem: Problem, rows: Ints, cut: Callable[..., None]) -> Partition:
    """Return the runs that are left when `cut` has closed every one.

    `cut(starts, ends, rows, edge)` is called once per level with all open runs of at least 2k rows. It reorders `rows`
    inside the runs and marks in `edge` where parts begin: 1 where a part may be cut again, 2 where it is final. Memory
    O(n); a run of fewer than 2k rows is always final.
    """
    n, k = problem.rows, problem.k
    labels = np.empty(n, np.int32)
    if n == 0:
        return Partition(labels, 0)
    edge = np.zeros(n, np.uint8)
    edge[0] = OPEN
    while True:
        begins = np.flatnonzero(edge)
        sizes = np.diff(begins, append=n)
        is_open = (edge[begins] == OPEN) & (sizes >= 2 * k)
        if not is_open.any():
            break
        problem.progress(Step("group", _done(sizes, k)))
        cut(begins[is_open], begins[is_open] + sizes[is_open], rows, edge)
    return Partition(labels, int(label_groups(rows, edge, labels)))


def _done(sizes: Ints, k: int) -> float:
    """Return the share of the way from one run to runs of k rows, on a logarithmic scale."""
    n = float(sizes.sum())
    way = np.log2(max(2.0, n / k))
    return float(np.clip(1 - np.log2(np.maximum(1.0, sizes / k)) @ sizes / n / way, 0, 1))
