"""OKA against its twin, and on the example of He et al.'s table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.criteria.l_diversity import LDiversity
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
    kernel.seat_rows(rest, problem.codes, problem.costs, np.inf, True, clusters, labels)
    assert labels.tolist() == [0, 0, 1, 1, 2, 2, 2]
    price = np.empty(7)
    kernel.own_prices(np.arange(7, dtype=np.int32), problem.codes, problem.costs, labels, clusters, price)
    assert price[[MARY, LILY, LUCY]] == pytest.approx([7 / 30, 13 / 60, 0.15])


@pytest.mark.parametrize("loss", ["height", "ncp", "lm", "order"])
@in_turn("seed", range(10))
def test_oka_seats_as_its_twin_does(loss, seed):
    made = [random_problem(seed, k=1 + seed % 4, n=20 + 3 * seed, missing=seed % 2 == 1, loss=loss) for _ in range(2)]
    assert groups_of(Oka().partition(made[0])) == oka(made[1], loss)


@pytest.mark.parametrize(
    "options",
    [
        {"order": "random"},
        {"distance": "increment"},
        {"distance": "centre"},
        {"passes": 3},
        {"order": "random", "distance": "increment", "passes": 2, "drop_small": 0.3},
        {"drop_small": 1.0},
    ],
)
@in_turn("seed", range(6))
def test_every_option_seats_as_its_twin_does(options, seed):
    made = [plain(random_problem(seed, k=2 + seed % 4, n=40, missing=seed % 2 == 1, loss="height")) for _ in range(2)]
    assert groups_of(Oka(**options).partition(made[0])) == oka(made[1], "height", **options)


def plain(problem):
    """Return the problem without a sensitive column, so that k is all that is asked for."""
    return replace(problem, sensitive=())


def with_a_far_row():
    """Return 0, 0, 0, 0 | 5, 5, 5, 5 | 100 with k = 3, every row with a sensitive value of its own."""
    frame = pl.DataFrame({"x": [0, 0, 0, 0, 5, 5, 5, 5, 100]})
    return problem_of(frame, 3, columns=(Column("x", "quasi", "numeric"),))


def test_a_far_row_is_dropped_where_that_loses_less():
    # From seeds 0, 5 and 100: filled up, the cluster at 100 costs 3 rows 1 each; dropped, its one row costs 1, and
    # those that it was given go back home for nothing.
    problem = plain(with_a_far_row())
    assert Oka(seeds=(0, 4, 8)).partition(problem).groups == 3
    kept = Oka(seeds=(0, 4, 8), drop_small=0.2).partition(problem)
    assert kept.labels.tolist() == [0, 0, 0, 0, 1, 1, 1, 1, -1]
    assert -1 not in Oka(seeds=(0, 4, 8), drop_small=0.1).partition(problem).labels


def test_no_row_is_dropped_where_more_than_k_is_asked_for():
    asked = replace(with_a_far_row(), criteria=(LDiversity(2, "distinct", "own"),))
    assert -1 not in Oka(seeds=(0, 4, 8), drop_small=1.0).partition(asked).labels


def test_a_release_says_how_many_rows_of_small_clusters_it_dropped():
    frame = pl.DataFrame({"x": [0, 1, 2, 3, 50, 51, 52, 53, 1000], "y": list("aaaabbbbc")})
    asked = {"k": 3, "quasi": ["x", "y"], "method": "oka", "seed": 1}
    found = shoal.anonymize(frame, options={"seeds": [0, 4, 8], "drop_small": 0.2}, **asked)
    assert (found.verdict.k, found.suppressed, found.frame.height) == (4, 1, 8)


@pytest.mark.parametrize(
    ("options", "right"),
    [
        ({"order": "shuffled"}, "sorted, random"),
        ({"distance": "mean"}, "cost, increment, centre"),
        ({"passes": 0}, "1 or more"),
        ({"drop_small": 1.5}, "share from 0 to 1"),
        ({"drop_small": True}, "share from 0 to 1"),
    ],
)
def test_an_option_out_of_range_is_refused(options, right):
    with pytest.raises(SettingError, match=right):
        Oka(**options)


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
