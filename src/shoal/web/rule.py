"""Hierarchies as the API speaks of them: the form of a rule, and trees as nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from shoal.errors import HierarchyError
from shoal.schema.hierarchy import Hierarchy, Levels, Nested, ZipThree, hierarchy_from_toml
from shoal.schema.listed import DEEPEST
from shoal.schema.stepwise import CALENDAR
from shoal.schema.tree import Tree
from shoal.web.shape_asked import Hierarchy as Described
from shoal.web.shape_asked import Node

USUAL: Mapping[str, object] = {
    "flat": "*",
    "prefix": "all",
    "calendar": [step for step in CALENDAR if step != "day"],
    "years": "all",
    "zip3": list(ZipThree().restricted),
}
"""What a form is set to where nothing is said."""


def rule_of(column: str, given: Described) -> Hierarchy:
    """Return the rule that a client describes.

    Raises:
        HierarchyError: there is no such form, its setting does not fit, or it names a file.
    """
    if given.form == "tree":
        if given.tree is None:
            message = f"hierarchy of column {column!r}: the form is tree, and there is none"
            raise HierarchyError(message, hint="give its root under the key tree")
        return Nested(_mapping(column, given.tree))
    spec = {name: value for name, value in (given.model_extra or {}).items() if value is not None}
    spec.setdefault(given.form, USUAL.get(given.form))
    if given.form == "file" or "file" in spec:
        message = f"hierarchy of column {column!r}: files of the server are not read"
        raise HierarchyError(message, hint="give the tree itself")
    return hierarchy_from_toml(column, {name: value for name, value in spec.items() if value is not None}, Path())


def described(rule: Hierarchy) -> dict[str, object]:
    """Return a rule as the API speaks of it; rows of levels become a tree."""
    if isinstance(rule, Levels):
        return {"form": "tree", "tree": node_of_levels(rule).model_dump(exclude_none=True)}
    spec = rule.to_toml(Path())
    form = next(iter(spec))
    if isinstance(rule, Nested):
        (root, content), *_ = rule.mapping.items()
        return {"form": form, "tree": _node(root, content).model_dump(exclude_none=True)}
    return {"form": form, **spec}


def node_of_levels(rule: Levels) -> Node:
    """Return the tree of rows of levels."""
    values = list(dict.fromkeys(row[0] for row in rule.rows))
    return node_of_tree(rule.tree("", values))


def node_of_tree(tree: Tree, most: int | None = None) -> Node:
    """Return a tree as nodes, down from its root; of a node with very many children the first `most` are shown."""
    below: dict[int, list[int]] = {}
    for node in sorted(range(tree.root), key=lambda one: (int(tree.first[one]), -one)):
        below.setdefault(int(tree.parent[node]), []).append(node)

    def made(node: int) -> Node:
        children = below.get(node, [])
        shown = children if most is None else children[:most]
        return Node(label=tree.labels[node], children=[made(one) for one in shown] or None)

    return made(tree.root)


def _mapping(column: str, root: Node) -> dict[str, object]:
    """Return a tree of nodes as nested mappings.

    Raises:
        HierarchyError: it is a single node, too deep, or has two nodes of one label below another.
    """
    if not root.children:
        message = f"hierarchy of column {column!r}: its root has nothing below it"
        raise HierarchyError(message, hint="put the values of the column below it")
    return {root.label: _content(column, root.children, 1)}


def _content(column: str, children: Sequence[Node], depth: int) -> object:
    if depth > DEEPEST:
        message = f"hierarchy of column {column!r}: it has more than {DEEPEST} nodes above each other"
        raise HierarchyError(message)
    leaves = [child.label for child in children if not child.children]
    inner = [child for child in children if child.children]
    labels = [child.label for child in inner]
    if len(set(labels)) < len(labels) or "" in labels or "" in leaves:
        message = f"hierarchy of column {column!r}: two nodes of one label, or one without a label, below the same node"
        raise HierarchyError(message, hint="rename one of them, or merge them")
    if not inner:
        return leaves
    found = {child.label: _content(column, child.children or [], depth + 1) for child in inner}
    return {"": leaves, **found} if leaves else found


def _node(label: str, content: object) -> Node:
    """Return nested mappings as nodes."""
    if isinstance(content, Mapping):
        direct = [Node(label=str(leaf)) for leaf in content.get("", ())]
        return Node(label=label, children=direct + [_node(one, below) for one, below in content.items() if one])
    return Node(label=label, children=[Node(label=str(leaf)) for leaf in content])  # type: ignore[attr-defined]  # a list
