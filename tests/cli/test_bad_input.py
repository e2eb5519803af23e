"""Each bad input ends in one message, its exit code, and files that are as they were."""

from __future__ import annotations

import pytest
from tests.cli.conftest import PEOPLE

PLANTED = "zz4711planted"
ROLES = ["--quasi", "age,zip", "--sensitive", "disease", "--identifier", "name"]
UTF8 = ["--encoding", "utf-8"]
NUMERIC = ["--kind", "age=numeric"]
HEADER = "name,age,zip,sex,disease\n"


def planted(text, old="Hal"):
    """Return the table with an odd value in one cell."""
    return text.replace(old, PLANTED)


FILES = {
    "empty file": (b"", [], 2, "is empty"),
    "header only": (HEADER, [], 2, "no rows"),
    "one row": (HEADER + f"{PLANTED},31,01234,f,flu\n", [], 3, "1 row"),
    "fewer rows than k": (planted(PEOPLE), ["-k", "9"], 3, "8 rows"),
    "a column twice": (planted(PEOPLE).replace("sex", "age", 1), [], 2, "columns 2 and 4"),
    "a column that is not there": (planted(PEOPLE), ["--quasi", "diseas"], 2, "did you mean 'disease'?"),
    "another separator": (planted(PEOPLE), ["--separator", ";"], 2, "';'"),
    "another encoding": (planted(PEOPLE, "flu").encode("utf-16"), UTF8, 2, "UTF-16"),
    "bytes of another encoding": (planted(PEOPLE).replace("Gus", "Jörg").encode("latin-1"), UTF8, 2, "utf-8"),
    "an unknown encoding": (planted(PEOPLE), ["--encoding", "utf-7000"], 2, "utf-7000"),
    "a row that is too long": (PEOPLE + f"Ida,60,02115,f,flu,{PLANTED}\n", [], 2, "row"),
    "a text among numbers": (planted(PEOPLE, "59"), NUMERIC, 2, "'age'"),
    "infinity": (planted(PEOPLE.replace("59", "inf")), NUMERIC, 2, "'age'"),
    "a text among dates": (planted(PEOPLE, "01299"), ["--kind", "zip=date"], 2, "'zip'"),
    "a missing value that is not allowed": (planted(PEOPLE).replace("59", ""), ["--missing", "error"], 2, "'age'"),
    "no parquet": (planted(PEOPLE), ["--format", "parquet"], 2, "Parquet"),
    "a sheet of a text file": (planted(PEOPLE), ["--sheet", "one"], 2, "sheet"),
}


@pytest.mark.parametrize("old", [None, b"what was there before"], ids=["no file before", "a file before"])
@pytest.mark.parametrize("case", FILES)
def test_a_bad_table(shoal, tmp_path, case, old):
    content, arguments, code, words = FILES[case]
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_bytes(content if isinstance(content, bytes) else content.encode())
    if old is not None:
        out.write_bytes(old)
    result = shoal("anonymize", source, "-k", 2, *ROLES, *arguments, "-o", out, "--json")
    assert result.exit_code == code, result.stderr
    assert result.stdout == ""
    errors = [line for line in result.stderr.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1
    assert words in result.stderr
    assert PLANTED not in result.stderr
    assert "Traceback" not in result.stderr
    assert (out.read_bytes() if out.exists() else None) == old
    assert {path.name for path in tmp_path.iterdir()} <= {"in.csv", "out.csv"}


SETTINGS = {
    "no output": (["-k", 2], "give -o FILE, or -o - for stdout"),
    "no k": (["-o", "out.csv"], "k is not given"),
    "k of 0": (["-k", 0, "-o", "out.csv"], "k"),
    "two things on stdout": (["-k", 2, "-o", "-", "--json"], "both want stdout"),
    "an unknown method": (["-k", 2, "-o", "out.csv", "--method", "mondrain"], "did you mean 'mondrian'?"),
    "an effort that is none": (["-k", 2, "-o", "out.csv", "--effort", "fats"], "did you mean 'fast'?"),
    "a budget of no time": (["-k", 2, "-o", "out.csv", "--effort", "0"], "seconds above 0"),
    "an effort without a search": (["-k", 2, "-o", "out.csv", "--method", "cb", "--effort", "9"], "'cb+improve'"),
    "an improvement of two tables": (["-k", 2, "-o", "out.csv", "--method", "anatomy+improve"], "mondrian+improve"),
    "an unknown style": (["-k", 2, "-o", "out.csv", "--style", "intervals"], "did you mean 'interval'?"),
    "an unknown loss": (["-k", 2, "-o", "out.csv", "--loss", "npc"], "did you mean 'ncp'?"),
    "an unknown way with missing values": (["-k", 2, "-o", "out.csv", "--missing", "drop"], "value, error"),
    "an option that the method lacks": (["-k", 2, "-o", "out.csv", "--option", "speed=9"], "no option 'speed'"),
    "an option without a value": (["-k", 2, "-o", "out.csv", "--option", "speed"], "NAME=VALUE"),
    "a share above 1": (["-k", 2, "-o", "out.csv", "--suppress", "1.5"], "suppress"),
    "a negative seed": (["-k", 2, "-o", "out.csv", "--seed", "-1"], "seed"),
    "a weight that is no number": (["-k", 2, "-o", "out.csv", "--weight", "age=heavy"], "takes a number"),
    "an unknown kind": (["-k", 2, "-o", "out.csv", "--kind", "age=number"], "one of: numeric, categorical, date"),
    "an empty column name": (["-k", 2, "-o", "out.csv", "--quasi", "age,,zip"], "empty column name"),
    "two roles for a column": (["-k", 2, "-o", "out.csv", "--sensitive", "age"], "two roles"),
    "a folder that is not there": (["-k", 2, "-o", "nowhere/out.csv"], "folder"),
    "a folder as the output": (["-k", 2, "-o", "."], "folder"),
    "an unknown output format": (["-k", 2, "-o", "out.docx"], ".docx"),
    "a schema in no folder": (["-k", 2, "-o", "out.csv", "--save-schema", "nowhere/shoal.toml"], "does not exist"),
    "a mapping over the release": (["-k", 2, "-o", "out.csv", "--mapping", "out.csv"], "two outputs"),
    "a mapping over the second table": (
        ["-k", 2, "-o", "out.csv", "--method", "anatomy", "--mapping", "out-sensitive.csv"],
        "two outputs go to out-sensitive.csv",
    ),
    "a schema over the second table": (
        ["-k", 2, "-o", "out.csv", "--method", "anatomy", "--save-schema", "./out-sensitive.csv"],
        "two outputs",
    ),
    "two tables to stdout": (["-k", 2, "-o", "-", "--method", "anatomy"], "two tables"),
    "two tables to a device": (["-k", 2, "-o", "/dev/null", "--method", "anatomy"], "two tables"),
    "a mapping on stdout": (["-k", 2, "-o", "out.csv", "--mapping", "-"], "not a plain file"),
    "no schema file": (["-k", 2, "-o", "out.csv", "--schema", "nowhere.toml"], "nowhere.toml"),
    "no hierarchy file": (["-k", 2, "-o", "out.csv", "--hierarchy", "zip=nowhere.csv"], "'zip'"),
    "no folder of hierarchies": (["-k", 2, "-o", "out.csv", "--hierarchies", "nowhere"], "nowhere"),
    "a folder without hierarchies": (
        ["-k", 2, "-o", "out.csv", "--hierarchies", "."],
        "no file for any quasi or sensitive column",
    ),
}


@pytest.mark.parametrize("case", SETTINGS)
def test_a_bad_request(shoal, people, tmp_path, monkeypatch, case):
    arguments, words = SETTINGS[case]
    monkeypatch.chdir(tmp_path)
    result = shoal("anonymize", people, *ROLES, *arguments)
    assert result.exit_code == 2, result.stderr
    assert result.stdout == ""
    assert words in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["people.csv"]


@pytest.mark.parametrize("arguments", [["--kk", "2"], ["-k", "two", "-o", "out.csv"], ["--suppress", "few"]])
def test_what_the_parser_refuses_is_exit_code_2(shoal, people, arguments):
    result = shoal("anonymize", people, *arguments)
    assert result.exit_code == 2
    assert "Usage: shoal anonymize" in result.stderr


HIERARCHIES = {
    "a value is missing": ("01234;01***;*\n01299;01***;*\n02110;02***;*\n", "'zip'"),
    "two parents": (f"01234;{PLANTED};*\n01299;01***;*\n02110;01***;*\n02115;x;*\n01234;y;*\n", "line 5"),
    "two roots": (f"01234;01***;*\n01299;01***;{PLANTED}\n02110;02***;*\n02115;02***;*\n", "'zip'"),
    "an empty file": ("", "empty"),
    "no text": (b"\xff\xfe\x00\xd8", "UTF-8"),
}


@pytest.mark.parametrize("case", HIERARCHIES)
def test_a_broken_hierarchy(shoal, tmp_path, case):
    content, words = HIERARCHIES[case]
    source, tree, out = tmp_path / "in.csv", tmp_path / "tree.csv", tmp_path / "out.csv"
    source.write_text(PEOPLE, "utf-8")
    tree.write_bytes(content if isinstance(content, bytes) else content.encode())
    result = shoal("anonymize", source, "-k", 2, *ROLES, "--hierarchy", f"zip={tree}", "-o", out)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "hint: " in result.stderr
    assert PLANTED not in result.stderr
    for cell in ("01234", "01299", "02110", "02115"):
        assert cell not in result.stderr
    assert not out.exists()


@pytest.mark.parametrize("link", ["itself", "symbolic", "hard"])
def test_the_table_is_never_written_over(shoal, people, tmp_path, link):
    out = tmp_path / "out.csv"
    if link == "itself":
        out = tmp_path / "." / "people.csv"
    elif link == "symbolic":
        out.symlink_to(people)
    else:
        out.hardlink_to(people)
    result = shoal("anonymize", people, "-k", 2, *ROLES, "-o", out)
    assert result.exit_code == 2
    assert "one of the files to read" in result.stderr
    assert people.read_text("utf-8") == PEOPLE


@pytest.mark.parametrize("option", ["--mapping", "--save-schema"])
def test_no_other_output_is_written_over_the_table(shoal, people, tmp_path, option):
    result = shoal("anonymize", people, "-k", 2, *ROLES, "-o", tmp_path / "out.csv", option, people)
    assert result.exit_code == 2
    assert people.read_text("utf-8") == PEOPLE


def test_a_broken_schema_file_is_named_by_its_line(shoal, people, tmp_path):
    schema = tmp_path / "shoal.toml"
    schema.write_text(f"[run]\nk = {PLANTED}\n", "utf-8")
    result = shoal("anonymize", people, *ROLES, "--schema", schema, "-o", tmp_path / "out.csv")
    assert result.exit_code == 2
    assert "line 2" in result.stderr
    assert PLANTED not in result.stderr


ODD = {
    "mixed types": PEOPLE.replace("59", "old"),
    "not a number": PEOPLE.replace("59", "nan"),
    "infinity, as a text": PEOPLE.replace("59", "inf"),
    "huge integers": PEOPLE.replace("59", "9" * 60),
    "numbers that a float cannot tell apart": PEOPLE.replace("58", "9007199254740993").replace(
        "59", "9007199254740992"
    ),
    "unicode": PEOPLE.replace("02115", "Zürich 🏔").replace("disease", "Größe\u202e", 1).replace("flu", "грипп"),
    "line breaks inside cells": PEOPLE.replace("gout", '"gout\nand more"'),
    "windows line ends": PEOPLE.replace("\n", "\r\n"),
    "byte order mark": "\ufeff" + PEOPLE,
    "ten thousand categories": HEADER + "".join(f"n{i},{i % 90},c{i},f,flu\n" for i in range(10_000)),
    "one column only": "age,zip\n1,a\n1,a\n",
}


@pytest.mark.parametrize("case", ODD)
def test_an_odd_table_is_released_all_the_same(shoal, tmp_path, case):
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(ODD[case], "utf-8", newline="")
    quick = ["--method", "mondrian"] if len(ODD[case]) > 10_000 else []
    asked = ["-k", 2, "--quasi", "age,zip", "--keep-others", *quick]
    assert shoal("anonymize", source, *asked, "-o", out).exit_code == 0
    assert shoal("check", out, "--quasi", "age,zip", "-k", 2).exit_code == 0


@pytest.mark.parametrize("command", ["check", "profile"])
def test_other_commands_keep_the_values_to_themselves_too(shoal, tmp_path, command):
    source = tmp_path / "in.csv"
    source.write_text(PEOPLE + f"Ida,60,02115,f,flu,{PLANTED}\n", "utf-8")
    result = shoal(command, source, *(["--quasi", "age"] if command == "check" else []))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert PLANTED not in result.stderr


def test_a_table_that_is_not_there(shoal, tmp_path):
    result = shoal("anonymize", tmp_path / "nowhere.csv", "-k", 2, *ROLES, "-o", tmp_path / "out.csv")
    assert result.exit_code == 2
    assert "there is no file" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [["anonymize", "-k", 2, "-o"], ["compare", "--report"]])
def test_no_output_goes_over_a_hierarchy_that_is_read(shoal, people, tmp_path, command):
    tree = tmp_path / "trees" / ("age.csv" if command[0] == "anonymize" else "age.html")
    tree.parent.mkdir()
    tree.write_text("31;30s;*\n", "utf-8")
    (tmp_path / "trees" / "sex.csv").symlink_to(tree)
    result = shoal(*command, tree, people, "--quasi", "age,sex", "--hierarchies", tree.parent)
    assert result.exit_code == 2
    assert "one of the files to read" in result.stderr
    assert tree.read_text("utf-8") == "31;30s;*\n"
