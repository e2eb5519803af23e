"""The least loss of a tiny table, by going through all its partitions.

What a set of rows costs in a column is what its dearest pair costs: on a line that is the two ends, on a tree the two
whose lowest common node is the highest, and a missing cell with any other costs all there is.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from tests.reference.price import column_cost


@cache
def _subsets(n):
    """Return the size of each subset of n rows, and for each that matters its subsets with its lowest row."""
    every = np.arange(1 << n)
    sizes = (every[:, None] >> np.arange(n) & 1).sum(axis=1)
    full = (1 << n) - 1
    within = []
    for subset in [*range(0, full, 2), full]:  # the first group has row 0, so what is left after it has not
        if subset:
            lowest = subset & -subset
            within.append((subset, every[((every & subset) == every) & (every & lowest > 0)]))
    return sizes, within


def subset_prices(problem, loss):
    """Return what each subset of the rows costs per row."""
    n = problem.rows
    every = np.arange(1 << n)
    price = np.zeros((1 << n, len(problem.domains)))
    known = {}
    for a in range(n):
        for b in range(a):
            pair = []
            for j, domain in enumerate(problem.domains):
                codes = sorted(problem.codes[[a, b], j].tolist())
                key = (j, *codes)
                if key not in known:
                    known[key] = domain.weight * column_cost(domain, codes, loss)
                pair.append(known[key])
            both = (every >> a & every >> b & 1).astype(bool)
            price[both] = np.maximum(price[both], pair)
    return price.sum(axis=1)


def least_total(problem, loss="ncp"):
    """Return the least total of groups of at least k rows; problem.rows >= k."""
    sizes, within = _subsets(problem.rows)
    group = np.where(sizes >= problem.k, sizes * subset_prices(problem, loss), np.inf)
    best = np.full(len(sizes), np.inf)
    best[0] = 0.0
    for subset, groups in within:
        best[subset] = (group[groups] + best[subset ^ groups]).min()
    return float(best[-1])
