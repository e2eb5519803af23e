"""Names of columns in messages: never where they may be cells."""

from __future__ import annotations

import polars as pl
import pytest

import shoal
from shoal.errors import SchemaError
from shoal.schema.schema import Schema
from shoal.table.header import HEADER_HINT, called, hint_on, look_like_cells, looks_like_cell, what_it_has

ROWS = {
    "with a number": "Alice Smith,34,HIV\nBob Jones,35,flu\nCid Moe,36,flu\nDee Poe,37,gout\n",
    "with words that recur": "Smith,female,HIV\nJones,female,flu\nMoe,male,flu\nPoe,male,gout\n",
    "with words only": "Smith,nurse,HIV\nJones,clerk,flu\nMoe,baker,flu\nPoe,cook,gout\n",
    "with a person": "Alice Smith,nurse,HIV\nBob Jones,clerk,flu\nCid Moe,baker,flu\nDee Poe,cook,gout\n",
}
"""Files without a header."""


@pytest.mark.parametrize(
    "name",
    [
        "34",
        "-1.5",
        "2024-03-05",
        "Alice Smith",
        "alice@example.org",
        "€ 20",
        "P1234567",
        "x" * 41,
        "a\nb",
        "",
        " ",
        "+49 30",
    ],
)
def test_what_may_be_a_cell_is_told(name):
    assert looks_like_cell(name)


@pytest.mark.parametrize(
    "name",
    ["age", "Age", "ZIP", "x1", "marital-status", "Marital Status", "date of birth", "_id", "income_2019", "ä"],
)
def test_what_is_a_name_is_told(name):
    assert not looks_like_cell(name)


def test_one_name_that_may_be_a_cell_is_enough_to_show_none():
    assert (
        what_it_has(["age", "zip", "34"]) == "it has 3 columns, whose names are not shown because they look like cells"
    )
    assert hint_on("agee", ["age", "34"]).startswith(HEADER_HINT)
    assert called(["zip"], ["age", "zip", "34"]) == ["column 2"]


def test_names_are_shown_where_they_look_like_names():
    assert what_it_has(["age", "zip"]) == "it has: age, zip"
    assert hint_on("agee", ["age", "zip"]) == "did you mean 'age'?"


def test_of_many_names_some_are_listed():
    names = [f"column_{place}" for place in range(1000)]
    assert what_it_has(names).endswith("column_29 and 970 more")


def test_a_column_of_numbers_tells_its_name_from_its_cells():
    words = {"Smith": ["Jones", "Moe"], "nurse": ["clerk", "baker"]}
    assert look_like_cells(list(words), pl.DataFrame(words))
    assert not look_like_cells([*words, "iq"], pl.DataFrame({**words, "iq": ["103", "98"]}))
    assert not look_like_cells([*words, "iq"], pl.DataFrame({**words, "iq": [103, 98]}))
    assert not look_like_cells(list(words), pl.DataFrame(words).clear())


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_no_message_shows_a_cell_of_a_file_without_a_header(rows, tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(rows)
    cells = rows.replace("\n", ",").strip(",").split(",")
    calls = [
        lambda: shoal.anonymize(path, k=2, quasi="age"),
        lambda: shoal.anonymize(path, k=2),
        lambda: shoal.anonymize(path, k=2, quasi=cells[1], weights={"age": 2}),
        lambda: shoal.check(path, quasi="age"),
        lambda: shoal.risk(path, quasi="age"),
        lambda: shoal.risk(pl.DataFrame({"age": [1]}), quasi="age", population=path),
        lambda: shoal.bound(path, k=2, quasi="age"),
        lambda: shoal.compare(path, quasi="age"),
        lambda: shoal.utility(path, path, quasi=cells[1], target="age"),
        lambda: shoal.attack(path, path, quasi="age"),
    ]
    for call in calls:
        with pytest.raises(SchemaError) as caught:
            call()
        others = [cell for cell in cells if cell != cells[1]]
        assert not any(cell in str(caught.value) for cell in others)
        assert HEADER_HINT in str(caught.value)


def test_a_warning_calls_a_column_by_its_place_where_its_name_may_be_a_cell(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(ROWS["with a number"])
    with pytest.warns(shoal.PrivacyWarning, match="column 1 is released as it is") as caught:
        shoal.anonymize(path, k=2, quasi="34", sensitive="HIV", keep_others=True, method="mondrian")
    assert not any("Alice" in str(warning.message) for warning in caught)


def test_an_endless_name_is_cut_in_a_message():
    with pytest.raises(SchemaError) as caught:
        Schema(()).column("x" * 200_000)
    assert len(str(caught.value)) < 200
