"""Incognito against a search of the whole lattice."""

from __future__ import annotations

from itertools import product

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.datasets import adult
from shoal.encode.levels import level_nodes
from shoal.errors import InfeasibleError, SettingError
from shoal.partition import incognito
from shoal.partition._judge import Judge
from shoal.partition._levels import LevelTable, numbered_rows
from shoal.partition.incognito import Incognito, anonymous_vectors
from shoal.partition.registry import PARTITIONERS
from shoal.schema.column import Column
from shoal.schema.hierarchy import Bands, Levels
from tests.partition import groups_of
from tests.reference.levels import (
    COLUMNS,
    anonymous,
    best_vector,
    classes,
    group_counts,
    level_numbers,
    level_problem,
    nodes_at,
)
from tests.reference.problems import problem_of
from tests.reference.turns import in_turn

PLACE = Levels((("Bonn", "west", "*"), ("Koeln", "west", "*"), ("Jena", "east", "*"), ("Gera", "east", "*")))
TOWNS = (Column("town", "quasi", "categorical", hierarchy=PLACE), Column("sex", "quasi", "categorical"))


def vectors_of(problem, limit=0):
    """Return the k-anonymous vectors as the hierarchies count their levels, and how many were tested."""
    table = LevelTable.of(problem)
    found = anonymous_vectors(table, Judge(problem, min(limit, problem.rows - problem.k)))
    numbers = [ladder.numbers for ladder in table.ladders]
    holds = np.argwhere(found.holds).tolist()
    return {tuple(numbers[j][level] for j, level in enumerate(v)) for v in holds}, found.tested


@pytest.mark.parametrize("limit", [0, 3, 12])
@pytest.mark.parametrize("columns", [3, 4])
@in_turn("seed", range(6))
def test_the_vectors_found_are_those_of_the_whole_lattice(seed, columns, limit):
    problem = level_problem(seed, k=2 + seed % 3, missing=seed % 2 == 1, columns=COLUMNS[-columns:])
    assert vectors_of(problem, limit)[0] == anonymous(problem, limit)


@pytest.mark.parametrize("limit", [0, 4, 200])
@pytest.mark.parametrize("loss", ["ncp", "height", "lm"])
@in_turn("seed", range(4))
def test_the_choice_is_the_cheapest_vector_of_the_whole_lattice(seed, loss, limit):
    problem = level_problem(seed, k=2 + seed % 2, missing=seed % 2 == 1, loss=loss)
    found = Incognito(suppress_limit=limit).partition(problem)
    best = best_vector(problem, limit, loss)
    assert tuple(found.notes["levels"].values()) == best
    assert groups_of(found) == sorted(
        rows for rows in classes(problem, nodes_at(problem, best)).values() if len(rows) >= problem.k
    )


@pytest.mark.parametrize("cells", [0, 100])
def test_the_room_for_frequencies_changes_nothing(monkeypatch, cells):
    problem = level_problem(7, k=3)
    before = vectors_of(problem)
    monkeypatch.setattr(incognito, "SHELF_CELLS", cells)
    assert vectors_of(problem) == before


def test_no_more_vectors_are_tested_than_there_are():
    problem = level_problem(1, k=2, n=60)
    all_parts = np.prod([len(levels) + 1 for levels in level_numbers(problem)]) - 1
    assert 0 < vectors_of(problem)[1] < all_parts


def test_a_failure_of_one_column_rules_out_its_level_untested():
    # town fails at level 0 alone; sex holds at 0. Tested: town 0, 1; sex 0; then (1, 0), which holds.
    frame = pl.DataFrame({"town": ["Bonn", "Koeln", "Jena", "Gera"], "sex": ["f", "f", "m", "m"]})
    assert vectors_of(problem_of(frame, 2, columns=TOWNS)) == ({(1, 0), (1, 1), (2, 0), (2, 1)}, 4)


def test_towns_are_published_as_regions():
    frame = pl.DataFrame({"town": ["Bonn", "Koeln", "Jena", "Gera"], "sex": ["f", "f", "m", "m"]})
    found = Incognito().partition(problem_of(frame, 2, columns=TOWNS))
    assert found.notes["levels"] == {"town": 1, "sex": 0}
    assert found.labels.tolist() == [0, 0, 1, 1]


def test_no_row_is_suppressed_unless_that_was_allowed():
    frame = pl.DataFrame({"town": ["Bonn"] * 5 + ["Jena"] * 4 + ["Gera"], "sex": ["f"] * 10})
    problem = problem_of(frame, 3, columns=TOWNS)
    kept = Incognito().partition(problem)
    assert (kept.notes["levels"], group_counts(kept)) == ({"town": 1, "sex": 0}, {0: 5, 1: 5})
    # One row wholly lost costs 2; towns published as regions cost 1/2 for each of ten rows.
    dropped = Incognito(suppress_limit=1).partition(problem)
    assert (dropped.notes["levels"], group_counts(dropped)) == ({"town": 0, "sex": 0}, {0: 5, 1: 4, -1: 1})


def test_rows_are_not_dropped_where_that_costs_more():
    # Two rows wholly lost cost 2 each; towns published as regions cost 1/2 for each of four rows.
    frame = pl.DataFrame({"town": ["Bonn", "Bonn", "Jena", "Gera"], "sex": ["f"] * 4})
    found = Incognito(suppress_limit=2).partition(problem_of(frame, 2, columns=TOWNS))
    assert group_counts(found) == {0: 2, 1: 2}


def test_a_limit_never_empties_the_release():
    column = Column("x", "quasi", "categorical")
    problem = problem_of(pl.DataFrame({"x": list("abcdef")}), 3, columns=(column,))
    assert Incognito(suppress_limit=1000).partition(problem).labels.tolist() == [0] * 6


@pytest.mark.parametrize(("n", "k"), [(5, 5), (9, 5), (1, 1), (3, 2)])
def test_fewer_than_2k_rows_are_one_group_at_the_lowest_levels(n, k):
    problem = level_problem(4, k=k, n=n)
    if n < 2 * k:
        for limit in (0, 5):
            found = Incognito(suppress_limit=limit).partition(problem)
            assert found.labels.tolist() == [0] * n
            assert tuple(found.notes["levels"].values()) == best_vector(problem)


def test_no_rows_give_no_groups():
    found = Incognito().partition(level_problem(5, k=3, n=0))
    assert (len(found.labels), found.groups) == (0, 0)


def test_fewer_than_k_rows_are_infeasible():
    with pytest.raises(InfeasibleError, match="has 3 rows"):
        Incognito().partition(level_problem(5, k=4, n=3))


def test_too_large_a_lattice_is_refused_before_the_search(monkeypatch):
    monkeypatch.setattr(incognito, "LATTICE_LIMIT", 100)
    with pytest.raises(SettingError, match="vectors of levels"):
        Incognito().partition(level_problem(0, k=2))


@pytest.mark.parametrize("limit", [-1, 1.5, True])
def test_a_limit_that_is_no_count_is_refused(limit):
    with pytest.raises(SettingError, match="suppress_limit"):
        Incognito(suppress_limit=limit)


def test_the_table_is_left_untouched():
    problem = level_problem(3, k=2)
    before = problem.codes.copy()
    Incognito().partition(problem)
    assert (problem.codes == before).all()


@in_turn("seed", range(4))
def test_distinct_rows_are_counted_once_in_order(seed):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 3, (50, 3)).astype(np.int32)
    seen = {}
    for row in map(tuple, codes.tolist()):
        seen[row] = seen.get(row, 0) + 1
    found, place = numbered_rows(codes)
    assert (found.codes[place] == codes).all()
    assert dict(zip(map(tuple, found.codes.tolist()), found.counts.tolist(), strict=True)) == seen
    assert list(map(tuple, found.codes.tolist())) == list(seen)


def test_frequencies_roll_up_to_what_counting_gives():
    problem = level_problem(2, k=2)
    table = LevelTable.of(problem)
    columns = range(len(table.shape))
    for vector in product(*map(range, table.shape)):
        numbers = [ladder.numbers[level] for ladder, level in zip(table.ladders, vector, strict=True)]
        expected = sorted(len(rows) for rows in classes(problem, nodes_at(problem, numbers)).values())
        halfway = table.base(columns, [level // 2 for level in vector])
        assert sorted(table.climb(halfway, columns, vector).counts.tolist()) == expected


def test_a_release_by_levels_is_verified_and_says_what_it_dropped(monkeypatch):
    monkeypatch.setitem(PARTITIONERS, "incognito", Incognito)
    ages = [21, 22, 23, 31, 32, 33, 34, 67, None]
    frame = pl.DataFrame({"age": ages, "town": ["Bonn", "Koeln", "Bonn"] + ["Jena"] * 6})
    trees = {"age": Bands(widths=(10, 100)), "town": PLACE}
    asked = {"k": 3, "quasi": ["age", "town"], "hierarchies": trees, "method": "incognito", "kinds": {"age": "numeric"}}
    release = shoal.anonymize(frame, options={"suppress_limit": 2}, **asked)
    assert (release.verdict.k, release.suppressed, release.groups) == (3, 2, 2)
    assert release.measures.gcp > release.measures.gcp_released
    assert set(release.frame["town"].cast(pl.String)) == {"west", "east"}
    kept = shoal.anonymize(frame, **asked)
    assert (kept.verdict.k >= 3, kept.suppressed, kept.frame.height) == (True, 0, 9)


@pytest.mark.parametrize("k", [5, 50])
def test_adult_is_searched_as_counting_every_vector_would(shared_data, monkeypatch, k):
    monkeypatch.setenv("SHOAL_DATA", str(shared_data))
    data = adult()
    names = ("age", "sex", "race", "education")
    columns = [Column(name, "quasi", data_kind(name), hierarchy=data.hierarchies[name]) for name in names]
    problem = problem_of(data.frame.select(names), k, columns=columns)
    codes = [nodes_at_every_level(problem, j) for j in range(4)]
    expected = set()
    for vector in product(*(range(levels.shape[1]) for levels in codes)):
        shown = pl.DataFrame([pl.Series(names[j], codes[j][:, level]) for j, level in enumerate(vector)])
        if shown.group_by(names).len()["len"].min() >= k:
            expected.add(vector)
    assert 1 < len(expected) < 80
    assert vectors_of(problem)[0] == expected


def data_kind(name):
    return "numeric" if name == "age" else "categorical"


def nodes_at_every_level(problem, j):
    return level_nodes(problem.domains[j])[problem.codes[:, j]]


def test_the_loss_reported_is_the_loss_it_worked_against(monkeypatch):
    monkeypatch.setitem(PARTITIONERS, "incognito", Incognito)
    frame = pl.DataFrame({"town": ["Bonn", "Koeln", "Jena", "Gera"], "sex": ["f", "f", "m", "m"]})
    release = shoal.anonymize(frame, k=2, quasi=["town", "sex"], hierarchies={"town": PLACE}, method="incognito")
    assert release.loss == 0.25
    assert release.measures.prec == 0.75
