"""iDistance against its twin."""

from __future__ import annotations

import polars as pl
import pytest

from shoal.errors import SettingError
from shoal.partition.idistance import IDistance
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.line import cheapest_cut, idistance_order
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import in_turn

NUMBER = (Column("x", "quasi", "numeric"),)


@pytest.mark.parametrize("references", [1, 2, 3, 10])
@in_turn("seed", range(6))
def test_idistance_orders_and_cuts_as_its_twin_does(references, seed):
    problem = random_problem(seed, k=1 + seed % 3, n=30 + 3 * seed, missing=seed % 2 == 1)
    assert IDistance(references=references)._order(problem).tolist() == idistance_order(problem, references)
    found = IDistance(references=references).partition(problem)
    assert groups_of(found) == cheapest_cut(problem, idistance_order(problem, references))


def test_references_are_numbered_by_distance_from_the_first():
    # 100 and 0 are farthest from the middle, and 100 comes first; 50, found last, lies between them.
    problem = problem_of(pl.DataFrame({"x": [100, 0, 50, 1, 52, 99]}), 1, columns=NUMBER)
    assert IDistance(references=3)._order(problem).tolist() == [0, 5, 2, 4, 1, 3]


def test_there_are_no_more_references_than_one_for_2k_rows():
    problem = problem_of(pl.DataFrame({"x": [100, 0, 99, 1, 98, 2, 97, 3]}), 4, columns=NUMBER)
    assert IDistance()._order(problem).tolist() == [0, 2, 4, 6, 7, 5, 3, 1]


def test_a_table_of_equal_rows_has_one_reference_and_keeps_its_order():
    problem = problem_of(pl.DataFrame({"x": [5] * 12}), 2, columns=NUMBER)
    assert IDistance()._order(problem).tolist() == list(range(12))


def test_impossible_options_are_refused():
    with pytest.raises(SettingError, match="1 or more"):
        IDistance(references=0)
    with pytest.raises(SettingError, match="from 1 to 32"):
        IDistance(bits=33)
