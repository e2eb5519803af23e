"""FDM-style grouping against its twin, against every cut, and by hand."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.errors import SettingError
from shoal.partition.fdm import Fdm
from tests.partition import groups_of
from tests.reference.fdm import fdm, least_squares
from tests.reference.numbers import Exact, number_problem, reals, whole_numbers
from tests.reference.problems import random_problem
from tests.reference.turns import in_turn


@in_turn("seed", range(12))
@pytest.mark.parametrize("table", [whole_numbers, reals])
def test_fdm_walks_and_cuts_as_its_twin_does(seed, table):
    problem = number_problem(table(seed, 12 + 3 * seed), 1 + seed % 4)
    assert groups_of(Fdm().partition(problem)) == fdm(problem)


def test_rounding_errors_decide_no_tie():
    # On this table sums of three squares that are equal come out unequal as floats, and the groups would differ.
    problem = number_problem(whole_numbers(5, 24, 3, most=3), 2)
    assert groups_of(Fdm().partition(problem)) == fdm(problem)


@in_turn("seed", range(4))
def test_no_other_cut_of_the_tour_has_a_smaller_sum_of_squares(seed):
    problem = number_problem(whole_numbers(seed, 13), 2 + seed % 2)
    squares = sum(map(Exact(problem, "zscore").squares, groups_of(Fdm().partition(problem))))
    assert squares == least_squares(problem)


def test_a_run_is_cut_at_the_gap_and_not_after_k_rows():
    # The tour begins at 0, 7 from the mean, and ascends. 3 + 2 + 2 rows cost 2 + 0.5 + 0.5.
    assert groups_of(Fdm().partition(number_problem([0, 1, 2, 10, 11, 12, 13], 2))) == [[0, 1, 2], [3, 4], [5, 6]]


def test_the_tour_visits_the_nearest_row_next_from_either_end():
    # 30 is farthest from the mean of 13; the tour is 30, 20, 12, 11, 3, 2.
    assert groups_of(Fdm().partition(number_problem([2, 12, 30, 3, 20, 11], 2))) == [[0, 3], [1, 5], [2, 4]]


def test_of_two_cuts_that_cost_the_same_the_shorter_last_run_counts():
    assert groups_of(Fdm().partition(number_problem([0.1, 0.2, 0.3, 0.4, 0.5], 2))) == [[0, 1, 2], [3, 4]]


@pytest.mark.parametrize(("n", "k"), [(60, 7), (61, 7), (41, 1), (21, 7), (20, 7), (14, 7)])
def test_groups_have_k_to_2k_minus_1_rows(n, k):
    found = Fdm().partition(number_problem(reals(n, n), k))
    sizes = np.bincount(found.labels)
    assert (len(sizes), sizes.sum(), found.labels.dtype) == (found.groups, n, np.int32)
    assert k <= sizes.min() <= sizes.max() <= max(1, 2 * k - 1)


def test_every_seed_gives_the_same_groups_and_leaves_the_table_alone():
    problems = [number_problem(reals(3, 50), 4, seed=seed) for seed in (1, 2)]
    before = problems[0].codes.copy()
    assert np.array_equal(*(Fdm().partition(problem).labels for problem in problems))
    assert np.array_equal(problems[0].codes, before)


def test_a_scaled_column_changes_no_group_and_neither_does_a_constant_one():
    rows = whole_numbers(5, 60)
    plain = groups_of(Fdm().partition(number_problem(rows, 3)))
    assert groups_of(Fdm().partition(number_problem([[7 * a, b] for a, b in rows], 3))) == plain
    assert groups_of(Fdm().partition(number_problem([[a, 5, b] for a, b in rows], 3))) == plain


def test_a_column_of_weight_0_may_spread_freely():
    problem = number_problem([[0, 1], [9, 2], [0, 50], [9, 60]], 2, weights=(1.0, 0.0))
    assert groups_of(Fdm().partition(problem)) == [[0, 2], [1, 3]]


def test_fewer_than_2k_rows_are_one_group_and_identical_rows_are_dealt_out():
    assert Fdm().partition(number_problem([1, 2, 3], 2)).labels.tolist() == [0, 0, 0]
    assert groups_of(Fdm().partition(number_problem([7] * 6, 2))) == [[0, 1], [2, 3], [4, 5]]


def test_missing_cells_are_refused():
    with pytest.raises(SettingError, match="takes no missing cells"):
        Fdm().partition(number_problem([[1], [None], [3], [4]], 2))


def test_categories_are_refused():
    with pytest.raises(SettingError, match="'flat' is categorical"):
        Fdm().partition(random_problem(1))


def test_it_says_that_it_is_in_the_style_only():
    assert "FDM-style" in Fdm.about.title
