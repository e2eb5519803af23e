"""Whatever level rows go in, the tree is that of a slow twin that works on sets of leaves."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import HierarchyError
from shoal.schema._origin import Origin
from shoal.schema.tree import Tree
from shoal.schema.tree_build import tree_from_rows, with_missing_leaf

Node = tuple[int, str]


@st.composite
def level_rows(draw):
    """Return rows whose labels repeat across levels, in any order, some of them twice."""
    leaves = draw(st.integers(1, 9))
    depth = draw(st.integers(2, 5))
    columns = [list(range(leaves))]
    for _ in range(depth - 2):
        above = draw(st.lists(st.integers(0, 3), min_size=9, max_size=9))
        columns.append([above[node] for node in columns[-1]])
    root = draw(st.sampled_from(["*", "n0"]))
    signs = draw(st.lists(st.sampled_from("nmop"), min_size=depth, max_size=depth))
    rows = [
        (*(f"{sign}{column[i]}" for sign, column in zip(signs, columns, strict=False)), root) for i in range(leaves)
    ]
    rows = draw(st.permutations(rows))
    return [*rows, *draw(st.lists(st.sampled_from(rows), max_size=2))]


def is_sound(rows: list[tuple[str, ...]]) -> bool:
    """Return whether each label stands at one place, but for values that repeat right above themselves."""
    parent = merged_parents(rows)
    nodes = {(0, row[0]) for row in rows} | set(parent) | set(parent.values())
    alike = ((low, high) for low in nodes for high in nodes if low < high and low[1] == high[1])
    return all(low[0] == 0 and parent[low] == high for low, high in alike)


def merged_parents(rows: list[tuple[str, ...]]) -> dict[Node, Node]:
    """Return the parent of each node, after the two rules of merging were applied until nothing changed."""
    parent: dict[Node, Node] = {}
    for row in rows:
        for level, (below, above) in enumerate(pairwise(row)):
            parent[level, below] = (level + 1, above)
    while (pair := mergeable(parent)) is not None:
        gone, stays = pair
        above = parent.pop(gone, None)
        parent = {child: stays if up == gone else up for child, up in parent.items() if child != stays or up != gone}
        if above is not None and above != stays:
            parent[stays] = above
    return parent


def mergeable(parent: dict[Node, Node]) -> tuple[Node, Node] | None:
    for child, up in parent.items():
        children = [node for node, above in parent.items() if above == up]
        if child[1] == up[1] and child[0] > 0:
            return child, up
        if child[1] == up[1] and children == [child]:
            return up, child
    return None


def chain(node: Node, parent: dict[Node, Node]) -> list[Node]:
    found = [node]
    while found[-1] in parent:
        found.append(parent[found[-1]])
    return found


def climb(tree: Tree, low: int, high: int) -> int:
    """Return the lowest node above leaf `low` that reaches leaf `high`."""
    node = low
    while tree.last[node] < high:
        node = int(tree.parent[node])
    return node


@given(level_rows())
def test_a_label_at_two_places_is_refused_where_the_twin_finds_one(rows):
    with nullcontext() if is_sound(rows) else pytest.raises(HierarchyError):
        tree_from_rows(rows, Origin("x"))


@given(level_rows().filter(is_sound))
def test_common_ancestors_are_those_of_the_twin(rows):
    tree = tree_from_rows(rows, Origin("x"))
    parent = merged_parents(rows)
    leaves = [(0, label) for label in tree.leaf_labels]
    chains = {leaf: chain(leaf, parent) for leaf in leaves}
    for low, high in combinations(range(tree.leaves), 2):
        common = next(node for node in chains[leaves[low]] if node in chains[leaves[high]])
        below = [i for i, leaf in enumerate(leaves) if common in chains[leaf]]
        node = climb(tree, low, high)
        assert tree.labels[node] == common[1]
        assert list(range(tree.first[node], tree.last[node] + 1)) == below


@given(level_rows().filter(is_sound))
def test_nodes_and_heights_are_those_of_the_twin(rows):
    tree = tree_from_rows(rows, Origin("x"))
    parent = merged_parents(rows)
    nodes = set(parent) | set(parent.values()) | {(0, label) for label in tree.leaf_labels}
    height = dict.fromkeys(nodes, 0)
    for label in tree.leaf_labels:
        for steps, node in enumerate(chain((0, label), parent)):
            height[node] = max(height[node], steps)
    assert sorted(tree.labels) == sorted(label for _, label in nodes)
    found = sorted(zip(tree.labels, tree.height.tolist(), strict=True))
    assert found == sorted((node[1], steps) for node, steps in height.items())


@given(level_rows().filter(is_sound))
def test_arrays_fit_together(rows):
    for tree in (tree_from_rows(rows, Origin("x")), with_missing_leaf(tree_from_rows(rows, Origin("x")))):
        nodes = np.arange(len(tree.labels))
        inner = nodes[tree.leaves :]
        assert np.array_equal(tree.first[: tree.leaves], nodes[: tree.leaves])
        assert tree.parent[tree.root] == -1
        assert (tree.parent[:-1] > nodes[:-1]).all()
        assert (tree.height[tree.parent[:-1]] > tree.height[:-1]).all()
        for node in inner:
            children = np.flatnonzero(tree.parent == node)
            runs = sorted((int(tree.first[c]), int(tree.last[c])) for c in children)
            assert runs[0][0] == tree.first[node]
            assert runs[-1][1] == tree.last[node]
            assert all(left[1] + 1 == right[0] for left, right in pairwise(runs))


@given(level_rows().filter(is_sound))
def test_every_level_is_a_cut_and_lies_above_the_one_before(rows):
    depth = len(rows[0])
    for tree in (tree_from_rows(rows, Origin("x")), with_missing_leaf(tree_from_rows(rows, Origin("x")))):
        assert tree.levels.shape == (tree.leaves, depth)
        assert np.array_equal(tree.levels[:, 0], np.arange(tree.leaves))
        assert (tree.levels[:, -1] == tree.root).all()
        for level in range(depth):
            nodes = tree.levels[:, level]
            assert (tree.leaf_counts[np.unique(nodes)]).sum() == tree.leaves
            assert ((tree.first[nodes] <= np.arange(tree.leaves)) & (np.arange(tree.leaves) <= tree.last[nodes])).all()
            if level:
                below = tree.levels[:, level - 1]
                assert ((tree.first[nodes] <= tree.first[below]) & (tree.last[below] <= tree.last[nodes])).all()
