"""Columns that nobody mentioned stay at home, and that is said; kept ones leave as they are."""

from __future__ import annotations

import json
import re
import tomllib
import warnings

import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.main import app

ROWS = 40
VISITS = pl.DataFrame(
    {
        "full_name": [f"Zq{n:03} Person" for n in range(ROWS)],
        "age": [20 + n // 2 for n in range(ROWS)],
        "phone": [f"+49 30 555 {1000 + n}" for n in range(ROWS)],
        "ward": ["north", "south"] * 20,
        "remark": [f"call zq{n:03}@example.org" for n in range(ROWS)],
        "bed": [n % 4 for n in range(ROWS)],
    }
)
AT_HOME = ("full_name", "phone", "ward", "remark", "bed")
ASKED = {"k": 2, "quasi": "age", "method": "mondrian"}
SAID = (
    "left out, as nobody gave them a role: full_name, phone, ward, remark, bed; `--keep` releases columns as they are"
)
SECRETS = re.compile(r"Zq\d|zq\d|555")


@pytest.fixture
def visits(tmp_path):
    VISITS.write_csv(tmp_path / "visits.csv")
    return tmp_path / "visits.csv"


def told(**call):
    """Return a release, and what was warned of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        release = shoal.anonymize(VISITS, **ASKED | call)
    return release, [str(each.message) for each in caught if issubclass(each.category, shoal.PrivacyWarning)]


def command(*arguments):
    return CliRunner().invoke(app, ["anonymize", *map(str, arguments), "-k", "2", "--method", "mondrian"])


# ------------------------------------------------------------------------------------------------------ left at home


def test_columns_that_nobody_mentioned_stay_at_home_and_that_is_said(tmp_path):
    release = shoal.anonymize(VISITS, **ASKED)
    assert release.frame.columns == ["age"]
    assert (release.kept, release.left_out) == ((), AT_HOME)
    assert SAID in release.inferred
    facts = release.to_dict()
    assert (facts["kept"], facts["left_out"]) == ([], list(AT_HOME))
    release.save(tmp_path / "out.csv")
    release.report(tmp_path / "report.html")
    release.report(tmp_path / "report.json")
    release.save_schema(tmp_path / "shoal.toml")
    for file in ("out.csv", "report.html", "report.json", "shoal.toml"):
        assert not SECRETS.search((tmp_path / file).read_text("utf-8")), file


def test_they_stay_at_home_on_the_command_line_too(visits, tmp_path):
    result = command(visits, "--quasi", "age", "-o", tmp_path / "out.csv")
    assert result.exit_code == 0
    assert pl.read_csv(tmp_path / "out.csv").columns == ["age"]
    words = " ".join(result.stderr.replace("│", " ").split())
    assert "left out as nobody gave them a role: full_name, phone, ward, remark, bed" in words
    assert not SECRETS.search((tmp_path / "out.csv").read_text("utf-8") + result.stderr)


def test_json_of_the_command_line_names_them(visits, tmp_path):
    result = command(visits, "--quasi", "age", "--keep", "ward", "-o", tmp_path / "out.csv", "--json")
    facts = json.loads(result.stdout)
    assert facts["kept"] == ["ward"]
    assert facts["left_out"] == ["full_name", "phone", "remark", "bed"]


def test_they_are_in_neither_of_two_tables():
    release = shoal.anonymize(VISITS, k=2, quasi="age", sensitive="ward", method="anatomy")
    assert release.data.columns == ["age", "group"]
    assert release.second.columns == ["group", "ward", "count"]
    assert release.left_out == ("full_name", "phone", "remark", "bed")


def test_more_than_twenty_names_are_counted():
    frame = pl.DataFrame({"age": [1, 1, 2, 2]} | {f"item_{n}": list("xxyy") for n in range(25)})
    release = shoal.anonymize(frame, **ASKED)
    (sentence,) = [sentence for sentence in release.inferred if sentence.startswith("left out")]
    assert "item_19 and 5 more;" in sentence
    assert "item_20" not in sentence
    assert len(release.left_out) == len(release.to_dict()["left_out"]) == 25


def test_names_that_look_like_cells_are_said_by_their_places():
    frame = pl.DataFrame({"31": [31, 31, 40, 40], "Zoe Quill": list("xxyy")})
    release = shoal.anonymize(frame, k=2, quasi="31", method="mondrian")
    assert "left out, as nobody gave them a role: column 2;" in "".join(release.inferred)
    assert release.to_dict()["left_out"] == ["column 2"]
    assert release.left_out == ("Zoe Quill",)


def test_nothing_is_said_where_nothing_is_left_out():
    release = shoal.anonymize(VISITS.select("age", "ward"), **ASKED, keep="ward")
    assert not [sentence for sentence in release.inferred if sentence.startswith("left out")]


def test_those_who_only_look_at_a_table_need_not_mention_its_columns():
    assert shoal.check(VISITS, quasi="age").k == 2
    assert shoal.risk(VISITS, quasi="age").rows == ROWS


# ------------------------------------------------------------------------------------------------------------- kept


def test_kept_columns_leave_as_they_are_in_the_order_of_the_table():
    release, said = told(keep=["bed", "ward"], keep_order=True)
    assert release.frame.columns == ["age", "ward", "bed"]
    assert release.frame.select("ward", "bed").equals(VISITS.select("ward", "bed"))
    assert release.kept == ("ward", "bed")
    assert release.left_out == ("full_name", "phone", "remark")
    assert not [words for words in said if "is released as it is" in words]


def test_kept_columns_that_look_like_identifiers_are_warned_of_without_a_cell():
    _, said = told(keep=["full_name", "phone", "remark", "ward"])
    assert [words.split(" is released")[0] for words in said] == [
        "column 'full_name'",
        "column 'phone'",
        "column 'remark'",
    ]
    assert all("it looks like an identifier" in words for words in said)
    assert not SECRETS.search("".join(said))


def test_the_command_line_warns_of_them_too(visits, tmp_path):
    result = command(visits, "--quasi", "age", "--keep", "phone,ward", "-o", tmp_path / "out.csv")
    words = " ".join(result.stderr.replace("│", " ").split())
    assert pl.read_csv(tmp_path / "out.csv").columns == ["age", "phone", "ward"]
    assert "column 'phone' is released as it is" in words
    assert "as they are phone, ward" in words
    assert not SECRETS.search(result.stderr)


def test_reasons_have_no_word_of_names_that_look_like_cells():
    frame = pl.DataFrame({"31": [31, 31, 40, 40], "Main street 7": list("xxyy"), "12": [1, 1, 2, 2]})
    with pytest.warns(shoal.PrivacyWarning, match="column 2 is released as it is") as caught:
        shoal.anonymize(frame, k=2, quasi="31", keep="Main street 7", method="mondrian")
    assert not any("street" in str(warning.message) for warning in caught)


def test_keep_others_keeps_all_that_nobody_mentioned():
    release, said = told(identifiers="full_name", keep_others=True)
    assert release.frame.columns == ["age", "phone", "ward", "remark", "bed"]
    assert (release.kept, release.left_out) == (("phone", "ward", "remark", "bed"), ())
    assert sum("is released as it is" in words for words in said) == 2


def test_keep_others_leaves_a_column_at_home_that_a_schema_omits():
    columns = (shoal.Column("age", "quasi"), shoal.Column("phone", "omitted"), shoal.Column("remark", "identifier"))
    release, _ = told(schema=shoal.Schema(columns), identifiers="full_name", keep_others=True)
    assert release.frame.columns == ["age", "ward", "bed"]
    assert release.left_out == ("phone",)


def test_a_column_of_which_only_the_kind_is_said_has_no_role_and_is_not_among_the_others():
    release, _ = told(kinds={"bed": "numeric"}, identifiers=["full_name", "phone", "remark"], keep_others=True)
    assert release.frame.columns == ["age", "ward"]
    assert release.left_out == ("bed",)


def test_keep_others_on_the_command_line(visits, tmp_path):
    result = command(
        visits, "--quasi", "age", "--identifier", "full_name,phone,remark", "--keep-others", "-o", tmp_path / "o.csv"
    )
    assert result.exit_code == 0
    assert pl.read_csv(tmp_path / "o.csv").columns == ["age", "ward", "bed"]


def test_an_unknown_column_to_keep_is_refused():
    with pytest.raises(shoal.SchemaError, match="no column 'wart' in the table") as caught:
        shoal.anonymize(VISITS, **ASKED, keep="wart")
    assert "ward" in caught.value.hint


def test_a_column_cannot_be_kept_and_generalised():
    with pytest.raises(shoal.SchemaError, match="column 'age' is given two roles, quasi and plain"):
        shoal.anonymize(VISITS, **ASKED, keep="age")


# ------------------------------------------------------------------------------------------------------ settings file


@pytest.mark.parametrize("call", [{"keep": ["ward"]}, {"keep_others": True, "identifiers": ["full_name", "phone"]}])
def test_a_settings_file_names_every_released_column_and_repeats_the_release(tmp_path, call):
    first, _ = told(**call, seed=3, keep_order=True)
    first.save_schema(tmp_path / "shoal.toml")
    held = tomllib.loads((tmp_path / "shoal.toml").read_text("utf-8"))
    assert "keep_others" not in held["run"]
    released = {name: column["role"] for name, column in held["columns"].items() if column["role"] != "identifier"}
    assert released == {"age": "quasi"} | dict.fromkeys(first.kept, "plain")
    more = VISITS.with_columns(iban=pl.col("phone"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        second = shoal.anonymize(more, schema=tmp_path / "shoal.toml")
    assert second.frame.equals(first.frame)
    assert second.left_out == (*first.left_out, "iban")


def test_a_settings_file_that_keeps_others_lets_new_columns_leave(tmp_path):
    (tmp_path / "shoal.toml").write_text(
        "[run]\nk = 2\nmethod = 'mondrian'\nkeep_others = true\n[columns.age]\nrole = 'quasi'\n", "utf-8"
    )
    frame = VISITS.select("age", "ward", "bed")
    assert shoal.anonymize(frame, request=tmp_path / "shoal.toml").frame.columns == ["age", "ward", "bed"]
    assert shoal.anonymize(frame, request=tmp_path / "shoal.toml", keep_others=False).frame.columns == ["age"]
