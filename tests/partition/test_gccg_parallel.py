"""Parallel GCCG against its twin, and on Table 8 of Ni et al."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.datasets import ni_table4
from shoal.errors import SettingError
from shoal.kernels import pool, threads
from shoal.measure.measures import measure
from shoal.partition.base import boxes_of
from shoal.partition.gccg import Gccg, graded
from shoal.partition.gccg_parallel import GccgParallel, halved
from shoal.schema.column import Column
from tests.reference.gccg import gccg_parallel, in_order, ni_problem
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import in_turn

NUMBER = (Column("x", "quasi", "numeric"),)


def test_ni_table_8():
    problem = ni_problem(ni_table4())
    rows = graded(problem, "freq")
    assert halved(problem, rows, 2).tolist() == [0, 5]
    assert (rows + 1).tolist() == [1, 2, 10, 3, 6, 8, 9, 5, 4, 7]
    found = GccgParallel().partition(problem)
    assert in_order(found, first=1) == [[1, 10], [2, 3, 6], [4, 8], [5, 7, 9]]
    measures = measure(problem.domains, boxes_of(problem.codes, found), suppressed=0, k=2)
    assert (measures.ncp, measures.il) == (pytest.approx(19.60), pytest.approx(0.49))


@pytest.mark.parametrize("parts", [2, 3, 4, 9])
@in_turn("seed", range(6))
def test_parts_are_grouped_as_the_twin_does(parts, seed):
    problem = random_problem(seed, k=1 + seed % 4, n=20 + 7 * seed, missing=seed % 2 == 1, loss="height")
    assert in_order(GccgParallel(parts).partition(problem)) == gccg_parallel(problem, parts, "height")


def test_one_part_is_gccg():
    problem = random_problem(3, k=3, n=50)
    assert (GccgParallel(1).partition(problem).labels == Gccg().partition(problem).labels).all()


def test_eleven_rows_make_two_parts():
    problem = problem_of(pl.DataFrame({"x": list(range(11))}), 2, columns=NUMBER)
    rows = graded(problem, "freq")
    assert halved(problem, rows, 2).tolist() == [0, 5]
    assert rows.tolist() == list(range(11))


def test_no_part_has_fewer_than_k_rows():
    problem = problem_of(pl.DataFrame({"x": list(range(11))}), 3, columns=NUMBER)
    assert halved(problem, graded(problem, "freq"), 11).tolist() == [0, 5, 8]


def test_the_number_of_threads_does_not_matter(monkeypatch):
    monkeypatch.setattr(pool, "FEW_ROWS", 0)
    found = []
    for count in (1, 2, 3):
        with threads(count):
            found.append(GccgParallel(4).partition(random_problem(2, k=2, n=200)).labels)
    assert all(np.array_equal(labels, found[0]) for labels in found)


@pytest.mark.parametrize("parts", [0, 1.5, True, "2"])
def test_parts_below_one_or_not_whole_are_refused(parts):
    with pytest.raises(SettingError, match="1 or more"):
        GccgParallel(parts)


def test_an_unknown_score_is_refused():
    with pytest.raises(SettingError, match="gccg_parallel has numeric_score"):
        GccgParallel(numeric_score="rank")
