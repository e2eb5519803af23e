"""How varied the sensitive values of each group are: one number per group, for each way to look at it.

All work on sparse counts: O(cells), times the height of a tree or the logarithm of the number of values where said.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shoal.arrays import Flags, Floats, Sizes
from shoal.criteria.base import NEAR, STRICT
from shoal.criteria.counts import Counts
from shoal.criteria.sensitive import Sensitive

ROUNDING = 5e-16
"""The share of a group that a product of its rows may be off by."""


def within(values: Floats, limit: float) -> Flags:
    """Return which values are at most the limit, rounding aside."""
    return np.asarray(values <= limit + NEAR, np.bool_)


def below(values: Floats, limit: float) -> Flags:
    """Return which values do not reach the limit, rounding aside."""
    return np.asarray(values < limit - STRICT, np.bool_)


def distinct(counts: Counts) -> Sizes:
    """Return how many values each group has."""
    return np.diff(counts.start, append=len(counts.value))


def highest_share(counts: Counts) -> Floats:
    """Return the share of the most frequent value of each group."""
    return np.asarray(counts.highest(counts.held), np.float64)


def entropy(counts: Counts) -> Floats:
    """Return the entropy of each group, in nats."""
    shares = counts.shares
    return np.asarray(0.0 - counts.summed(shares * np.log(shares)), np.float64)


def top_to_tail(counts: Counts, l: int) -> Floats:  # noqa: E741 - the letter of l-diversity
    """Return how often the most frequent value of each group occurs, as a multiple of all but the l - 1 most frequent.

    Infinite where fewer than l values occur.
    """
    return np.asarray(top_to_tails(counts, (l,))[0], np.float64)


def top_to_tails(counts: Counts, ls: Sequence[int]) -> Floats:
    """Return what `top_to_tail` does for each of several l, a row each; O(cells log cells), once for all."""
    top, tails = _top_and_tails(counts, ls)
    with np.errstate(divide="ignore"):
        return np.asarray(top / tails, np.float64)


def is_top_below_tail(counts: Counts, l: int, c: float) -> Flags:  # noqa: E741 - the letter of l-diversity
    """Return whether the most frequent value of each group occurs less than c times as often as the tail from rank l.

    Rounding aside, and that is a share of the group: half of what kernels leave for it.
    """
    top, tails = _top_and_tails(counts, (l,))
    with np.errstate(over="ignore"):
        return np.asarray(top + STRICT + ROUNDING * counts.total < c * tails[0], np.bool_)


def _top_and_tails(counts: Counts, ls: Sequence[int]) -> tuple[Sizes, Sizes]:
    """Return how often the most frequent value of each group occurs, and for each l all but the l - 1 most frequent."""
    falling = _falling(counts)
    rows = np.concatenate([[0], np.cumsum(falling)])
    end = np.append(counts.start[1:], len(falling))
    last = [np.minimum(counts.start + min(rank - 1, len(falling)), end) for rank in ls]
    tails = np.array([rows[end] - rows[at] for at in last], np.int64).reshape(len(ls), len(counts.start))
    return falling[counts.start], tails


def _falling(counts: Counts) -> Sizes:
    """Return the counts by group, the greatest first: one sort of numbers that hold both."""
    span = int(counts.count.max(initial=0)) + 1
    return np.asarray(span - 1 - np.sort(counts.group * span + (span - 1 - counts.count)) % span, np.int64)


def distance_equal(counts: Counts) -> Floats:
    """Return the earth mover's distance of each group to the reference, all values equally far apart."""
    more = counts.shares - counts.about.shares[counts.value]
    return np.asarray(counts.summed(np.maximum(more, 0.0)), np.float64)


def distance_ordered(counts: Counts) -> Floats:
    """Return the earth mover's distance of each group to the reference, neighbouring values 1/(m - 1) apart.

    Between two values that occur in a group, its cumulated share c stays the same while that of the reference, Q,
    rises: the sum of |c - Q| over such a stretch needs only where Q passes c, and sums of Q. O(cells log m).
    """
    m = len(counts.about.rows)
    if m <= 1:
        return np.zeros(len(counts.start))
    reached = np.cumsum(counts.about.rows) / counts.about.rows.sum()
    summed = np.concatenate([[0.0], np.cumsum(reached)])
    rows = np.cumsum(counts.count)
    before = np.concatenate([[0], np.cumsum(counts.total)])[:-1]
    level = (rows - before[counts.group]) / counts.total[counts.group]
    begin = counts.value.astype(np.int64)
    end = np.append(begin[1:], m)
    end[np.append(counts.start[1:], len(begin)) - 1] = m
    cross = np.clip(np.searchsorted(reached, level), begin, end)
    below = level * (cross - begin) - (summed[cross] - summed[begin])
    above = summed[end] - summed[cross] - level * (end - cross)
    first = summed[begin[counts.start]]
    return np.asarray((first + counts.summed(below + above)) / (m - 1), np.float64)


def distance_hierarchical(counts: Counts) -> Floats:
    """Return the earth mover's distance of each group to the reference, values as far apart as the tree says.

    Two values are h(N)/H apart, N being the lowest node above both and H the height of the tree. Then the distance is
    the sum over all nodes but the root of |share in the group - share in the reference| times half the step in height
    from the node to its parent, over H. Nodes that a group does not touch add what they hold in the reference.
    O(cells · H).
    """
    tree, _ = counts.about.placed
    reference, weight = node_shares(counts.about)
    found = counts.by_leaf()
    total = np.full(len(counts.start), float(weight @ reference))
    for height in range(int(tree.height[tree.root])):
        node = tree.levels[found.value, height]
        begins = np.append(True, (np.diff(node) != 0) | (np.diff(found.group) != 0))[: len(node)]
        at = np.flatnonzero(begins)
        share = np.add.reduceat(found.count, at) / counts.total[found.group[at]] if len(at) else np.zeros(0)
        here = tree.height[node[at]] == height
        change = weight[node[at]] * (np.abs(share - reference[node[at]]) - reference[node[at]])
        total += np.bincount(found.group[at][here], change[here], minlength=len(total))
    return total


def node_shares(about: Sensitive) -> tuple[Floats, Floats]:
    """Return the share of the reference below each node of the hierarchy, and what a share moved past it costs."""
    tree, leaf = about.placed
    held = np.bincount(leaf, about.shares, minlength=tree.leaves)
    sums = np.concatenate([[0.0], np.cumsum(held)])
    inner = tree.parent >= 0
    step = np.where(inner, tree.height[np.where(inner, tree.parent, 0)] - tree.height, 0)
    return sums[tree.last + 1] - sums[tree.first], step / (2.0 * max(1, int(tree.height[tree.root])))


def relative_gain(counts: Counts) -> Floats:
    """Return by how much the share of a value rises in each group over the reference, at most, relative to that."""
    reference = counts.about.held[counts.value]
    return np.asarray(counts.highest(counts.held / reference - 1.0), np.float64)


def gain_over_cap(counts: Counts, beta: float = np.inf) -> Floats:
    """Return by how much a relative gain exceeds what enhanced beta-likeness allows in each group, at most."""
    reference = counts.about.held[counts.value]
    cap = np.minimum(beta, -np.log(reference))
    return np.asarray(counts.highest(counts.held / reference - 1.0 - cap), np.float64)


def log_ratio(counts: Counts) -> Floats:
    """Return the greatest |ln(share / reference)| of a value that occurs in each group."""
    reference = counts.about.held[counts.value]
    return np.asarray(counts.highest(np.abs(np.log(counts.held / reference))), np.float64)
