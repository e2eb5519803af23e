"""What a group costs in each column, under each definition of loss (`algorithms` page of the docs)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

import numpy as np

from shoal.arrays import Floats, Ints, Rows
from shoal.encode.domain import Domain
from shoal.kernels.shared.box_cost import TABLE_LIMIT, Costs, fill_table, lowest_nodes
from shoal.schema.tree import Tree

LossName: TypeAlias = Literal["ncp", "height", "lm", "order"]
LOSSES: tuple[LossName, ...] = get_args(LossName)


def node_prices(tree: Tree, loss: LossName) -> Floats:
    """Return what a group published as each node costs: 0 for a leaf, 1 for the root of two leaves or more."""
    leaves = tree.leaf_counts.astype(np.float64)
    if loss == "height":
        return np.asarray(tree.height / max(1, tree.height[tree.root]), np.float64)
    if loss == "lm":
        return np.asarray((leaves - 1) / max(1, tree.leaves - 1), np.float64)
    prices = leaves / max(1, tree.leaves)
    prices[: tree.leaves] = 0.0
    return np.asarray(prices, np.float64)


def positions(domain: Domain, loss: LossName) -> Floats | None:
    """Return the place of each code on the line, or None where the column lies on its tree under this loss."""
    if domain.position is not None or loss != "order":
        return domain.position
    present = domain.size - (domain.missing >= 0)
    return np.arange(domain.size, dtype=np.float64) / max(1, present - 1)


def column_costs(domain: Domain, lo: Ints, hi: Ints, loss: LossName) -> Floats:
    """Return the cost of each group lo..hi in one column, from 0 to 1, without the column's weight."""
    place = positions(domain, loss)
    if place is None:
        if domain.tree is None:
            message = f"column {domain.name!r} has neither positions nor a tree"
            raise TypeError(message)
        node = np.empty(len(lo), np.int32)
        lowest_nodes(domain.tree.last, domain.tree.parent, lo, hi, node)
        return np.asarray(node_prices(domain.tree, loss)[node], np.float64)
    width = place[hi] - place[lo]
    return np.where((hi == domain.missing) & (lo != hi), 1.0, np.where(lo == hi, 0.0, width))


def costs_of(domains: Sequence[Domain], loss: LossName) -> Costs:
    """Return the prices of all columns, weights included, as the kernels read them."""
    places = [positions(domain, loss) for domain in domains]
    trees = [domain.tree if place is None else None for domain, place in zip(domains, places, strict=True)]
    weights = np.array([domain.weight for domain in domains], np.float64)
    sizes = np.array([domain.size for domain in domains], np.int64)
    lines = [np.zeros(0) if place is None else place * w for place, w in zip(places, weights, strict=True)]
    prices = [
        np.zeros(0) if tree is None else node_prices(tree, loss) * w for tree, w in zip(trees, weights, strict=True)
    ]
    tables = [_table(tree, price) for tree, price in zip(trees, prices, strict=True)]
    none = np.zeros(0, np.int32)
    return Costs(
        line=np.array([tree is None for tree in trees], np.bool_),
        missing=np.array([domain.missing for domain in domains], np.int64),
        weight=weights,
        base=_starts(lines),
        position=np.concatenate([*lines, np.zeros(0)]),
        table_at=np.where([len(table) > 0 for table in tables], _starts(tables), -1),
        size=sizes,
        table=np.concatenate([*tables, np.zeros(0)]),
        node_at=_starts(prices),
        last=np.concatenate([none, *(none if tree is None else tree.last for tree in trees)]),
        parent=np.concatenate([none, *(none if tree is None else tree.parent for tree in trees)]),
        price=np.concatenate([*prices, np.zeros(0)]),
    )


def _table(tree: Tree | None, price: Floats) -> Floats:
    if tree is None or tree.leaves > TABLE_LIMIT:
        return np.zeros(0)
    table = np.empty(tree.leaves * tree.leaves)
    fill_table(tree.last, tree.parent, price, tree.leaves, table)
    return table


def _starts(parts: Sequence[Floats]) -> Rows:
    ends = np.cumsum([len(part) for part in parts], dtype=np.int64)
    return np.asarray(np.concatenate([np.zeros(1, np.int64), ends])[: len(parts)], np.int64)
