from __future__ import annotations

import json

import pytest


def test_check_prints_k_rows_and_groups(shoal, people):
    # Two people in each zip code: k is 2.
    result = shoal("check", people, "--quasi", "zip")
    assert result.exit_code == 0
    lines = dict(line.split(maxsplit=1) for line in result.stdout.splitlines())
    assert {name: text.split()[0] for name, text in lines.items()} == {
        "k": "2", "rows": "8", "groups": "4", "smallest": "2", "largest": "2", "quasi": "1",
    }  # fmt: skip


def test_check_as_json(shoal, people):
    verdict = json.loads(shoal("check", people, "--quasi", "sex", "--sensitive", "disease", "--json").stdout)
    assert verdict == {"k": 4, "rows": 8, "groups": 2, "smallest": 4, "largest": 4, "quasi": ["sex"]}


@pytest.mark.parametrize(("k", "code"), [(1, 0), (2, 0), (3, 4)])
def test_a_k_that_is_asked_for_decides_the_exit_code(shoal, people, k, code):
    result = shoal("check", people, "--quasi", "zip", "-k", k)
    assert result.exit_code == code
    assert ("below: k is 2, not 3" in result.stderr) == (code == 4)


def test_check_reads_stdin(shoal):
    assert json.loads(shoal("check", "-", "--quasi", "a", "--json", given="a\n1\n1\n").stdout)["k"] == 2


def test_check_needs_the_quasi_columns(shoal, people):
    result = shoal("check", people)
    assert result.exit_code == 2
    assert "--quasi a,b,c" in result.stderr


def test_check_names_the_columns_that_there_are(shoal, people):
    result = shoal("check", people, "--quasi", "zipp")
    assert result.exit_code == 2
    assert "hint: did you mean 'zip'?" in result.stderr


def test_a_table_without_rows_has_k_0(shoal, tmp_path):
    source = tmp_path / "in.csv"
    source.write_text("a,b\n")
    assert json.loads(shoal("check", source, "--quasi", "a", "--json").stdout)["k"] == 0
