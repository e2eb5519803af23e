"""Merge the closest classes until each has k rows: single, complete and average link.

The baselines of Chiu and Tsai, ADMA 2007. Time O(n² d) and, in all but contrived cases, O(n²) for the merging; memory
2 n² bytes for the distances of all pairs, kept to 7 digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np

from shoal.arrays import Floats
from shoal.errors import SettingError
from shoal.kernels.link import AVERAGE, COMPLETE, SINGLE, Links, fill_pairs, merge_nearest
from shoal.kernels.pool import over_runs
from shoal.partition._numeric import Scale
from shoal.partition._options import Checked, Listed
from shoal.partition._ruler import about_means, in_grains, ruler
from shoal.partition.base import About, Partition, Problem, one_group
from shoal.progress import Step

MOST_ROWS = 30_000
"""With more rows the distances of all pairs would take more than 2 GB."""

STRIDES = 64
"""How often a run tells where it is, at most, and the shares that distances are filled in."""


def _about(title: str, advice: str) -> About:
    return about_means(
        title=title,
        paper="baseline of Chiu, Tsai, ADMA 2007",
        cost="n², memory 2 n² bytes",
        advice=f"{advice} At most {MOST_ROWS:,} rows.",
    )


@dataclass(frozen=True, slots=True)
class _Link(Checked):
    """Begin with every row by itself, and merge the closest two classes until all have k rows.

    `mode`: `small` merges the closest pair of which at least one has fewer than k rows; `dendrogram` merges the closest
    pair of all, so that one far row can pull everything else together. `scale`: `minmax` gives every column the range
    1, `zscore` the standard deviation 1, `none` leaves them as they are, as the paper does. The dissimilarity is the
    squared Euclidean one. Ties go to the pair with the lowest rows.
    """

    name: ClassVar[str]
    rule: ClassVar[int]
    about: ClassVar[About]

    mode: Annotated[Literal["small", "dendrogram"], Listed("modes are")] = "small"
    scale: Annotated[Scale, Listed("the ways to scale are")] = "minmax"

    def partition(self, problem: Problem) -> Partition:
        """Return groups of at least k rows; the same for every seed."""
        n, k = problem.rows, problem.k
        if n > MOST_ROWS:
            message = f"method {self.name!r} takes at most {MOST_ROWS:,} rows, and the table has {n:,}"
            raise SettingError(message, hint="use mdav or mondrian, which take more")
        x, factor = ruler(problem, self.name, self.scale)
        whole = one_group(problem)
        if whole is not None:
            return whole
        links = _links_of(x, in_grains(x, factor))
        large = k if self.mode == "small" else n + 1
        left, before = n, n + 1
        while left < before:
            problem.progress(Step("group", 1 - (left / n) ** 2))
            before, left = left, int(merge_nearest(links, left, k, self.rule, large, n // STRIDES + 1))
        return _partition_of(links, left)


def _links_of(x: Floats, factor: Floats) -> Links:
    """Return every row as a class of its own, with the distances of all pairs."""
    n = len(x)
    links = Links(
        pair=np.empty(n * (n - 1) // 2, np.float32),
        near=np.empty(n, np.int32),
        bound=np.empty(n, np.float32),
        size=np.ones(n, np.int64),
        alive=np.arange(n, dtype=np.int32),
        owner=np.arange(n, dtype=np.int32),
    )
    cuts = np.linspace(0, n, STRIDES + 1).astype(np.int64)
    over_runs(fill_pairs, cuts[:-1], cuts[1:], x, factor, links)
    return links


def _partition_of(links: Links, left: int) -> Partition:
    """Return the classes as groups, in the order of their lowest rows."""
    number = np.zeros(len(links.owner), np.int32)
    number[links.alive[:left]] = np.arange(left)
    owner = links.owner
    while (owner[owner] != owner).any():
        owner = owner[owner]
    return Partition(number[owner], left)


@dataclass(frozen=True, slots=True)
class SingleLink(_Link):
    """Merge by the nearest two rows of two classes."""

    name: ClassVar[str] = "single_link"
    rule: ClassVar[int] = SINGLE
    about: ClassVar[About] = _about("Single link", "For comparison: chains of near rows make long, thin groups.")


@dataclass(frozen=True, slots=True)
class CompleteLink(_Link):
    """Merge by the farthest two rows of two classes."""

    name: ClassVar[str] = "complete_link"
    rule: ClassVar[int] = COMPLETE
    about: ClassVar[About] = _about("Complete link", "For comparison: compact groups, sensitive to far rows.")


@dataclass(frozen=True, slots=True)
class AverageLink(_Link):
    """Merge by the mean over all pairs of rows of two classes."""

    name: ClassVar[str] = "average_link"
    rule: ClassVar[int] = AVERAGE
    about: ClassVar[About] = _about("Average link", "For comparison: between single and complete link.")
