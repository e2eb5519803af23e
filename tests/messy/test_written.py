"""Numbers, dates and missing cells as people write them: read right, or asked about; never misread in silence."""

from __future__ import annotations

import warnings

import polars as pl
import pytest

import shoal
from shoal.encode.dates import as_dates
from shoal.errors import ReadingWarning, ShoalError
from shoal.request.request import Request
from shoal.schema.column import Column
from shoal.schema.infer import as_seen
from shoal.schema.written import look_at
from shoal.table.date_form import forms_of
from shoal.table.files import read_table
from shoal.table.frame import Table
from shoal.table.number import as_floats
from shoal.table.number_form import Marks, ways_of


def looked(*cells, name="c", **columns):
    """Return what shoal makes of a text column, beside others."""
    return look_at(Table(pl.DataFrame({name: list(cells), **columns}), textual=True), name)


@pytest.mark.parametrize(
    ("cells", "form"),
    [
        (["1.250,50", "28.700"], "1.234,5"),
        (["12,5", "3"], "1234,5"),
        (["1,250.50", "3"], "1,234.5"),
        (["€ 1.200,00", "3,50 €"], "1.234,5"),
        (["$1,200.00", "$3.50"], "1,234.5"),
        (["12 %", "3%"], "1234.5"),
        ([" 12", "3 "], "1234.5"),
        (["1 250,5", "1 000"], "1 234,5"),
        (["1'250.5", "12"], "1'234.5"),
        (["1.250.000", "950"], "1.234,5"),
        (["12.5", "3"], ""),
    ],
)
def test_marks_are_found_where_there_is_no_doubt(cells, form):
    look = looked(*cells)
    assert (look.kind, look.form, look.doubt) == ("numeric", form, "")


@pytest.mark.parametrize(("cells", "option"), [(["28.700", "950"], "--decimal . or"), (["28,700"], "--decimal , or")])
def test_three_digits_after_a_mark_are_asked_about(cells, option):
    look = looked(*cells)
    assert look.option.startswith(option)
    assert "28" not in look.doubt + look.option


def test_another_column_of_the_file_settles_what_a_mark_means():
    assert looked("28.700", "950", other=["12,5", "3"]).form == "1.234,5"
    assert looked("28.700", "950", other=["12.5", "3"]) == ("numeric", "", "", "", None)


def test_what_is_said_of_the_marks_holds():
    for said, meant in ((Marks(","), 28700), (Marks("", "."), 28700), (Marks("."), 28.7), (Marks("", ","), 28.7)):
        (way,) = ways_of(pl.Series(["28.700", "950"]), said)
        assert way.decimal == ("." if meant == 28.7 else ",")


@pytest.mark.parametrize("code", ["007", "12a", "1.2.3", "12,34,56", "0.5.1"])
def test_codes_are_no_numbers(code):
    assert looked("12", code).kind == "categorical"


@pytest.mark.parametrize(
    ("cells", "forms"),
    [
        (["03.04.2021", "13.12.2021"], ("%d.%m.%Y",)),
        (["3.4.2021", "13.12.2021"], ("%-d.%-m.%Y",)),
        (["3/14/2021"], ("%-m/%-d/%Y",)),
        (["3/4/2021", "5/6/2021"], ("%-d/%-m/%Y", "%-m/%-d/%Y")),
        (["3 Mar 2021", "4 May 2020"], ("%-d %b %Y",)),
        (["March 3, 2021"], ("%B %-d, %Y",)),
        (["3/14/2021 1:05 PM"], ("%-m/%-d/%Y %-I:%M %p",)),
        (["2021-03-04 01:57"], ("%Y-%m-%d %H:%M",)),
        (["31.02.2021"], ()),
    ],
)
def test_dates_are_told_by_all_their_values(cells, forms):
    assert forms_of(pl.Series(cells)) == forms


@pytest.mark.parametrize("cells", [["3/4/2021", "5/6/2021"], ["03.04.21", "05.06.45"]])
def test_dates_that_may_mean_two_days_are_asked_about(cells):
    look = looked(*cells, name="seen")
    assert (look.kind, look.likely) == ("categorical", "date")
    assert look.option.startswith("--date-format ")


@pytest.mark.parametrize(
    ("gaps", "option"),
    [(["NA"], "--null NA"), (["n/a"], "--null n/a"), (["-"], "--null c=-"), (["unknown", "."], "--null c=. --null")],
)
def test_texts_for_missing_are_found_and_proposed(gaps, option):
    look = looked(*map(str, range(38)), *gaps)
    assert (look.kind, look.likely) == ("categorical", "numeric")
    assert look.doubt.startswith(f"{int(3800 / (38 + len(gaps)))} % numbers, the rest is '")
    assert look.option.startswith(option)


def test_a_word_that_is_no_text_for_missing_is_never_named():
    assert looked(*map(str, range(38)), "Smith") == ("categorical", "", "", "", None)


def test_leftovers_far_from_all_others_are_asked_about():
    look = looked(*map(str, range(50, 90)), "999", "999", name="weight")
    assert (look.kind, look.option) == ("numeric", "--null weight=999")
    assert not looked(*map(str, range(900, 1000)), "999", "999").doubt


def test_null_adds_to_the_empty_cell_and_may_be_said_of_one_column(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,b\n1,-\nNA,2\n,NA\n")
    assert read_table(path, null=["NA"]).data.rows() == [("1", "-"), (None, "2"), (None, None)]
    assert read_table(path, null={"b": ["-"], "*": ["NA"]}).data.rows() == [("1", None), (None, "2"), (None, None)]
    with pytest.raises(ShoalError, match="'c', and there is no such column"):
        read_table(path, null={"c": ["-"]})


def test_how_a_file_is_read_is_kept(tmp_path):
    read = {"null": {"*": ("NA",), "age": ("-",)}, "decimal": ",", "date_format": {"seen": "%d/%m/%Y"}}
    asked = Request.of(k=2, quasi="age", read=read)
    asked.save(tmp_path / "shoal.toml")
    assert Request.load(tmp_path / "shoal.toml").read == read


def visits(folder, rows):
    path = folder / "visits.csv"
    path.write_text("seen;income\n" + "\n".join(rows) + "\n")
    return path


def test_released_dates_keep_the_form_of_the_source_and_numbers_their_value(tmp_path):
    path = visits(tmp_path, ["03.04.2021;1.250,50", "04.04.2021;28.700", "13.12.2021;30.000", "14.12.2021;31.000,5"])
    release = shoal.anonymize(path, k=2, quasi=["seen", "income"], method="mondrian", seed=1)
    found = release.data.unique().sort("seen").rows()
    assert found == [
        ("[03.04.2021 - 04.04.2021]", "[1250.5 - 28700.0]"),
        ("[13.12.2021 - 14.12.2021]", "[30000.0 - 31000.5]"),
    ]
    assert not shoal.utility(path, release).notes
    release.save_schema(tmp_path / "shoal.toml")
    assert Request.load(tmp_path / "shoal.toml").schema.column("income").form == "1.234,5"


def test_minutes_stay_minutes(tmp_path):
    rows = ["2021-04-03 01:57;1", "2021-04-03 02:57;2"]
    release = shoal.anonymize(visits(tmp_path, rows), k=2, quasi="seen", method="mondrian", seed=1)
    assert release.data["seen"].unique().to_list() == ["[2021-04-03 01:57 - 2021-04-03 02:57]"]


def test_a_column_in_doubt_is_warned_of_and_the_option_settles_it(tmp_path):
    path = visits(tmp_path, ["3/4/2021;NA", "5/6/2021;2", "7/8/2021;3", "9/10/2021;4"])
    with pytest.warns(ReadingWarning) as heard:
        shoal.anonymize(path, k=2, quasi=["seen", "income"], method="mondrian", seed=1)
    assert [str(one.message).partition(":")[0] for one in heard] == ["seen", "income"]
    read = {"date_format": {"seen": "%d/%m/%Y"}, "null": "NA"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        release = shoal.anonymize(path, k=2, quasi=["seen", "income"], method="mondrian", seed=1, read=read)
    assert {column.name: column.kind for column in release.schema.columns} == {"seen": "date", "income": "numeric"}


def test_a_form_with_hours_does_not_lose_them():
    table = Table(pl.DataFrame({"seen": ["3/14/2021 1:05 PM", "3/14/2021 2:05 PM"]}), textual=True)
    column = as_seen(Column("seen", "quasi"), table)
    assert as_dates(column, table.data["seen"]).dt.hour().to_list() == [13, 14]


def test_a_profile_says_what_a_column_is_and_what_it_may_be(tmp_path):
    path = visits(tmp_path, [f"{day:02}.04.2021;{'NA' if day == 3 else day}" for day in range(1, 21)])
    seen, income = shoal.profile(path).columns
    assert (seen.kind, seen.form) == ("date", "%d.%m.%Y")
    assert (income.kind, income.likely, income.option) == ("categorical", "numeric", "--null NA")


def test_texts_that_are_no_numbers_of_programs_are_missing_as_floats():
    assert as_floats(pl.Series(["1.250,50", "2.5"])).to_list() == [None, 2.5]
