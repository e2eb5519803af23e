"""What speaks against releasing a column as it is; by the rules of the profile."""

from __future__ import annotations

import polars as pl
import pytest

from shoal.datasets import patients
from shoal.risks.profile import profile_table
from shoal.schema.telling import OWN_VALUE_SHARE, own_value_share, why_telling
from shoal.table.frame import Table

ROWS = 40


def why(name, values, dtype=None):
    return why_telling(Table.of(pl.DataFrame({name: pl.Series(values, dtype=dtype)})), name)


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("patient_id", [1, 1, 2, 2], "its name has the word 'id'"),
        ("contact", [f"+49 30 555 01{n % 20:02}" for n in range(ROWS)], "telephone numbers"),
        ("contact", [f"p{n % 20}@example.org" for n in range(ROWS)], "e-mail addresses"),
        ("remark", ["came back", "call p@example.org first"] * 20, "its texts hold e-mail addresses"),
        ("treatment", ["rest", "rest; call +49 30 555 0101"] * 20, "its texts hold telephone numbers"),
        ("code", [f"x{n}" for n in range(ROWS)], "40 distinct values in 40 rows, as in a key"),
    ],
)
def test_what_looks_like_an_identifier_is_told_by_name_or_values(name, values, words):
    found = why(name, values)
    assert found.startswith("it looks like an identifier: ")
    assert words in found
    assert "@" not in found
    assert "555" not in found


def test_most_rows_with_a_value_of_their_own_are_more_than_half():
    assert why("level", [1.5, 2.5, 3.5, 4.0, 4.0]) == "most rows have a value of their own in it"
    assert why("level", [1.5, 2.5, 4.0, 4.0]) == ""
    assert OWN_VALUE_SHARE == 0.5


def test_missing_cells_are_one_value():
    assert own_value_share(pl.Series([None, None, 1, 2])) == 0.5
    assert own_value_share(pl.Series([None, 1, 1, 1])) == 0.25


@pytest.mark.parametrize("values", [[], [1.5]])
def test_a_table_of_one_row_or_none_tells_nobody_apart(values):
    assert why("level", values, pl.Float64) == ""


def test_lists_and_bytes_are_looked_at_too():
    assert why("steps", [[1], [2], [3]]) == "most rows have a value of their own in it"
    assert why("steps", [b"a", b"a"]) == ""


def test_what_the_profile_takes_for_an_identifier_is_told_of_each_column():
    table = Table.of(patients(300, seed=4).frame)
    for column in profile_table(table).columns:
        found = why_telling(table, column.name)
        if column.role == "identifier":
            assert found == f"it looks like an identifier: {column.reason}"
        elif column.unique > OWN_VALUE_SHARE:
            assert found
