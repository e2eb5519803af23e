"""Cut a table into blocks of similar rows, by a rule that is learnt from a sample and says of any row where it belongs.

A cut asks on which side of a code a row lies in one column. The rule is some kilobytes of numbers and a pure function
of the row, so that every engine, and every process of it, cuts alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from shoal.arrays import Codes, Floats, Ints, Rows, Sizes
from shoal.encode.domain import Domain
from shoal.encode.loss import LossName, column_costs
from shoal.kernels.pool import in_threads, runs_in

AT_ONCE = 1 << 18
"""Rows that a thread assigns at a time."""

LEAST_SIDE = 0.2
"""The share of the rows that each side of a cut has at least, where any cut leaves it that."""

FEWEST = 16
"""Different rows of the sample below which nothing is cut."""


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """A tree of cuts; blocks are numbered from left to right, so that neighbours have been together for long.

    Attributes:
        column: (cuts,) the column that each cut asks about.
        code: (cuts,) rows go left up to this code.
        left, right: (cuts,) the cut that follows on each side, or -1 - b for the block b.
    """

    column: Ints
    code: Ints
    left: Ints
    right: Ints

    @classmethod
    def none(cls) -> Cuts:
        """Return no cuts: all rows are one block."""
        return cls(*(np.zeros(0, np.int32) for _ in range(4)))

    @property
    def blocks(self) -> int:
        """Return how many blocks there are."""
        return len(self.column) + 1

    def assign(self, codes: Codes) -> Ints:
        """Return the block of each row; O(n · depth), on all cores."""
        found = np.zeros(len(codes), np.int32)
        if not len(self.column):
            return found

        def some(run: tuple[int, int]) -> None:
            here, node = codes[run[0] : run[1]], np.zeros(run[1] - run[0], np.int32)
            rows = np.arange(len(here))
            while len(rows):
                cut = node[rows]
                goes_right = here[rows, self.column[cut]] > self.code[cut]
                node[rows] = np.where(goes_right, self.right[cut], self.left[cut])
                rows = rows[node[rows] >= 0]
            found[run[0] : run[1]] = -1 - node

        in_threads(some, zip(*runs_in(len(codes), AT_ONCE), strict=True))
        return found


def learn_cuts(codes: Codes, times: Sizes, domains: Sequence[Domain], loss: LossName, blocks: int) -> Cuts:
    """Return cuts into about so many blocks of about as many rows each, learnt from a sample.

    codes (m, d) are different rows, times (m,) how often each occurs. Each cut is near the middle, in the column in
    which that lowers the cost of the whole range most. O(m · d · log blocks).
    """
    cuts: list[list[int]] = []
    leaves = 0

    def grow(rows: Rows, wanted: int) -> int:
        nonlocal leaves
        found = _cut(codes[rows], times[rows], domains, loss) if wanted > 1 and len(rows) >= FEWEST else None
        if found is None:
            leaves += 1
            return -leaves
        at, (column, code) = len(cuts), found
        cuts.append([column, code, 0, 0])
        goes_right = codes[rows, column] > code
        share = float(times[rows[~goes_right]].sum() / times[rows].sum())
        of_left = min(wanted - 1, max(1, round(share * wanted)))
        cuts[at][2] = grow(rows[~goes_right], of_left)
        cuts[at][3] = grow(rows[goes_right], wanted - of_left)
        return at

    grow(np.arange(len(codes)), blocks)
    column, code, left, right = np.array(cuts, np.int32).reshape(-1, 4).T
    return Cuts(*(np.ascontiguousarray(part) for part in (column, code, left, right)))


def _cut(codes: Codes, times: Sizes, domains: Sequence[Domain], loss: LossName) -> tuple[int, int] | None:
    """Return the column and the code of the best cut; None where all rows are the same."""
    best, found = -1.0, None
    for j, domain in enumerate(domains):
        held: Floats = np.bincount(codes[:, j], times, domain.size).astype(np.float64)
        for code in _middles(held):
            gain = domain.weight * _gain(domain, held, code, loss)
            if gain > best:
                best, found = gain, (j, code)
    return found


def _middles(held: Floats) -> list[int]:
    """Return the codes after which a column may be cut: those nearest to the middle, on both sides of it."""
    total, ends = held.sum(), np.cumsum(held)
    codes = np.flatnonzero((held > 0) & (ends < total))
    if not len(codes):
        return []
    at = int(np.searchsorted(ends[codes], total / 2))
    return [int(codes[i]) for i in {max(0, at - 1), min(at, len(codes) - 1)}]


def _gain(domain: Domain, held: Floats, code: int, loss: LossName) -> float:
    """Return by how much a cut lowers what the whole range costs a row; less where one side is very small."""
    there = np.flatnonzero(held)
    before, after = there[there <= code], there[there > code]
    low = np.array([there[0], before[0], after[0]], np.int32)
    high = np.array([there[-1], before[-1], after[-1]], np.int32)
    cost = column_costs(domain, low, high, loss)
    share = held[: code + 1].sum() / held.sum()
    gain = float(cost[0] - share * cost[1] - (1 - share) * cost[2])
    return gain * min(1.0, float(min(share, 1 - share)) / LEAST_SIDE)


def whole_blocks(sizes: Sizes, least: int, holds: Callable[[Sequence[int]], bool]) -> list[list[int]]:
    """Return which neighbouring blocks go together, so that each has enough rows and meets every criterion by itself.

    sizes (blocks,) rows of each; `holds` says whether some blocks together meet every criterion as one group.
    """

    def is_whole(blocks: Sequence[int]) -> bool:
        return int(sizes[list(blocks)].sum()) >= least and holds(blocks)

    joined: list[list[int]] = []
    for block in np.flatnonzero(sizes).tolist():
        if joined and not is_whole(joined[-1]):
            joined[-1].append(block)
        else:
            joined.append([block])
    while len(joined) > 1 and not is_whole(joined[-1]):
        last = joined.pop()
        joined[-1] += last
    return joined
