from __future__ import annotations

import json

from tests.cli.conftest import PEOPLE


def test_profile_shows_columns_pairs_and_proposals_but_no_values(shoal, people):
    result = shoal("profile", people)
    assert result.exit_code == 0
    for words in ("8 rows, 5 columns", "identifier", "quasi", "age + ", "single out", "yours to decide"):
        assert words in result.stdout
    for cell in ("Ann", "01234", "gout", "flu"):
        assert cell not in result.stdout


def test_profile_as_json(shoal, people):
    found = json.loads(shoal("profile", people, "--json").stdout)
    columns = {column["name"]: column for column in found["columns"]}
    assert found["rows"] == 8
    assert (columns["zip"]["distinct"], columns["zip"]["unique"]) == (4, 0.0)
    assert (columns["name"]["role"], columns["name"]["unique"]) == ("identifier", 1.0)
    # No two people share age and zip.
    assert {"first": "age", "second": "zip", "unique": 1.0} in found["pairs"]


def test_profile_reads_stdin(shoal):
    assert json.loads(shoal("profile", "-", "--json", given=PEOPLE).stdout)["rows"] == 8


def test_a_name_cannot_steer_the_terminal(shoal, tmp_path):
    source = tmp_path / "in.csv"
    source.write_text("a\x1b[2Jb,c\n1,2\n1,3\n", "utf-8")
    result = shoal("profile", source)
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert "a\\x1b[2Jb" in result.stdout


def test_a_table_without_proposals_says_so(shoal, tmp_path):
    source = tmp_path / "in.csv"
    source.write_text("q1\n1\n1\n", "utf-8")
    assert "No column is proposed as quasi" in shoal("profile", source).stdout


def test_profile_says_which_identifiers_may_be_there(shoal, people):
    result = shoal("profile", people)
    for words in ("may hold", "names", "places smaller than a state", "yours to decide"):
        assert words in result.stdout
    found = json.loads(shoal("profile", people, "--json").stdout)
    assert [one["letter"] for one in found["identifiers"]] == ["A", "B"]


def test_an_engine_counts_the_same(shoal, people, tmp_path):
    asked = ("profile", people, "--json")
    on_disk = shoal(*asked, "--engine", "disk", "--memory", "1GB", "--tmp", tmp_path)
    assert (on_disk.exit_code, on_disk.stdout) == (0, shoal(*asked).stdout)
