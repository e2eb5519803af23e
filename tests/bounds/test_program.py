"""Shares near the best there are, from a linear program."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.bounds.dual import PASSES, Search, raised
from shoal.bounds.exact import optimum
from shoal.bounds.master import Master
from shoal.bounds.program import _try, best_shares
from shoal.bounds.row import cheapest, distinct_rows
from tests.bounds import tables
from tests.reference import bound as slow

MANY = 10_000
WORK = 10**9


def test_groups_of_two_of_three_rows_are_mixed_by_halves():
    # Any two of three rows make a group of price 2: half of each covers all rows for 3, a share of 1 for every row.
    master = Master(np.ones(3))
    master.keep_within(np.zeros(3), np.full(3, 9.0))
    assert master.solve(100) == pytest.approx([9, 9, 9])
    pairs = np.array([[1.0, 1, 0], [1, 0, 1], [0, 1, 1]])
    assert master.add(pairs, np.full(3, 2.0)) == 3
    assert master.add(pairs[:, :1], np.full(1, 2.0)) == 0
    assert master.solve(100) == pytest.approx([1, 1, 1])


def test_shares_stay_where_they_may_be():
    master = Master(np.ones(2))
    master.add(np.array([[1.0], [1.0]]), np.array([1.0]))
    master.keep_within(np.zeros(2), np.array([0.2, 0.5]))
    assert master.solve(100) == pytest.approx([0.2, 0.5])
    master.keep_within(np.array([0.3, 0.0]), np.array([9.0, 9.0]))
    share = master.solve(100)
    assert share.sum() == pytest.approx(1)
    assert share[0] >= 0.3 - 1e-9


def test_no_group_claims_more_than_it_costs_and_nothing_is_lost():
    better = 0
    for problem, loss in tables(8, rows=7, start=900):
        found = distinct_rows(problem.codes, problem.costs)
        count = found.weights
        upper = np.full(len(count), problem.costs.weight.sum())
        box = cheapest(found.points, problem.costs, problem.k, np.arange(len(count)), MANY, upper)[1]
        search = Search(found.points, problem.costs, problem.k, np.inf, MANY)
        start, _ = raised(search, box, WORK, PASSES)
        share = best_shares(search, start, WORK)
        assert share @ count >= start @ count - 1e-9
        assert slow.slacks(problem, share[found.point], loss).min() >= -1e-9
        assert share @ count <= optimum(problem.codes, problem.costs, problem.k)[0] + 1e-9
        better += share @ count > start @ count * 1.001
    assert better > 0


def test_lowered_shares_claim_no_more_than_any_group_costs():
    # Rows that claim nothing must give their part as well, or the others in the group keep too much.
    for problem, loss in tables(10, rows=7, start=950):
        found = distinct_rows(problem.codes, problem.costs)
        search = Search(found.points, problem.costs, problem.k, np.inf, MANY)
        rng = np.random.default_rng(0)
        wild = rng.uniform(0, 4, len(found.weights)) * (rng.random(len(found.weights)) < 0.5)
        lowered = _try(search, wild)[0]
        assert slow.slacks(problem, lowered[found.point], loss).min() >= -1e-9
        lifted, _ = raised(search, lowered, WORK, PASSES)
        assert (lifted >= lowered - 1e-9).all()
        assert slow.slacks(problem, lifted[found.point], loss).min() >= -1e-9
