"""Top-down cutting and mending against their twin."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.errors import SettingError
from shoal.kernels.pool import threads
from shoal.kernels.top_down_small import fill_small
from shoal.partition.base import Partition
from shoal.partition.top_down import TopDown
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.problems import problem_of, random_problem
from tests.reference.top_down import mend, top_down
from tests.reference.turns import in_turn

NUMBER = (Column("x", "quasi", "numeric"),)


def mended(problem, labels):
    """Return the groups after every small one is filled or merged."""
    labels = np.array(labels, np.int32)
    groups = fill_small(problem.codes, problem.costs, problem.k, int(labels.max()) + 1, labels)
    return groups_of(Partition(labels, int(groups)))


@in_turn("seed", range(14))
def test_top_down_cuts_and_mends_as_its_twin_does(seed):
    made = [random_problem(seed, k=1 + seed % 6, n=24 + 3 * seed, missing=seed % 2 == 1) for _ in range(2)]
    assert groups_of(TopDown().partition(made[0])) == top_down(made[1])


@pytest.mark.parametrize("rounds", [1, 2, 6])
def test_other_rounds_are_the_twins_rounds(rounds):
    made = [random_problem(3, k=4, n=60) for _ in range(2)]
    assert groups_of(TopDown(rounds=rounds).partition(made[0])) == top_down(made[1], rounds)


@in_turn("seed", range(12))
def test_any_groups_are_mended_as_the_twin_mends_them(seed):
    problem = random_problem(seed, k=2 + seed % 5, n=40, missing=seed % 2 == 1)
    labels = np.unique(np.random.default_rng(seed).integers(0, 9, 40) // (1 + seed % 2), return_inverse=True)[1]
    expected = mend(problem, [np.flatnonzero(labels == g).tolist() for g in range(labels.max() + 1)])
    assert mended(problem, labels) == sorted(sorted(rows) for rows in expected)


@in_turn("seed", range(3))
def test_many_groups_are_mended_block_by_block_as_the_twin_mends_them(seed):
    problem = random_problem(seed, k=3, n=210, missing=seed == 1)
    order = np.lexsort(problem.codes[:, :3].T)
    labels = np.empty(210, np.int64)
    labels[order] = np.sort(np.append(np.arange(80), np.random.default_rng(seed).integers(0, 80, 130)))
    expected = mend(problem, [np.flatnonzero(labels == g).tolist() for g in range(80)])
    assert mended(problem, labels) == sorted(sorted(rows) for rows in expected)


def test_a_small_group_is_filled_with_the_nearest_rows_of_one_that_can_spare_them():
    # To merge {0} with {1, 2, 3, 90} would cost 5 * 90; to take 1 costs 2 * 1, and saves a row of the wide group.
    problem = problem_of(pl.DataFrame({"x": [0, 1, 2, 3, 90]}), 2, columns=NUMBER)
    assert mended(problem, [0, 1, 1, 1, 1]) == [[0, 1], [2, 3, 4]]


def test_a_small_group_is_merged_where_that_costs_less():
    # To take 50 or 52 would widen the group to 50; to merge with {1, 2} costs little.
    problem = problem_of(pl.DataFrame({"x": [0, 1, 2, 50, 51, 52]}), 2, columns=NUMBER)
    assert mended(problem, [0, 1, 1, 2, 2, 2]) == [[0, 1, 2], [3, 4, 5]]


def test_a_tie_between_filling_and_merging_goes_to_merging():
    problem = problem_of(pl.DataFrame({"x": [7] * 4}), 2, columns=NUMBER)
    assert mended(problem, [0, 1, 1, 1]) == [[0, 1, 2, 3]]


def test_threads_that_share_the_runs_find_the_same_groups(monkeypatch):
    monkeypatch.setattr("shoal.kernels.pool.FEW_ROWS", 1)
    found = []
    for count in (1, 3):
        with threads(count):
            found.append(TopDown().partition(random_problem(9, k=4, n=300)).labels.tolist())
    assert found[0] == found[1]


def test_rounds_below_one_are_refused():
    with pytest.raises(SettingError, match="1 or more"):
        TopDown(rounds=0)
