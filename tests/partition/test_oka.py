"""OKA against its twin, and on the example of He et al.'s table."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.errors import SettingError
from shoal.kernels import oka as kernel
from shoal.partition.oka import Oka
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.oka import oka
from tests.reference.price import group_cost
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import in_turn

HE = pl.DataFrame({"Age": [20, 20, 30, 40, 50, 60, 60], "Zip": [25, 30, 25, 30, 10, 5, 10]})
HE_COLUMNS = (Column("Age", "quasi", "numeric"), Column("Zip", "quasi", "numeric"))
ANDY, BOB, JANE, ALEX, MARY, LILY, LUCY = range(7)


@in_turn("seed", range(4))
def test_e4_he_table_1_from_andy_alex_and_lily(seed):
    problem = problem_of(HE, 2, columns=HE_COLUMNS, loss="height", seed=seed)
    found = Oka(seeds=(ANDY, ALEX, LILY)).partition(problem)
    assert found.labels.tolist() == [0, 0, 1, 1, 2, 2, 2]
    total = sum(len(rows) * group_cost(problem, rows, "height") for rows in groups_of(found))
    assert total == pytest.approx(2.65)


def test_e4_the_first_stage_and_the_row_that_leaves():
    problem = problem_of(HE, 2, columns=HE_COLUMNS, loss="height")
    labels = np.array([0, -1, -1, 1, -1, 2, -1], np.int32)
    clusters = kernel.clusters_of(problem.codes, problem.costs, labels, 3)
    rest = np.array([BOB, JANE, MARY, LUCY], np.int32)
    kernel.seat_rows(rest, problem.codes, problem.costs, np.inf, clusters, labels)
    assert labels.tolist() == [0, 0, 1, 1, 2, 2, 2]
    price = np.empty(7)
    kernel.own_prices(np.arange(7, dtype=np.int32), problem.codes, problem.costs, labels, clusters, price)
    assert price[[MARY, LILY, LUCY]] == pytest.approx([7 / 30, 13 / 60, 0.15])


@pytest.mark.parametrize("loss", ["height", "ncp", "lm", "order"])
@in_turn("seed", range(10))
def test_oka_seats_as_its_twin_does(loss, seed):
    made = [random_problem(seed, k=1 + seed % 4, n=20 + 3 * seed, missing=seed % 2 == 1, loss=loss) for _ in range(2)]
    assert groups_of(Oka().partition(made[0])) == oka(made[1], loss)


def test_more_clusters_than_a_block_holds_are_searched_as_by_the_twin():
    made = [random_problem(3, k=1, n=kernel.BLOCK + 40, loss="height") for _ in range(2)]
    assert groups_of(Oka().partition(made[0])) == oka(made[1], "height")


def test_trees_too_large_for_the_shelf_change_no_group(monkeypatch):
    expected = groups_of(Oka().partition(random_problem(8, k=3, n=60, missing=True)))
    monkeypatch.setattr(kernel, "SHELF_LIMIT", 0)
    assert groups_of(Oka().partition(random_problem(8, k=3, n=60, missing=True))) == expected


@in_turn("seed", range(5))
def test_sizes_are_k_to_2k_minus_1(seed):
    sizes = np.bincount(Oka().partition(random_problem(seed, k=7, n=95 + seed)).labels)
    assert len(sizes) == (95 + seed) // 7
    assert sizes.min() == 7
    assert sizes.max() <= 13


def test_identical_rows_are_evened_out():
    problem = problem_of(pl.DataFrame({"x": [5] * 11}), 3, columns=(Column("x", "quasi", "numeric"),))
    assert sorted(np.bincount(Oka().partition(problem).labels).tolist()) == [3, 3, 5]


def test_wrong_seeds_are_refused():
    for seeds in ((1, 1), (-1, 2), ("a",)):
        with pytest.raises(SettingError, match="distinct numbers of rows"):
            Oka(seeds=seeds)
    with pytest.raises(SettingError, match="24 rows in groups of 2 need 12"):
        Oka(seeds=(0, 1)).partition(random_problem(0))
    with pytest.raises(SettingError, match="seeds"):
        Oka(seeds=tuple(range(13, 25))).partition(random_problem(0))
