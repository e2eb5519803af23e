"""Datafly against its twin."""

from __future__ import annotations

import polars as pl
import pytest

import shoal
from shoal.errors import InfeasibleError, SettingError
from shoal.partition.datafly import Datafly
from shoal.partition.registry import PARTITIONERS
from shoal.schema.column import Column
from shoal.schema.hierarchy import Prefix
from tests.partition import groups_of
from tests.reference.levels import classes, datafly, group_counts, level_problem, nodes_at
from tests.reference.problems import problem_of
from tests.reference.turns import in_turn

ZIP = (
    Column("zip", "quasi", "categorical", hierarchy=Prefix(steps=(1, 2))),
    Column("sex", "quasi", "categorical"),
)


@pytest.mark.parametrize("limit", [None, 0, 5, 100])
@in_turn("seed", range(8))
def test_datafly_climbs_as_its_twin_does(seed, limit):
    problem = level_problem(seed, k=1 + seed % 4, missing=seed % 2 == 1)
    found = Datafly(suppress_limit=limit).partition(problem)
    vector = datafly(problem, problem.k if limit is None else limit)
    assert tuple(found.notes["levels"].values()) == vector
    assert groups_of(found) == sorted(
        rows for rows in classes(problem, nodes_at(problem, vector)).values() if len(rows) >= problem.k
    )


def test_the_column_with_most_distinct_values_climbs_first():
    # zip has 4 values, sex 1: one step of zip leaves 47* and 53*, three rows each.
    frame = pl.DataFrame({"zip": ["471", "472", "471", "531", "532", "531"], "sex": ["m"] * 6})
    found = Datafly(suppress_limit=0).partition(problem_of(frame, 3, columns=ZIP))
    assert (found.notes["levels"], found.labels.tolist()) == ({"zip": 1, "sex": 0}, [0, 0, 0, 1, 1, 1])


def test_a_tie_goes_to_the_first_column():
    frame = pl.DataFrame({"zip": ["471", "531", "471", "531"], "sex": ["f", "m", "m", "f"]})
    found = Datafly(suppress_limit=0).partition(problem_of(frame, 2, columns=ZIP))
    # Both have 2 values: zip climbs first, still has 2 as 47* and 53*, and goes on to its root.
    assert found.notes["levels"]["sex"] == 0
    assert groups_of(found) == [[0, 3], [1, 2]]


def test_up_to_k_rows_are_suppressed_by_default():
    frame = pl.DataFrame({"zip": ["471"] * 6 + ["531"] * 6 + ["992", "993", "994"], "sex": ["f"] * 15})
    problem = problem_of(frame, 3, columns=ZIP)
    assert group_counts(Datafly().partition(problem)) == {0: 6, 1: 6, -1: 3}
    assert group_counts(Datafly(suppress_limit=2).partition(problem)) == {0: 6, 1: 6, 2: 3}
    assert -1 not in group_counts(Datafly(suppress_limit=0).partition(problem))


@in_turn("seed", range(6))
def test_the_papers_limit_is_k_rows_whatever_the_budget(seed):
    problem = level_problem(seed, k=2 + seed % 3)
    found = Datafly(suppress_limit=0, limit="paper").partition(problem)
    assert tuple(found.notes["levels"].values()) == datafly(problem, problem.k)


def test_a_limit_never_empties_the_release():
    column = Column("x", "quasi", "categorical")
    problem = problem_of(pl.DataFrame({"x": list("abcdef")}), 3, columns=(column,))
    assert Datafly(suppress_limit=1000).partition(problem).labels.tolist() == [0] * 6


@pytest.mark.parametrize(("n", "k"), [(5, 5), (9, 5), (1, 1), (3, 2)])
def test_fewer_than_2k_rows_are_one_group(n, k):
    if n < 2 * k:
        assert Datafly().partition(level_problem(4, k=k, n=n)).labels.tolist() == [0] * n


def test_no_rows_give_no_groups_and_too_few_are_infeasible():
    assert Datafly().partition(level_problem(5, k=3, n=0)).groups == 0
    with pytest.raises(InfeasibleError, match="has 3 rows"):
        Datafly().partition(level_problem(5, k=4, n=3))


@pytest.mark.parametrize("limit", [-1, 0.5, False])
def test_a_limit_that_is_no_count_is_refused(limit):
    with pytest.raises(SettingError, match="suppress_limit"):
        Datafly(suppress_limit=limit)


def test_an_unknown_limit_is_refused():
    with pytest.raises(SettingError, match="limits are: budget, paper"):
        Datafly(limit="none")


def test_a_release_is_verified_and_says_how_many_rows_it_dropped(monkeypatch):
    monkeypatch.setitem(PARTITIONERS, "datafly", Datafly)
    frame = pl.DataFrame({"zip": ["471"] * 6 + ["531"] * 6 + ["992", "993", "994"], "sex": ["f"] * 15})
    asked = {"k": 3, "quasi": ["zip", "sex"], "hierarchies": {"zip": Prefix(steps=(1, 2))}, "method": "datafly"}
    for limit in ({"suppress": 0.2}, {"options": {"suppress_limit": 3}}, {"options": {"limit": "paper"}}):
        release = shoal.anonymize(frame, kinds={"zip": "categorical"}, **limit, **asked)
        assert (release.verdict.k, release.suppressed, release.frame.height) == (6, 3, 12)
    kept = shoal.anonymize(frame, kinds={"zip": "categorical"}, **asked)
    assert (kept.verdict.k, kept.suppressed) == (3, 0)
