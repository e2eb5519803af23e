"""Cells that a spreadsheet takes for formulas."""

from __future__ import annotations

import warnings

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import FormulaWarning
from shoal.table.formula import as_named, formulas, neutralized, warn_of_formulas

DANGEROUS = ["=1+1", "+cmd", "-cmd", "@sum(a1)", "\t=1", "\r=1", "\n=1", "+49 30 1234", "-5 euros"]
HARMLESS = ["-5", "+5", "-.5", "-1.5e-3", "+1E9", "-", "=", "a=b", " =1", "'=1", "'-5", "", "[-5 - -2]"]


@pytest.mark.parametrize("dtype", [pl.String, pl.Categorical, pl.Enum(DANGEROUS + HARMLESS)])
def test_text_that_begins_like_a_formula_is_counted_and_plain_numbers_are_not(dtype):
    frame = pl.DataFrame({"note": DANGEROUS + HARMLESS, "age": [-1] * 22}, schema_overrides={"note": dtype})
    assert formulas(frame) == {"note": len(DANGEROUS)}


def test_negative_durations_are_text_in_a_csv_file():
    assert formulas(pl.DataFrame({"wait": pl.Series([-1, 1], dtype=pl.Duration("us"))})) == {"wait": 1}


def test_neutralized_cells_and_names_are_no_formulas():
    frame = neutralized(pl.DataFrame({"=a": DANGEROUS, "n": range(len(DANGEROUS))}))
    assert frame.columns == ["'=a", "n"]
    assert frame["'=a"].to_list() == ["'" + cell for cell in DANGEROUS]
    assert formulas(frame) == {}


def test_harmless_cells_stay_as_they_are():
    frame = pl.DataFrame({"note": [cell for cell in HARMLESS if cell != "'=1"] + [None]})
    assert neutralized(frame).equals(frame)


@given(st.lists(st.text("'=-+@\t\r5a", max_size=4) | st.none()))
def test_cells_that_differ_still_differ_once_they_are_neutralized(cells):
    frame = pl.DataFrame({"note": cells}, schema={"note": pl.String})
    after = neutralized(frame)["note"].to_list()
    assert len(set(after)) == len(set(cells))
    assert [cell is None for cell in after] == [cell is None for cell in cells]


def test_a_warning_names_columns_and_counts_and_no_cell():
    frame = pl.DataFrame({"diagnosis": ["=secret", "flu"], "age": [1, 2], "-name": [1, 2]})
    with pytest.warns(FormulaWarning, match="1 in column") as caught:
        warn_of_formulas({"the release": frame})
    assert "secret" not in str(caught[0].message)
    assert "1 among the names" in str(caught[0].message)


def test_nothing_is_said_where_there_is_nothing_to_say():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_formulas({"the release": pl.DataFrame({"age": [-5], "zip": ["-5"]})})


def test_neutralized_names_are_known_again():
    frame = pl.DataFrame({"=a": [1], "'=b": [2], "c": [3]})
    assert as_named(neutralized(frame), frame.columns).columns == frame.columns
    assert as_named(frame, frame.columns).columns == frame.columns
