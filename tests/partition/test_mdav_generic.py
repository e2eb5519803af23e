"""MDAV for every kind of column, against its twin and by hand."""

from __future__ import annotations

import polars as pl
import pytest

import shoal
from shoal.partition.mdav import Mdav
from shoal.partition.mdav_generic import MdavGeneric
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.mdav_generic import mdav_generic
from tests.reference.numbers import number_problem, reals
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import in_turn


@in_turn("seed", range(12))
def test_it_peels_as_its_twin_does(seed):
    problem = random_problem(seed, k=1 + seed % 5, n=12 + 4 * seed, missing=seed % 2 == 1)
    assert groups_of(MdavGeneric().partition(problem)) == mdav_generic(problem)


@in_turn("seed", range(4))
def test_on_numbers_alone_it_is_mdav(seed):
    problem = number_problem(reals(seed, 50), 4)
    assert groups_of(MdavGeneric().partition(problem)) == groups_of(Mdav().partition(problem))


def test_the_row_that_differs_in_most_categories_from_the_most_frequent_ones_is_taken_first():
    # The average row is a, x. Row 5 differs in both; of the others row 4 shares its z.
    frame = pl.DataFrame({"p": list("aaaabb"), "q": list("xxxxzz")})
    columns = [Column(name, "quasi", "categorical") for name in frame.columns]
    assert groups_of(MdavGeneric().partition(problem_of(frame, 2, columns=columns))) == [[0, 1], [2, 3], [4, 5]]


def test_numbers_leave_as_means_and_categories_as_what_they_have_in_common():
    frame = pl.DataFrame({"x": [1.0, 3.0, 100.0, 104.0], "c": list("aabb")})
    found = shoal.anonymize(frame, k=2, quasi=["x", "c"], method="mdav_generic")
    assert sorted(found.frame.rows()) == [(2.0, "a"), (2.0, "a"), (102.0, "b"), (102.0, "b")]


@pytest.mark.parametrize("n", [0, 3, 5])
def test_fewer_than_2k_rows_are_one_group(n):
    assert groups_of(MdavGeneric().partition(random_problem(1, k=3, n=n))) == ([list(range(n))] if n else [])
