"""What people hear at the end of a run is what was checked, and no more."""

from __future__ import annotations

import json
import re

import polars as pl
import pytest

import shoal as library

# Two groups of ten by age and zip. Every pay is one row's own; all of the second group have the same illness.
ROWS = [f"{20 + i},101,{1000 + i},{'flu' if i < 5 else 'hiv'}" for i in range(10)] + [
    f"{60 + i},190,{2000 + i},cancer" for i in range(10)
]
ROLES = ["--quasi", "age,zip", "--sensitive", "ill", "--keep", "pay", "--method", "mondrian", "--seed", 1]


@pytest.fixture
def table(tmp_path):
    place = tmp_path / "in.csv"
    place.write_text("age,zip,pay,ill\n" + "\n".join(ROWS) + "\n")
    return place


def words(text):
    """Return what a panel says, in one line and without its frame."""
    return re.sub(r"[\s│]+", " ", text)


def test_a_sensitive_column_that_nothing_guards_is_said_to_give_values_away(shoal, table, tmp_path):
    result = shoal("anonymize", table, "-k", 10, *ROLES, "-o", tmp_path / "out.csv")
    assert result.exit_code == 0
    said = "certain in 1 group, for 10 of 20 rows (50.0 %)"
    assert (
        f"privacy: sensitive column 'ill' is not guarded: its value is {said}; LDiversity(2), or --l 2, "
        in result.stderr
    )
    assert f"sensitive ill: {said}" in words(result.stderr)
    assert "cancer" not in result.stderr


def test_a_guarded_column_is_not_warned_of(shoal, table, tmp_path):
    result = shoal("anonymize", table, "-k", 10, *ROLES, "--l", 2, "--l-kind", "entropy", "-o", tmp_path / "out.csv")
    assert result.exit_code == 0
    assert "is not guarded" not in result.stderr
    assert "certain in" not in result.stderr


def test_a_promise_names_the_columns_that_it_is_about_and_who_stands_alone_by_others(shoal, table, tmp_path):
    report = tmp_path / "report.html"
    result = shoal("anonymize", table, "-k", 10, *ROLES, "-o", tmp_path / "out.csv", "--report", report)
    assert "k is about age and zip" in words(result.stderr)
    assert "unique 100 % of rows over all released columns; 100 % with pay known besides" in words(result.stderr)
    page = report.read_text()
    assert "<h1>Every row looks like at least 9 others in age and zip.</h1>" in page
    assert "<h1>Every row looks like at least 9 others.</h1>" not in page
    assert "Unique over all released columns together: 20 of 20 rows (100 %)." in page


def test_json_has_the_columns_of_the_promise_and_the_counts(shoal, table, tmp_path):
    result = shoal("anonymize", table, "-k", 10, *ROLES, "-o", tmp_path / "out.csv", "--json")
    facts = json.loads(result.stdout)
    assert facts["quasi"] == ["age", "zip"]
    assert (facts["unique"]["overall"], facts["unique"]["beside"]) == (20, {"pay": 20, "ill": 0})
    assert (facts["certain"]["ill"]["groups"], facts["certain"]["ill"]["held"]) == (1, 10)


def test_a_folder_of_hierarchies_does_not_weaken_t_closeness(shoal, tmp_path):
    source = tmp_path / "in.csv"
    source.write_text("age,ill\n20,gastritis\n21,flu\n60,ulcer\n61,cold\n")
    folder = tmp_path / "trees"
    folder.mkdir()
    (folder / "ill.csv").write_text("gastritis;stomach;*\nulcer;stomach;*\nflu;lung;*\ncold;lung;*\n")
    asked = ["-k", 2, "--quasi", "age", "--sensitive", "ill", "--t", 0.3, "--method", "mondrian", "--json"]
    facts = {}
    for name, options in {
        "folder": ["--hierarchies", folder],
        "file": ["--hierarchy", f"ill={folder / 'ill.csv'}"],
    }.items():
        facts[name] = json.loads(shoal("anonymize", source, *asked, *options, "-o", tmp_path / "out.csv").stdout)
    assert facts["folder"]["sensitive"]["ill"]["t"]["equal"] <= 0.3
    assert facts["folder"]["criteria"][0]["sentence"].endswith("within 0.3 by the equal distance")
    assert facts["file"]["criteria"][0]["sentence"].endswith("within 0.3 by the hierarchical distance")
    assert facts["file"]["sensitive"]["ill"]["t"] == {"equal": 0.5, "hierarchical": 0.25}


def test_k_of_one_that_promises_nothing_is_refused(shoal, table, tmp_path):
    result = shoal("anonymize", table, "-k", 1, *ROLES, "-o", tmp_path / "out.csv")
    assert result.exit_code == 2
    assert "k is 1 and no criterion is given" in result.stderr
    assert not (tmp_path / "out.csv").exists()
    result = shoal("anonymize", table, "-k", 1, *ROLES, "--l", 2, "-o", tmp_path / "out.csv")
    assert result.exit_code == 0


def test_k_of_one_is_a_line_with_an_error_in_a_comparison(shoal, table):
    result = shoal("compare", table, "-k", "1,10", "--methods", "mondrian", "--quasi", "age,zip", "--json")
    first, second = json.loads(result.stdout)["rows"]
    assert first["error"].startswith("k is 1 and no criterion is given")
    assert (second["error"], second["groups"]) == (None, 2)


def test_distinct_values_of_which_one_fills_most_groups_are_said_to_say_little():
    ill = ["flu"] * 9 + ["hiv"]
    frame = pl.DataFrame({"age": [*range(20, 30), *range(60, 70)], "ill": ill + ill})
    with pytest.warns(
        library.PrivacyWarning, match=r"2 of 2 groups fail the kind entropy and 2 the kind rec"
    ) as caught:
        release = library.anonymize(
            frame, k=10, quasi="age", sensitive="ill", criteria=library.LDiversity(2), method="mondrian"
        )
    assert caught[0].filename == __file__
    assert any(sentence.startswith("distinct l-diversity says little here: 'ill'") for sentence in release.inferred)
