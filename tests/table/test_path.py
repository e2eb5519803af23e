"""Paths as people give them."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from tests.reference.turns import in_turn

import shoal
from shoal.errors import OutputError, SettingError, ShoalError
from shoal.schema.hierarchy import hierarchies_in, hierarchy_of
from shoal.schema.read_toml import read_schema
from shoal.schema.schema import Schema
from shoal.table.files import read_table
from shoal.table.path import user_path
from shoal.table.write import write_private, write_table

BAD = ["~nobody0/x.csv", "a\0b.csv", "\ud800.csv", "", 5, None, b"x.csv", ["x.csv"]]


def test_a_tilde_is_a_home_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_path("~/a.csv") == tmp_path / "a.csv"
    assert user_path(Path("~/a.csv")) == tmp_path / "a.csv"


def test_the_home_of_nobody_is_refused_with_a_way_out(monkeypatch, tmp_path):
    with pytest.raises(SettingError, match=r"no user of this machine \(write \./~"):
        user_path("~nobody0/a.csv")
    monkeypatch.chdir(tmp_path)
    assert user_path("./~nobody0") == user_path(user_path("./~nobody0")) == tmp_path / "~nobody0"


@pytest.mark.parametrize("given", BAD, ids=repr)
def test_what_is_no_path_is_refused_as_the_error_that_was_asked_for(given):
    with pytest.raises(OutputError, match=r"^the report"):
        user_path(given, "the report", OutputError)


@in_turn("given", BAD)
@pytest.mark.parametrize(
    "take",
    [
        read_table,
        read_schema,
        lambda path: hierarchies_in(path, ["age"]),
        lambda path: hierarchy_of("age", path),
        lambda path: Schema(()).to_toml(path, {}),
        lambda path: write_table(shoal.datasets.he_table1().frame, path),
        lambda path: write_private(shoal.datasets.he_table1().frame, path),
        lambda path: shoal.verify_certificate(path, "x.csv"),
        lambda path: shoal.anonymize(path, k=2, quasi="age"),
        lambda path: shoal.compare(shoal.datasets.he_table1().frame, quasi="Age", resume=path or 5),
    ],
)
def test_no_path_is_too_odd_to_be_explained(given, take):
    with pytest.raises(ShoalError):
        take(given)


def test_a_release_is_written_to_no_odd_place():
    table = shoal.datasets.he_table1()
    release = shoal.anonymize(
        table.frame, k=2, quasi=["Age", "Zip"], identifiers=["Name", "Disease"], method="mondrian"
    )
    for write, given in product((release.save, release.report, release.save_schema), BAD):
        with pytest.raises(ShoalError):
            write(given)
