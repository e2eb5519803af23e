"""What the group of each row costs at least, against the definitions."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.bounds.row import cheapest, distinct_rows, runs_of, sum_shares, window_bounds
from tests.bounds import tables
from tests.reference import bound as slow
from tests.reference.problems import random_problem

MANY = 10_000


def per_row(problem, loss):
    """Return window, neighbour and box bounds for each row, and the slow twins of all three."""
    found = distinct_rows(problem.codes, problem.costs)
    points = found.points
    upper = np.full(len(points.x), problem.costs.weight.sum())
    near, box, exact = cheapest(points, problem.costs, problem.k, np.arange(len(points.x)), MANY, upper)
    assert exact.all()
    window = window_bounds(points, problem.costs, problem.k)
    twins = (
        slow.window_bounds(problem, loss),
        slow.neighbour_bounds(problem, loss),
        slow.cheapest_boxes(problem, loss),
    )
    return [values[found.point] for values in (window, near, box)], twins


def test_windows_neighbours_and_boxes_are_what_they_say():
    for problem, loss in tables(24):
        for found, twin in zip(*per_row(problem, loss), strict=True):
            assert found == pytest.approx(twin, abs=1e-12)


def test_a_box_costs_no_less_than_windows_and_neighbours():
    for problem, loss in tables(12, start=100):
        (window, near, box), _ = per_row(problem, loss)
        assert (box >= np.maximum(window, near) - 1e-12).all()


def test_equal_rows_are_one_point():
    codes = np.array([[3, 1], [0, 0], [3, 1], [3, 1]], np.int32)
    found = distinct_rows(codes, random_problem(0).costs._replace(size=np.array([4, 2])))
    assert sorted(found.points.times.tolist()) == [1, 3]
    assert (found.points.x[found.point] == codes).all()


def test_shares_by_sums_are_what_they_say():
    seen = 0
    for problem, loss in tables(20, start=200):
        found = distinct_rows(problem.codes, problem.costs)
        shares = sum_shares(found.points, problem.costs, problem.k)
        if shares is not None:
            seen += 1
            assert shares[found.point] == pytest.approx(slow.sum_bounds(problem, loss), abs=1e-12)
    assert seen > 5


def test_few_nodes_give_a_lower_bound():
    below = 0
    for problem, loss in tables(12, start=300):
        found = distinct_rows(problem.codes, problem.costs)
        upper = np.full(len(found.points.x), problem.costs.weight.sum())
        _, box, exact = cheapest(found.points, problem.costs, problem.k, np.arange(len(upper)), 1, upper)
        least = slow.cheapest_boxes(problem, loss)
        assert (box[found.point] <= least + 1e-12).all()
        assert box[found.point][exact[found.point]] == pytest.approx(least[exact[found.point]], abs=1e-12)
        below += (~exact).sum()
    assert below > 0


def test_what_rows_cost_elsewhere_changes_no_bound():
    problem = random_problem(4, k=3, n=20, missing=True)
    found = distinct_rows(problem.codes, problem.costs)
    some = np.arange(len(found.points.x))
    wide = np.full(len(some), problem.costs.weight.sum())
    _, box, _ = cheapest(found.points, problem.costs, 3, some, MANY, wide)
    _, again, _ = cheapest(found.points, problem.costs, 3, some, MANY, box.copy())
    assert again == pytest.approx(box, abs=1e-12)


def test_runs_follow_each_other_and_are_short():
    starts, ends = runs_of(np.array([0, 1, 2, 5, 6, 9]))
    assert (starts.tolist(), ends.tolist()) == ([0, 5, 9], [3, 7, 10])
    starts, ends = runs_of(np.arange(100))
    assert (ends - starts).max() <= 64
    assert np.concatenate([np.arange(a, b) for a, b in zip(starts, ends, strict=True)]).tolist() == list(range(100))
