from __future__ import annotations

import json
import math

import pytest


def test_check_prints_k_rows_and_groups(shoal, people):
    # Two people in each zip code: k is 2.
    result = shoal("check", people, "--quasi", "zip")
    assert result.exit_code == 0
    lines = dict(line.split(maxsplit=1) for line in result.stdout.splitlines())
    assert {name: text.split()[0] for name, text in lines.items()} == {
        "k": "2", "rows": "8", "groups": "4", "smallest": "2", "largest": "2", "quasi": "zip",
    }  # fmt: skip


def test_check_as_json(shoal, people):
    verdict = json.loads(shoal("check", people, "--quasi", "sex", "--sensitive", "disease", "--json").stdout)
    levels, certain = verdict.pop("sensitive"), verdict.pop("certain")
    assert certain["disease"] == {
        "groups": 0, "held": 0, "likely_groups": 0, "likely": 0, "of": 8, "counts": "rows", "values": 3, "base": 0.5,
    }  # fmt: skip
    assert verdict == {
        "k": 4, "rows": 8, "groups": 2, "smallest": 4, "largest": 4, "quasi": ["sex"], "broken": [],
        "people": None, "caveats": [],
    }  # fmt: skip
    # Women: flu, gout, flu, gout. Men: cold, flu, cold, flu. In the table flu 4, cold 2, gout 2 of 8.
    assert levels == {
        "disease": {
            "values": 3, "distinct_l": 2, "frequency_l": 2.0, "entropy_l": 2.0, "recursive_c": {"2": 1.0},
            "alpha": 0.5, "t": {"equal": 0.25}, "beta_basic": 1.0, "beta_enhanced": 1.0, "delta": None,
            "delta_present": pytest.approx(math.log(2)),
        }
    }  # fmt: skip


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


def test_check_prints_the_levels_of_each_sensitive_column(shoal, people):
    result = shoal("check", people, "--quasi", "sex", "--sensitive", "disease,age")
    lines = dict(line.strip().split("  ", maxsplit=1) for line in result.stdout.splitlines() if "  " in line.strip())
    shown = {label: cells.split() for label, cells in lines.items()}
    assert shown["level"] == ["disease", "age"]
    assert shown["distinct l"] == ["2", "4"]
    assert shown["c, recursive l = 2"] == ["above", "1", "above", "0.3334"]
    assert shown["c, recursive l = 4"] == ["above", "1"]
    assert shown["t, equal distance"] == ["0.25", "0.5"]
    assert len(shown["t, ordered distance"]) == 1  # of ages, which are numbers in this file of text
    assert shown["delta"] == ["none", "none"]


def test_many_sensitive_columns_are_printed_some_at_a_time(shoal, tmp_path):
    names = [f"s{number}" for number in range(6)]
    source = tmp_path / "in.csv"
    source.write_text(",".join(["q", *names]) + "\n" + "1,a,a,a,a,a,a\n")
    text = shoal("check", source, "--quasi", "q", "--sensitive", ",".join(names)).stdout
    assert text.count("distinct l") == 2
    assert all(name in text for name in names)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--l", 3], "distinct l is 2, not 3 (2 of 2 groups)"),
        (["--l", 2.5, "--l-kind", "frequency"], "frequency l is 2, not 2.5"),
        (["--l", 2.5, "--l-kind", "entropy"], "entropy l is 2, not 2.5"),
        (["--l", 2, "--l-kind", "recursive", "--c", 1], "c for l = 2 must be above 1, and is 1"),
        (["--l", 3, "--l-kind", "recursive"], "distinct l is 2, not 3, so no c is enough"),
        (["--alpha", 0.4], "alpha is 0.5, not 0.4"),
        (["--t", 0.2], "t by the equal distance is 0.25, not 0.2"),
        (["--t", 0.1, "--t-distance", "equal"], "t by the equal distance is 0.25, not 0.1"),
        (["--beta", 0.9], "enhanced beta is 1, not 0.9"),
        (["--beta", 0.9, "--beta-kind", "basic"], "basic beta is 1, not 0.9"),
        (["--delta", 9], "no delta is enough"),
    ],
)
def test_a_level_that_is_not_reached_ends_with_its_own_exit_code(shoal, people, options, words):
    result = shoal("check", people, "--quasi", "sex", "--sensitive", "disease", *options)
    assert result.exit_code == 4
    assert f"broken: 'disease': {words}" in result.stderr


def test_levels_that_are_reached_end_well(shoal, people):
    asked = ["-k", 4, "--l", 2, "--l-kind", "entropy", "--alpha", 0.5, "--t", 0.25, "--beta", 1]
    result = shoal("check", people, "--quasi", "sex", "--sensitive", "disease", *asked)
    assert (result.exit_code, result.stderr) == (0, "")


def test_delta_that_is_not_below_its_bound_is_named(shoal, tmp_path):
    source = tmp_path / "in.csv"
    source.write_text("q,s\n1,a\n1,a\n1,b\n2,a\n2,b\n2,b\n")
    result = shoal("check", source, "--quasi", "q", "--sensitive", "s", "--delta", 0.4)
    assert "delta is 0.4055, not below 0.4" in result.stderr


def test_every_sensitive_column_is_asked(shoal, people):
    result = shoal("check", people, "--quasi", "sex", "--sensitive", "disease,age", "--l", 3, "--json")
    assert [broken["groups"] for broken in json.loads(result.stdout)["broken"]] == [2]
    assert result.stderr.count("broken:") == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--l", 2], "no column is sensitive"),
        (["--sensitive", "disease", "--l-kind", "entropy"], "without --l"),
        (["--sensitive", "disease", "--c", 3], "without --l"),
        (["--sensitive", "disease", "--l", 2.5], "whole number"),
        (["--sensitive", "disease", "--t", 2], "0 to 1"),
        (["--sensitive", "disease", "--t", 0.2, "--t-distance", "ordered"], "no order"),
        (["--sensitive", "disease", "--beta", 1, "--beta-kind", "better"], "basic, enhanced"),
        (["--sensitive", "sex"], "two roles"),
    ],
)
def test_a_wish_that_cannot_be_meant_is_explained(shoal, people, options, words):
    result = shoal("check", people, "--quasi", "sex", *options)
    assert result.exit_code == 2
    assert words in result.stderr


def test_hierarchies_of_sensitive_columns_come_from_a_folder_or_a_file(shoal, people, tmp_path):
    folder = tmp_path / "trees"
    folder.mkdir()
    file = folder / "disease.csv"
    file.write_text("flu;cold or flu;*\ncold;cold or flu;*\ngout;gout;*\n")
    for options in (["--hierarchies", folder], ["--hierarchy", f"disease={file}"]):
        result = shoal("check", people, "--quasi", "sex", "--sensitive", "disease", "--json", *options)
        assert json.loads(result.stdout)["sensitive"]["disease"]["t"] == {"equal": 0.25, "hierarchical": 0.25}
    result = shoal("check", people, "--quasi", "sex", "--sensitive", "age", "--hierarchies", folder)
    assert "no file for any sensitive column" in result.stderr


def test_a_kind_that_is_given_is_taken(shoal, people):
    result = shoal("check", people, "--quasi", "sex", "--sensitive", "age", "--kind", "age=categorical", "--json")
    assert list(json.loads(result.stdout)["sensitive"]["age"]["t"]) == ["equal"]


def test_an_engine_counts_the_same(shoal, people, tmp_path):
    asked = ("check", people, "--quasi", "age,sex", "--sensitive", "disease", "--json")
    on_disk = shoal(*asked, "--engine", "disk", "--memory", "1GB", "--tmp", tmp_path)
    assert (on_disk.exit_code, on_disk.stdout) == (0, shoal(*asked).stdout)
    assert [path.name for path in tmp_path.iterdir()] == [people.name]
