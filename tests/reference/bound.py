"""Lower bounds on the loss of any release: no partition may cost less."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from tests.reference.price import column_cost, group_cost


def pair_costs(problem, loss="ncp"):
    """Return (n, n) the cost per row of each pair of rows."""
    n = problem.rows
    cost = np.zeros((n, n))
    for a in range(n):
        for b in range(a):
            cost[a, b] = cost[b, a] = group_cost(problem, np.array([a, b]), loss)
    return cost


def neighbour_bounds(problem, loss="ncp"):
    """Return for each row what its k-1 nearest cost at least: the (k-1)-th smallest pair cost (B1)."""
    own = np.diag(np.full(problem.rows, -1.0))
    return np.sort(pair_costs(problem, loss) + own, axis=1)[:, problem.k - 1].clip(0)


def window_bounds(problem, loss="ncp"):
    """Return for each row the sum over columns of what the k-1 nearest in that column cost at least (B2)."""
    total = np.zeros(problem.rows)
    for j, domain in enumerate(problem.domains):
        for row in range(problem.rows):
            runs = _runs(problem, j, row) if domain.is_line or loss == "order" else _nearest(problem, j, row, loss)
            total[row] += domain.weight * min(column_cost(domain, run, loss) for run in runs)
    return total


def _runs(problem, j, row):
    """Return the codes of every k rows that follow each other in a column on a line and cover this row's code."""
    codes, k = np.sort(problem.codes[:, j]), problem.k
    runs = [codes[at : at + k] for at in range(problem.rows - k + 1)]
    return [run for run in runs if run[0] <= problem.codes[row, j] <= run[-1]]


def _nearest(problem, j, row, loss):
    """Return the codes of the k rows that cost least with a row in a column on a tree: no others cost less together."""
    codes, domain = problem.codes[:, j], problem.domains[j]
    return [sorted(codes, key=lambda other: column_cost(domain, [codes[row], other], loss))[: problem.k]]


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


def cheapest_boxes(problem, loss="ncp"):
    """Return for each row the least cost of k rows with it in them."""
    least = np.full(problem.rows, np.inf)
    for rows in combinations(range(problem.rows), problem.k):
        chosen = np.array(rows)
        least[chosen] = np.minimum(least[chosen], group_cost(problem, chosen, loss))
    return least


def sum_bounds(problem, loss="ncp"):
    """Return for each row the mean cost of its k-1 nearest, numbers counted up to twice (B5)."""
    n, k = problem.rows, problem.k
    cost = np.zeros((n, n))
    for j, domain in enumerate(problem.domains):
        twice = (domain.is_line or loss == "order") and domain.missing < 0
        for a in range(n):
            for b in range(n):
                price = domain.weight * column_cost(domain, problem.codes[[a, b], j], loss)
                cost[a, b] += price * (2 * (k - 1) / k if twice else 1)
    return np.sort(cost + np.diag(np.full(n, -1.0)), axis=1)[:, 1:k].mean(axis=1)


def groups_with(problem, row):
    """Return every set of k to 2k-1 rows that holds this row."""
    others = [other for other in range(problem.rows) if other != row]
    sizes = range(problem.k, 2 * problem.k)
    return [np.array([row, *rest]) for size in sizes for rest in combinations(others, size - 1)]


def slacks(problem, shares, loss="ncp"):
    """Return for each row the least that a group with it costs beyond the shares of its rows."""
    return np.array(
        [
            min(
                len(group) * group_cost(problem, group, loss) - shares[group].sum()
                for group in groups_with(problem, row)
            )
            for row in range(problem.rows)
        ]
    )


def least_total(problem, loss="ncp"):
    """Return the least cost over all partitions into groups of at least k rows."""
    price = {}

    def best(rows):
        if not rows:
            return 0.0
        if len(rows) < problem.k:
            return np.inf
        if rows not in price:
            first, *rest = rows
            price[rows] = min(
                (size + 1) * group_cost(problem, np.array([first, *chosen]), loss)
                + best(tuple(row for row in rest if row not in chosen))
                for size in range(problem.k - 1, len(rows))
                for chosen in combinations(rest, size)
            )
        return price[rows]

    return best(tuple(range(problem.rows)))
