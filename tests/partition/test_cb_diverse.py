"""CB with l-diversity: He et al.'s splitting example, and what every group must hold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.sensitive import code_sensitive
from shoal.criteria.t_closeness import TCloseness
from shoal.datasets import adult, he_table1
from shoal.errors import InfeasibleError, SettingError
from shoal.partition.base import Partition
from shoal.partition.cb_diverse import CbDiverse
from shoal.partition.deal import deal_out
from shoal.partition.repair import repair
from shoal.schema.column import Column
from tests.partition import groups_of
from tests.reference.guarded import guarded_problem
from tests.reference.problems import problem_of, random_problem
from tests.reference.turns import IS_PYTHON, in_turn

NAMES = ["Andy", "Bob", "Jane", "Alex", "Mary", "Lily", "Lucy"]
DISEASES = {"Bronchitis": 0, "Flu": 1, "Gastritis": 2, "Pneumonia": 3}
SENSITIVE = np.array([DISEASES[disease] for disease in he_table1().frame["Disease"]], np.int32)


def split(sensitive, l, k, *others):  # noqa: E741 - the letter of l-diversity
    """Return all rows dealt out into groups that are diverse, and meet other criteria."""
    n = len(sensitive)
    column = code_sensitive(pl.Series("s", sensitive))
    problem = problem_of(pl.DataFrame({"x": np.zeros(n)}), k, columns=(Column("x", "quasi", "numeric"),))
    problem = replace(problem, sensitive=(column,), criteria=(LDiversity(l, "frequency", "s"), *others))
    whole = Partition(np.zeros(n, np.int32), 1)
    return groups_of(deal_out(problem, whole, by=column.codes, least=l))


def named(parts):
    return {frozenset(NAMES[row] for row in part) for part in parts}


def test_splitting_he_table_1_with_l_3():
    assert named(split(SENSITIVE, 3, 3)) == {
        frozenset({"Lily", "Mary", "Lucy"}),
        frozenset({"Bob", "Andy", "Jane", "Alex"}),
    }


def test_a_share_of_exactly_one_third_is_accepted():
    assert named(split(SENSITIVE[:6], 3, 3)) == {
        frozenset({"Lily", "Mary", "Alex"}),
        frozenset({"Bob", "Andy", "Jane"}),
    }


def test_l_4_is_refused_on_he_table_1():
    frame, roles = he_table1().frame, {"quasi": ["Age", "Zip"], "sensitive": "Disease", "identifiers": "Name"}
    with pytest.raises(InfeasibleError, match="l can be at most 3"):
        shoal.anonymize(frame, k=2, method="cb_diverse", options={"l": 4}, **roles)
    release = shoal.anonymize(frame, k=3, method="cb_diverse", options={"l": 3}, seed=1, **roles)
    assert release.verdict.k >= 3


@in_turn("seed", range(8))
@pytest.mark.parametrize(("l", "k"), [(2, 2), (3, 3), (2, 5), (3, 1)])
@pytest.mark.parametrize("against", ["centres", "group"])
def test_every_group_is_large_and_diverse(seed, l, k, against):  # noqa: E741 - the letter of l-diversity
    problem = random_problem(seed, k=k, n=60)
    sensitive = np.random.default_rng(seed).integers(0, 6, 60).astype(np.int32)
    column = code_sensitive(pl.Series("s", sensitive))
    found = CbDiverse(l=l, against=against).partition(replace(problem, sensitive=(column,)))
    for rows in groups_of(found):
        assert len(rows) >= k
        assert np.bincount(sensitive[rows]).max() * l <= len(rows)
    assert sorted(row for rows in groups_of(found) for row in rows) == list(range(60))


@in_turn("seed", range(60))
def test_splitting_keeps_values_pairwise_different_where_k_is_at_most_l(seed):
    rng = np.random.default_rng(seed)
    l = int(rng.integers(2, 5))  # noqa: E741 - the letter of l-diversity
    sensitive = np.zeros(l, np.int32)
    while np.bincount(sensitive).max() * l > len(sensitive):
        sensitive = rng.integers(0, 8, int(rng.integers(l, 40))).astype(np.int32)
    parts = split(sensitive, l, l)
    assert len(parts) == len(sensitive) // l
    for part in parts:
        assert len(set(sensitive[part])) == len(part) >= l


def test_a_list_that_loses_the_guarantee_is_checked():
    sensitive = np.array([0, 0, 0, 1, 1, 1, 2], np.int32)
    for part in split(sensitive, 2, 3):
        assert np.bincount(sensitive[part]).max() * 2 <= len(part)


def test_no_sensitive_column_is_refused_with_a_method_that_can():
    with pytest.raises(SettingError, match="use cb"):
        CbDiverse().partition(replace(random_problem(1), sensitive=()))
    with pytest.raises(SettingError, match="2 or more"):
        CbDiverse(l=1)


def test_a_part_that_breaks_another_criterion_is_not_dealt():
    # Twelve rows a a a a b b b b c c c c. Dealt out by two, every pair has two values, half of it each.
    sensitive = np.repeat(np.arange(3), 4)
    assert [len(part) for part in split(sensitive, 2, 2)] == [2] * 6
    # With at most a third of each value only triples are left; where not even all rows pass, they stay together.
    assert [len(part) for part in split(sensitive, 2, 2, AlphaK(1 / 3, "s"))] == [3] * 4
    assert [len(part) for part in split(sensitive, 2, 2, TCloseness(0.0, "s", "equal"))] == [3] * 4
    assert [len(part) for part in split(sensitive, 2, 2, AlphaK(0.2, "s"))] == [12]


@pytest.mark.parametrize(
    "asked", ["t hierarchical", "entropy l and t ordered", "recursive l and alpha of another column"]
)
@in_turn("seed", range(3))
def test_other_criteria_are_kept_beside_its_own(asked, seed):
    problem = guarded_problem(seed, asked, k=2, n=70)
    found = CbDiverse(l=2).partition(problem)
    own = replace(problem, criteria=(*problem.criteria, LDiversity(2, "frequency", problem.sensitive[0].about.name)))
    assert own.holds(found).all()


IMPROVED = {"method": "cb_diverse+improve", "effort": "fast"}


@pytest.mark.parametrize("keywords", [{"suppress": 0.15}] if IS_PYTHON else [{"suppress": 0.15}, IMPROVED])
@in_turn("seed", range(3))
def test_groups_stay_diverse_when_rows_are_dropped_or_the_groups_improved(keywords, seed):
    rng = np.random.default_rng(seed)
    frame = pl.DataFrame({"x": rng.integers(0, 40, 60), "y": rng.random(60), "s": rng.integers(0, 4, 60)})
    asked = {"k": 3, "quasi": ["x", "y"], "sensitive": "s", "method": "cb_diverse", "options": {"l": 2}, "seed": seed}
    release = shoal.anonymize(frame, **asked | keywords)
    shown = release.frame.with_columns(pl.col("x", "y").cast(pl.String)).group_by("x", "y")
    most = shown.agg(pl.col("s").mode().first().alias("value"), pl.col("s"), pl.len())
    for value, cells, size in most.select("value", "s", "len").iter_rows():
        assert 2 * cells.count(value) <= size


@pytest.mark.parametrize("l", range(2, 7))
def test_no_group_of_adult_is_less_diverse_than_asked(shared_data, monkeypatch, l):  # noqa: E741 - as above
    monkeypatch.setenv("SHOAL_DATA", str(shared_data))
    data = adult()
    names = ("age", "sex", "race", "education")
    columns = [
        Column(name, "quasi", "numeric" if name == "age" else "categorical", hierarchy=data.hierarchies[name])
        for name in names
    ]
    jobs = code_sensitive(data.frame["occupation"])
    problem = replace(problem_of(data.frame.select(names), l, columns=columns), sensitive=(jobs,))
    found = CbDiverse(l=l).partition(problem)
    sizes = np.bincount(found.labels)
    most = np.zeros(found.groups, np.int64)
    for value in range(len(jobs.about.rows)):
        most = np.maximum(most, np.bincount(found.labels[jobs.codes == value], minlength=found.groups))
    assert found.groups > 1000
    assert sizes.min() >= l
    assert (most * l <= sizes).all()
    own = replace(problem, criteria=(LDiversity(l, "frequency", "occupation"),))
    assert repair(own, found).groups == found.groups
