"""Turn one node number per leaf and level into a tree, and merge the labels that only pad short branches.

Works level by level on whole arrays, so that a million leaves take seconds and deep trees need no recursion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from shoal.arrays import Ints
from shoal.schema.tree import Tree


@dataclass(frozen=True, slots=True)
class _Level:
    """The nodes of one level before merging, numbered in the order of their leaves.

    Attributes:
        of_leaf: (leaves,) the node above each leaf.
        first, last: (nodes,) the leaves that each node spans.
        text: (nodes,) a number for the label of each node, the same on all levels.
    """

    of_leaf: Ints
    first: Ints
    last: Ints
    text: Ints


def assembled(codes: Sequence[Ints], names: Sequence[Sequence[str]]) -> Tree:
    """Return the tree of a table of nodes.

    An inner node with the label of its parent is merged into the parent. An inner node whose only child is a leaf
    with the same label is merged into the leaf.

    Args:
        codes: per level (leaves,) the node of each leaf, in depth-first order; level 0 holds the leaves, the last
            level the root. Each node is one run of leaves, inside one run of the level above.
        names: per level the label of each node, by its number in `codes`.
    """
    texts: dict[str, int] = {}
    levels = [_level(code, name, texts) for code, name in zip(codes, names, strict=True)]
    merged = _merged(levels)
    is_kept = np.zeros(sum(map(len, merged)), np.bool_)
    is_kept[np.concatenate(merged)] = True
    kept = np.flatnonzero(is_kept)
    number = np.cumsum(is_kept, dtype=np.int32) - np.int32(1)
    node_of = [number[nodes] for nodes in merged]
    labels = list(texts)
    text = np.concatenate([level.text for level in levels])[kept]
    first = np.concatenate([level.first for level in levels])[kept]
    last = np.concatenate([level.last for level in levels])[kept]
    parent = _parents(levels, node_of, len(kept))
    return Tree(
        labels=tuple([labels[i] for i in text.tolist()]),
        first=first,
        last=last,
        parent=parent,
        height=_heights(parent),
        levels=_cuts(levels, node_of, first, last),
    )


def _level(code: Ints, names: Sequence[str], texts: dict[str, int]) -> _Level:
    """Return the runs of a level; `texts` learns labels that it has not seen."""
    first = np.flatnonzero(np.diff(code, prepend=-1)).astype(np.int32)
    last = np.append(first[1:], len(code)).astype(np.int32) - np.int32(1)
    of_leaf = np.repeat(np.arange(len(first), dtype=np.int32), last - first + 1)
    seen = (texts.setdefault(names[i], len(texts)) for i in code[first].tolist())
    return _Level(of_leaf, first, last, np.fromiter(seen, np.int32, len(first)))


def _merged(levels: Sequence[_Level]) -> list[Ints]:
    """Return, per level and node, the node that it becomes; nodes are counted through all levels from the leaves."""
    start = np.cumsum([0, *(len(level.first) for level in levels)])
    merged = [np.arange(low, high, dtype=np.int32) for low, high in pairwise(start)]
    for below in range(len(levels) - 2, 0, -1):
        above = levels[below + 1].of_leaf[levels[below].first]
        same = levels[below].text == levels[below + 1].text[above]
        merged[below] = np.where(same, merged[below + 1][above], merged[below])
    return _with_lone_leaves(levels, merged)


def _with_lone_leaves(levels: Sequence[_Level], merged: list[Ints]) -> list[Ints]:
    """Return the merged nodes, those with a single leaf of the same label replaced by that leaf."""
    spans = np.concatenate([level.last - level.first for level in levels])
    text = np.concatenate([level.text for level in levels])
    above = merged[1][levels[1].of_leaf]
    lone = (spans[above] == 0) & (text[above] == levels[0].text)
    become = np.arange(len(spans), dtype=np.int32)
    become[above[lone]] = np.flatnonzero(lone)
    return [become[nodes] for nodes in merged]


def _parents(levels: Sequence[_Level], node_of: Sequence[Ints], nodes: int) -> Ints:
    """Return the parent of each merged node, -1 for the root."""
    parent = np.full(nodes, -1, np.int32)
    for below in range(len(levels) - 1):
        child, above = node_of[below], node_of[below + 1][levels[below + 1].of_leaf[levels[below].first]]
        parent[child[child != above]] = above[child != above]
    return parent


def _heights(parent: Ints) -> Ints:
    """Return the longest way down from each node; children come before their parents."""
    above = parent.tolist()
    height = [0] * len(above)
    for node, up in enumerate(above[:-1]):
        if height[up] <= height[node]:
            height[up] = height[node] + 1
    return np.array(height, np.int32)


def _cuts(levels: Sequence[_Level], node_of: Sequence[Ints], first: Ints, last: Ints) -> Ints:
    """Return the node of each leaf at each level; where merging made a node wider, the leaf stays one level below."""
    cuts = np.empty((len(levels[0].first), len(levels)), np.int32)
    cuts[:, 0] = node_of[0]
    for i, level in enumerate(levels[1:], start=1):
        node = node_of[i]
        as_wide = (last[node] - first[node]) == (level.last - level.first)
        cuts[:, i] = np.where(as_wide[level.of_leaf], node[level.of_leaf], cuts[:, i - 1])
    return cuts
