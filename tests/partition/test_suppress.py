"""A suppression budget goes where it helps the rest most, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from shoal.criteria.base import Facts
from shoal.criteria.k_anonymity import KAnonymity
from shoal.kernels.suppress import best_peels
from shoal.partition.base import Partition
from shoal.partition.keep import keep_criteria
from shoal.partition.registry import PARTITIONERS, make_partitioner
from shoal.partition.suppress import suppress
from shoal.schema.column import Column
from tests.reference.price import group_cost
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import IS_PYTHON, in_turn

NUMBER = (Column("x", "quasi", "numeric"),)


def twin(problem, rows, most):
    """Return what the best peel of a group saves per dropped row, by trying every end of every column."""
    cost, best = group_cost(problem, rows), -1.0
    if len(rows) <= most:
        best = cost
    for j in range(problem.codes.shape[1]):
        for code in set(problem.codes[rows, j].tolist()):
            for drop in (rows[problem.codes[rows, j] >= code], rows[problem.codes[rows, j] <= code]):
                kept = np.setdiff1d(rows, drop)
                if len(drop) <= most and len(kept) >= problem.k:
                    narrow = problem.domains[j].weight and sum(
                        domain.weight * _cost(problem, kept if i == j else rows, i)
                        for i, domain in enumerate(problem.domains)
                    )
                    best = max(best, cost + len(kept) * (cost - narrow) / len(drop))
    return best


def _cost(problem, rows, j):
    from tests.reference.price import column_cost

    return column_cost(problem.domains[j], problem.codes[rows, j], "ncp")


@in_turn("seed", range(10))
def test_the_best_peel_is_the_twins(seed):
    problem = random_problem(seed, k=3, n=12, missing=seed % 2 == 0)
    rows = np.arange(12, dtype=np.int32)
    worth, peel = np.empty(2), np.empty((2, 3), np.int64)
    most = 3 + seed % 3
    starts, ends = np.array([0, 7]), np.array([7, 12])
    best_peels(starts, ends, worth, peel, problem.codes, problem.costs, 3, most, rows)
    expected = [twin(problem, rows[:7], most), twin(problem, rows[7:], most)]
    assert worth == pytest.approx(expected, abs=1e-9)


BOXES = sorted(name for name, method in PARTITIONERS.items() if method.about.publishes == "box")


@pytest.mark.parametrize("name", BOXES)
@in_turn("budget", [7, 40, 1, 0, 3])
def test_a_budget_is_kept_and_never_raises_the_loss_of_all_rows(name, budget):
    problem = random_problem(1, k=3, n=30 if IS_PYTHON else 60)
    method = make_partitioner(name, {"steps": 2} if name == "auto" and IS_PYTHON else {})
    before = method.partition(problem)
    after = suppress(problem, method, before, budget)
    sizes = np.bincount(after.labels[after.labels >= 0], minlength=after.groups)
    assert (after.labels < 0).sum() <= budget
    assert sizes.min() >= 3
    full = sum(domain.weight for domain in problem.domains)
    loss = [
        sum(len(rows) * group_cost(problem, rows) for g in range(p.groups) for rows in [np.flatnonzero(p.labels == g)])
        + full * (p.labels < 0).sum()
        for p in (before, after)
    ]
    assert loss[1] <= loss[0] + 1e-12


def test_outliers_go_and_nothing_else():
    problem = problem_of(pl.DataFrame({"x": [20, 21, 22, 23] * 24 + [90, 10, 95, 99]}), 4, columns=NUMBER)
    method = make_partitioner("mondrian", {})
    found = suppress(problem, method, method.partition(problem), 10)
    assert np.flatnonzero(found.labels < 0).tolist() == [96, 97, 98, 99]


class Even:
    """A criterion of the user's own: every group has an even number of rows."""

    column = None
    sentence = "every group has an even number of rows"

    def holds(self, facts: Facts):
        return facts.sizes % 2 == 0


@pytest.mark.parametrize("name", ["mondrian", "cb", "auto"])
def test_rows_are_dropped_only_so_that_a_criterion_of_the_users_own_still_holds(name):
    problem = random_problem(3, k=3, n=60)
    problem = replace(problem, criteria=(KAnonymity(3), Even()), effort="fast")
    method = make_partitioner(name, {})
    raw = method.partition(problem)
    found = suppress(problem, method, keep_criteria(problem, method, raw), 9, raw=raw)
    sizes = np.bincount(found.labels[found.labels >= 0], minlength=found.groups)
    assert 60 - sizes.sum() <= 9
    assert (sizes % 2 == 0).all()


def test_a_table_that_loses_nothing_keeps_its_rows():
    problem = problem_of(pl.DataFrame({"x": [1, 1, 2, 2]}), 2, columns=NUMBER)
    before = Partition(np.array([0, 0, 1, 1], np.int32), 2)
    assert suppress(problem, make_partitioner("mondrian", {}), before, 4).labels.tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("seed", [7, 14, 27])
def test_some_rows_are_left_whatever_the_budget(seed):
    # Two groups that cost the same but for rounding: dropping one, and then the other, seems to pay.
    rng = np.random.default_rng(seed)
    frame = pl.DataFrame({"x": rng.integers(0, 10, 12) * 1.0, "y": rng.integers(0, 10, 12) * 1.0})
    problem = problem_of(frame, 3, columns=(*NUMBER, Column("y", "quasi", "numeric")))
    method = make_partitioner("mondrian", {})
    found = suppress(problem, method, method.partition(problem), 12)
    assert (found.labels >= 0).sum() >= 3


def test_one_far_row_goes_and_the_budget_is_no_target():
    frame = pl.DataFrame({"x": [0, 1, 2, 3, 100, 50, 51, 52, 53, 54]})
    problem = problem_of(frame, 4, columns=NUMBER)
    before = Partition(np.array([0] * 5 + [1] * 5, np.int32), 2)
    found = suppress(problem, make_partitioner("mondrian", {}), before, 5)
    assert np.flatnonzero(found.labels < 0).tolist() == [4]  # 5 rows paid 1 each, and now one does


def test_a_row_that_costs_as_much_as_it_saves_stays():
    frame = pl.DataFrame({"x": [0, 0, 0, 0, 20, 100, 100, 100, 100]})
    problem = problem_of(frame, 4, columns=NUMBER)
    before = Partition(np.array([0] * 5 + [1] * 4, np.int32), 2)  # 5 rows pay 0.2 each, one dropped would pay 1
    assert (suppress(problem, make_partitioner("mondrian", {}), before, 3).labels >= 0).all()
