"""How large groups are, in a few lines of a histogram."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from shoal.arrays import Sizes

FINE_STEPS = 5
BEYOND = (2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)


def size_facts(sizes: Sizes, k: int) -> dict[str, object]:
    """Return how many groups there are of which size, and how many rows are in them."""
    edges = _edges(sizes, k)
    place = np.searchsorted(edges[1:-1], sizes, side="right")
    bins = len(edges) - 1
    middle = float(np.median(sizes)) if len(sizes) else 0.0
    return {
        "count": len(sizes),
        "smallest": int(sizes.min(initial=sizes[0] if len(sizes) else 0)),
        "largest": int(sizes.max(initial=0)),
        "mean": round(float(sizes.mean()), 2) if len(sizes) else 0.0,
        "median": middle,
        "bins": _labels(edges),
        "groups": np.bincount(place, minlength=bins).tolist(),
        "rows": np.bincount(place, sizes, minlength=bins).astype(np.int64).tolist(),
    }


def _edges(sizes: Sizes, k: int) -> list[int]:
    """Return fine bins from the smallest size to twice that, then ever wider ones."""
    if not len(sizes):
        return [k, k + 1]
    first, last = int(sizes.min()), int(sizes.max())
    step = -(-first // FINE_STEPS)
    edges = [*range(first, 2 * first, step), *(times * first for times in BEYOND)]
    while edges[-1] <= last:
        edges.append(edges[-1] * 2)
    return edges[: next(at for at, edge in enumerate(edges) if edge > last) + 1]


def _labels(edges: Sequence[int]) -> list[str]:
    return [f"{a:,}" if b - a == 1 else f"{a:,} to {b - 1:,}" for a, b in pairwise(edges)]
