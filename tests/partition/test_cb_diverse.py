"""CB with l-diversity: He et al.'s splitting example, and what every group must hold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.criteria.sensitive import code_sensitive
from shoal.datasets import he_table1
from shoal.errors import InfeasibleError, SettingError
from shoal.partition.cb_diverse import CbDiverse, split
from tests.partition import groups_of
from tests.reference.problems import random_problem

NAMES = ["Andy", "Bob", "Jane", "Alex", "Mary", "Lily", "Lucy"]
DISEASES = {"Bronchitis": 0, "Flu": 1, "Gastritis": 2, "Pneumonia": 3}
SENSITIVE = np.array([DISEASES[disease] for disease in he_table1().frame["Disease"]], np.int32)


def named(parts):
    return [{NAMES[row] for row in part} for part in parts]


def test_splitting_he_table_1_with_l_3():
    parts = named(split(np.arange(7), SENSITIVE, 3, 3))
    assert {frozenset(part) for part in parts} == {
        frozenset({"Lily", "Mary", "Lucy"}),
        frozenset({"Bob", "Andy", "Jane", "Alex"}),
    }


def test_a_share_of_exactly_one_third_is_accepted():
    parts = named(split(np.arange(6), SENSITIVE, 3, 3))
    assert {frozenset(part) for part in parts} == {
        frozenset({"Lily", "Mary", "Alex"}),
        frozenset({"Bob", "Andy", "Jane"}),
    }


def test_l_4_is_refused_on_he_table_1():
    frame, roles = he_table1().frame, {"quasi": ["Age", "Zip"], "sensitive": "Disease", "identifiers": "Name"}
    with pytest.raises(InfeasibleError, match="l can be at most 3"):
        shoal.anonymize(frame, k=2, method="cb_diverse", options={"l": 4}, **roles)
    release = shoal.anonymize(frame, k=3, method="cb_diverse", options={"l": 3}, seed=1, **roles)
    assert release.verdict.k >= 3


@pytest.mark.parametrize("seed", range(8))
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


@pytest.mark.parametrize("seed", range(200))
def test_splitting_keeps_values_pairwise_different_where_k_is_at_most_l(seed):
    rng = np.random.default_rng(seed)
    l = int(rng.integers(2, 5))  # noqa: E741 - the letter of l-diversity
    sensitive = rng.integers(0, 8, int(rng.integers(l, 40))).astype(np.int32)
    if np.bincount(sensitive).max() * l > len(sensitive):
        return
    parts = split(np.arange(len(sensitive)), sensitive, l, l)
    assert len(parts) == len(sensitive) // l
    for part in parts:
        assert len(set(sensitive[part])) == len(part) >= l


def test_a_list_that_loses_the_guarantee_is_checked():
    sensitive = np.array([0, 0, 0, 1, 1, 1, 2], np.int32)
    for part in split(np.arange(7), sensitive, 2, 3):
        assert np.bincount(sensitive[part]).max() * 2 <= len(part)


def test_no_sensitive_column_is_refused_with_a_method_that_can():
    with pytest.raises(SettingError, match="use cb"):
        CbDiverse().partition(replace(random_problem(1), sensitive=()))
    with pytest.raises(SettingError, match="2 or more"):
        CbDiverse(l=1)
