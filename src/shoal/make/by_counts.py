"""Full-domain methods on a table of any size: they look at different rows and how often each occurs, which is exact.

Equal rows are in one part, because cuts look at nothing but codes, so the different rows of all parts are those of the
table. What such a method finds says of any row how it leaves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
import polars as pl

from shoal.arrays import Codes, Ints, Sizes
from shoal.criteria.guarding import least_rows
from shoal.encode.loss import costs_of
from shoal.engines.base import Parts
from shoal.errors import InputError
from shoal.kernels.shared.groups import rows_alike
from shoal.make.block import Task, codes_of
from shoal.partition.base import Partition, Problem
from shoal.partition.registry import make_partitioner
from shoal.progress import Progress, Watch

MOST = 50_000_000
"""Different rows that are kept in memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Recoding:
    """How every row leaves: per column the node of each code; and which combinations of nodes do not leave.

    `dropped` holds the nodes of each such combination, as bytes.
    """

    nodes: tuple[Ints, ...]
    dropped: frozenset[bytes]

    def partition(self, codes: Codes) -> Partition:
        """Return the groups of some rows."""
        shown = [np.asarray(node[codes[:, j]], np.int32) for j, node in enumerate(self.nodes)]
        ids, groups = rows_alike(shown, len(codes))
        first = np.empty(groups, np.int64)
        first[ids[::-1]] = np.arange(len(codes) - 1, -1, -1)
        kept = np.ones(groups, np.bool_)
        if self.dropped:
            cells = np.stack([column[first] for column in shown], axis=1)
            kept = np.array([row.tobytes() not in self.dropped for row in cells], np.bool_)
        number = np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)
        return Partition(number[ids], int(kept.sum()), self.nodes)


def recoding_of(parts: Parts, task: Task, tell: Progress, watch: Watch) -> tuple[Recoding, dict[str, object]]:
    """Return how the method of a task recodes the whole table, and what it learnt.

    Raises:
        ShoalError: there are too many different rows, or the method finds nothing.
    """
    settings = task.settings
    found = parts.each([[at] for at in np.flatnonzero(parts.sizes).tolist()], partial(_different, task=task), tell)
    codes, times = np.concatenate([codes for codes, _ in found]), np.concatenate([times for _, times in found])
    if len(codes) > MOST:
        message = f"the table has more than {MOST:,} different rows, too many to keep in memory"
        raise InputError(message, hint="use fewer quasi columns, coarser values, or a method that works block by block")
    limit = {"suppress_limit": settings.droppable(task.rows)}
    method = make_partitioner(settings.method, {**limit, **settings.options})
    problem = Problem(
        codes, task.domains, costs_of(task.domains, settings.loss or method.about.loss), least_rows(task.criteria),
        np.random.default_rng(settings.seed), task.criteria, tell, watch=watch, times=times,
    )  # fmt: skip
    partition = method.partition(problem)
    nodes = partition.nodes or ()
    gone = codes[partition.labels < 0]
    lost = np.stack([node[gone[:, j]].astype(np.int32) for j, node in enumerate(nodes)], axis=1)
    return Recoding(nodes, frozenset(row.tobytes() for row in lost)), dict(partition.notes)


def _different(number: int, rows: pl.DataFrame, task: Task) -> tuple[Codes, Sizes]:
    """Return the different rows of a part, and how often each occurs."""
    del number
    names = [f"c{at}" for at in range(len(task.domains))]
    found = rows.select(names).group_by(names).len()
    return codes_of(found, len(names)), np.asarray(found["len"].cast(pl.Int64).to_numpy(), np.int64)
