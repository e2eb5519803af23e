"""Anatomy: varied groups, two tables, and what they do and do not tell."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.criteria.sensitive import code_sensitive
from shoal.datasets import he_table1
from shoal.errors import InfeasibleError, SettingError, VerificationError
from shoal.partition.anatomy import Anatomy
from shoal.verify.two_tables import verify_two_tables
from tests.partition import groups_of
from tests.reference.problems import random_problem
from tests.reference.turns import in_turn

HE = {"quasi": ["Age", "Zip"], "sensitive": "Disease", "identifiers": "Name", "method": "anatomy"}


@in_turn("seed", range(12))
@pytest.mark.parametrize("l", [2, 3, 4])
def test_groups_hold_pairwise_different_values(seed, l):  # noqa: E741 - the letter of l-diversity
    rng = np.random.default_rng(seed)
    sensitive = rng.integers(0, 7, 45).astype(np.int32)
    problem = replace(random_problem(seed, k=1, n=45), sensitive=(code_sensitive(pl.Series("s", sensitive)),))
    if np.bincount(sensitive).max() * l > 45:
        with pytest.raises(InfeasibleError, match="at most"):
            Anatomy(l=l).partition(problem)
        return
    found = Anatomy(l=l).partition(problem)
    for rows in groups_of(found):
        assert len(set(sensitive[rows])) == len(rows) >= l
    assert sorted(row for rows in groups_of(found) for row in rows) == list(range(45))


def test_he_table_1_in_two_tables(tmp_path):
    release = shoal.anonymize(he_table1().frame, k=3, seed=1, **HE)
    assert release.form == "two tables"
    assert release.frame.columns == ["Age", "Zip", "group"]
    assert sorted(release.frame.select("Age", "Zip").rows()) == sorted(he_table1().frame.select("Age", "Zip").rows())
    assert release.second.columns == ["group", "Disease", "count"]
    assert release.second["count"].sum() == 7
    assert (release.loss, release.groups, release.verdict.k) == (0.0, 2, 3)
    release.save(tmp_path / "out.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out-sensitive.csv", "out.csv"]


def test_no_value_is_certain():
    release = shoal.anonymize(he_table1().frame, k=2, **HE)
    joined = release.frame.group_by("group").len().join(release.second, on="group")
    assert (joined["count"] * 2 <= joined["len"]).all()


def test_two_tables_that_tell_too_much_are_refused():
    exact = pl.DataFrame({"a": [1, 2], "group": [0, 0]})
    meeting = pl.DataFrame({"group": [0], "s": ["x"], "count": [2]})
    with pytest.raises(VerificationError, match="1/2"):
        verify_two_tables(exact, meeting, sensitive=["s"], quasi=["a"], k=2)
    with pytest.raises(VerificationError, match="1/1"):
        verify_two_tables(exact.with_columns(s=pl.lit("x")), meeting, sensitive=["s"], quasi=["a"], k=1)


def test_missing_sensitive_cells_are_a_value():
    frame = pl.DataFrame({"a": range(6), "s": ["x", None, "x", None, "y", "z"]})
    release = shoal.anonymize(frame, k=2, quasi="a", sensitive="s", method="anatomy")
    assert release.second["count"].sum() == 6
    assert release.second["s"].null_count() == 2


def test_it_needs_one_sensitive_column():
    with pytest.raises(SettingError, match="there are 0"):
        shoal.anonymize(he_table1().frame.drop("Name", "Disease"), k=2, quasi=["Age", "Zip"], method="anatomy")
