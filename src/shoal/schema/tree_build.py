"""Build trees: from rows of levels, from labels per level, from nested mappings; and add a leaf for missing cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from shoal.arrays import Ints
from shoal.schema._assembly import assembled
from shoal.schema._origin import Origin
from shoal.schema._place import require_one_place
from shoal.schema.tree import Tree

ROOT = "*"


def tree_from_rows(rows: Sequence[Sequence[str]], origin: Origin) -> Tree:
    """Return the tree of rows that name a value and its ancestors, up to the root.

    A node is a label at a level. A row may be shorter than others: its node before the root is repeated. Labels that
    only repeat a node are merged: an inner node with the label of its parent goes into the parent, and an inner node
    whose only child is a leaf with the same label goes into the leaf. Rows that occur twice count once.

    Raises:
        HierarchyError: there are no rows, a label is blank, there are two roots, a label has two parents or stands at
            two places.
    """
    if not rows:
        what = f"the file {origin.name} is empty" if origin.source else "it has no rows"
        raise origin.fault(what, "give one row per value: the value, its ancestors, the root")
    _require_labels(rows, origin)
    _require_one_root(rows, origin)
    depth = max(2, *set(map(len, rows)))
    padded = [row if len(row) == depth else _padded(row, depth) for row in rows]
    return tree_from_levels([[row[level] for row in padded] for level in range(depth)], origin)


def tree_from_levels(levels: Sequence[Sequence[str]], origin: Origin) -> Tree:
    """Return the tree of one label per value at each level: the values themselves first, the root last.

    Raises:
        HierarchyError: a label has two parents, or stands at two places.
    """
    if not levels[0]:
        return _without_leaves(depth=len(levels))
    numbered = [_numbered(labels) for labels in levels]
    codes = [code for code, _ in numbered]
    for level, (child, parent) in enumerate(pairwise(codes)):
        _require_one_parent(level, child, parent, origin)
    kept = _first_rows(codes[0])
    codes = [code[kept] for code in codes]
    order = np.lexsort(codes[:-1])
    tree = assembled([code[order] for code in codes], [names for _, names in numbered])
    require_one_place(tree, origin, kept[order].tolist())
    return tree


def tree_from_nested(mapping: Mapping[str, object], origin: Origin) -> Tree:
    """Return the tree of a nested mapping: a mapping is an inner node, a sequence of texts holds leaves.

    The key "" holds the leaves directly below a node that has inner nodes below it as well. The node of a leaf at
    level l is its highest ancestor with a height of at most l.

    Raises:
        HierarchyError: there is no root or more than one, a node has no values, a value occurs twice, or a label
            stands at two places.
    """
    if len(mapping) != 1 or "" in mapping:
        what = f"it has {len(mapping)} roots" if len(mapping) > 1 else "it has no root"
        raise origin.fault(what, 'put everything below one root, such as "*"')
    names, parents, leaves, above = _walked(mapping)
    _require_sound_nest(names, leaves, origin)
    size = len(leaves)
    parent = np.array([*above, *parents], np.int32) + np.int32(size)
    height = _heights(parent.tolist(), size)
    empty = height[size:].count(0)
    if empty:
        what = f"{empty} of its inner nodes have no values"
        raise origin.fault(what, "list values below each node, or remove it")
    codes = _levels_by_height(parent, np.array(height), size)
    tree = assembled(codes, [[*leaves, *names]] * len(codes))
    require_one_place(tree, origin)
    return _without_repeats(tree)


def with_missing_leaf(tree: Tree) -> Tree:
    """Return the tree with one more leaf, labelled "", directly below the root: the last leaf, for missing cells."""
    if tree.leaves == 1 == len(tree.labels):
        tree = _below_new_root(tree)
    size, root = tree.leaves, tree.root + 1
    parent = np.insert(tree.parent, size, tree.root)
    levels = np.vstack([tree.levels, np.full(tree.levels.shape[1], -1, np.int32)])
    levels[levels >= size] += np.int32(1)
    parent[parent >= size] += np.int32(1)
    levels[size] = np.where((levels[:size] == root).any(axis=0), root, size)
    levels[size, -1] = root
    height = np.insert(tree.height, size, 0)
    height[root] = max(height[root], 1)
    last = np.insert(tree.last, size, size)
    last[root] = size
    labels = (*tree.labels[:size], "", *tree.labels[size:])
    return Tree(labels, np.insert(tree.first, size, size), last, parent, height, levels)


def _below_new_root(tree: Tree) -> Tree:
    """Return a tree of a single node below a root of its own."""
    levels = np.zeros_like(tree.levels)
    levels[:, -1] = 1
    first, parent, height = (np.array(pair, np.int32) for pair in ((0, 0), (1, -1), (0, 1)))
    return Tree((*tree.labels, ROOT), first, first.copy(), parent, height, levels)


def _without_leaves(depth: int) -> Tree:
    """Return the tree of a column without values: a root and nothing below it."""
    first, last = np.zeros(1, np.int32), np.full(1, -1, np.int32)
    return Tree((ROOT,), first, last, last.copy(), first.copy(), np.empty((0, depth), np.int32))


def _without_repeats(tree: Tree) -> Tree:
    """Return the tree without levels that repeat the one below; the last stays, so that there are two or more."""
    new = (np.diff(tree.levels, axis=1) != 0).any(axis=0)
    kept = [0, *(np.flatnonzero(new) + 1)] if new.any() else [0, -1]
    return replace(tree, levels=np.ascontiguousarray(tree.levels[:, kept]))


def _require_labels(rows: Sequence[Sequence[str]], origin: Origin) -> None:
    """Refuse blank values and labels: the blank is the label of missing cells."""
    for row, labels in enumerate(rows):
        if not labels or not all(map(str.strip, labels)):
            what = f"{origin.at(row)} has a blank value or label"
            raise origin.fault(what, "name every level; missing cells need no row")


def _require_one_root(rows: Sequence[Sequence[str]], origin: Origin) -> None:
    """Refuse rows that end in different labels."""
    root = rows[0][-1]
    for row, labels in enumerate(rows):
        if labels[-1] != root:
            what = f"two roots: {origin.at(row)} ends in another label than {origin.at(0)}"
            raise origin.fault(what, "end every row in the same label, such as *")


def _padded(row: Sequence[str], depth: int) -> Sequence[str]:
    """Return a short row with its node before the root repeated."""
    return (*row[:-1], *[row[max(0, len(row) - 2)]] * (depth - len(row)), row[-1])


def _numbered(labels: Sequence[str]) -> tuple[Ints, list[str]]:
    """Return a number per label, counted by first appearance, and the labels by number."""
    number = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    return np.fromiter(map(number.__getitem__, labels), np.int32, len(labels)), list(number)


def _first_rows(codes: Ints) -> Ints:
    """Return the row in which each number appears first."""
    first = np.empty(int(codes.max()) + 1, np.int32)
    first[codes[::-1]] = np.arange(len(codes) - 1, -1, -1, dtype=np.int32)
    return first


def _require_one_parent(level: int, child: Ints, parent: Ints, origin: Origin) -> None:
    """Refuse a node that lies below two nodes of the next level."""
    first = _first_rows(child)
    astray = np.flatnonzero(parent[first][child] != parent)
    if len(astray):
        row, earlier = int(astray[0]), int(first[child[astray[0]]])
        if level:
            what = f"{origin.at(row)} puts its label at level {level} below another parent than {origin.at(earlier)}"
            raise origin.fault(what, "give a label one parent at each level, or rename one of the two")
        what = f"{origin.at(row)} gives the value of {origin.at(earlier)} other ancestors"
        raise origin.fault(what, "keep one row for each value")


def _walked(mapping: Mapping[str, object]) -> tuple[list[str], list[int], list[str], list[int]]:
    """Return the labels and parents of the inner nodes, parents first, and of the leaves, in depth-first order."""
    names: list[str] = []
    parents: list[int] = []
    leaves: list[str] = []
    above: list[int] = []
    waiting = [(label, content, -1) for label, content in mapping.items()]
    while waiting:
        label, content, node = waiting.pop()
        if label or node < 0:
            names.append(label)
            parents.append(node)
            node = len(names) - 1
        if isinstance(content, Mapping):
            waiting.extend((name, inner, node) for name, inner in reversed(list(content.items())))
        elif isinstance(content, Sequence):
            leaves.extend(content)
            above.extend([node] * len(content))
    return names, parents, leaves, above


def _require_sound_nest(names: Sequence[str], leaves: Sequence[str], origin: Origin) -> None:
    """Refuse values that occur twice, and blanks."""
    twice = len(leaves) - len(set(leaves))
    if twice:
        what = f"{twice} values occur twice"
        raise origin.fault(what, "name each value below one node only")
    if not all(map(str.strip, leaves)) or not all(map(str.strip, names)):
        what = "it has a blank value or label"
        raise origin.fault(what, "name every node; missing cells need no value")


def _heights(parent: Sequence[int], leaves: int) -> list[int]:
    """Return the longest way down from each node; the leaves come first, then parents before children."""
    height = [0] * len(parent)
    for up in parent[:leaves]:
        height[up] = 1
    for node in range(len(parent) - 1, leaves, -1):
        height[parent[node]] = max(height[parent[node]], height[node] + 1)
    return height


def _levels_by_height(parent: Ints, height: Ints, leaves: int) -> list[Ints]:
    """Return per level the highest ancestor of each leaf that is no higher than the level."""
    codes = [np.arange(leaves, dtype=np.int32)]
    for level in range(1, int(height[leaves]) + 1):
        above = parent[codes[-1]]
        codes.append(np.where(height[above] <= level, above, codes[-1]))
    return codes
