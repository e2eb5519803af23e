"""Mondrian against its twin."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.errors import SettingError
from shoal.partition.mondrian import Mondrian
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.mondrian import mondrian
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import in_turn


@pytest.mark.parametrize("mode", ["strict", "relaxed"])
@pytest.mark.parametrize("categories", ["order", "children"])
@in_turn("seed", range(12))
def test_mondrian_cuts_as_its_twin_does(mode, categories, seed):
    problem = random_problem(seed, k=1 + seed % 4, n=20 + 3 * seed, missing=seed % 2 == 1)
    found = Mondrian(mode=mode, categories=categories).partition(problem)
    assert groups_of(found) == mondrian(problem, mode=mode, categories=categories)


def test_a_frequent_value_does_not_end_the_cutting():
    column = Column("x", "quasi", "numeric")
    problem = problem_of(pl.DataFrame({"x": [1] * 2 + [5] * 10}), 2, columns=(column,))
    assert groups_of(Mondrian().partition(problem)) == [[0, 1], list(range(2, 12))]


def test_relaxed_halves_differ_by_one_row():
    problem = problem_of(pl.DataFrame({"x": [1, 2, 2, 2, 2, 2, 2]}), 3, columns=(Column("x", "quasi", "numeric"),))
    sizes = np.bincount(Mondrian(mode="relaxed").partition(problem).labels)
    assert sizes.tolist() == [3, 4]


def test_an_unknown_mode_is_refused():
    with pytest.raises(SettingError, match="strict, relaxed"):
        Mondrian(mode="loose")
    with pytest.raises(SettingError, match="order, children"):
        Mondrian(categories="median")
