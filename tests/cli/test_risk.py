from __future__ import annotations

import json

import polars as pl
import pytest


@pytest.fixture
def everyone(people, tmp_path):
    """Return the path of a population that holds the eight people, and as many others who look like them."""
    frame = pl.read_csv(people, infer_schema=False)
    pl.concat([frame, frame]).write_parquet(tmp_path / "everyone.parquet")
    return tmp_path / "everyone.parquet"


def test_risk_prints_attackers_unique_rows_and_sensitive_columns(shoal, people):
    # Two people in each zip code, of whom no two have the same disease.
    result = shoal("risk", people, "--quasi", "zip", "--sensitive", "disease")
    assert result.exit_code == 0
    assert "8 rows in 4 groups; the smallest has 2" in result.stdout
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["prosecutor", "50.0", "%", "50.0", "%", "100", "%", "8"] in lines
    assert ["marketer", "50.0", "%"] in lines
    assert "journalist" not in result.stdout
    assert "--fraction" in result.stdout
    # flu is the disease of 4 in 8; in a zip code one guess in two is right.
    assert ["disease", "3", "50.0", "%", "50.0", "%", "0", "%", "50.0", "%", "50.0", "%"] in lines


def test_risk_as_json_is_what_python_returns(shoal, people):
    found = json.loads(shoal("risk", people, "--quasi", "zip,sex", "--fraction", "0.5", "--json").stdout)
    # (01234, f), (01234, m), (01299, m), (01299, f) and the others: (02110, f) and (02115, m) twice.
    assert (found["groups"], found["uniqueness"]["sample"]) == (6, 4 / 8)
    assert found["population"]["basis"] == "estimate"


def test_a_population_of_another_format_is_counted(shoal, people, everyone):
    result = shoal("risk", people, "--quasi", "zip", "--population", everyone)
    assert result.exit_code == 0
    assert ["journalist", "25.0", "%", "25.0", "%", "100", "%", "8"] in [
        line.split() for line in result.stdout.splitlines()
    ]
    assert "counted in the population" in " ".join(result.stdout.split())


def test_k_map_and_threshold(shoal, people):
    found = json.loads(shoal("risk", people, "--quasi", "zip", "--k-map", "4", "--threshold", "0.3", "--json").stdout)
    assert (found["journalist"]["highest"], found["journalist"]["above"], found["threshold"]) == (0.25, 0.0, 0.3)


def test_an_estimator_without_an_answer_says_why(shoal, people):
    text = " ".join(shoal("risk", people, "--quasi", "name", "--fraction", "0.1").stdout.split())
    assert "every row is unique" in text
    assert "the one to trust here" in text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "--quasi a,b,c"),
        (["--quasi", "zipp"], "did you mean 'zip'"),
        (["--quasi", "zip", "--fraction", "2"], "above 0 and at most 1"),
        (["--quasi", "zip", "--k-map", "0"], "1 or more"),
        (["--quasi", "zip", "--threshold", "3"], "from 0 to 1"),
        (["--quasi", "zip", "--population", "nowhere.csv"], "nowhere.csv"),
    ],
)
def test_what_is_wrong_is_explained(shoal, people, options, words):
    result = shoal("risk", people, *options)
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_population_without_the_columns_is_explained(shoal, people, everyone):
    result = shoal("risk", people, "--quasi", "zip", "--population", everyone, "--k-map", 3)
    assert (result.exit_code, "both given" in result.stderr) == (2, True)
    pl.DataFrame({"sex": ["f"]}).write_csv(everyone.with_suffix(".csv"))
    result = shoal("risk", people, "--quasi", "zip", "--population", everyone.with_suffix(".csv"))
    assert (result.exit_code, "no column 'zip' in the population" in result.stderr) == (2, True)


def test_a_table_without_rows_is_no_risk(shoal, tmp_path):
    source = tmp_path / "in.csv"
    source.write_text("a,b\n")
    result = shoal("risk", source, "--quasi", "a", "--sensitive", "b", "--fraction", "0.1")
    assert result.exit_code == 0
    assert result.stdout.startswith("0 rows in 0 groups\n")


def test_no_cell_is_printed(shoal, people):
    for option in ([], ["--json"]):
        result = shoal("risk", people, "--quasi", "zip,age", "--sensitive", "disease", *option)
        assert not any(cell in result.stdout + result.stderr for cell in ("01234", "gout", "flu", "Ann"))


def test_an_engine_counts_the_same(shoal, people, tmp_path):
    asked = ("risk", people, "--quasi", "zip", "--sensitive", "disease", "--json")
    on_disk = shoal(*asked, "--engine", "disk", "--memory", "1GB", "--tmp", tmp_path)
    assert (on_disk.exit_code, on_disk.stdout) == (0, shoal(*asked).stdout)


def test_a_population_is_refused_where_the_table_is_not_in_memory(shoal, people):
    found = shoal("risk", people, "--quasi", "zip", "--population", people, "--engine", "disk")
    assert found.exit_code == 2
    assert "the engine is 'disk'" in found.stderr
