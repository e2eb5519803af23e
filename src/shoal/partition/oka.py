"""One pass of k-means, then evening out.

After Lin and Wei, PAIS 2008. Time O(n² d / k) a pass, memory O(n d / k times the number of categories).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

import numpy as np

from shoal.arrays import Ints, Labels, Rows
from shoal.errors import SettingError
from shoal.kernels.oka import GRAIN, clusters_of, own_prices, seat_rows
from shoal.kernels.oka_boxes import boxed, seat_by_increase
from shoal.partition._options import Checked, Listed, share, whole
from shoal.partition._small import without_small
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.progress import Step

BATCHES = 20
REFILLS = 6

Seating: TypeAlias = Callable[[Ints, float, Labels], None]
"""Gives rows to the nearest clusters of fewer rows than a number, and writes their labels."""


@dataclass(frozen=True, slots=True)
class Oka(Checked):
    """Give every row to the nearest of n/k clusters, then move the farthest rows of large clusters to small ones.

    The distance to a cluster is that to its centre (the mean, or the lowest common ancestor) times its number of rows.
    Where the paper is silent: the second stage keeps this factor; the rows that leave a cluster are ranked once;
    a centre is missing where more than half of its cells are.

    `seeds`: the first row of each cluster; drawn at random when not given. `order`: rows are seated `sorted` by their
    quasi columns, as in the paper, or in `random` order. `distance`: the `cost` with the centre
    times the rows of the cluster, as in the paper; the `increment` of the cluster's loss; or the cost with the `centre`
    alone. `passes`: how often the first stage runs; each further pass begins with the
    rows nearest to the centres of the one before. `drop_small`: the share of all rows that may be suppressed because
    to fill up their small clusters loses more; where more than k is asked for, none is. The last two are what the paper
    looks forward to; it does not say how.
    """

    about: ClassVar[About] = About(
        title="OKA, one-pass k-means",
        paper="Lin, Wei, PAIS 2008",
        cost="n²/k",
        advice="Faster than k-member, at a loss that depends more on the seed.",
        loss="height",
    )

    seeds: tuple[int, ...] = ()
    order: Annotated[Literal["sorted", "random"], Listed("orders are")] = "sorted"
    distance: Annotated[Literal["cost", "increment", "centre"], Listed("distances are")] = "cost"
    passes: Annotated[int, whole(1, hint="the paper has one")] = 1
    drop_small: Annotated[float, share()] = 0.0

    def __post_init__(self) -> None:
        """Refuse seeds that are not row numbers, or not distinct, and any other option that breaks its rule."""
        Checked.__post_init__(self)
        seeds = tuple(self.seeds)
        are_rows = all(isinstance(seed, int) and not isinstance(seed, bool) and seed >= 0 for seed in seeds)
        if not are_rows or len(set(seeds)) < len(seeds):
            message = "oka has seeds that are not distinct numbers of rows, counted from 0"
            raise SettingError(message)
        object.__setattr__(self, "seeds", seeds)

    def partition(self, problem: Problem) -> Partition:
        """Return groups of k to 2k-1 rows (one group when there are fewer than 2k), larger ones where some are dropped.

        Raises:
            SettingError: there are not as many seeds as clusters.
        """
        small = one_group(problem)
        if small is not None:
            return small
        groups = problem.rows // problem.k
        seeds, rows = self._seeds(problem, groups), self._rows(problem)
        labels = self._seated(problem, seeds, rows, 0)
        order, rank = _ranked(problem, labels)
        for turn in range(1, self.passes):
            labels = self._seated(problem, order[rank == 0], rows, turn)
            order, rank = _ranked(problem, labels)
        home = labels.copy()
        labels[order[rank >= problem.k]] = -1
        self._fill(problem, labels, groups)
        return without_small(problem, home, Partition(labels, groups), int(self.drop_small * problem.rows))

    def _seeds(self, problem: Problem, groups: int) -> Ints:
        if not self.seeds:
            return np.asarray(problem.rng.permutation(problem.rows)[:groups], np.int32)
        if len(self.seeds) != groups or max(self.seeds) >= problem.rows:
            message = f"oka has {len(self.seeds)} seeds; {problem.rows} rows in groups of {problem.k} need {groups}"
            raise SettingError(message, hint=f"give {groups} row numbers below {problem.rows}, or none")
        return np.array(self.seeds, np.int32)

    def _rows(self, problem: Problem) -> Ints:
        """Return all rows in the order in which they are seated."""
        if self.order == "random":
            return np.asarray(problem.rng.permutation(problem.rows), np.int32)
        return np.lexsort(problem.codes.T[::-1]).astype(np.int32)

    def _seated(self, problem: Problem, seeds: Ints | Rows, rows: Ints, turn: int) -> Labels:
        """Return the cluster of each row, when each was given in turn to the nearest, beginning with the seeds."""
        labels = np.full(problem.rows, -1, np.int32)
        labels[seeds] = np.arange(len(seeds))
        seat = self._seating(problem, labels, len(seeds))
        for b, batch in enumerate(np.array_split(rows[labels[rows] < 0], BATCHES)):
            problem.progress(Step("group", 0.8 * (turn + b / BATCHES) / self.passes))
            seat(batch, np.inf, labels)
        return labels

    def _seating(self, problem: Problem, labels: Labels, groups: int) -> Seating:
        """Return what seats rows with the nearest clusters, which at first hold the rows that have a label."""
        codes, costs = problem.codes, problem.costs
        if self.distance == "increment":
            boxes = boxed(codes, costs, labels, groups)
            return lambda rows, full, out: seat_by_increase(rows, codes, costs, full, boxes, out)
        clusters = clusters_of(codes, costs, labels, groups)
        by_size = self.distance == "cost"
        return lambda rows, full, out: seat_rows(rows, codes, costs, full, by_size, clusters, out)

    def _fill(self, problem: Problem, labels: Labels, groups: int) -> None:
        """Give the rows without a label to the nearest cluster of fewer than k rows, and the last of them to any."""
        left = problem.rng.permutation(np.flatnonzero(labels < 0).astype(np.int32))
        lacking = groups * problem.k - (problem.rows - len(left))
        for b, batch in enumerate([*np.array_split(left[:lacking], REFILLS), left[lacking:]]):
            problem.progress(Step("group", 0.8 + 0.2 * b / REFILLS))
            if not len(batch):
                continue
            sizes = np.bincount(labels[labels >= 0], minlength=groups)
            short = np.flatnonzero(sizes < problem.k if b < REFILLS else sizes).astype(np.int32)
            number = np.full(groups + 1, -1, np.int32)
            number[short] = np.arange(len(short))
            places = number[labels]
            full = float(problem.k if b < REFILLS else np.inf)
            self._seating(problem, places, len(short))(batch, full, places)
            labels[batch] = short[places[batch]]


def _ranked(problem: Problem, labels: Labels) -> tuple[Rows, Rows]:
    """Return the rows cluster by cluster, the nearest to its centre first, ties to the lowest, and each one's rank."""
    sizes = np.bincount(labels)
    clusters = clusters_of(problem.codes, problem.costs, labels, len(sizes))
    price = np.empty(problem.rows)
    rows = np.lexsort(problem.codes.T[::-1]).astype(np.int32)
    own_prices(rows, problem.codes, problem.costs, labels, clusters, price)
    order = np.lexsort((np.rint(price / GRAIN), labels))
    rank = np.arange(problem.rows) - (np.cumsum(sizes) - sizes)[labels[order]]
    return np.asarray(order, np.int64), np.asarray(rank, np.int64)
