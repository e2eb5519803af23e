"""GCCG against its twin, and on the tables of Ni et al."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.datasets import ni_table2, ni_table4
from shoal.encode.loss import LOSSES
from shoal.errors import SettingError
from shoal.measure.measures import measure
from shoal.partition import gccg as module
from shoal.partition.base import boxes_of
from shoal.partition.gccg import Gccg, graded, scores
from shoal.schema.column import Column
from shoal.schema.hierarchy import Prefix
from tests.reference.gccg import gccg, in_order, ni_problem
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import in_turn

NUMBER = (Column("x", "quasi", "numeric"),)


def test_ni_table_3():
    problem = ni_problem(ni_table2())
    found = Gccg().partition(problem)
    assert in_order(found, first=1) == [[1, 2], [3, 8], [4, 7], [5, 6]]
    measures = measure(problem.domains, boxes_of(problem.codes, found), suppressed=0, k=2)
    assert (measures.ncp, measures.il) == (pytest.approx(8.64), pytest.approx(0.27))


def test_ni_table_5():
    problem = ni_problem(ni_table4())
    assert scores(problem, "freq").tolist() == [18, 18, 16, 11, 12, 14, 9, 16, 14, 18]
    order = [1, 2, 10, 3, 8, 6, 9, 5, 4, 7]
    assert (graded(problem, "freq") + 1).tolist() == order
    assert (graded(problem, "freq_over_k") + 1).tolist() == order


def test_ni_table_5_scores_with_numbers_over_k():
    problem = ni_problem(ni_table4())
    assert scores(problem, "freq_over_k").tolist() == [35, 35, 31, 21, 23, 27, 17, 31, 27, 35]


def test_ni_tables_6_and_7():
    problem = ni_problem(ni_table4())
    found = Gccg().partition(problem)
    assert in_order(found, first=1) == [[1, 10], [2, 8], [3, 6], [5, 9], [4, 7]]
    measures = measure(problem.domains, boxes_of(problem.codes, found), suppressed=0, k=2)
    assert (measures.ncp, measures.il) == (pytest.approx(12.64), pytest.approx(0.316))
    assert measures.diversity == pytest.approx(12 + 28 / 75)


@pytest.mark.parametrize("loss", LOSSES)
@in_turn("seed", range(8))
def test_gccg_groups_as_its_twin_does(loss, seed):
    problem = random_problem(seed, k=1 + seed % 4, n=20 + 5 * seed, missing=seed % 2 == 1, loss=loss)
    assert in_order(Gccg().partition(problem)) == gccg(problem, loss)


@in_turn("seed", range(4))
def test_numbers_over_k_are_the_twins(seed):
    problem = random_problem(seed, k=3, n=40)
    assert in_order(Gccg("freq_over_k").partition(problem)) == gccg(problem, "ncp", "freq_over_k")


def test_work_cut_into_many_calls_gives_the_same_groups(monkeypatch):
    problem = random_problem(1, k=2, n=60)
    seen = []
    whole = Gccg().partition(problem).labels.tolist()
    monkeypatch.setattr(module, "PAIRS", 1)
    object.__setattr__(problem, "progress", lambda step: seen.append(step.done))
    assert Gccg().partition(problem).labels.tolist() == whole
    assert len(seen) == 29
    assert seen == sorted(seen)


def test_a_column_of_more_values_than_rows_is_grouped_too():
    rng = np.random.default_rng(0)
    zips = [f"{number:06d}" for number in rng.integers(0, 10**6, 30)]
    frame = pl.DataFrame({"zip": zips, "x": rng.integers(0, 10**9, 30)})
    columns = (Column("zip", "quasi", "categorical", hierarchy=Prefix()), *NUMBER)
    problem = problem_of(frame, 3, columns=columns)
    assert in_order(Gccg().partition(problem)) == gccg(problem)


def test_every_group_but_the_last_has_k_rows():
    found = Gccg().partition(random_problem(2, k=4, n=51))
    assert np.bincount(found.labels).tolist() == [4] * 11 + [7]


def test_a_column_of_weight_0_grades_nothing():
    frame = pl.DataFrame({"x": [1, 5, 5], "y": [2, 2, 3]})
    weighted = problem_of(frame, 1, columns=(*NUMBER, Column("y", "quasi", "numeric", weight=0)))
    assert scores(weighted, "freq").tolist() == [1, 2, 2]


def test_rounding_errors_decide_no_tie():
    frame = pl.DataFrame({"a": list("pqpr"), "b": list("pqpr"), "c": list("ppqq")})
    weights = {"a": 0.7, "b": 0.1, "c": 0.8}
    assert weights["a"] + weights["b"] < weights["c"]
    columns = [Column(name, "quasi", "categorical", weight=weight) for name, weight in weights.items()]
    problem = problem_of(frame, 2, columns=columns)
    assert graded(problem, "freq").tolist() == [0, 2, 1, 3]
    assert in_order(Gccg().partition(problem)) == [[0, 2], [1, 3]]


def test_an_unknown_score_is_refused():
    with pytest.raises(SettingError, match="freq, freq_over_k"):
        Gccg(numeric_score="rank")
