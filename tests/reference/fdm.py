"""A nearest-point-next tour and its cheapest cut, on lists of rows and fractions."""

from __future__ import annotations

import itertools

from tests.reference.numbers import Exact


def tour_of(problem):
    """Return the rows in the order of the tour."""
    exact, left = Exact(problem, "zscore"), list(range(problem.rows))
    mean = exact.mean(left)
    tour = [max(left, key=lambda row: (exact.gap(exact.rows[row], mean), -row))]
    left.remove(tour[0])
    while left:
        tour.append(min(left, key=lambda row: (exact.between(row, tour[-1]), row)))
        left.remove(tour[-1])
    return tour


def fdm(problem):
    """Return the groups as sorted lists of rows: of all prefixes the cheapest cut, the shorter last run on a tie."""
    exact, tour, k = Exact(problem, "zscore"), tour_of(problem), problem.k
    best = {0: (0, [])}
    for end in range(k, len(tour) + 1):
        for size in range(k, min(end, 2 * k - 1) + 1):
            if end - size not in best:
                continue
            cost, groups = best[end - size]
            cost += exact.squares(tour[end - size : end])
            if end not in best or cost < best[end][0]:
                best[end] = cost, [*groups, tour[end - size : end]]
    return sorted(sorted(group) for group in best[len(tour)][1])


def least_squares(problem):
    """Return the least sum of squares over every cut of the tour into runs of k rows or more."""
    exact, tour, k = Exact(problem, "zscore"), tour_of(problem), problem.k
    costs = []
    for count in range(1, len(tour) // k + 1):
        for inner in itertools.combinations(range(1, len(tour)), count - 1):
            runs = [tour[a:b] for a, b in itertools.pairwise([0, *inner, len(tour)])]
            if min(map(len, runs)) >= k:
                costs.append(sum(map(exact.squares, runs)))
    return min(costs)
