"""The cheapest partition of tiny tables."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.bounds import optimum
from shoal.kernels.shared.box_cost import box_cost
from tests.bounds import tables
from tests.reference.bound import least_total
from tests.reference.problems import random_problem


def total_of(problem, labels):
    groups = [problem.codes[labels == label] for label in range(labels.max() + 1)]
    assert min(map(len, groups)) >= problem.k
    return sum(len(rows) * box_cost(problem.costs, rows.min(axis=0), rows.max(axis=0)) for rows in groups)


def test_no_partition_costs_less():
    for problem, loss in tables(24, rows=7):
        total, labels = optimum(problem.codes, problem.costs, problem.k)
        assert total == pytest.approx(least_total(problem, loss), abs=1e-12)
        assert total == pytest.approx(total_of(problem, labels), abs=1e-12)


def test_fewer_than_2k_rows_are_one_group():
    problem = random_problem(1, k=3, n=5)
    total, labels = optimum(problem.codes, problem.costs, 3)
    assert labels.tolist() == [0] * 5
    assert total == pytest.approx(5 * box_cost(problem.costs, problem.codes.min(axis=0), problem.codes.max(axis=0)))


def test_no_rows_and_groups_of_one_cost_nothing():
    problem = random_problem(1, n=6)
    assert optimum(problem.codes[:0], problem.costs, 3)[0] == 0.0
    total, labels = optimum(problem.codes, problem.costs, 1)
    assert (total, sorted(labels.tolist())) == (0.0, [0, 1, 2, 3, 4, 5])


def test_too_many_rows_are_left_alone():
    problem = random_problem(1, n=40)
    assert optimum(problem.codes, problem.costs, 2) is None


@pytest.mark.parametrize("k", [2, 3, 4])
def test_labels_are_small_numbers_for_12_rows(k):
    problem = random_problem(9, k=k, n=12 if k == 4 else 9)
    total, labels = optimum(problem.codes, problem.costs, k)
    assert labels.dtype == np.int32
    assert total == pytest.approx(total_of(problem, labels), abs=1e-12)
