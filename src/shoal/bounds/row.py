"""Bounds on what the group of each row costs: windows, nearest rows, the cheapest box around it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shoal.arrays import Codes, Flags, Floats, Rows
from shoal.kernels.bound.points import Points, points_of
from shoal.kernels.bound.row_box import cheapest_boxes
from shoal.kernels.bound.sums import line_windows, nearest_sums, tree_windows
from shoal.kernels.pool import over_runs, picked
from shoal.kernels.shared.box_cost import Costs
from shoal.kernels.shared.equal import EqualRows, equal_rows
from shoal.progress import Hurry, never

PAIR = 2
RUN = 64
"""Points that a thread takes at a time; each is worked on by itself, so this does not change the result."""

SOME = 1024
"""Points after which it is asked whether there is a hurry."""


class Distinct(NamedTuple):
    """The distinct rows of a table: the points, and the point of each row."""

    points: Points
    point: Rows

    @property
    def weights(self) -> Floats:
        """Return how many rows each point has, as numbers to weigh by."""
        return np.asarray(self.points.times, np.float64)


def distinct_rows(codes: Codes, costs: Costs, equal: EqualRows | None = None) -> Distinct:
    """Return the distinct rows, similar ones next to each other. O(n d + m d log m).

    `equal` says which rows are equal, where that is known.
    """
    equal = equal_rows(codes, costs.size) if equal is None else equal
    points, order = points_of(picked(codes, equal.first), equal.times, costs)
    place = np.empty(equal.count, np.int64)
    place[order] = np.arange(equal.count)
    return Distinct(points, picked(place, equal.ids))


def window_bounds(points: Points, costs: Costs, k: int) -> Floats:
    """Return for each point the sum over columns of what k rows that cover it cost at least in that column (B2)."""
    total = np.zeros(len(points.x))
    for j, codes in enumerate(points.x.T):
        size = int(costs.size[j])
        rows = np.bincount(codes, points.times, minlength=size).astype(np.int64)
        least = np.empty(size)
        if costs.line[j]:
            least = _line(costs, j, rows, k)
        else:
            at, end = int(costs.node_at[j]), _end_of_nodes(costs, j)
            tree_windows(costs.parent[at:end], costs.price[at:end], rows, k, least)
        total += least[codes]
    return total


def _line(costs: Costs, j: int, rows: Rows, k: int) -> Floats:
    base, absent, weight = int(costs.base[j]), int(costs.missing[j]), float(costs.weight[j])
    present = len(rows) if absent < 0 else absent
    least = np.empty(len(rows))
    line_windows(costs.position[base : base + present], rows[:present], k, least[:present])
    if absent >= 0:
        least[:present] = np.minimum(least[:present], weight)
        least[absent] = 0.0 if rows[absent] >= k else weight
    return least


def _end_of_nodes(costs: Costs, j: int) -> int:
    later = costs.node_at[costs.node_at > costs.node_at[j]]
    return int(later.min()) if len(later) else len(costs.parent)


def runs_of(some: Rows) -> tuple[Rows, Rows]:
    """Return ascending points as runs, one where they follow each other, of at most `RUN` points."""
    cut = np.flatnonzero((np.diff(some, prepend=-2) != 1) | (np.arange(len(some)) % RUN == 0))
    ends = np.append(cut[1:], len(some))
    return some[cut], some[ends - 1] + 1


def cheapest(
    points: Points, costs: Costs, k: int, some: Rows, nodes: int, upper: Floats
) -> tuple[Floats, Floats, Flags]:
    """Return for some points the price with the nearest rows, a bound on the cheapest box, and whether it is exact.

    The arrays have an entry for every point; only those of `some` are filled, the others are 0.
    """
    near, box, exact = np.zeros(len(points.x)), np.zeros(len(points.x)), np.zeros(len(points.x), np.bool_)
    starts, ends = runs_of(some)
    over_runs(cheapest_boxes, starts, ends, points, costs, k, nodes, upper, near, box, exact, few=RUN)
    return near, box, exact


def sum_shares(points: Points, costs: Costs, k: int, over: Hurry = never) -> Floats | None:
    """Return shares of which no group claims more than it costs (B5), or None where they are below the others anyway.

    They are means over the nearest rows; columns on a line count up to twice, so where there are none nothing is won.
    Once `over` says so, the points that are left have a share of 0.
    """
    twice = np.asarray(costs.line & (costs.missing < 0))
    if not twice.any() or k <= PAIR:
        return None
    position = costs.position.copy()
    ends = np.append(costs.base[1:], len(position))
    for j in np.flatnonzero(twice):
        position[costs.base[j] : ends[j]] *= 2 * (k - 1) / k
    total, costs = np.zeros(len(points.x)), costs._replace(position=position)
    for at in range(0, len(total), SOME):
        if over():
            break
        starts, ends = runs_of(np.arange(at, min(len(total), at + SOME)))
        over_runs(nearest_sums, starts, ends, points, costs, k, total, few=RUN)
    return total / (k - 1)
