"""`shoal hierarchy`: a file to edit, and what is wrong with one."""

from __future__ import annotations


def test_a_proposed_file_is_checked_and_used(shoal, people, tmp_path):
    path = tmp_path / "zip.csv"
    made = shoal("hierarchy", "propose", people, "--column", "zip", "--as", "prefix:5,3", "-o", path)
    assert made.exit_code == 0, made.stderr
    assert path.read_text().splitlines()[0] == "01234;012**;*"
    checked = shoal("hierarchy", "check", path, people, "--column", "zip")
    assert checked.exit_code == 0
    assert "All 4 values of the column are in it" in checked.stdout
    out = tmp_path / "out.csv"
    run = shoal("anonymize", people, "-k", 2, "--quasi", "zip", "--hierarchy", f"zip={path}", "-o", out, "--quiet")
    assert run.exit_code == 0, run.stderr


def test_a_file_that_lacks_values_ends_with_exit_code_2_and_shows_none(shoal, people, tmp_path):
    path = tmp_path / "zip.csv"
    path.write_text("01234;0*;*\n01299;0*;*\n")
    checked = shoal("hierarchy", "check", path, people, "--column", "zip")
    assert checked.exit_code == 2
    assert "02110" not in checked.stderr


def test_a_word_on_the_command_line_is_a_hierarchy(shoal, people, tmp_path):
    out = tmp_path / "out.csv"
    trees = ("--hierarchy", "zip=prefix:5,3", "--hierarchy", "age=bands:0-49,50+")
    run = shoal("anonymize", people, "-k", 4, "--quasi", "zip,age", *trees, "--method", "datafly", "-o", out, "--quiet")
    assert run.exit_code == 0, run.stderr
    assert "012**" in out.read_text()


def test_floors_are_said_by_column(shoal, tmp_path):
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text("age,born\n" + "\n".join(f"{age},19{age}-03-04" for age in (31, 32, 33, 91, 92, 93)) + "\n")
    given = ("--top", "age=90", "--finest", "born=year", "--method", "mondrian")
    run = shoal("anonymize", path, "-k", 3, "--quasi", "age,born", *given, "-o", out, "--quiet")
    assert run.exit_code == 0, run.stderr
    assert "90+" in out.read_text()
    assert "-03-" not in out.read_text()


def test_a_floor_beside_another_rule_and_an_unknown_one_are_refused(shoal, people, tmp_path):
    call = ("anonymize", people, "-k", 2, "--quasi", "age", "-o", tmp_path / "out.csv")
    assert "another rule already" in shoal(*call, "--top", "age=50", "--hierarchy", "age=bands:5").stderr
    assert "it takes year or zip3" in shoal(*call, "--finest", "age=decade").stderr
