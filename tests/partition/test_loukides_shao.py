"""Loukides and Shao's clustering against its twin."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.errors import InfeasibleError, SettingError
from shoal.partition.loukides_shao import LoukidesShao
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.grow import loukides_shao
from tests.reference.price import group_cost
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import in_turn

NUMBER = (Column("x", "quasi", "numeric"),)


@pytest.mark.parametrize("reassign", [True, False])
@pytest.mark.parametrize("loss", ["height", "ncp", "lm", "order"])
@in_turn("seed", range(6))
def test_groups_grow_as_the_twins_do(reassign, loss, seed):
    made = [random_problem(seed, k=2 + seed % 2, n=24 + 4 * seed, missing=seed % 2 == 1, loss=loss) for _ in range(2)]
    found = LoukidesShao(threshold=2.0, reassign=reassign).partition(made[0])
    groups, aside = loukides_shao(made[1], loss, 2.0, reassign=reassign)
    assert groups_of(found) == groups
    assert np.flatnonzero(found.labels < 0).tolist() == aside


def test_a_group_ends_where_the_next_row_would_cost_more_than_the_threshold():
    problem = problem_of(pl.DataFrame({"x": [0, 10, 20, 80, 90, 100]}), 2, columns=NUMBER)
    assert groups_of(LoukidesShao().partition(problem)) == [[0, 1, 2], [3, 4, 5]]


def test_rows_of_a_small_group_are_suppressed_or_join_the_cheapest():
    frame = pl.DataFrame({"x": [0, 1, 2, 60, 98, 99, 100]})
    kept = LoukidesShao().partition(problem_of(frame, 3, columns=NUMBER))
    assert groups_of(kept) == [[0, 1, 2], [3, 4, 5, 6]]
    dropped = LoukidesShao(reassign=False).partition(problem_of(frame, 3, columns=NUMBER))
    assert groups_of(dropped) == [[0, 1, 2], [4, 5, 6]]
    assert dropped.labels[3] == -1


def test_no_group_costs_more_than_the_threshold_when_rows_are_suppressed():
    problem = random_problem(3, k=3, n=60)
    found = LoukidesShao(threshold=1.5, reassign=False).partition(problem)
    assert found.groups > 1
    assert max(group_cost(problem, rows) for rows in groups_of(found)) <= 1.5 + 1e-9


def test_a_threshold_that_no_group_of_k_meets_is_infeasible():
    problem = problem_of(pl.DataFrame({"x": [0, 10, 20, 30]}), 2, columns=NUMBER)
    with pytest.raises(InfeasibleError, match=r"no group reaches 2 rows at a loss of 0\.1") as caught:
        LoukidesShao(threshold=0.1).partition(problem)
    assert "at 1 all rows are one group" in caught.value.hint


def test_the_default_threshold_is_raised_until_there_is_a_group():
    problem = problem_of(pl.DataFrame({"x": [0, 10, 20, 30]}), 2, columns=NUMBER)
    assert groups_of(LoukidesShao().partition(problem)) in ([[0, 1], [2, 3]], [[0, 1, 2, 3]])


@pytest.mark.parametrize("threshold", [-0.5, float("nan"), float("inf"), True, "much"])
def test_a_threshold_that_is_no_number_is_refused(threshold):
    with pytest.raises(SettingError, match="0 or more"):
        LoukidesShao(threshold=threshold)
