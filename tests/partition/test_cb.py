"""CB against its twin, and on He et al.'s example."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.errors import SettingError
from shoal.partition.cb import Cb
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.cb import cb
from tests.reference.problems import COLUMNS, problem_of, random_frame, random_problem
from tests.reference.turns import in_turn

HE = pl.DataFrame({"Age": [20, 20, 30, 40, 50, 60, 60], "Zip": [25, 30, 25, 30, 10, 5, 10]})
HE_COLUMNS = (Column("Age", "quasi", "numeric"), Column("Zip", "quasi", "numeric"))


@in_turn("seed", range(16))
def test_cb_bisects_as_its_twin_does(seed):
    made = [random_problem(seed, k=1 + seed % 4, n=20 + 3 * seed, missing=seed % 2 == 1) for _ in range(2)]
    assert groups_of(Cb().partition(made[0])) == cb(made[1])


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_fewer_rounds_are_the_twins_rounds(rounds):
    made = [random_problem(5, k=3, n=60) for _ in range(2)]
    assert groups_of(Cb(rounds=rounds).partition(made[0])) == cb(made[1], rounds)


@pytest.mark.parametrize("against", ["centres", "group"])
@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("centre", ["mode", "order"])
@in_turn("seed", range(3))
def test_every_option_bisects_as_its_twin_does(against, restart, centre, seed):
    made = [random_problem(seed, k=2 + seed, n=40, missing=seed % 2 == 1) for _ in range(2)]
    options = {"against": against, "restart": restart, "centre": centre}
    assert groups_of(Cb(rounds=4, **options).partition(made[0])) == cb(made[1], 4, **options)


@pytest.mark.parametrize("against", ["centres", "group"])
@in_turn("seed", range(6))
def test_a_table_of_categories_which_is_full_of_ties_is_bisected_as_by_the_twin(against, seed):
    frame = random_frame(np.random.default_rng(seed), 70).select("flat", "tree")
    made = [problem_of(frame, 3, columns=COLUMNS[1:3], seed=seed) for _ in range(2)]
    assert groups_of(Cb(against=against).partition(made[0])) == cb(made[1], against=against)


def test_he_table_1_becomes_table_2():
    problem = problem_of(HE, 2, columns=HE_COLUMNS, seed=1)
    assert groups_of(Cb().partition(problem)) == [[0, 1], [2, 3], [4, 5, 6]]


def test_identical_rows_are_halved():
    problem = problem_of(pl.DataFrame({"x": [1] * 32}), 4, columns=(Column("x", "quasi", "numeric"),))
    assert [len(group) for group in groups_of(Cb().partition(problem))] == [4] * 8


@pytest.mark.parametrize("option", [{"against": "means"}, {"centre": "median"}])
def test_an_unknown_option_is_refused(option):
    with pytest.raises(SettingError, match="one of"):
        Cb(**option)


def test_rounds_below_one_are_refused():
    with pytest.raises(SettingError, match="1 or more"):
        Cb(rounds=0)
