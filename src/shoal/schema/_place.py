"""Each label of a tree stands at one place: a released cell must say which values it may be.

A value may repeat as the node right above it, as hierarchy files often have it: `London;London;England` beside
`Croydon;London;England`. Any other label that stands at two places would make a cell mean two things.
"""

from __future__ import annotations

from collections.abc import Sequence

from shoal.schema._origin import Origin
from shoal.schema.tree import Tree

HINT = "give every node a label of its own; only a value may repeat as the node right above it"


def require_one_place(tree: Tree, origin: Origin, rows: Sequence[int] = ()) -> None:
    """Refuse a tree in which a label stands at two places; `rows` has the row of each leaf, where there are rows.

    Raises:
        HierarchyError: a label is its own ancestor, or stands for different values at different places.
    """
    if len(set(tree.labels)) == len(tree.labels):
        return
    earlier: dict[str, int] = {}
    for node, label in enumerate(tree.labels):
        other = earlier.get(label)
        if other is not None and not (other < tree.leaves and tree.parent[other] == node):
            raise origin.fault(_fault(tree, other, node, origin, rows), HINT)
        earlier[label] = node


def _fault(tree: Tree, low: int, high: int, origin: Origin, rows: Sequence[int]) -> str:
    """Return what is wrong with two nodes of one label, of which the second is no child of the first."""
    inside = tree.first[high] <= tree.first[low] and tree.last[low] <= tree.last[high]
    if not rows:
        return "it has a label that is its own ancestor" if inside else "it has a label that stands at two places"
    row, other = (origin.at(rows[int(tree.first[node])]) for node in (low, high))
    if inside:
        return f"{row} has a label that is its own ancestor, with another one between"
    return f"{row} has a label that stands at another place in {other}"
