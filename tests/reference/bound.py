"""Lower bounds on the loss of any release: no partition may cost less."""

from __future__ import annotations

import numpy as np

from tests.reference.price import column_cost, group_cost


def pair_costs(problem):
    """Return (n, n) the cost per row of each pair of rows."""
    n = problem.rows
    cost = np.zeros((n, n))
    for a in range(n):
        for b in range(a):
            cost[a, b] = cost[b, a] = group_cost(problem, np.array([a, b]))
    return cost


def neighbour_bounds(problem):
    """Return for each row what its k-1 nearest cost at least: the (k-1)-th smallest pair cost (B1)."""
    own = np.diag(np.full(problem.rows, -1.0))
    return np.sort(pair_costs(problem) + own, axis=1)[:, problem.k - 1].clip(0)


def window_bounds(problem):
    """Return for each row the sum over columns of what the k-1 nearest in that column cost at least (B2)."""
    total = np.zeros(problem.rows)
    for j, domain in enumerate(problem.domains):
        codes = problem.codes[:, j]
        for row in range(problem.rows):
            prices = sorted(column_cost(domain, [codes[row], other], "ncp") for other in codes)
            total[row] += domain.weight * prices[problem.k - 1]
    return total


def block_bound(bounds, k):
    """Return the least total cost of groups of k to 2k-1 rows, each paying its dearest row's bound (B4)."""
    bounds = np.sort(bounds)[::-1]
    best = [0.0] + [np.inf] * len(bounds)
    for m in range(k, len(bounds) + 1):
        best[m] = min(best[m - s] + s * bounds[m - s] for s in range(k, min(2 * k, m + 1)))
    return best[-1]


def least_cost(problem):
    """Return what every partition into groups of k rows costs at least."""
    return block_bound(np.maximum(neighbour_bounds(problem), window_bounds(problem)), problem.k)
