"""Reports from the command line: of a release, of a profile, of a comparison; and the check of a certificate."""

from __future__ import annotations

import hashlib
import json

import pytest

ROLES = ["--quasi", "age,zip,sex", "--sensitive", "disease", "--identifier", "name"]
MONDRIAN = ["-k", 2, *ROLES, "--method", "mondrian"]


@pytest.fixture
def released(shoal, people, tmp_path):
    """Return a function that releases the table with a report, and returns their paths."""

    def run(name="report.html", out="out.csv", *arguments):
        result = shoal("anonymize", people, *MONDRIAN, *arguments, "-o", tmp_path / out, "--report", tmp_path / name)
        assert result.exit_code == 0, result.stderr
        return tmp_path / name, tmp_path / out

    return run


def test_a_release_comes_with_a_page(released, shoal, people, tmp_path):
    report, _ = released()
    assert report.read_text("utf-8").startswith("<!DOCTYPE html>")
    result = shoal("anonymize", people, *MONDRIAN, "-o", tmp_path / "b.csv", "--report", tmp_path / "b.html")
    assert result.stderr.endswith(f"written: {tmp_path / 'b.csv'}, {tmp_path / 'b.html'}\n")


def test_a_release_comes_with_facts(released):
    report, _ = released("report.json")
    assert json.loads(report.read_text())["certificate"]["verdict"]["k"] == 2


def test_a_release_to_stdout_has_a_certificate_too(shoal, people, tmp_path):
    result = shoal("anonymize", people, *MONDRIAN, "-o", "-", "--report", tmp_path / "report.json")
    (tmp_path / "out.csv").write_bytes(result.stdout_bytes)
    assert shoal("verify-certificate", tmp_path / "report.json", tmp_path / "out.csv").exit_code == 0


@pytest.mark.parametrize(
    ("name", "words"),
    [("report.pdf", "must end in"), ("none/report.html", "does not exist"), ("people.csv", "must end in")],
)
def test_a_place_that_will_not_do_is_refused_before_any_work(shoal, people, tmp_path, name, words):
    result = shoal("anonymize", people, *MONDRIAN, "-o", tmp_path / "out.csv", "--report", tmp_path / name)
    assert result.exit_code == 2
    assert words in result.stderr
    assert not (tmp_path / "out.csv").exists()


def test_two_outputs_cannot_share_a_file(shoal, people, tmp_path):
    place = tmp_path / "out.json"
    result = shoal(
        "anonymize", people, *MONDRIAN, "-o", tmp_path / "out.csv", "--report", place, "--save-schema", place
    )
    assert (result.exit_code, "two outputs" in result.stderr) == (2, True)


@pytest.mark.parametrize("out", ["out.csv", "out.parquet", "out.csv.gz"])
@pytest.mark.parametrize("name", ["report.html", "report.json"])
def test_a_certificate_that_holds(released, shoal, name, out):
    result = shoal("verify-certificate", *released(name, out))
    assert result.exit_code == 0
    assert result.stdout.count("ok ") == 3
    assert "FAILED" not in result.stdout


def test_a_file_that_was_changed_ends_with_exit_code_4(released, shoal):
    report, out = released()
    out.write_text(out.read_text().replace("flu", "gout", 1))
    result = shoal("verify-certificate", report, out)
    assert result.exit_code == 4
    assert "its SHA-256" in result.stdout
    assert "failed:" in result.stderr


def test_a_certificate_as_json(released, shoal):
    found = json.loads(shoal("verify-certificate", *released(), "--json").stdout)
    assert found["holds"] is True
    assert [finding["what"] for finding in found["findings"]] == ["bytes", "verdict", "promise"]


def test_a_report_that_is_none_is_bad_input(released, shoal, people, tmp_path):
    _, out = released()
    assert shoal("verify-certificate", people, out).exit_code == 2
    assert shoal("verify-certificate", tmp_path / "none.html", out).exit_code == 2


def test_a_released_file_that_is_not_there_is_bad_input(released, shoal, tmp_path):
    report, _ = released()
    (tmp_path / "empty.csv").write_text("")
    assert shoal("verify-certificate", report, tmp_path / "none.csv").exit_code == 2
    assert shoal("verify-certificate", report, tmp_path / "empty.csv").exit_code == 2


def test_a_profile_comes_with_a_page_without_values(shoal, people, tmp_path):
    result = shoal("profile", people, "--report", tmp_path / "profile.html")
    assert result.exit_code == 0
    text = (tmp_path / "profile.html").read_text("utf-8")
    for words in ("identifier", "age + zip", "single", "Distinct values"):
        assert words in text
    for cell in ("Ann", "01234", "gout", "flu"):
        assert cell not in text


def test_a_profile_comes_with_facts(shoal, people, tmp_path):
    shoal("profile", people, "--report", tmp_path / "profile.json")
    assert json.loads((tmp_path / "profile.json").read_text())["rows"] == 8


def test_a_profile_does_not_write_over_its_table(shoal, people):
    result = shoal("profile", people, "--report", people)
    assert result.exit_code == 2


def test_attacks_are_run_for_the_report_and_need_one(shoal, people, tmp_path):
    asked = ("anonymize", people, "-k", "2", "--quasi", "age,zip", "--method", "mondrian", "-o", tmp_path / "out.csv")
    refused = shoal(*asked, "--attacks")
    assert refused.exit_code == 2
    assert "add --report FILE" in refused.stderr
    done = shoal(*asked, "--attacks", "--report", tmp_path / "r.json")
    assert done.exit_code == 0
    told = json.loads((tmp_path / "r.json").read_text("utf-8"))
    assert [one["name"] for one in told["attacks"]] == ["linkage"]


def test_a_release_on_disk_has_a_report(shoal, people, tmp_path):
    report, released = tmp_path / "report.json", tmp_path / "released.csv"
    asked = ("anonymize", people, "--quasi", "age,zip", "--sensitive", "disease", "-k", "2", "--method", "mondrian")
    found = shoal(*asked, "--engine", "disk", "-o", released, "--report", report)
    assert found.exit_code == 0
    facts = json.loads(report.read_text("utf-8"))
    assert facts["certificate"]["verdict"]["k"] >= 2
    assert facts["certificate"]["sha256"] == hashlib.sha256(released.read_bytes()).hexdigest()
    assert shoal("verify-certificate", report, released).exit_code == 0
