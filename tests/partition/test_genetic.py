"""The genetic search against all cuts there are."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import InfeasibleError, SettingError
from shoal.partition._levels import LevelTable
from shoal.partition.genetic import GRAIN, Cuts, Genetic
from shoal.partition.registry import PARTITIONERS
from shoal.schema.column import Column
from shoal.schema.hierarchy import Nested
from tests.partition import groups_of
from tests.reference.levels import best_cut_loss, classes, cuts, group_counts, level_problem, loss_of, small_rows
from tests.reference.problems import problem_of
from tests.reference.turns import in_turn

QUICK = {"population": 20, "offspring": 400, "mutation": 0.1}
PLACE = {"*": {"west": ["Bonn", "Koeln"], "east": ["Jena", "Gera"]}}
TOWN = (Column("town", "quasi", "categorical", hierarchy=Nested(PLACE)),)


@pytest.mark.parametrize("loss", ["lm", "ncp"])
@in_turn("seed", range(6))
def test_the_loss_of_a_cut_is_its_twins(seed, loss):
    problem = level_problem(seed, k=3, missing=seed % 2 == 1, loss=loss)
    made = Cuts.of(LevelTable.of(problem))
    rng = np.random.default_rng(seed)
    for share in (0.0, 0.1, 0.3, 0.6, 1.0):
        genome = (rng.random(len(made.genes)) < share).astype(np.uint8)
        nodes = made.nodes(genome)
        found, dropped = made.loss(genome, 3, sum(domain.weight for domain in problem.domains))
        assert found * GRAIN == pytest.approx(loss_of(problem, nodes, loss), abs=1e-9)
        assert dropped == small_rows(problem, nodes)


@in_turn("seed", range(4))
def test_every_genome_is_a_cut(seed):
    problem = level_problem(seed, k=2, missing=True)
    made = Cuts.of(LevelTable.of(problem))
    rng = np.random.default_rng(seed)
    known = [{tuple(cut.tolist()) for cut in cuts(domain)} for domain in problem.domains]
    for _ in range(20):
        genome = rng.integers(0, 2, len(made.genes)).astype(np.uint8)
        assert all(tuple(node.tolist()) in all_cuts for node, all_cuts in zip(made.nodes(genome), known, strict=True))


@pytest.mark.parametrize("limit", [None, 0, 3])
@in_turn("seed", range(3))
def test_a_small_table_gets_the_best_of_all_cuts(seed, limit):
    problem = level_problem(seed, k=3, n=24, loss="lm", missing=seed == 1)
    found = Genetic(population=40, offspring=1500, mutation=0.1, suppress_limit=limit).partition(problem)
    assert loss_of(problem, found.nodes, "lm") == pytest.approx(best_cut_loss(problem, "lm", limit), abs=1e-9)
    assert groups_of(found) == sorted(rows for rows in classes(problem, found.nodes).values() if len(rows) >= 3)


def test_one_region_may_be_lifted_and_the_other_not():
    frame = pl.DataFrame({"town": ["Bonn"] * 3 + ["Koeln"] * 3 + ["Jena"] * 2 + ["Gera"]})
    found = Genetic(**QUICK, suppress_limit=0).partition(problem_of(frame, 3, columns=TOWN, loss="lm"))
    assert groups_of(found) == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]


def test_a_row_is_suppressed_where_that_costs_less_than_lifting_the_others():
    frame = pl.DataFrame({"town": ["Bonn"] * 9 + ["Jena"] * 9 + ["Gera"]})
    problem = problem_of(frame, 3, columns=TOWN, loss="lm")
    # One row lost costs 1; lifting Jena and Gera to the east costs 10 rows x 1/3.
    assert group_counts(Genetic(**QUICK).partition(problem)) == {0: 9, 1: 9, -1: 1}
    assert group_counts(Genetic(**QUICK, suppress_limit=0).partition(problem)) == {0: 9, 1: 10}


def test_a_limit_never_empties_the_release():
    column = Column("x", "quasi", "categorical")
    problem = problem_of(pl.DataFrame({"x": list("abcdef")}), 3, columns=(column,))
    assert Genetic(**QUICK, suppress_limit=1000).partition(problem).labels.tolist() == [0] * 6


def test_without_offspring_the_best_of_the_first_generation_counts():
    problem = level_problem(2, k=20, n=40)
    found = Genetic(population=2, offspring=0).partition(problem)
    assert groups_of(found) == [list(range(40))]


def test_a_longer_search_is_never_worse():
    losses = []
    for offspring in (0, 50, 500):
        problem = level_problem(9, k=4, n=60, loss="lm")
        found = Genetic(population=10, offspring=offspring, mutation=0.05).partition(problem)
        losses.append(loss_of(problem, found.nodes, "lm"))
    assert losses == sorted(losses, reverse=True)


def test_the_same_seed_gives_the_same_groups():
    found = [Genetic(**QUICK).partition(level_problem(1, k=3, n=60)).labels.tolist() for _ in range(2)]
    assert found[0] == found[1]


@pytest.mark.parametrize(("n", "k"), [(5, 5), (9, 5), (1, 1), (3, 2)])
def test_fewer_than_2k_rows_are_one_group(n, k):
    if n < 2 * k:
        assert Genetic(**QUICK).partition(level_problem(4, k=k, n=n)).labels.tolist() == [0] * n


def test_no_rows_give_no_groups_and_too_few_are_infeasible():
    assert Genetic(**QUICK).partition(level_problem(5, k=3, n=0)).groups == 0
    with pytest.raises(InfeasibleError, match="has 3 rows"):
        Genetic(**QUICK).partition(level_problem(5, k=4, n=3))


def test_identical_rows_lose_nothing():
    problem = problem_of(pl.DataFrame({"town": ["Bonn"] * 9}), 3, columns=TOWN, loss="lm")
    found = Genetic(**QUICK).partition(problem)
    assert (found.labels.tolist(), loss_of(problem, found.nodes, "lm")) == ([0] * 9, 0.0)


@pytest.mark.parametrize(
    "options",
    [
        {"population": 1},
        {"offspring": -1},
        {"mutation": 1.5},
        {"mutation": True},
        {"fitness": "cm"},
        {"suppress_limit": -1},
    ],
)
def test_options_out_of_range_are_refused(options):
    with pytest.raises(SettingError, match=next(iter(options))):
        Genetic(**options)


def test_a_release_is_verified_and_says_how_many_rows_it_dropped(monkeypatch):
    monkeypatch.setitem(PARTITIONERS, "genetic", Genetic)
    frame = pl.DataFrame({"town": ["Bonn"] * 9 + ["Jena"] * 9 + ["Gera"]})
    release = shoal.anonymize(
        frame, k=3, quasi="town", hierarchies={"town": PLACE}, method="genetic", options=QUICK, seed=1, suppress=0.1
    )
    assert (release.verdict.k, release.suppressed, release.frame.height) == (9, 1, 18)
