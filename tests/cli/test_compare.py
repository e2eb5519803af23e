from __future__ import annotations

import csv
import json

import pytest

from shoal import released
from shoal.cli.compare import numbers
from shoal.errors import SettingError

ROLES = ["--quasi", "age,zip,sex", "--sensitive", "disease", "--identifier", "name"]
RUNS = ["-k", "2,3,4", "--methods", "mondrian,cb"]


def test_compare_prints_a_line_for_each_method_and_k(shoal, people):
    result = shoal("compare", people, *ROLES, *RUNS)
    assert result.exit_code == 0
    lines = [line.split() for line in result.stdout.splitlines()]
    assert [line[:2] for line in lines if line[:1] == ["mondrian"]] == [
        ["mondrian", "2"],
        ["mondrian", "3"],
        ["mondrian", "4"],
    ]
    assert sum(line[:1] == ["cb"] for line in lines) == 3


def test_compare_as_json_with_a_suggestion(shoal, people):
    found = json.loads(shoal("compare", people, *ROLES, *RUNS, "--suggest", "--json").stdout)
    assert len(found["rows"]) == 6
    assert found["suggestion"].keys() == {"k", "why"}
    assert found["rows"][0]["verified"] is True


def test_compare_says_why_it_suggests_a_k(shoal, people):
    result = shoal("compare", people, *ROLES, *RUNS, "--suggest")
    assert "the loss" in " ".join(result.stdout.split()[-40:])


def test_a_method_that_cannot_run_does_not_end_the_comparison(shoal, people):
    result = shoal("compare", people, *ROLES, "-k", "2,99", "--methods", "mdav,mondrian")
    assert result.exit_code == 0
    assert "could not run" in result.stdout
    assert "mdav, k = 2: method 'mdav' takes numbers only" in result.stderr
    assert "mondrian, k = 99:" in result.stderr


def test_compare_writes_its_runs_and_a_page(shoal, people, tmp_path):
    result = shoal("compare", people, *ROLES, *RUNS, "--out", tmp_path / "runs.csv", "--report", tmp_path / "page.html")
    assert result.exit_code == 0
    with (tmp_path / "runs.csv").open(newline="") as stream:
        assert [row["k"] for row in csv.DictReader(stream)] == ["2", "3", "4", "2", "3", "4"]
    assert "<svg" in (tmp_path / "page.html").read_text("utf-8")
    assert "runs.csv" in result.stderr
    assert "page.html" in result.stderr


def test_an_interrupted_comparison_keeps_what_is_done_and_goes_on(shoal, people, tmp_path, monkeypatch):
    place = tmp_path / "runs.csv"
    real, made = released.release_of, []

    def counted(table, asked, **call):
        made.append((asked.run["method"], asked.run["k"]))
        if stopping and asked.run["method"] == "cb":
            raise KeyboardInterrupt
        return real(table, asked, **call)

    monkeypatch.setattr(released, "release_of", counted)
    stopping = True
    result = shoal("compare", people, *ROLES, *RUNS, "--out", place)
    assert result.exit_code == 130
    assert f"interrupted; already written: {place}" in result.stderr
    assert len(place.read_text().splitlines()) == 4
    made.clear()
    stopping = False
    assert shoal("compare", people, *ROLES, *RUNS, "--resume", place).exit_code == 0
    assert {method for method, _ in made} == {"cb"}
    assert len(place.read_text().splitlines()) == 7


@pytest.mark.parametrize("text", ["", "2,", "2;5", "two", "2.5", "-2", "2,,5", "²"])
def test_a_list_of_k_that_is_none(shoal, people, text):
    with pytest.raises(SettingError):
        numbers(text)
    result = shoal("compare", people, *ROLES, "--k", text or " ", "--methods", "mondrian")
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--methods", "mondrain"], "did you mean 'mondrian'?"),
        (["--methods", " "], "--methods"),
        (["--quasi", "agee"], "did you mean 'age'?"),
        (["-k", "0"], "k"),
        (["--out", "runs.txt"], ".csv or .json"),
        (["--report", "page.pdf"], "must end in"),
        (["--effort", "quick"], "effort"),
    ],
)
def test_bad_input_is_refused_at_once(shoal, people, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    usual = ["--methods", "mondrian+improve"] if "--methods" not in arguments else []
    result = shoal("compare", people, *ROLES, *usual, *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["people.csv"]


@pytest.mark.parametrize(("content", "words"), [("", "is empty"), ("age,zip,sex,disease,name\n", "no rows")])
def test_an_empty_table_is_refused(shoal, tmp_path, content, words):
    (tmp_path / "in.csv").write_text(content)
    result = shoal("compare", tmp_path / "in.csv", *ROLES, *RUNS)
    assert (result.exit_code, words in result.stderr) == (2, True)


def test_the_table_is_not_written_over(shoal, people):
    before = people.read_bytes()
    result = shoal("compare", people, *ROLES, *RUNS, "--out", people)
    assert result.exit_code == 2
    assert people.read_bytes() == before


def test_a_comparison_in_which_nothing_could_run_is_no_success(shoal, people):
    result = shoal("compare", people, *ROLES, "--methods", "mondrian", "-k", "500")
    assert result.exit_code == 3
    assert "no run could be made" in result.stderr
    assert "could not run" in result.stdout
