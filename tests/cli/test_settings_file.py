"""What a shoal.toml asks for counts in every command that takes one."""

from __future__ import annotations

import json

import polars as pl
import pytest

import shoal as library

COLUMNS = '[columns]\nage.role = "quasi"\nzip.role = "quasi"\n'
RUNS = {"k": "k = 12", "risk": "max_risk = 0.09", "preset": 'preset = "ema-0070"', "both": "k = 2\nmax_risk = 0.09"}
PERSON = '[columns]\nage.role = "quasi"\nwho.role = "identifier"\n[run]\nperson = "who"\n'


@pytest.fixture(params=RUNS)
def strict(request, tmp_path):
    """Return a shoal.toml that asks for groups of twelve, said in one way or another."""
    path = tmp_path / "shoal.toml"
    path.write_text(f"{COLUMNS}[run]\n{RUNS[request.param]}\n", "utf-8")
    return path


def test_check_ends_with_exit_code_4_below_the_k_of_the_file(shoal, people, strict):
    result = shoal("check", people, "--schema", strict)
    assert result.exit_code == 4
    assert "below: k is 1, not 12" in result.stderr


def test_attack_allows_no_more_than_the_k_of_the_file(shoal, people, strict):
    result = shoal("attack", people, people, "--schema", strict, "--only", "linkage", "--json")
    assert result.exit_code == 4
    assert "more often than k = 12 allows" in result.stderr
    assert json.loads(result.stdout)["attacks"][0]["promise"] == pytest.approx(1 / 12)


def test_the_verdict_says_that_the_k_of_the_request_is_broken(people, strict):
    verdict = library.check(people, request=strict)
    # Eight people, each with an age of their own.
    assert [(broken.criterion.sentence, broken.groups) for broken in verdict.broken] == [
        ("every group has at least 12 rows", 8)
    ]


def test_of_k_and_a_highest_risk_the_stricter_holds_in_check_too(shoal, people, tmp_path):
    path = tmp_path / "shoal.toml"
    path.write_text(f"{COLUMNS}[run]\nmax_risk = 0.5\n", "utf-8")
    assert "k is 1, not 2" in shoal("check", people, "--schema", path).stderr
    assert "k is 1, not 3" in shoal("check", people, "--schema", path, "-k", 3).stderr
    assert "k is 1, not 2" in shoal("check", people, "--schema", path, "-k", 1).stderr


@pytest.mark.parametrize(("asked", "broken"), [("k = 2", True), ("k = 1\nperson_share = 0.5", True), ("k = 1", False)])
def test_people_are_counted_where_the_file_names_one(shoal, tmp_path, asked, broken):
    table, path = tmp_path / "t.csv", tmp_path / "shoal.toml"
    table.write_text("who,age\nann,31\nann,31\nbob,40\nbob,40\n", "utf-8")
    path.write_text(f"{PERSON}{asked}\n", "utf-8")
    result = shoal("check", table, "--schema", path)
    assert (result.exit_code == 4) == broken
    assert bool(library.check(table, request=path).broken) == broken


def test_a_preset_does_not_raise_the_k_that_is_compared(tmp_path):
    frame = pl.DataFrame({"age": list(range(16)), "zip": ["01234", "01299"] * 8})
    path = tmp_path / "shoal.toml"
    path.write_text(f'{COLUMNS}[run]\npreset = "ema-0070"\n', "utf-8")
    found = library.compare(frame, k=[2, 4], methods="mondrian", request=path)
    assert found["smallest"].to_list() == [2, 4]


def test_the_rules_of_a_preset_hold_in_a_comparison():
    frame = pl.DataFrame({"age": [91, 95, 97, 99], "sex": ["f", "m", "f", "m"]})
    asked = library.Request.of(preset="hipaa-safe-harbor", quasi=["age", "sex"])
    found = library.compare(frame, k=4, methods="mondrian", request=asked)
    release = library.anonymize(frame, k=4, method="mondrian", request=asked)
    assert found["loss"].to_list() == [release.reported.measures.gcp]


@pytest.fixture
def booked(people, tmp_path):
    """Return a workbook, and the shoal.toml and the released CSV file of a run on its second sheet."""
    frame = pl.read_csv(people, infer_schema=False)
    book, release, settings = tmp_path / "book.xlsx", tmp_path / "release.csv", tmp_path / "shoal.toml"
    writer = pytest.importorskip("xlsxwriter")
    pytest.importorskip("fastexcel")
    with writer.Workbook(book) as file:
        pl.DataFrame({"note": ["nothing"]}).write_excel(file, "Front")
        frame.write_excel(file, "People")
    asked = {"quasi": ["age", "zip"], "sensitive": "disease", "identifiers": "name"}
    made = library.anonymize(book, k=2, read={"sheet": "People", "format": "xlsx"}, **asked)
    made.save(release)
    made.save_schema(settings)
    return book, release, settings


@pytest.mark.parametrize("command", ["check", "risk"])
def test_a_release_of_a_sheet_is_looked_at_with_the_file_of_its_run(shoal, booked, command):
    book, release, settings = booked
    assert shoal(command, book, "--schema", settings).exit_code == (4 if command == "check" else 0)
    assert shoal(command, release, "--schema", settings).exit_code == 0
    other = release.with_suffix(".xlsx")
    pl.read_csv(release).write_excel(other)
    assert shoal(command, other, "--schema", settings).exit_code == 0


@pytest.mark.parametrize("command", ["check", "risk"])
def test_a_sheet_that_the_command_line_names_must_be_there(shoal, booked, command):
    book, release, settings = booked
    named = shoal(command, release, "--schema", settings, "--sheet", "People")
    assert named.exit_code == 2
    assert "a sheet was named" in named.stderr
    assert "has no sheet 'Peoples'" in shoal(command, book, "--schema", settings, "--sheet", "Peoples").stderr


def test_verbs_look_at_a_release_of_a_sheet_too(booked):
    book, release, settings = booked
    assert library.check(release, request=settings).broken == ()
    assert library.risk(release, request=settings).rows == library.profile(release, request=settings).rows == 8
    linkage = library.attack(book, release, request=settings, only="linkage")
    assert linkage == library.attack(book, release, request=settings, only="linkage", read={"sheet": "People"})


def test_a_release_that_is_named_like_another_format_is_read_as_the_file_says(tmp_path):
    path = tmp_path / "table.dat"
    path.write_text("age\n31\n31\n", "utf-8")
    assert library.check(path, request=library.Request.of(quasi="age", read={"format": "csv"})).k == 2
