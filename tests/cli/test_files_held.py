"""A release that is written in a format keeps its promises there."""

from __future__ import annotations

import polars as pl
import pytest

CALL = ["-k", 2, "--quasi", "age", "--sensitive", "disease", "--l", 2, "--method", "mondrian"]


@pytest.fixture
def source(tmp_path):
    """Return a table whose file tells two values apart that a CSV file does not."""
    path = tmp_path / "people.parquet"
    pl.DataFrame({"age": [1, 1, 3, 3], "disease": ["", None, "=secret", "b"]}).write_parquet(path)
    return path


@pytest.mark.parametrize("name", ["out.csv", "out.xlsx", "-"])
def test_values_that_the_file_does_not_tell_apart_are_one_before_groups_are_made(shoal, source, tmp_path, name):
    place = name if name == "-" else tmp_path / name
    result = shoal("anonymize", source, *CALL, "-o", place)
    assert result.exit_code == 0
    assert "disease: 3 values are 2 in" in result.stderr
    if name == "-":
        (tmp_path / "out.csv").write_text(result.stdout, "utf-8")
        place = tmp_path / "out.csv"
    asked = ["--quasi", "age", "--sensitive", "disease", "--l", 2]
    assert shoal("check", place, *asked).exit_code == 0


def test_a_format_that_holds_everything_needs_no_such_care(shoal, source, tmp_path):
    assert "values are" not in shoal("anonymize", source, *CALL, "-o", tmp_path / "out.parquet").stderr
    assert pl.read_parquet(tmp_path / "out.parquet")["age"].n_unique() == 2


def test_formulas_are_warned_of_without_their_text(shoal, source, tmp_path):
    result = shoal("anonymize", source, *CALL, "-o", tmp_path / "out.csv")
    assert (
        "warning: texts that a spreadsheet takes for formulas are in the file: 1 in column 'disease'" in result.stderr
    )
    assert "secret" not in result.stderr


def test_formulas_are_neutralized_on_request(shoal, source, tmp_path):
    result = shoal("anonymize", source, *CALL, "-o", tmp_path / "out.csv", "--neutralize-formulas")
    assert "warning" not in result.stderr
    assert "'=secret" in pl.read_csv(tmp_path / "out.csv")["disease"].to_list()


def test_a_certificate_knows_the_names_that_were_neutralized(shoal, tmp_path):
    source, out, report = tmp_path / "people.parquet", tmp_path / "out.csv", tmp_path / "report.json"
    pl.DataFrame({"=age": [1, 1, 3, 3], "disease": ["a", "b", "=c", "d"]}).write_parquet(source)
    asked = ["-k", 2, "--quasi", "=age", "--sensitive", "disease", "--l", 2, "--method", "mondrian"]
    done = shoal("anonymize", source, *asked, "-o", out, "--neutralize-formulas", "--report", report)
    assert done.exit_code == 0
    assert out.read_text("utf-8").startswith("'=age,")
    assert shoal("verify-certificate", report, out).exit_code == 0
