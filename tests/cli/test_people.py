"""People, not rows: a table of visits from the command line, from the warning to the certificate."""

from __future__ import annotations

import json

import polars as pl
import pytest

from shoal.datasets import visits

QUASI = ["birth_date", "zip", "sex"]
ASKED = ["--quasi", ",".join(QUASI), "--sensitive", "diagnosis", "--identifier", "name,note", "-k", "5"]
FAST = ["--method", "mondrian", "--keep-order"]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Return the path of a table of 1,500 visits, and the table."""
    path = tmp_path_factory.mktemp("visits") / "visits.csv"
    frame = visits(1500, seed=2).frame
    frame.write_csv(path)
    return path, frame


def people_in(path, frame):
    """Return how many people each group of a file holds."""
    written = pl.read_csv(path, infer_schema=False).with_columns(frame["patient_id"].alias("who"))
    return written.group_by(QUASI).agg(pl.col("who").n_unique())["who"]


def shares_in(path, frame):
    """Return the greatest share of the rows of each group that one person has."""
    written = pl.read_csv(path, infer_schema=False).with_columns(frame["patient_id"].alias("who"))
    rows = written.group_by(*QUASI, "who").len().group_by(QUASI).agg(pl.col("len").max() / pl.col("len").sum())
    return rows["len"]


@pytest.mark.parametrize("asked", [["--quasi", ",".join(QUASI)], [*ASKED[:-2], "--identifier", "patient_id"]])
def test_without_a_person_groups_hold_fewer_and_a_warning_counts_them(shoal, table, tmp_path, asked):
    path, frame = table
    out = tmp_path / "out.csv"
    result = shoal("anonymize", path, *asked, "-k", "5", *FAST, "-o", out)
    held = people_in(out, frame)
    few = int((held < 5).sum())
    assert result.exit_code == 0
    assert few > 0
    words = " ".join(result.stderr.split())
    assert f"column 'patient_id' repeats, and k counts rows: {few:,} of {len(held):,} groups hold fewer" in words
    assert "--person" in words


def test_a_number_that_repeats_counts_though_each_visit_has_its_own(shoal, table, tmp_path):
    path, frame = tmp_path / "numbered.csv", table[1].with_row_index("visit_id")
    frame.write_csv(path)
    result = shoal("anonymize", path, "--quasi", ",".join(QUASI), "-k", "5", *FAST, "-o", tmp_path / "out.csv")
    assert "column 'patient_id' repeats, and k counts rows" in " ".join(result.stderr.split())


def test_people_who_share_a_name_are_no_reason_to_warn(shoal, table, tmp_path):
    path, frame = tmp_path / "once.csv", table[1].unique("patient_id", keep="first", maintain_order=True)
    frame.write_csv(path)
    assert frame["name"].n_unique() < frame.height
    result = shoal("anonymize", path, "--quasi", ",".join(QUASI), "-k", "5", *FAST, "-o", tmp_path / "out.csv")
    assert "repeats, and k counts rows" not in " ".join(result.stderr.split())


def test_with_a_person_every_group_holds_k_people(shoal, table, tmp_path):
    path, frame = table
    out = tmp_path / "out.csv"
    result = shoal("anonymize", path, *ASKED, "--person", "patient_id", *FAST, "-o", out, "--json")
    facts = json.loads(result.stdout)
    held = people_in(out, frame)
    assert held.min() >= 5
    assert "repeats, and k counts rows" not in result.stderr
    assert facts["people"] == {
        "column": "patient_id",
        "people": frame["patient_id"].n_unique(),
        "smallest": held.min(),
        "alone": 0,
        "share": pytest.approx(shares_in(out, frame).max()),
        "mostly_one": int((shares_in(out, frame) > 0.5).sum()),
    }
    assert {"model": "people", "k": 5, "column": "patient_id"}.items() <= facts["criteria"][0].items()


def test_one_person_can_be_kept_from_filling_a_group(shoal, table, tmp_path):
    path, frame = table
    out = tmp_path / "out.csv"
    shoal("anonymize", path, *ASKED, "--person", "patient_id", "--person-share", "0.4", *FAST, "-o", out)
    assert shares_in(out, frame).max() <= 0.4 + 1e-9


def test_a_share_without_a_person_is_refused(shoal, table, tmp_path):
    result = shoal("anonymize", table[0], *ASKED, "--person-share", "0.4", "-o", tmp_path / "out.csv")
    assert result.exit_code == 2
    assert "no column says whose row it is" in " ".join(result.stderr.split())


def test_more_people_than_there_are_are_refused(shoal, tmp_path):
    path = tmp_path / "few.csv"
    path.write_text("who,age\na,1\na,2\nb,3\nb,4\n")
    out = tmp_path / "out.csv"
    result = shoal("anonymize", path, "--quasi", "age", "--person", "who", "-k", "3", "-o", out)
    assert result.exit_code == 3
    assert "the table has 2 people, so no group can hold 3" in result.stderr
    assert not out.exists()


def test_a_schema_file_keeps_the_person(shoal, table, tmp_path):
    path, frame = table
    out, again, toml = tmp_path / "out.csv", tmp_path / "again.csv", tmp_path / "shoal.toml"
    shoal("anonymize", path, *ASKED, "--person", "patient_id", *FAST, "-o", out, "--save-schema", toml)
    assert 'person = "patient_id"' in toml.read_text()
    shoal("anonymize", path, "--schema", toml, "-o", again)
    assert people_in(again, frame).min() >= 5


def test_check_and_risk_count_people(shoal, table):
    path, frame = table
    held = frame.group_by(QUASI).agg(pl.col("patient_id").n_unique())["patient_id"]
    asked = ["--quasi", ",".join(QUASI), "--person", "patient_id", "--json"]
    verdict = json.loads(shoal("check", path, *asked).stdout)
    assert (verdict["k"], verdict["people"]["alone"]) == (held.min(), int((held == 1).sum()))
    risk = json.loads(shoal("risk", path, *asked).stdout)
    assert risk["people"] == frame["patient_id"].n_unique()
    assert risk["prosecutor"]["average"] == pytest.approx(len(held) / held.sum())


def test_check_says_that_it_counts_rows_where_the_release_has_no_person(shoal, table, tmp_path):
    out, toml = tmp_path / "out.csv", tmp_path / "shoal.toml"
    shoal("anonymize", table[0], *ASKED, "--person", "patient_id", *FAST, "-o", out, "--save-schema", toml)
    result = shoal("check", out, "--schema", toml)
    assert result.exit_code == 0
    assert "rows are counted, not people" in " ".join(result.stderr.split())


@pytest.mark.parametrize("more", [[], ["--pseudonymize", "patient_id"]])
def test_a_certificate_says_what_can_be_counted_of_people(shoal, table, tmp_path, more):
    out, report = tmp_path / "out.csv", tmp_path / "report.json"
    asked = [*ASKED, "--person", "patient_id", "--l", "2", *FAST, *more]
    assert shoal("anonymize", table[0], *asked, "-o", out, "--report", report).exit_code == 0
    result = shoal("verify-certificate", report, out)
    words = " ".join(result.stdout.split()) + " ".join(result.stderr.split())
    assert result.exit_code == 0, words
    assert ("not checked" in words) == (not more)
    assert ("the file does not say whose row is whose" in words) == (not more)
    assert (
        "every group holds at least 5 different people, distinguished by 'patient_id': true of all" in words
    ) == bool(more)
