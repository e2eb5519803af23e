"""Mondrian at the median, against its twin and by hand."""

from __future__ import annotations

import polars as pl
import pytest

from shoal.partition.mondrian import Mondrian
from shoal.partition.mondrian_median import MondrianMedian
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.mondrian import mondrian_median
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import in_turn

NUMBER = (Column("x", "quasi", "numeric"),)


@pytest.mark.parametrize("loss", ["order", "ncp"])
@in_turn("seed", range(10))
def test_it_cuts_as_its_twin_does(loss, seed):
    problem = random_problem(seed, k=1 + seed % 4, n=30 + 3 * seed, missing=seed % 2 == 1, loss=loss)
    assert groups_of(MondrianMedian().partition(problem)) == mondrian_median(problem, loss=loss)


def numbers(values, k):
    return problem_of(pl.DataFrame({"x": values}), k, columns=NUMBER, loss="order")


def test_rows_up_to_the_median_are_one_part():
    assert groups_of(MondrianMedian().partition(numbers([1, 2, 3, 4, 5], 2))) == [[0, 1, 2], [3, 4]]


def test_one_frequent_value_at_the_median_ends_the_cutting_where_mondrian_goes_on():
    # Up to the median 5 are all rows but one; between 1 and 5 there is a cut, but not at the median.
    values = [1, 1, 5, 5, 5, 5, 9]
    assert groups_of(MondrianMedian().partition(numbers(values, 2))) == [[0, 1, 2, 3, 4, 5, 6]]
    assert groups_of(Mondrian().partition(numbers(values, 2))) == [[0, 1], [2, 3, 4, 5, 6]]
