"""Choose at random among partitions that lose nearly as little, so that the groups tell less of why they are so.

Those who know a method can ask why a group is larger than k alone needs, and learn that a smaller one would have broken
a criterion on sensitive values. Groups that might as well have come about by chance give less of an answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from shoal.arrays import Bounds, Floats, Ints, Labels, Rows, Sizes
from shoal.criteria.guarding import all_hold, facts_of, of_rows
from shoal.criteria.sensitive import SensitiveColumn
from shoal.kernels.shared.box_cost import box_costs
from shoal.partition._runs import runs_of
from shoal.partition.base import Boxes, Partition, Problem, boxes_of
from shoal.partition.blocks import cut_blocks

SECTION = 512
"""Groups among which neighbours are looked for."""

NEIGHBOURS = 4
"""How many groups, those that it costs least to be merged with, a group may be changed together with."""


def vary(problem: Problem, partition: Partition, share: float) -> Partition:
    """Return the groups changed at random, as long as the total loss stays within 1 + share of what it was.

    Each group in turn, in secret order, is thrown together with one of its nearest neighbours, and the rows of both are
    cut again: at a random place of a random column, or not at all, which merges them. What would lose too much or break
    a criterion is not done. Rows with a negative label stay suppressed. All draws are the system's, not the seed's:
    what is drawn must not be guessed. O(groups · (section · d + rows of two groups)).
    """
    if share <= 0 or partition.groups < 2:  # noqa: PLR2004 - one group has no neighbour
        return partition
    state = _State.of(problem, partition, share)
    order = np.arange(partition.groups, dtype=np.int32)
    cuts = cut_blocks(order, state.lo, state.hi, problem.costs, SECTION, spread=0.25, rng=problem.rng)
    section = np.empty(partition.groups, np.int64)
    for number, (start, end) in enumerate(zip(*cuts, strict=True)):
        section[order[start:end]] = number
    draws = problem.secret.uniform(partition.groups, 3)
    for one in problem.secret.permutation(partition.groups).tolist():
        if state.sizes[one]:
            state.change(one, order[cuts[0][section[one]] : cuts[1][section[one]]], draws[one])
    return replace(partition, labels=state.labels(), groups=int(np.count_nonzero(state.sizes)))


@dataclass(slots=True, eq=False)
class _State:
    """Groups while they change: their rows, boxes and loss, and how much more all may lose; merged ones are empty."""

    problem: Problem
    columns: tuple[SensitiveColumn, ...]
    rows: list[Rows]
    sizes: Sizes
    lo: Bounds
    hi: Bounds
    loss: Floats
    room: float

    @classmethod
    def of(cls, problem: Problem, partition: Partition, share: float) -> _State:
        """Return the groups as they are, compared with the rows that are released."""
        kept = np.flatnonzero(partition.labels >= 0)
        columns = (problem if len(kept) == problem.rows else problem.released(kept)).counted
        by_group, starts, _ = runs_of(partition.labels, partition.groups)
        boxes = boxes_of(problem.codes, partition)
        loss = _prices(problem, boxes) * boxes.sizes
        rows = np.split(by_group.astype(np.int64), starts[1:])
        return cls(problem, columns, rows, boxes.sizes, boxes.lo, boxes.hi, loss, share * float(loss.sum()))

    def labels(self) -> Labels:
        """Return the group of each row, -1 where there is none."""
        labels = np.full(self.problem.rows, -1, np.int32)
        for number, group in enumerate(np.flatnonzero(self.sizes).tolist()):
            labels[self.rows[group]] = number
        return labels

    def change(self, one: int, others: Ints, draw: Floats) -> None:
        """Cut a group and a neighbour again, as three draws say: which neighbour, in which column, where."""
        near = self._neighbours(one, others)
        if not len(near):
            return
        other = int(near[int(draw[0] * len(near))])
        both = np.concatenate([self.rows[one], self.rows[other]])
        both = both[self.problem.secret.permutation(len(both))]
        labels = self._cut(both, float(draw[1]), float(draw[2]))
        groups = int(labels.max()) + 1
        boxes = boxes_of(np.ascontiguousarray(self.problem.codes[both]), Partition(labels, groups))
        loss = _prices(self.problem, boxes) * boxes.sizes
        rise = float(loss.sum()) - float(self.loss[one] + self.loss[other])
        facts = facts_of(labels, groups, of_rows(self.columns, both))
        if rise > self.room or not all_hold(self.problem.criteria, facts).all():
            return
        self.room -= rise
        self.sizes[other], self.loss[other] = 0, 0.0
        for number, group in enumerate((one, other)[:groups]):
            self.rows[group], self.sizes[group] = both[labels == number], boxes.sizes[number]
            self.loss[group] = loss[number]
            self.lo[group], self.hi[group] = boxes.lo[number], boxes.hi[number]

    def _neighbours(self, one: int, others: Ints) -> Ints:
        """Return the groups that it costs least to merge a group with."""
        there = others[(others != one) & (self.sizes[others] > 0)]
        lo, hi = np.minimum(self.lo[there], self.lo[one]), np.maximum(self.hi[there], self.hi[one])
        union = Boxes(self.sizes[there] + self.sizes[one], lo, hi)
        rise = _prices(self.problem, union) * union.sizes - self.loss[there]
        return np.asarray(there[np.argsort(rise, kind="stable")[:NEIGHBOURS]], np.int32)

    def _cut(self, both: Rows, column: float, place: float) -> Labels:
        """Return the side of each row: 1 for those that come last in a column, at least k of them and k others.

        All are on side 0 where there are too few rows, or where the draw falls on no column.
        """
        k, codes = self.problem.k, self.problem.codes[both]
        labels = np.zeros(len(both), np.int32)
        wide = [*np.flatnonzero(codes.min(axis=0) < codes.max(axis=0)).tolist(), None]
        drawn, places = wide[int(column * len(wide))], len(both) - 2 * k + 1
        if drawn is not None and places > 0:
            last = np.argsort(codes[:, drawn], kind="stable")[k + int(place * places) :]
            labels[last] = 1
        return labels


def _prices(problem: Problem, boxes: Boxes) -> Floats:
    """Return what a row of each box loses."""
    price = np.empty(len(boxes.sizes))
    box_costs(problem.costs, np.ascontiguousarray(boxes.lo), np.ascontiguousarray(boxes.hi), price)
    return price
