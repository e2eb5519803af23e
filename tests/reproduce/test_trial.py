"""One run, and the slow versions of k-member and OKA: they make the groups that ours make."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.encode.encoder import encode
from shoal.encode.loss import costs_of
from shoal.partition.base import Problem
from shoal.partition.k_member import KMember
from shoal.partition.oka import Oka
from shoal.reproduce import distorted, literal, trial
from shoal.reproduce.cell import Cell, with_options
from shoal.reproduce.neighbour import errors
from shoal.reproduce.table import load
from shoal.schema.column import Column
from shoal.schema.hierarchy import Nested


def problem(seed, rows=60, k=4):
    rng = np.random.default_rng(seed)
    frame = pl.DataFrame(
        {"a": rng.integers(0, 20, rows), "b": rng.choice(list("uvwxyz"), rows), "c": rng.integers(0, 5, rows)}
    )
    tree = Nested({"*": {"1": ["u", "v"], "2": ["w", "x", "y"], "3": ["z"]}})
    columns = (
        Column("a", "quasi", "numeric"),
        Column("b", "quasi", "categorical", hierarchy=tree),
        Column("c", "quasi", "numeric"),
    )
    coded = encode(frame, columns)
    return Problem(coded.codes, coded.domains, costs_of(coded.domains, "height"), k, np.random.default_rng(seed))


@pytest.mark.parametrize("seed", range(8))
def test_k_member_with_all_rows_priced_makes_the_same_groups(seed):
    assert (literal.k_member(problem(seed)).labels == KMember().partition(problem(seed)).labels).all()


@pytest.mark.parametrize("seed", range(8))
def test_oka_with_all_clusters_priced_makes_the_same_groups(seed):
    assert (literal.oka(problem(seed)).labels == Oka().partition(problem(seed)).labels).all()


def test_neighbours_by_hand():
    x = np.array([[0.0], [1.0], [4.0], [5.0]])
    classes = np.array([0, 1, 1, 1], np.int32)
    assert errors(x, x, classes) == 2  # 0 and 1 are nearest to each other
    assert errors(x, x, classes, exclude=False) == 0
    groups = np.array([0, 0, 1, 1], np.int32)
    published = distorted.centres(x, groups)
    assert published.ravel().tolist() == [0.5, 0.5, 4.5, 4.5]
    assert errors(x, published, classes) == 2
    assert errors(x, published, classes, exclude=False, groups=groups) == 1  # of 0 and 1 the lower is the class


def test_the_original_errors_of_the_paper():
    """Iris 7 of 150, Wine 28 of 178: only raw numbers and city-block distance give them."""
    assert trial.run(Cell("iris", "original", 3), load("iris"))["errors_excluded_first_share"] == pytest.approx(
        700 / 150
    )
    assert trial.run(Cell("wine", "original", 3), load("wine"))["errors_kept_first_share"] == pytest.approx(2800 / 178)


def test_distortion_by_hand_and_what_is_least():
    x = np.array([[0.0, 0.0], [2.0, 0.0], [10.0, 4.0], [10.0, 8.0]])
    published = distorted.centres(x, np.array([0, 0, 1, 1], np.int32))
    assert distorted.distortion(x, published, distorted.even(2)) == 5.0  # (1 + 1 + 4 + 4) / 2
    assert distorted.distortion(x, published, np.array([1.0, 0.0])) == 2.0
    assert distorted.least(x, 2) == 5.0  # pairs are nearest to each other, so that nothing is below


@pytest.mark.parametrize("method", ["mdav", "wf_c_means", "auto"])
def test_no_groups_distort_less_than_is_least(method):
    for k in (2, 4):
        least = trial.run(Cell("iris", "least distortion", k), load("iris"))["distortion_even"]
        assert trial.run(Cell("iris", method, k), load("iris"))["distortion_even"] >= least


def test_facts_of_a_run_are_the_same_but_for_the_time():
    cell = Cell("sal/600/5/order", "cb", 20, options=with_options(rounds=4))
    first, second = (trial.run(cell, load(cell.table)) for _ in range(2))
    assert first.pop("seconds") > 0
    second.pop("seconds")
    assert first == second
    assert first["rows"] == 600
    assert 20 <= first["mean_size"] < 40


def test_the_bound_is_below_what_methods_lose():
    table = "income/300/3/kinds"
    bound = trial.run(Cell(table, "bound", 30), load(table))["gcp"]
    assert 0 < bound <= trial.run(Cell(table, "auto", 30), load(table))["gcp"]
