"""MDAV against its twin, and by hand."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.errors import SettingError
from shoal.partition.mdav import Mdav
from tests.partition import groups_of
from tests.reference.mdav import mdav
from tests.reference.numbers import number_problem, reals, whole_numbers
from tests.reference.problems import random_problem
from tests.reference.turns import in_turn


@in_turn("seed", range(12))
@pytest.mark.parametrize("table", [whole_numbers, reals])
def test_mdav_peels_as_its_twin_does(seed, table):
    problem = number_problem(table(seed, 12 + 3 * seed), 1 + seed % 4)
    assert groups_of(Mdav().partition(problem)) == mdav(problem)


@in_turn("n", range(20, 32))
def test_a_stride_of_many_pairs_ends_where_single_pairs_do(n, monkeypatch):
    monkeypatch.setattr("shoal.partition.mdav.STRIDES", 1)
    problem = number_problem(reals(n, n), 3)
    assert groups_of(Mdav().partition(problem)) == mdav(problem)


@pytest.mark.parametrize("seed", [1, 5])
def test_rounding_errors_decide_no_tie(seed):
    # On these two tables sums of three squares that are equal come out unequal as floats, and the groups would differ.
    problem = number_problem(whole_numbers(seed, 24, 3, most=3), 2)
    assert groups_of(Mdav().partition(problem)) == mdav(problem)


def test_of_rows_as_near_the_lowest_joins():
    # 0 is farthest from the mean of 23/6; it takes 1, and of the two 5s the first.
    assert groups_of(Mdav().partition(number_problem([5, 5, 1, 0, 6, 6], 3))) == [[0, 2, 3], [1, 4, 5]]


def test_both_extremes_go_first_and_what_is_left_is_one_group():
    # The mean is 8: 20 is farthest and takes 12; 0 is farthest from 20 and takes 1; 2, 10 and 11 are left.
    assert groups_of(Mdav().partition(number_problem([0, 1, 2, 10, 11, 12, 20], 2))) == [[0, 1], [2, 3, 4], [5, 6]]


def test_fewer_than_3k_rows_give_one_extreme_and_the_rest():
    # The mean is 4.4: 10 is farthest and takes 6.
    assert groups_of(Mdav().partition(number_problem([0, 1, 5, 6, 10], 2))) == [[0, 1, 2], [3, 4]]


@pytest.mark.parametrize("values", [[0.1, 0.2, 0.3, 0.4, 0.5], [0.5, 0.4, 0.3, 0.2, 0.1]])
def test_of_two_rows_as_far_from_the_mean_the_lower_one_counts(values):
    assert groups_of(Mdav().partition(number_problem(values, 2))) == [[0, 1], [2, 3, 4]]


@pytest.mark.parametrize(("n", "k"), [(60, 7), (61, 7), (62, 7), (41, 1), (21, 7), (20, 7), (14, 7)])
def test_groups_have_k_rows_and_the_last_one_the_remainder(n, k):
    found = Mdav().partition(number_problem(reals(n, n), k))
    assert np.bincount(found.labels).tolist() == [k] * (n // k - 1) + [k + n % k]
    assert found.labels.dtype == np.int32


def test_every_seed_gives_the_same_groups_and_leaves_the_table_alone():
    problems = [number_problem(reals(3, 50), 4, seed=seed) for seed in (1, 2)]
    before = problems[0].codes.copy()
    assert np.array_equal(*(Mdav().partition(problem).labels for problem in problems))
    assert np.array_equal(problems[0].codes, before)


def test_a_scaled_column_changes_no_group_and_neither_does_a_constant_one():
    rows = whole_numbers(5, 60)
    plain = groups_of(Mdav().partition(number_problem(rows, 3)))
    assert groups_of(Mdav().partition(number_problem([[7 * a, b] for a, b in rows], 3))) == plain
    assert groups_of(Mdav().partition(number_problem([[a, 5, b] for a, b in rows], 3))) == plain


def test_a_column_of_weight_0_may_spread_freely():
    problem = number_problem([[0, 1], [0, 50], [9, 2], [9, 60]], 2, weights=(1.0, 0.0))
    assert groups_of(Mdav().partition(problem)) == [[0, 1], [2, 3]]


def test_fewer_than_2k_rows_are_one_group_and_identical_rows_are_dealt_out():
    assert Mdav().partition(number_problem([1, 2, 3], 2)).labels.tolist() == [0, 0, 0]
    assert groups_of(Mdav().partition(number_problem([7] * 6, 2))) == [[0, 1], [2, 3], [4, 5]]


def test_huge_and_tiny_numbers_are_measured_alike():
    for unit in (1e-200, 1e140):
        problem = number_problem([[value * unit] for value in (0.0, 1.0, 2.0, 10.0, 11.0, 12.0, 20.0)], 2)
        assert groups_of(Mdav().partition(problem)) == [[0, 1], [2, 3, 4], [5, 6]]


def test_categories_are_refused_with_methods_that_take_them():
    with pytest.raises(SettingError, match=r"'flat' is categorical.*mondrian"):
        Mdav().partition(random_problem(1))
