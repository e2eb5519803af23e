"""The hierarchy of a column as levels: what full-domain methods climb."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Ints
from shoal.encode.domain import Domain
from shoal.schema.hierarchy import Flat
from shoal.schema.tree import Tree
from shoal.schema.tree_build import with_missing_leaf
from shoal.table.text import as_text


def level_tree(domain: Domain) -> tuple[Tree, Ints]:
    """Return the tree of a column and the leaf of each of its codes; a line without a hierarchy has two levels."""
    if domain.tree is None:
        tree = Flat().tree(domain.name, as_text(domain.values).to_list())
        return (with_missing_leaf(tree) if domain.missing >= 0 else tree), np.arange(domain.size, dtype=np.int32)
    leaf = domain.leaf if domain.leaf is not None else np.arange(domain.size, dtype=np.int32)
    return domain.tree, leaf


def level_nodes(domain: Domain) -> Ints:
    """Return (codes, depth) the node of each code at each level: its leaf at 0, the root at the last."""
    tree, leaf = level_tree(domain)
    return np.asarray(tree.levels[leaf], np.int32)
