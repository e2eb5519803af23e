"""Shares: no group claims more than it costs."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.bounds.dual import PASSES, Search, passes_for, raised
from shoal.bounds.row import cheapest, distinct_rows
from shoal.kernels.bound.dual import claims_of, find_slacks
from shoal.kernels.shared.box_cost import box_cost
from tests.bounds import tables
from tests.reference import bound as slow
from tests.reference.turns import IS_PYTHON

MANY = 10_000
WORK = 10**9


def start_of(problem):
    """Return the distinct rows and the cheapest box around each."""
    found = distinct_rows(problem.codes, problem.costs)
    upper = np.full(len(found.points.x), problem.costs.weight.sum())
    return found, cheapest(found.points, problem.costs, problem.k, np.arange(len(upper)), MANY, upper)[1]


def slacks_of(problem, found, share, nodes=MANY):
    points, k, m = found.points, problem.k, len(share)
    out = np.empty(m), np.empty(m, np.int64), np.empty(m, np.int64), np.empty((m, 2 * k), np.int64)
    find_slacks(np.array([0]), np.array([m]), points, problem.costs, k, 1e6, nodes, claims_of(points, share), *out)
    return out[0], out[1], out[3]


def test_slacks_are_what_they_say():
    for problem, loss in tables(16, rows=7):
        found, box = start_of(problem)
        for share in (box, box * np.random.default_rng(1).uniform(0.5, 3, len(box))):
            left, _, _ = slacks_of(problem, found, share)
            assert left[found.point] == pytest.approx(slow.slacks(problem, share[found.point], loss), abs=1e-12)


def test_few_nodes_give_a_lower_bound_on_the_slack():
    for problem, loss in tables(8, rows=7, start=50):
        found, box = start_of(problem)
        left, _, _ = slacks_of(problem, found, box, nodes=3)
        assert (left[found.point] <= slow.slacks(problem, box[found.point], loss) + 1e-12).all()


def test_the_group_of_a_slack_leaves_just_that():
    for problem, _ in tables(8, rows=7, start=60):
        found, box = start_of(problem)
        left, size, group = slacks_of(problem, found, box)
        for i, rows in enumerate(size):
            members = group[i, :rows]
            assert i in members
            assert problem.k <= rows < 2 * problem.k
            lo, hi = found.points.x[members].min(axis=0), found.points.x[members].max(axis=0)
            assert rows * box_cost(problem.costs, lo, hi) - box[members].sum() <= left[i] + 1e-12


def test_no_group_claims_more_than_it_costs_after_raising():
    gained = 0
    for problem, loss in tables(16, rows=7, start=70):
        found, box = start_of(problem)
        share = raised(Search(found.points, problem.costs, problem.k, np.inf, MANY), box, WORK, PASSES)[0]
        assert (share >= box - 1e-9).all()
        assert slow.slacks(problem, share[found.point], loss).min() >= -1e-9
        gained += share.sum() > box.sum() + 1e-6
    assert gained > (1 if IS_PYTHON else 4)


def test_a_cap_is_kept():
    for problem, _ in tables(6, rows=7, start=90):
        found, box = start_of(problem)
        cap = box.max() * 1.1
        assert (
            raised(Search(found.points, problem.costs, problem.k, cap, MANY), box, WORK, PASSES)[0].max() <= cap + 1e-12
        )


def test_no_work_raises_nothing():
    problem, _ = next(tables(1, start=8))
    found, box = start_of(problem)
    share = raised(Search(found.points, problem.costs, problem.k, np.inf, MANY), box, 0, PASSES)[0]
    assert share == pytest.approx(box, abs=1e-9)


def test_little_work_is_spent_in_large_steps():
    problem, _ = next(tables(1))
    points = distinct_rows(problem.codes, problem.costs).points
    assert passes_for(points, WORK) == PASSES
    assert len(passes_for(points, 1)) < len(PASSES)
