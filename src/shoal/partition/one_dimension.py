"""Methods that put all rows on one line: sort them by a key, then cut the line at least cost."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Floats, Rows
from shoal.encode.domain import Domain
from shoal.kernels.one_dimension import cut_line, label_line
from shoal.partition._options import Rule, is_whole
from shoal.partition.base import Partition, Problem

KEY_BITS = 62
MOST_BITS = 16
FINEST = 2.0**40
ROUNDING = 1e-9


def bits_up_to(most: int) -> Rule:
    """Return the rule of how many bits a column has in a key, from 1 to `most`."""
    return Rule(
        lambda value: is_whole(value) and 1 <= value <= most,
        f"it must be a whole number from 1 to {most}",
        "leave it out to use as many as fit, 16 at most",
    )


def default_bits(columns: int) -> int:
    """Return how many bits each column gets when the user does not say."""
    return max(1, min(MOST_BITS, KEY_BITS // max(1, columns)))


def used_columns(problem: Problem) -> list[int]:
    """Return the columns whose spread costs anything: of positive weight, and with more than one value."""
    varies = problem.codes.min(axis=0) != problem.codes.max(axis=0)
    return [j for j, domain in enumerate(problem.domains) if varies[j] and domain.weight > 0]


def cells_of(problem: Problem, columns: list[int], tops: list[int]) -> Rows:
    """Return the rows as points of whole numbers: column i of the answer goes from 0 to tops[i]. O(n d)."""
    cells = np.empty((problem.rows, len(columns)), np.int64)
    for i, (j, top) in enumerate(zip(columns, tops, strict=True)):
        cells[:, i] = _places(problem.domains[j], top)[problem.codes[:, j]]
    return cells


def cut_in_order(problem: Problem, order: Rows) -> Partition:
    """Return the cheapest cut of the rows, in this order, into groups of k to 2k-1; O(n k d) time, O(n) memory.

    Costs are counted in whole units of 2**-40, coarser only where the sum over a huge table would not fit 62 bits.
    """
    n = problem.rows
    most = n * max(1.0, float(problem.costs.weight.sum()))
    grains = min(FINEST, 2.0 ** np.floor(KEY_BITS - 1 - np.log2(most)))
    size = np.empty(n + 1, np.int64)
    cut_line(problem.codes[order], problem.costs, problem.k, grains, size)
    labels = np.empty(n, np.int32)
    return Partition(labels, int(label_line(order, size, labels)))


def _places(domain: Domain, top: int) -> Rows:
    """Return the cell of each code: its position, or its leaf in depth-first order, as a share of `top`, cut off.

    Missing values lie at the top end: they are the last leaf of a tree, and on a line the last cell is theirs alone
    where there are more than two.
    """
    if domain.position is None:
        return _cells(np.arange(domain.size) / max(1, domain.size - 1), top)
    if domain.missing < 0:
        return _cells(domain.position, top)
    return np.append(_cells(domain.position[:-1], top - 1 if top > 1 else top), top)


def _cells(share: Floats, top: int) -> Rows:
    return np.minimum(np.floor(share * top + ROUNDING).astype(np.int64), top)
