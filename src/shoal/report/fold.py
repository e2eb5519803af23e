"""Released labels of categories such that originals can be counted under them: like with like.

Where most rows leave with a broader label (021**), the finer ones below it (02139) are counted with it, and so are the
originals. All that is looked at are labels that the release shows, and which of them lies below which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from shoal.arrays import Rows, Sizes
from shoal.decode.category import Span, node_spans, span_of
from shoal.schema.tree import Tree

MOST_BROAD = 500
"""Broader labels that are looked at, those of most rows first."""


def spans_in(tree: Tree, leaves: int, labels: Sequence[str]) -> dict[str, Span]:
    """Return which leaves each label spans, both ends in it; labels that are of no known form are left out."""
    known = node_spans(tree, leaves)
    found = {label: span_of(label, known, tree.leaf_labels[:leaves]) for label in labels}
    return {label: span for label, span in found.items() if span is not None}


def folded(labels: Sequence[str], rows: Sizes, spans: Mapping[str, Span]) -> dict[str, int]:
    """Return how many rows have each label, finer ones counted with a broader one that has at least as many.

    What spans everything takes nothing in: it would leave nothing to see.

    Example:
        >>> spans = {"021**": (0, 2), "02139": (1, 1), "02140": (2, 2), "035**": (3, 4), "03501": (3, 3)}
        >>> folded(list(spans), np.array([9, 2, 3, 1, 5]), spans)
        {'021**': 14, '035**': 1, '03501': 5}
    """
    low, high = (np.array([spans.get(label, (np.nan, np.nan))[end] for label in labels], float) for end in (0, 1))
    width = high - low
    broad = np.flatnonzero((width > 0) & np.isfinite(width))
    left = np.ones(len(labels), np.bool_)
    sums = np.array(rows, np.int64)
    most = broad[np.argsort(-sums[broad], kind="stable")][:MOST_BROAD]
    for at in most[np.argsort(-width[most], kind="stable")].tolist():
        below = left & (low >= low[at]) & (high <= high[at]) & (width < width[at])
        if left[at] and below.any() and sums[at] >= sums[below].sum():
            sums[at] += sums[below].sum()
            left &= ~below
    return {label: int(sums[at]) for at, label in enumerate(labels) if left[at]}


def places(labels: Sequence[str], spans: Mapping[str, Span], leaves: int) -> Rows:
    """Return under which label each leaf is counted: the narrowest that spans it, but not all; -1 where none does."""
    found = np.full(leaves, -1, np.int64)
    known = [(spans[label], at) for at, label in enumerate(labels) if label in spans]
    for (low, high), at in sorted(known, key=lambda each: each[0][0] - each[0][1]):
        if np.isfinite(high - low):
            found[int(low) : int(high) + 1] = at
    return found
