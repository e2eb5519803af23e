"""What is odd about the shape of a hierarchy, for someone who wrote it by hand."""

from __future__ import annotations

import numpy as np

from shoal.figure import counted
from shoal.schema.tree import Tree

WIDE = 50
"""Nodes below one node that are more than a reader tells apart."""


def oddities_of(tree: Tree) -> tuple[str, ...]:
    """Return a sentence on each kind of node that is allowed, and seldom meant; none of them has a label in it."""
    children = np.bincount(tree.parent[tree.parent >= 0], minlength=len(tree.labels))
    inner = np.flatnonzero(children)
    found = []
    single = int((children[inner] == 1).sum())
    if single:
        found.append(f"{counted(single, 'node')} with one node below: the level between tells nothing")
    wide = int((children[inner] > WIDE).sum())
    if wide:
        found.append(f"{counted(wide, 'node')} with more than {WIDE} below: a level between would keep more detail")
    depths = _depths(tree)
    if len({*depths}) > 1:
        found.append(f"values lie {min(depths)} to {max(depths)} levels below the root")
    if tree.levels.shape[1] <= 2 and tree.leaves > 1:  # noqa: PLR2004 - values, and the root above them
        found.append("it has no level between the values and the root: a group that differs is released as *")
    return tuple(found)


def _depths(tree: Tree) -> list[int]:
    """Return how many nodes lie above each value."""
    found = []
    for leaf in range(tree.leaves):
        node, depth = leaf, 0
        while tree.parent[node] >= 0:
            node, depth = int(tree.parent[node]), depth + 1
        found.append(depth)
    return found
