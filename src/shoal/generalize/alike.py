"""Groups that are published alike are one group."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from shoal.arrays import Ints, Rows
from shoal.encode.domain import Domain
from shoal.kernels.pool import picked
from shoal.kernels.shared.box_cost import lowest_nodes
from shoal.kernels.shared.groups import refine
from shoal.partition.base import Boxes, Partition


def merge_alike(domains: Sequence[Domain], partition: Partition, boxes: Boxes) -> tuple[Partition, Boxes]:
    """Return the groups as the released table shows them: those with the same label in every column are one.

    Two boxes on a tree are published alike when their lowest common node is the same. Merging them loses nothing and
    hides rows better; measures then speak of what is really released. O(groups · columns).
    """
    merged = np.zeros(partition.groups, np.int32)
    groups = min(1, partition.groups)
    for j, domain in enumerate(domains):
        groups = refine(merged, _labels(domain, boxes.lo[:, j], boxes.hi[:, j]), merged)
    if groups == partition.groups:
        return partition, boxes
    sizes = np.zeros(groups, np.int64)
    np.add.at(sizes, merged, boxes.sizes)
    lo = np.full((groups, len(domains)), np.iinfo(np.int32).max, np.int32)
    hi = np.full((groups, len(domains)), -1, np.int32)
    np.minimum.at(lo, merged, boxes.lo)
    np.maximum.at(hi, merged, boxes.hi)
    labels = picked(np.append(merged, np.int32(-1)), partition.labels)
    return Partition(np.asarray(labels, np.int32), groups), Boxes(sizes, lo, hi)


def _labels(domain: Domain, lo: Ints, hi: Ints) -> Rows:
    """Return a number for what each group is published as in one column."""
    if domain.is_line or domain.tree is None:
        return lo.astype(np.int64) * domain.size + hi
    node = np.empty(len(lo), np.int32)
    lowest_nodes(domain.tree.last, domain.tree.parent, np.ascontiguousarray(lo), np.ascontiguousarray(hi), node)
    return node.astype(np.int64)
