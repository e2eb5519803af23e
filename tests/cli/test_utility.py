from __future__ import annotations

import json

import pytest

COLUMNS = ("--quasi", "age,zip,sex", "--sensitive", "disease")


@pytest.fixture
def released(tmp_path):
    path = tmp_path / "released.csv"
    rows = ["[31 - 39],*,*,flu", "[31 - 39],*,*,cold", "[31 - 39],*,*,flu", "[31 - 39],*,*,gout"]
    rows += ["[52 - 59],*,*,flu", "[52 - 59],*,*,gout", "[52 - 59],*,*,cold", "[52 - 59],*,*,flu"]
    path.write_text("age,zip,sex,disease\n" + "\n".join(rows) + "\n", "utf-8")
    return path


def test_a_line_for_each_column_and_each_figure(shoal, people, released):
    result = shoal("utility", people, released, *COLUMNS, "--target", "disease", "--truth", "order")
    assert result.exit_code == 0
    words = " ".join(result.stdout.split())
    assert "8 rows released of 8" in words
    assert "over 500 random questions" in words
    assert "disease by nearest row learns nothing: " in words
    assert not any(value in result.output for value in ("gout", "01234", "Ann"))


def test_json_is_one_object_and_the_same_seed_gives_it_again(shoal, people, released):
    one, two = (shoal("utility", people, released, *COLUMNS, "--json", "--seed", 3).stdout for _ in range(2))
    assert one == two
    facts = json.loads(one)
    assert [column["column"] for column in facts["columns"]] == ["age", "zip", "sex", "disease"]
    assert facts["columns"][2]["hellinger"] == 0  # four of each sex, and a star is half of each
    assert facts["columns"][3]["hellinger"] == 0


def test_what_cannot_be_is_refused(shoal, people, released):
    result = shoal("utility", people, released, *COLUMNS, "--target", "age")
    assert result.exit_code == 2
    assert "is quasi" in result.stderr
    assert shoal("utility", "-", "-", *COLUMNS).exit_code == 2
