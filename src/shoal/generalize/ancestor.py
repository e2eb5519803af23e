"""Publish a category as the label of the lowest common ancestor: `*` where that is the root of most hierarchies.

Numbers and dates become `*` in `interval.py`, where a group mixes missing cells with others.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from shoal.generalize.base import Extent, Publisher, dictionary, distinct_pairs
from shoal.kernels.shared.box_cost import lowest_nodes


class Ancestor(Publisher):
    """The value itself where all rows agree, else the label of the lowest node above them; missing stays missing."""

    def publish(self, extent: Extent) -> list[pl.Series]:
        """Return one column of labels."""
        tree = extent.domain.tree
        if tree is None:
            message = f"column {extent.domain.name!r} has no tree"
            raise TypeError(message)
        lo, hi, inverse = distinct_pairs(extent)
        node = np.empty(len(lo), np.int32)
        lowest_nodes(tree.last, tree.parent, lo, hi, node)
        labels = [None if n == extent.domain.missing else tree.labels[n] for n in node.tolist()]
        return [dictionary(pl.Series(extent.domain.name, labels, pl.String), inverse)]
