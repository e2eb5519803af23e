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


def row_bounds(problem):
    """Return for each row the least cost of any box with k rows around it: its k-1 nearest, or its windows (B1, B2)."""
    cost, k = pair_costs(problem), problem.k
    near = np.sort(cost + np.diag(np.full(problem.rows, -1.0)), axis=1)[:, k - 1].clip(0)
    window = np.zeros(problem.rows)
    for j, domain in enumerate(problem.domains):
        codes = problem.codes[:, j]
        for row in range(problem.rows):
            prices = sorted(column_cost(domain, [codes[row], other], "ncp") for other in codes)
            window[row] += domain.weight * prices[k - 1]
    return np.maximum(near, window)


def block_bound(problem):
    """Return the least total cost of groups of k to 2k-1 rows, each paying its dearest row's bound (B4)."""
    bounds, k = np.sort(row_bounds(problem))[::-1], problem.k
    best = [0.0] + [np.inf] * problem.rows
    for m in range(k, problem.rows + 1):
        best[m] = min(best[m - s] + s * bounds[m - s] for s in range(k, min(2 * k, m + 1)))
    return best[problem.rows]
