"""A value hierarchy laid out as arrays: every node is a run of consecutive leaves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from shoal.arrays import Ints


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A rooted tree whose leaves are the values of a column, in depth-first order.

    Nodes 0..leaves-1 are the leaves, in order; inner nodes follow, children before parents; the root is the last.

    Attributes:
        labels: the label of each node.
        first: (nodes,) the lowest leaf below each node.
        last: (nodes,) the highest leaf below each node.
        parent: (nodes,) the parent of each node; -1 for the root.
        height: (nodes,) the longest way down to a leaf, in edges; 0 for a leaf.
        levels: (leaves, depth) the node of each leaf at each level: level 0 is the leaf, the last one the root.
            Leaves on short branches repeat a node, so that every level is a cut through the tree.
    """

    labels: tuple[str, ...]
    first: Ints
    last: Ints
    parent: Ints
    height: Ints
    levels: Ints

    @property
    def leaves(self) -> int:
        """Return the number of leaves."""
        return int(self.levels.shape[0])

    @property
    def root(self) -> int:
        """Return the number of the root node."""
        return len(self.labels) - 1

    @property
    def leaf_labels(self) -> tuple[str, ...]:
        """Return the values, in leaf order."""
        return self.labels[: self.leaves]

    @property
    def leaf_counts(self) -> Ints:
        """Return the number of leaves below each node; a leaf counts 1."""
        return np.asarray(self.last - self.first + 1, np.int32)
