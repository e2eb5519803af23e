"""The table as full-domain methods see it: distinct rows, and the levels that each column can climb."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from shoal.arrays import Codes, Floats, Ints, Labels, Rows, Sizes
from shoal.encode.domain import Domain
from shoal.encode.levels import level_nodes, level_tree
from shoal.encode.loss import LossName
from shoal.errors import InfeasibleError
from shoal.figure import counted
from shoal.kernels.shared.box_cost import box_costs
from shoal.kernels.shared.groups import rows_alike
from shoal.kernels.shared.lattice import roll_up
from shoal.partition._judge import failing
from shoal.partition.base import About, Partition, Problem


@dataclass(frozen=True, slots=True, eq=False)
class Ladder:
    """The levels of one column, without those that only repeat the one below.

    Attributes:
        nodes: (codes, levels) the node of each code, its leaf at level 0 and the root at the last.
        numbers: what each level is called in the hierarchy, counted from 0 at the values.
        price: (nodes of the tree,) what a row published as each node costs in this column, weight included.
    """

    nodes: Ints
    numbers: tuple[int, ...]
    price: Floats


class Frequencies(NamedTuple):
    """Distinct rows of some columns, each cell the least code published like it, and how often each occurs."""

    codes: Codes
    counts: Sizes

    def small(self, k: int) -> int:
        """Return how many rows look like fewer than k."""
        return int(self.counts[self.counts < k].sum())


@dataclass(frozen=True, slots=True, eq=False)
class LevelTable:
    """A table that climbs: the levels of its columns, its distinct rows, and where the kernel finds each level.

    `place` says which of the distinct rows each row is.
    """

    ladders: tuple[Ladder, ...]
    rows: Frequencies
    place: Labels
    lift: Ints
    starts: tuple[Rows, ...]

    @classmethod
    def of(cls, problem: Problem) -> LevelTable:
        """Return the table with identical rows counted once; O(n d).

        Raises:
            InfeasibleError: there are rows, and fewer than k, so that no group can have k of them.
        """
        _require_rows(problem)
        ladders = tuple(_ladder(problem, j) for j in range(len(problem.domains)))
        lifts = [_least_codes(ladder.nodes) for ladder in ladders]
        ends = np.cumsum([0, *(lift.size for lift in lifts)])
        starts = tuple(
            np.asarray(end + np.arange(lift.shape[0]) * lift.shape[1], np.int64)
            for end, lift in zip(ends[:-1], lifts, strict=True)
        )
        flat = np.concatenate([np.zeros(0, np.int32), *(lift.ravel() for lift in lifts)])
        return cls(ladders, *numbered_rows(problem.codes, problem.times), flat, starts)

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the number of levels of each column."""
        return tuple(len(ladder.numbers) for ladder in self.ladders)

    def climb(self, found: Frequencies, columns: Sequence[int], vector: Sequence[int]) -> Frequencies:
        """Return the frequencies at higher levels; `found` holds just these columns, at these levels or below."""
        at = np.array([self.starts[j][level] for j, level in zip(columns, vector, strict=True)], np.int64)
        codes, counts = np.empty_like(found.codes), np.empty_like(found.counts)
        groups = roll_up(found.codes, found.counts, self.lift, at, codes, counts)
        return Frequencies(codes[:groups].copy(), counts[:groups].copy())

    def base(self, columns: Sequence[int], vector: Sequence[int]) -> Frequencies:
        """Return the frequencies of some columns at some levels, from the distinct rows of the table."""
        part = np.ascontiguousarray(self.rows.codes[:, list(columns)])
        return self.climb(Frequencies(part, self.rows.counts), columns, vector)

    def classes(self, columns: Sequence[int], vector: Sequence[int]) -> tuple[Labels, int]:
        """Return a number for each row, the same for rows that look alike in some columns, and how many there are."""
        cells = self.rows.codes
        lifted = [self.lift[self.starts[j][level] + cells[:, j]] for j, level in zip(columns, vector, strict=True)]
        ids, groups = rows_alike(lifted, len(cells))
        return ids[self.place], groups

    def nodes(self, vector: Sequence[int]) -> tuple[Ints, ...]:
        """Return per column the node of each code at its level."""
        return tuple(
            np.ascontiguousarray(ladder.nodes[:, level]) for ladder, level in zip(self.ladders, vector, strict=True)
        )

    def agreement(self) -> tuple[int, ...]:
        """Return the lowest level of each column at which all rows are alike: what fewer than 2k rows must climb to."""
        vector = []
        for j, ladder in enumerate(self.ladders):
            seen = ladder.nodes[self.rows.codes[:, j]]
            vector.append(int(np.argmax((seen == seen[:1]).all(axis=0))))
        return tuple(vector)

    def named(self, domains: Sequence[Domain], vector: Sequence[int]) -> dict[str, int]:
        """Return the level of each column as its hierarchy counts them, by the column's name."""
        return {
            domain.name: ladder.numbers[level]
            for domain, ladder, level in zip(domains, self.ladders, vector, strict=True)
        }


def numbered_rows(codes: Codes, times: Sizes | None = None) -> tuple[Frequencies, Labels]:
    """Return each different row once, in order of first appearance, how often it occurs, and which one each row is.

    `times` says for how many rows each one stands, where that is not itself alone.
    """
    ids, groups = rows_alike(codes.T, len(codes))
    first = np.empty(groups, np.int64)
    first[ids[::-1]] = np.arange(len(codes) - 1, -1, -1)
    counts = np.bincount(ids, times, groups).astype(np.int64)
    return Frequencies(np.ascontiguousarray(codes[first], np.int32), counts), ids


def about_levels(title: str, paper: str, cost: str, advice: str, loss: LossName = "ncp") -> About:
    """Return what there is to know of a method that publishes each value as a node of its hierarchy."""
    return About(title, paper, cost, advice, publishes="levels", needs=("hierarchies",), loss=loss, keeps="natively")


def as_published(problem: Problem, nodes: tuple[Ints, ...], notes: Mapping[str, object]) -> Partition:
    """Return the groups of rows whose cells are published as the same nodes.

    Groups of fewer than k rows, and those that break a criterion, are suppressed.
    """
    shown = [node[problem.codes[:, j]] for j, node in enumerate(nodes)]
    ids, groups = rows_alike(shown, problem.rows)
    kept = ~failing(problem, ids, groups)
    number = np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)
    return Partition(np.asarray(number[ids], np.int32), int(kept.sum()), nodes, notes)


def _require_rows(problem: Problem) -> None:
    """Refuse a table of fewer than k rows, unless it has none.

    Raises:
        InfeasibleError: no group can have k rows.
    """
    if 0 < problem.total < problem.k:
        message = f"the table has {counted(problem.total, 'row')}, so no group can have k = {problem.k}"
        raise InfeasibleError(message, hint=f"choose k of at most {problem.total}")


def _ladder(problem: Problem, j: int) -> Ladder:
    nodes = level_nodes(problem.domains[j])
    rises = (nodes[:, 1:] != nodes[:, :-1]).any(axis=0)
    numbers = [0, *(np.flatnonzero(rises) + 1).tolist()]
    return Ladder(np.ascontiguousarray(nodes[:, numbers]), tuple(numbers), _prices(problem, j, nodes))


def _prices(problem: Problem, j: int, nodes: Ints) -> Floats:
    """Return the price of each node of a column: of all values its label stands for, not only of those that occur."""
    lo, hi = node_extents(problem.domains[j], nodes)
    ends = np.zeros((2, len(lo), len(problem.domains)), np.int32)
    ends[0, :, j], ends[1, :, j] = lo, hi
    price = np.empty(len(lo))
    box_costs(problem.costs, ends[0], ends[1], price)
    return price


def node_extents(domain: Domain, nodes: Ints) -> tuple[Ints, Ints]:
    """Return the least and the greatest code below each node; both 0 for a node of a line with no code below it."""
    tree, _ = level_tree(domain)
    if not domain.is_line:
        return tree.first, tree.last
    lo = np.full(len(tree.labels), domain.size, np.int32)
    hi = np.full(len(tree.labels), -1, np.int32)
    for column in nodes.T:
        codes = np.arange(domain.size, dtype=np.int32)
        np.minimum.at(lo, column, codes)
        np.maximum.at(hi, column, codes)
    unused = hi < 0
    lo[unused], hi[unused] = 0, 0
    return lo, hi


def _least_codes(nodes: Ints) -> Ints:
    """Return (levels, codes) the least code that shares the node of each code."""
    lifts = np.empty(nodes.shape[::-1], np.int32)
    codes = np.arange(len(nodes), dtype=np.int32)
    least = np.empty(int(nodes.max(initial=0)) + 1, np.int32)
    for level, column in enumerate(nodes.T):
        least[column[::-1]] = codes[::-1]
        lifts[level] = least[column]
    return lifts
