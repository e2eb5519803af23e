"""Bottom-up merging against its twin."""

from __future__ import annotations

import polars as pl

from shoal.partition.bottom_up import BottomUp
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.bottom_up import bottom_up
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import in_turn

NUMBER = (Column("x", "quasi", "numeric"),)


@in_turn("seed", range(14))
def test_bottom_up_merges_as_its_twin_does(seed):
    problem = random_problem(seed, k=1 + seed % 6, n=20 + 2 * seed, missing=seed % 2 == 1)
    assert groups_of(BottomUp().partition(problem)) == bottom_up(problem)


@in_turn("seed", range(6))
def test_repeated_rows_are_dealt_out_as_the_twin_does(seed):
    problem = problem_of(pl.DataFrame({"x": [(i * i + seed) % 5 for i in range(40)]}), 2 + seed, columns=NUMBER)
    assert groups_of(BottomUp().partition(problem)) == bottom_up(problem)


def test_identical_rows_are_dealt_out_evenly():
    problem = problem_of(pl.DataFrame({"x": [1] * 11}), 3, columns=NUMBER)
    assert groups_of(BottomUp().partition(problem)) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10]]


def test_groups_keep_below_2k_rows():
    problem = random_problem(2, k=5, n=83)
    assert all(5 <= len(rows) < 10 for rows in groups_of(BottomUp().partition(problem)))


def test_a_union_of_2k_rows_is_cut_where_both_halves_cost_least():
    # {0} joins {1, 1, 1}, k = 2; from the row farthest from 0 the line is rows 1, 2, 3, 0, and has one place to cut.
    problem = problem_of(pl.DataFrame({"x": [0, 1, 1, 1, 9, 9]}), 2, columns=NUMBER)
    assert groups_of(BottomUp().partition(problem)) == [[0, 3], [1, 2], [4, 5]]
