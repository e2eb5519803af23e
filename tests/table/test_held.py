"""What a file holds of a table."""

from __future__ import annotations

import datetime as dt

import polars as pl
import pytest

from shoal.errors import OutputError
from shoal.table.held import as_held, values_held

NEAR = (0.3, 0.1 + 0.2)


def held(values, format):
    """Return how many different values a file holds of a column, missing being one of them."""
    return values_held(pl.Series("x", values), format).data.to_series().n_unique()


@pytest.mark.parametrize("format", ["csv", "excel"])
def test_an_empty_text_is_held_as_a_missing_cell(format):
    assert as_held(pl.DataFrame({"x": ["", None], "y": [1, 2]}), format).data["x"].to_list() == [None, None]


@pytest.mark.parametrize(
    ("values", "in_csv", "in_excel"),
    [
        (NEAR, 2, 1),
        ([0.1, 0.2], 2, 2),
        ([dt.datetime(2024, 1, 1, 0, 0, 0, 1), dt.datetime(2024, 1, 1)], 2, 1),
        ([dt.time(1, 2, 3, 4), dt.time(1, 2, 3)], 2, 2),
        ([" a", "a", "a "], 3, 3),
        (["a\r\nb", "a\nb", "a\rb"], 3, 3),
        (["007", "7"], 2, 2),
        ([True, False], 2, 2),
    ],
)
def test_values_that_a_format_does_not_tell_apart_are_held_as_one(values, in_csv, in_excel):
    assert held(values, "csv") == in_csv
    assert held(values, "excel") == in_excel


def test_rows_that_the_reader_would_skip_are_refused():
    with pytest.raises(OutputError, match="2 rows and 2 columns"):
        as_held(pl.DataFrame({"a": ["a", "x"], "b": ["b", "y"]}), "csv")


def test_names_come_back_with_their_blanks():
    assert as_held(pl.DataFrame({" a ": [1], "b": [2]}), "csv").columns == (" a ", "b")


@pytest.mark.parametrize("day", [dt.date(1899, 12, 31), dt.datetime(1850, 1, 1, 5)])
def test_a_sheet_does_not_take_dates_before_its_calendar(day):
    with pytest.raises(OutputError, match="before 1900"):
        values_held(pl.Series("day", [day]), "excel")
