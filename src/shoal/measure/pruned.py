"""A hierarchy without some of its values: as if they had never occurred."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Bounds, Flags, Ints
from shoal.schema.tree import Tree


def pruned(tree: Tree, keep: Flags) -> Tree:
    """Return the tree of the leaves that are kept, in the same order; inner nodes stay, also those left empty."""
    lost = tree.leaves - int(keep.sum())
    before = _before(keep)
    nodes = np.concatenate([np.flatnonzero(keep), np.arange(tree.leaves, len(tree.labels))])
    parent = tree.parent[nodes]
    return Tree(
        labels=tuple(tree.labels[node] for node in nodes.tolist()),
        first=before[tree.first[nodes]],
        last=before[tree.last[nodes] + 1] - np.int32(1),
        parent=np.where(parent < 0, parent, parent - np.int32(lost)),
        height=_heights(tree, keep)[nodes],
        levels=_renumbered(tree.levels[keep], before, tree.leaves),
    )


def squeezed(lo: Bounds, hi: Bounds, keep: Flags) -> tuple[Bounds, Bounds]:
    """Return runs of leaves as runs of the leaves that are kept, of which each run has one or more."""
    before = _before(keep)
    return before[lo], before[hi + 1] - np.int32(1)


def _before(keep: Flags) -> Ints:
    """Return how many leaves are kept before each one, and before the end."""
    return np.concatenate([[0], np.cumsum(keep)]).astype(np.int32)


def _heights(tree: Tree, keep: Flags) -> Ints:
    """Return the longest way down from each node to a leaf that is kept; children come before their parents."""
    height = [0 if kept else -1 for kept in keep.tolist()] + [-1] * (len(tree.labels) - tree.leaves)
    for node, above in enumerate(tree.parent.tolist()):
        if above >= 0 and height[node] >= 0:
            height[above] = max(height[above], height[node] + 1)
    return np.maximum(np.array(height, np.int32), 0)


def _renumbered(nodes: Ints, before: Ints, leaves: int) -> Ints:
    lost = np.int32(leaves - before[-1])
    return np.where(nodes < leaves, before[np.minimum(nodes, leaves)], nodes - lost).astype(np.int32)
