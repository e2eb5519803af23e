"""One pass of k-means, then evening out.

After Lin and Wei, PAIS 2008. Time O(n² d / k), memory O(n d / k times the number of categories).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from shoal.arrays import Ints
from shoal.errors import SettingError
from shoal.kernels.oka import GRAIN, Clusters, clusters_of, own_prices, seat_rows
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.progress import Step

BATCHES = 20
REFILLS = 6


@dataclass(frozen=True, slots=True)
class Oka:
    """Give every row to the nearest of n/k clusters, then move the farthest rows of large clusters to small ones.

    The distance to a cluster is that to its centre (the mean, or the lowest common ancestor) times its number of rows.
    Where the paper is silent: the second stage keeps this factor; the rows that leave a cluster are ranked once;
    a centre is missing where more than half of its cells are.

    `seeds`: the first row of each cluster; drawn at random when not given.
    """

    about: ClassVar[About] = About(
        title="OKA, one-pass k-means",
        paper="Lin, Wei, PAIS 2008",
        cost="n²/k",
        advice="Faster than k-member, at a loss that depends more on the seed.",
        loss="height",
    )

    seeds: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse seeds that are not row numbers, or not distinct."""
        seeds = tuple(self.seeds)
        whole = all(isinstance(seed, int) and not isinstance(seed, bool) and seed >= 0 for seed in seeds)
        if not whole or len(set(seeds)) < len(seeds):
            message = "oka has seeds that are not distinct numbers of rows, counted from 0"
            raise SettingError(message)
        object.__setattr__(self, "seeds", seeds)

    def partition(self, problem: Problem) -> Partition:
        """Return groups of k to 2k-1 rows (one group when there are fewer than 2k)."""
        small = one_group(problem)
        if small is not None:
            return small
        codes, costs, k = problem.codes, problem.costs, problem.k
        groups = problem.rows // k
        labels = np.full(problem.rows, -1, np.int32)
        labels[self._seeds(problem, groups)] = np.arange(groups)
        order = np.lexsort(codes.T[::-1]).astype(np.int32)
        clusters = clusters_of(codes, costs, labels, groups)
        for b, batch in enumerate(np.array_split(order[labels[order] < 0], BATCHES)):
            problem.progress(Step("group", 0.8 * b / BATCHES))
            seat_rows(batch, codes, costs, np.inf, clusters, labels)
        _trim(problem, order, clusters, labels)
        _fill(problem, labels, groups)
        return Partition(labels, groups)

    def _seeds(self, problem: Problem, groups: int) -> Ints:
        if not self.seeds:
            return np.asarray(problem.rng.permutation(problem.rows)[:groups], np.int32)
        if len(self.seeds) != groups or max(self.seeds) >= problem.rows:
            message = f"oka has {len(self.seeds)} seeds; {problem.rows} rows in groups of {problem.k} need {groups}"
            raise SettingError(message, hint=f"give {groups} row numbers below {problem.rows}, or none")
        return np.array(self.seeds, np.int32)


def _trim(problem: Problem, rows: Ints, clusters: Clusters, labels: Ints) -> None:
    """Take the label from all but the k rows of each cluster that are nearest to its centre, ties to the lowest row."""
    price = np.empty(problem.rows)
    own_prices(rows, problem.codes, problem.costs, labels, clusters, price)
    order = np.lexsort((np.rint(price / GRAIN), labels))
    starts = np.cumsum(np.bincount(labels)) - np.bincount(labels)
    rank = np.arange(problem.rows) - starts[labels[order]]
    labels[order[rank >= problem.k]] = -1


def _fill(problem: Problem, labels: Ints, groups: int) -> None:
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
        clusters = clusters_of(problem.codes, problem.costs, places, len(short))
        full = problem.k if b < REFILLS else np.inf
        seat_rows(batch, problem.codes, problem.costs, float(full), clusters, places)
        labels[batch] = short[places[batch]]
