"""The cheapest partition of a tiny table, proved by going through all of them."""

from __future__ import annotations

import numpy as np

from shoal.arrays import Codes, Labels
from shoal.kernels.bound.exact import best_subsets, read_labels, subset_prices
from shoal.kernels.shared.box_cost import Costs, box_cost

MOST_ROWS = 14


def optimum(codes: Codes, costs: Costs, k: int, *, most: int = MOST_ROWS) -> tuple[float, Labels] | None:
    """Return the least total price of groups of at least k rows, and such groups; None where that takes too long.

    One group where there are fewer than 2k rows. Time O(3**n), memory O(2**n), for up to `most` rows.
    """
    n = len(codes)
    if n == 0 or k == 1:
        return 0.0, np.arange(n, dtype=np.int32)
    if n < 2 * k:
        return n * float(box_cost(costs, codes.min(axis=0), codes.max(axis=0))), np.zeros(n, np.int32)
    if n > most:
        return None
    price, total, group = np.empty(1 << n), np.empty(1 << n), np.empty(1 << n, np.int64)
    subset_prices(codes, costs, k, price)
    best_subsets(price, total, group)
    labels = np.empty(n, np.int32)
    read_labels(group, labels)
    return float(total[-1]), labels
