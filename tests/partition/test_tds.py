"""Top-down specialisation against its twin, and by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.sensitive import code_sensitive
from shoal.errors import SettingError
from shoal.partition.tds import Tds
from shoal.schema.column import Column
from shoal.schema.hierarchy import Nested
from tests.partition import groups_of
from tests.reference.levels import classes, is_lost, level_problem
from tests.reference.problems import problem_of
from tests.reference.tds import tds
from tests.reference.turns import in_turn

TREE = Nested({"*": {"ab": ["a", "b"], "cd": ["c", "d"]}})


def with_class(problem, label):
    return replace(problem, sensitive=(code_sensitive(pl.Series("class", label)),))


def random_classes(seed, **asked):
    problem = level_problem(seed, **asked)
    drawn = np.random.default_rng(seed).integers(0, 3, problem.rows)
    return with_class(problem, np.where(problem.codes[:, 0] > 4, drawn, 0).tolist())


def released(problem, nodes):
    return sorted(rows for rows in classes(problem, nodes).values() if not is_lost(problem, rows))


@pytest.mark.parametrize("limit", [0, 4])
@in_turn("seed", range(6))
def test_it_specialises_as_its_twin_does(seed, limit):
    problem = random_classes(seed, k=2 + seed % 4, missing=seed % 2 == 1)
    found = Tds(suppress_limit=limit).partition(problem)
    expected = tds(problem, limit)
    assert [nodes.tolist() for nodes in found.nodes] == [nodes.tolist() for nodes in expected]
    assert groups_of(found) == released(problem, expected)


@in_turn("seed", range(3))
def test_under_criteria_it_specialises_as_its_twin_does(seed):
    problem = replace(random_classes(seed, k=3), criteria=(LDiversity(2, "distinct", "class"),))
    assert groups_of(Tds().partition(problem)) == released(problem, tds(problem))


def columns_of(values, other, label, k):
    columns = (Column("x", "quasi", "categorical", hierarchy=TREE), Column("y", "quasi", "categorical"))
    problem = problem_of(pl.DataFrame({"x": list(values), "y": list(other)}), k, columns=columns)
    return with_class(problem, list(label))


def test_the_column_that_tells_the_class_is_specialised():
    # Both columns would leave groups of 4 of 8; x tells the class, y does not, and k = 4 leaves room for one.
    problem = columns_of("aaaacccc", "pqpqpqpq", "nnnnyyyy", 4)
    assert groups_of(Tds().partition(problem)) == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_a_label_whose_rows_are_of_one_class_stays():
    problem = columns_of("aabbccdd", "pppppppp", "nnnnyyyy", 2)
    assert groups_of(Tds().partition(problem)) == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_without_a_class_it_is_refused():
    with pytest.raises(SettingError, match="needs a sensitive column"):
        Tds().partition(replace(level_problem(0, k=2), sensitive=()))
    with pytest.raises(SettingError, match="needs a sensitive column"):
        shoal.anonymize(pl.DataFrame({"x": list("aabb")}), k=2, quasi=["x"], method="tds")


def test_a_release_is_verified():
    frame = pl.DataFrame({"x": list("aaaacccc"), "y": list("pqpqpqpq"), "ill": list("nnnnyyyy")})
    asked = {"k": 4, "quasi": ["x", "y"], "sensitive": "ill", "hierarchies": {"x": TREE}, "method": "tds"}
    found = shoal.anonymize(frame, **asked)
    assert (found.verdict.k, sorted(found.frame["x"].unique())) == (4, ["ab", "cd"])
