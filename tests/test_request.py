"""From the arguments of a call, and a schema file, to a schema and settings."""

from __future__ import annotations

import polars as pl
import pytest

import shoal
from shoal.request.columns import described, trees_in
from shoal.request.request import Request
from shoal.schema.column import Column
from shoal.schema.schema import Schema
from shoal.table.frame import Table

COLUMNS = Schema((Column("job", "quasi"), Column("disease", "sensitive"), Column("note", "plain")))
PEOPLE = pl.DataFrame({"job": ["nurse", "cook"] * 2, "disease": ["flu", "cold"] * 2, "note": ["a", "b"] * 2})


@pytest.fixture
def folder(tmp_path):
    for name, text in {"job": "nurse;*\ncook;*\n", "disease": "flu;air;*\ncold;air;*\n", "note": "a;*\n"}.items():
        (tmp_path / f"{name}.csv").write_text(text, "utf-8")
    return tmp_path


def test_a_folder_has_hierarchies_for_quasi_and_sensitive_columns_only(folder):
    trees, sentences = trees_in(folder, COLUMNS, Table.of(PEOPLE))
    assert (set(trees), sentences) == ({"job", "disease"}, ())


@pytest.mark.parametrize("text", ["flu;air;*\n", "flu;air;*\ncold;air;*\ncold;cold;*\n"], ids=["gap", "broken"])
def test_a_hierarchy_that_does_not_fit_a_sensitive_column_is_left_out_with_a_sentence(folder, text):
    (folder / "disease.csv").write_text(text, "utf-8")
    schema, sentences = described(COLUMNS, Table.of(PEOPLE), folder=folder)
    assert schema.column("disease").hierarchy is None
    assert schema.column("job").hierarchy is not None
    assert sentences[0].startswith("hierarchy of column 'disease': ")
    assert sentences[0].endswith("so it is not used")
    assert "flu" not in sentences[0]


def test_such_a_sentence_is_in_the_release(folder):
    (folder / "disease.csv").write_text("flu;air;*\n", "utf-8")
    roles = {"quasi": "job", "sensitive": "disease", "identifiers": "note"}
    release = shoal.anonymize(PEOPLE, k=2, hierarchies=folder, method="mondrian", **roles)
    assert release.inferred[0].endswith("2 distinct values are not in it, so it is not used")


def test_criteria_of_a_file_are_made_when_it_is_read(tmp_path):
    path = tmp_path / "shoal.toml"
    path.write_text('[run]\nk = 2\n\n[[criteria]]\nmodel = "l-diversity"\nl = 3\n', "utf-8")
    assert Request.load(path).run == {"k": 2, "criteria": (shoal.LDiversity(3),)}


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("l = 3", "criterion 2 in shoal.toml: the key 'model' is missing"),
        ('model = "t-closeness"', "criterion 2 in shoal.toml: t-closeness needs a number: the key 't' is missing"),
        ('model = "t-closeness"\nt = 0.2\ndistanc = "x"', "criterion 2 in shoal.toml: .*did you mean 'distance'"),
        ('model = "t-closeness"\nt = 7', "criterion 2 in shoal.toml: t is 7"),
    ],
)
def test_an_error_in_a_criterion_names_the_file_which_one_and_the_key(tmp_path, lines, words):
    path = tmp_path / "shoal.toml"
    path.write_text(f'[[criteria]]\nmodel = "l-diversity"\nl = 3\n\n[[criteria]]\n{lines}\n', "utf-8")
    with pytest.raises(shoal.SettingError, match=words):
        Request.load(path)
