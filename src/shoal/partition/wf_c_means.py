"""Cluster with weights that the columns earn, then merge classes that are too small.

After Chiu and Tsai, ADMA 2007. Time O(iterations · n² d / k), memory O(n d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from shoal.arrays import Flags, Floats, Labels, Sizes
from shoal.kernels.pool import over_runs
from shoal.kernels.shared.groups import rows_alike
from shoal.kernels.wf_c_means import assign, move_centres, spreads
from shoal.partition._numeric import Scale
from shoal.partition._options import Checked, Listed, whole
from shoal.partition._ruler import GRAIN, about_means, in_grains, ruler
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.progress import Step

BLOCK = 512
"""Rows that one thread takes at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class _Classes:
    """Where the clustering stands: the class of each row, the centres, rows per class, and the columns' weights."""

    labels: Labels
    centres: Floats
    sizes: Sizes
    weights: Floats


@dataclass(frozen=True, slots=True)
class WfCMeans(Checked):
    """Cluster around n/k drawn rows, let columns that split the classes well count more, and merge small classes.

    `scale`: `minmax` gives every column the range 1, `zscore` the standard deviation 1, `none` leaves them as they are,
    as the paper does. `max_iter`: rounds at most; the paper has no limit, but nothing makes the rounds end. Where the
    paper is silent: a row as near to several centres joins the first; a centre without rows stays where it was; a
    column in which no class spreads takes all the weight; a constant column has none from the start. There is always a
    class of k rows to merge into, as no more than n/k classes share n rows.
    """

    about: ClassVar[About] = about_means(
        title="WF-C-means and class merging",
        paper="Chiu, Tsai, ADMA 2007",
        cost="rounds · n² / k",
        advice="Numbers of which few columns matter; groups may be much larger than k.",
    )

    scale: Annotated[Scale, Listed("the ways to scale are")] = "minmax"
    max_iter: Annotated[int, whole(1)] = 100

    def partition(self, problem: Problem) -> Partition:
        """Return groups of at least k rows, and the learned weights, which add up to 1, in the notes."""
        x, factor = ruler(problem, "wf_c_means", self.scale)
        weights = _even(factor > 0)
        whole = one_group(problem)
        if whole is not None:
            return Partition(whole.labels, whole.groups, notes=_notes(problem, weights))
        classes = self._cluster(problem, x, factor, weights)
        labels, groups = _merged(x, factor, classes, problem.k)
        return Partition(labels, groups, notes=_notes(problem, classes.weights))

    def _cluster(self, problem: Problem, x: Floats, factor: Floats, weights: Floats) -> _Classes:
        centres = x[_first_rows(problem, factor)]
        sizes = np.zeros(len(centres), np.int64)
        labels = np.full(problem.rows, -1, np.int32)
        for turn in range(self.max_iter):
            problem.progress(Step("group", turn / self.max_iter))
            before, labels = labels, _nearest(x, centres, in_grains(x, weights * factor))
            move_centres(x, labels, centres, sizes)
            weights = _learned(x, _Classes(labels, centres, sizes, weights))
            if (labels == before).all():
                break
        return _Classes(labels, centres, sizes, weights)


def _first_rows(problem: Problem, factor: Floats) -> Labels:
    """Return n/k drawn rows, no two alike in the columns that count; fewer where there are not as many."""
    order = problem.rng.permutation(np.arange(problem.rows, dtype=np.int32))
    ids, _ = rows_alike(problem.codes[order][:, np.flatnonzero(factor)].T, problem.rows)
    first = np.sort(np.unique(ids, return_index=True)[1])
    return np.asarray(order[first[: problem.rows // problem.k]], np.int32)


def _nearest(x: Floats, centres: Floats, factor: Floats) -> Labels:
    labels = np.empty(len(x), np.int32)
    starts = np.arange(0, len(x), BLOCK)
    over_runs(assign, starts, np.minimum(starts + BLOCK, len(x)), x, centres, factor, labels)
    return labels


def _learned(x: Floats, classes: _Classes) -> Floats:
    """Return the weights half-way to each column's share of all ratios of spread between classes to spread within."""
    within, between = np.empty(x.shape[1]), np.empty(x.shape[1])
    spreads(x, classes.labels, classes.centres, classes.sizes, x.mean(axis=0), within, between)
    noise = GRAIN * (within + between)
    parts, blurs = (between > noise) & (classes.weights > 0), within > noise
    if not parts.any():
        return classes.weights
    if (parts & ~blurs).any():
        share = _even(parts & ~blurs)
    else:
        ratio = np.divide(between, within, out=np.zeros(len(within)), where=parts)
        share = ratio / ratio.sum()
    return np.asarray((classes.weights + share) / 2, np.float64)


def _even(counts: Flags) -> Floats:
    """Return weights that add up to 1, the same for all columns that count; for all columns when none does."""
    counts = counts if counts.any() else ~counts
    return np.asarray(counts / max(1, counts.sum()), np.float64)


def _merged(x: Floats, factor: Floats, classes: _Classes, k: int) -> tuple[Labels, int]:
    """Return the group of each row, every class with fewer than k rows merged into the nearest other class."""
    target = np.arange(len(classes.sizes))
    large = np.flatnonzero(classes.sizes >= k)
    small = np.flatnonzero((classes.sizes > 0) & (classes.sizes < k))
    grains = in_grains(x, classes.weights * factor)
    target[small] = large[_nearest(classes.centres[small], classes.centres[large], grains)]
    number = np.zeros(len(target), np.int32)
    number[large] = np.arange(len(large))
    return np.asarray(number[target[classes.labels]], np.int32), len(large)


def _notes(problem: Problem, weights: Floats) -> dict[str, object]:
    names = (domain.name for domain in problem.domains)
    return {"weights": dict(zip(names, weights.tolist(), strict=True))}
