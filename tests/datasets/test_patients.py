from __future__ import annotations

from datetime import date

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from shoal.datasets import patients
from shoal.errors import SettingError
from shoal.schema.hierarchy import hierarchy_of

ROWS = 100_000


@pytest.fixture(scope="module")
def frame():
    return patients(ROWS, seed=1).frame


def test_columns_kinds_and_roles():
    table = patients(5)
    assert dict(table.frame.schema) == {
        "patient_id": pl.String,
        "name": pl.String,
        "sex": pl.String,
        "age": pl.UInt8,
        "zip": pl.String,
        "marital_status": pl.String,
        "occupation": pl.String,
        "admitted": pl.Date,
        "diagnosis": pl.String,
        "length_of_stay": pl.UInt8,
        "emergency": pl.Boolean,
    }
    assert table.identifiers == ("patient_id", "name")
    assert table.quasi == ("age", "sex", "zip", "marital_status", "occupation", "admitted")
    assert table.sensitive == ("diagnosis",)


def test_every_patient_has_a_number_of_their_own(frame):
    assert frame["patient_id"].n_unique() == ROWS
    assert frame["patient_id"].str.contains(r"^P\d{8}$").all()


def test_cells_are_missing_in_the_stated_shares_and_nowhere_else(frame):
    missing = dict(zip(frame.columns, frame.null_count().row(0), strict=True))
    shares = {name: count / ROWS for name, count in missing.items() if count}
    assert shares == pytest.approx({"zip": 0.01, "marital_status": 0.015, "occupation": 0.025}, rel=0.1)


def test_zip_codes_have_five_digits_some_a_leading_zero_and_a_few_areas_lead(frame):
    codes = frame["zip"].drop_nulls()
    assert codes.str.contains(r"^\d{5}$").all()
    leading_zero = codes.str.starts_with("0").mean()
    assert 0.9 < leading_zero < 1
    areas = codes.str.head(3).value_counts(sort=True)["count"]
    assert areas[0] > 0.4 * len(codes)
    assert areas[-1] < 0.01 * len(codes)


def test_every_value_is_in_the_hierarchy_of_its_column():
    table = patients(ROWS)
    assert set(table.hierarchies) == {*table.quasi, *table.sensitive}
    for column, given in table.hierarchies.items():
        values = table.frame[column].drop_nulls().unique().sort().cast(pl.String).to_list()
        tree = hierarchy_of(column, given).tree(column, values)
        assert set(values) <= set(tree.leaf_labels), column
        assert len(set(tree.labels)) == len(tree.labels), f"two nodes of {column} have the same label"


def test_every_diagnosis_and_occupation_of_the_hierarchy_occurs(frame):
    for column in ("diagnosis", "occupation", "marital_status", "sex"):
        tree = hierarchy_of(column, patients(1).hierarchies[column]).tree(column, [])
        assert set(frame[column].drop_nulls()) == set(tree.leaf_labels)


def test_diagnoses_are_skewed_and_depend_on_age_and_sex(frame):
    counts = frame["diagnosis"].value_counts(sort=True)["count"]
    assert counts[0] > 20 * counts[-1]
    births = frame.filter(pl.col("diagnosis").str.starts_with("O"))
    assert births["sex"].unique().to_list() == ["Female"]
    assert 15 <= births["age"].min() <= births["age"].max() <= 50
    ages = dict(frame.group_by("diagnosis").agg(pl.col("age").mean()).rows())
    assert ages["P07 Early birth"] < ages["J35 Tonsils"] < ages["K35 Appendicitis"] < ages["S72 Broken hip"]
    assert frame.filter(pl.col("diagnosis").str.starts_with("C61"))["sex"].unique().to_list() == ["Male"]


def test_children_are_single_and_go_to_school(frame):
    pupils = frame.filter(pl.col("age").is_between(6, 15))
    assert pupils["occupation"].drop_nulls().unique().to_list() == ["Pupil"]
    assert pupils["marital_status"].drop_nulls().unique().to_list() == ["Single"]


def test_stays_are_longer_for_graver_illness(frame):
    days = dict(frame.group_by("diagnosis").agg(pl.col("length_of_stay").mean()).rows())
    assert days["G47 Sleep apnea"] < days["K35 Appendicitis"] < days["A41 Sepsis"] < days["F20 Schizophrenia"]
    assert 1 <= frame["length_of_stay"].min() <= frame["length_of_stay"].max() <= 120


def test_admissions_fill_three_years_and_planned_ones_avoid_weekends(frame):
    assert frame["admitted"].min() == date(2022, 1, 1)
    assert frame["admitted"].max() == date(2024, 12, 31)
    weekend = pl.col("admitted").dt.weekday() >= 6
    shares = dict(frame.group_by("emergency").agg(weekend.mean()).rows())
    assert shares[False] < 0.1
    assert shares[True] == pytest.approx(2 / 7, abs=0.05)


def test_pneumonia_is_an_illness_of_winter(frame):
    months = frame.filter(pl.col("diagnosis") == "J18 Pneumonia")["admitted"].dt.month()
    assert months.is_in([12, 1, 2]).sum() > 3 * months.is_in([6, 7, 8]).sum()


def test_the_same_arguments_give_the_same_table_and_a_longer_one_begins_with_it():
    assert_frame_equal(patients(1000, 5).frame, patients(1000, 5).frame)
    assert_frame_equal(patients(1000, 5).frame, patients(70_000, 5).frame.head(1000))
    assert not patients(100, 5).frame.equals(patients(100, 6).frame)


@pytest.mark.parametrize("rows", [0, 1])
def test_a_table_may_have_no_rows_or_one(rows):
    short = patients(rows).frame
    assert short.height == rows
    assert short.schema == patients(10).frame.schema


@pytest.mark.parametrize(
    ("arguments", "message"),
    [((-1, 0), "rows is -1"), ((1, -1), "seed is -1"), ((100_000_001, 0), "at most 100000000")],
)
def test_numbers_out_of_range_are_refused(arguments, message):
    with pytest.raises(SettingError, match=message):
        patients(*arguments)
