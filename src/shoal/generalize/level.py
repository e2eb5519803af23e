"""Publish each value as one node of its hierarchy, the same everywhere in the table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from shoal.arrays import Codes, Ints, Rows
from shoal.encode.domain import Domain
from shoal.encode.levels import level_tree
from shoal.generalize.base import dictionary
from shoal.partition.base import Boxes, Partition


def first_rows(partition: Partition) -> Rows:
    """Return one row of each group."""
    rows = np.full(partition.groups, -1, np.int64)
    kept = np.flatnonzero(partition.labels >= 0)[::-1]
    rows[partition.labels[kept]] = kept
    return rows


def level_boxes(codes: Codes, domains: Sequence[Domain], partition: Partition, nodes: Sequence[Ints]) -> Boxes:
    """Return the box of all values that each group's labels stand for, which may be wider than its rows."""
    rows = first_rows(partition)
    sizes = np.bincount(partition.labels[partition.labels >= 0], minlength=partition.groups)
    lo = np.empty((partition.groups, len(domains)), np.int32)
    hi = np.empty_like(lo)
    for j, domain in enumerate(domains):
        least, greatest = _extent(domain, nodes[j])
        lo[:, j], hi[:, j] = least[codes[rows, j]], greatest[codes[rows, j]]
    return Boxes(sizes.astype(np.int64), lo, hi)


def _extent(domain: Domain, node: Ints) -> tuple[Ints, Ints]:
    """Return for each code the least and greatest code that are published like it."""
    tree, leaf = level_tree(domain)
    if not domain.is_line:
        return tree.first[node], tree.last[node]
    least = np.full(len(tree.labels), domain.size, np.int32)
    greatest = np.full(len(tree.labels), -1, np.int32)
    codes = np.arange(len(leaf), dtype=np.int32)
    np.minimum.at(least, node, codes)
    np.maximum.at(greatest, node, codes)
    return least[node], greatest[node]


def level_columns(
    codes: Codes, domains: Sequence[Domain], partition: Partition, nodes: Sequence[Ints]
) -> dict[str, list[pl.Series]]:
    """Return for each quasi column the label of each group."""
    rows = first_rows(partition)
    columns = {}
    for j, domain in enumerate(domains):
        tree, leaf = level_tree(domain)
        absent = leaf[domain.missing] if domain.missing >= 0 else -1
        shown, inverse = np.unique(nodes[j][codes[rows, j]], return_inverse=True)
        labels = [None if node == absent else tree.labels[node] for node in shown.tolist()]
        columns[domain.name] = [dictionary(pl.Series(domain.name, labels, pl.String), inverse.astype(np.uint32))]
    return columns
