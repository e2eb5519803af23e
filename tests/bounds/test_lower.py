"""The bound as a whole: never above the least total, the same whatever the threads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import shoal.datasets as built_in
from shoal.bounds import Bound, lower_bound, optimum
from shoal.encode.encoder import encode
from shoal.encode.loss import costs_of
from shoal.errors import SettingError
from shoal.kernels import threads
from shoal.request.request import Request
from shoal.table.files import table_of
from tests.bounds import tables
from tests.reference.bound import cheapest_boxes, least_total
from tests.reference.problems import random_problem
from tests.reference.turns import IS_PYTHON


def bound_of(problem, **options):
    return lower_bound(problem.codes, problem.costs, problem.k, rng=np.random.default_rng(0), **options)


@pytest.mark.slow
def test_no_part_is_above_the_least_total():
    for problem, loss in tables(16, rows=7):
        least = least_total(problem, loss)
        found = bound_of(problem)
        assert max(found.parts.values()) <= least + 1e-9
        assert (found.exact, found.total) == (True, pytest.approx(least))


@pytest.mark.slow
def test_each_bound_is_above_the_one_it_builds_on():
    for problem, _ in tables(12, start=400):
        parts = bound_of(problem).parts
        assert parts["cheapest box"] >= max(parts["window"], parts["neighbour"]) - 1e-9
        assert min(parts["blocks"], parts["dual"]) >= parts["cheapest box"] - 1e-9


def least_with_drops(problem):
    """Return the least total when any rows may be dropped at the price of all columns."""
    n, price, best = problem.rows, float(problem.costs.weight.sum()), np.inf
    for kept in range(1 << n):
        rows = [row for row in range(n) if kept >> row & 1]
        if not rows or len(rows) >= problem.k:
            part = optimum(problem.codes[rows], problem.costs, problem.k)[0]
            best = min(best, part + (n - len(rows)) * price)
    return best


@pytest.mark.slow
def test_rows_that_may_be_dropped_keep_the_bound_valid():
    for problem, _ in tables(10, rows=6, start=500):
        found = bound_of(problem, suppressing=True)
        assert not found.exact
        assert max(found.parts.values()) <= least_with_drops(problem) + 1e-9
        assert {"blocks", "dual"} <= set(found.parts)


def test_a_box_for_each_row_is_bounded_by_rows_alone():
    for problem, loss in tables(8, rows=7, start=600):
        found = bound_of(problem, partitions=False)
        assert set(found.parts) == {"window", "neighbour", "cheapest box"}
        assert found.rows == pytest.approx(cheapest_boxes(problem, loss), abs=1e-9)
        assert found.total == pytest.approx(cheapest_boxes(problem, loss).sum(), abs=1e-9)


def test_the_number_of_threads_does_not_matter(monkeypatch):
    monkeypatch.setattr("shoal.kernels.pool.FEW_ROWS", 1)
    problem = random_problem(2, k=3, n=20 if IS_PYTHON else 40, missing=True)
    totals = []
    for count in (1, 3):
        with threads(count):
            totals.append(bound_of(problem, effort=2e-3).parts)
    assert totals[0] == totals[1]
    assert "dual" in totals[0]


def test_more_effort_gives_no_lower_bound():
    problem = random_problem(3, k=3, n=24)
    totals = [bound_of(problem, effort=effort).total for effort in (1e-5, 1e-3)]
    assert totals[0] <= totals[1] + 1e-9


def test_a_sample_gives_a_bound_and_an_interval():
    problem = random_problem(5, k=3, n=200)
    full = bound_of(problem, effort="fast", partitions=False)
    some = bound_of(problem, effort=2e-5, partitions=False)
    assert (full.sampled, some.sampled) == (None, 30)
    assert some.total <= full.total + 1e-9
    assert some.interval[0] <= full.total <= some.interval[1]
    assert "estimate" in some.sentence


def test_a_bound_that_is_reached_is_exact():
    codes = np.repeat(random_problem(6, n=8).codes, 3, axis=0)
    problem = replace(random_problem(6, n=8, k=3), codes=codes)
    assert bound_of(problem, worth=np.zeros(24)).exact
    assert bound_of(problem).total == 0.0


def test_the_papers_tables_are_solved():
    names = ("he_table1", "ni_table4", "lin_wei_table1", "chiu_tsai_figure1", "ni_table2")
    for name in names[:1] if IS_PYTHON else names:
        data = getattr(built_in, name)()
        table = table_of(data.frame.select(*data.quasi))
        schema, _ = Request.of(quasi=data.quasi, hierarchies=data.hierarchies).described(table)
        coded = encode(table.data, tuple(schema.columns))
        for k in (2, 3):
            costs = costs_of(coded.domains, "ncp")
            found = lower_bound(coded.codes, costs, k, rng=np.random.default_rng(0))
            assert found.exact
            assert found.total == pytest.approx(optimum(coded.codes, costs, k)[0])


def test_he_table_1_costs_at_least_2_65():
    data = built_in.he_table1()
    table = table_of(data.frame.select("Age", "Zip"))
    schema, _ = Request.of(quasi=["Age", "Zip"]).described(table)
    coded = encode(table.data, tuple(schema.columns))
    found = lower_bound(coded.codes, costs_of(coded.domains, "ncp"), 2, rng=np.random.default_rng(0))
    assert found.total == pytest.approx(2.65)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_no_rows_cost_nothing(k):
    problem = random_problem(1, n=5, k=k)
    found = lower_bound(problem.codes[:0], problem.costs, k, rng=np.random.default_rng(0))
    assert (found.total, found.exact) == (0.0, True)


@pytest.mark.parametrize("effort", ["much", 0, -1.0])
def test_an_effort_that_is_none_is_refused(effort):
    with pytest.raises(SettingError, match="effort is"):
        bound_of(random_problem(1), effort=effort)


def test_the_sentence_says_what_is_proved():
    assert Bound(2.0, {"dual": 2.0}).sentence == "no release can cost less than 2 (proved, by the dual bound)"
    assert "one costs just that" in Bound(2.0, {"exact": 2.0}, exact=True).sentence
