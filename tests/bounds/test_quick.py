"""The bound for whoever has little time is a bound, whenever it ends, and is silent about what it cannot reach."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.bounds.exact import optimum
from shoal.bounds.quick import Budget, quick_bound
from shoal.partition.mondrian import Mondrian
from tests.reference.price import group_cost
from tests.reference.problems import random_problem
from tests.reference.turns import IS_PYTHON, in_turn

PLENTY = 1e9


def worth_of(problem):
    """Return what each row costs in Mondrian's groups."""
    labels = Mondrian().partition(problem).labels
    cost = {g: group_cost(problem, np.flatnonzero(labels == g)) for g in set(labels.tolist())}
    return np.array([cost[g] for g in labels.tolist()])


def found_of(problem, budget, **options):
    return quick_bound(problem.codes, problem.costs, problem.k, worth_of(problem), budget, **options)


@in_turn("seed", range(4))
def test_no_partition_costs_less(seed):
    problem = random_problem(seed, k=3, n=16)
    least, _ = optimum(problem.codes, problem.costs, 3, most=16)
    found = found_of(problem, Budget(PLENTY))
    assert 0 < found.total <= least
    assert found.total == max(found.parts.values())


def test_a_tiny_table_is_solved():
    problem = random_problem(2, k=2, n=8)
    found = found_of(problem, Budget(PLENTY))
    assert found.exact
    assert found.total == pytest.approx(optimum(problem.codes, problem.costs, 2)[0])


def test_it_is_a_bound_whenever_it_is_ended():
    problem = random_problem(5, k=3, n=16)
    least, _ = optimum(problem.codes, problem.costs, 3, most=16)
    totals = []
    for calls in range(6):
        left = iter([False] * calls)
        totals.append(found_of(problem, Budget(PLENTY, over=lambda left=left: next(left, True))).total)
    assert all(total <= least for total in totals)
    assert totals[0] < totals[-1]


def test_the_same_work_gives_the_same_bound_and_more_no_lower_one():
    problem = random_problem(3, k=3, n=20 if IS_PYTHON else 60)
    totals = [found_of(problem, Budget(work)).total for work in (1e5, 1e5, 1e6, PLENTY)]
    assert totals[0] == totals[1] <= totals[2] <= totals[3]


def test_nothing_is_looked_at_where_that_cannot_come_to_enough():
    problem = random_problem(3, k=3, n=60)
    assert list(found_of(problem, Budget(5e3, least=0.5)).parts) == ["window"]
    assert "neighbour" in found_of(problem, Budget(PLENTY, least=0.5)).parts


def test_rows_that_may_be_dropped_lower_it():
    problem = random_problem(7, k=3, n=20)
    kept, dropped = (found_of(problem, Budget(PLENTY), suppressing=may).total for may in (False, True))
    assert 0 < dropped <= kept + 1e-9


@pytest.mark.parametrize(("k", "exact"), [(1, True), (9, False)])
def test_there_is_nothing_to_bound_without_groups(k, exact):
    problem = random_problem(1, k=3, n=6)
    found = quick_bound(problem.codes, problem.costs, k, np.zeros(6), Budget(PLENTY))
    assert (found.total, found.exact) == (0.0, exact)
