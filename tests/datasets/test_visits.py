from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from shoal.datasets import visits
from shoal.errors import SettingError

ROWS = 20_000


@pytest.fixture(scope="module")
def frame():
    return visits(ROWS, seed=1).frame


def test_columns_kinds_and_roles():
    table = visits(5)
    assert dict(table.frame.schema) == {
        "patient_id": pl.String,
        "name": pl.String,
        "birth_date": pl.Date,
        "sex": pl.String,
        "zip": pl.String,
        "visited": pl.Date,
        "department": pl.String,
        "diagnosis": pl.String,
        "weight_kg": pl.Float64,
        "note": pl.String,
    }
    assert table.identifiers == ("patient_id", "name", "note")
    assert table.sensitive == ("diagnosis",)


def test_few_people_come_often_and_many_come_once(frame):
    times = frame["patient_id"].value_counts(sort=True)["count"]
    assert 0.45 * ROWS < len(times) < 0.6 * ROWS
    assert times[0] > 20
    assert 0.3 < (times == 1).sum() / len(times) < 0.9


def test_what_is_said_of_a_person_is_the_same_at_every_visit(frame):
    for name in ("name", "birth_date", "sex", "zip"):
        assert frame.group_by("patient_id").agg(pl.col(name).n_unique())[name].max() == 1


def test_a_person_mostly_comes_with_the_same_illness(frame):
    often = frame.filter(pl.len().over("patient_id") >= 4)
    most = often.group_by("patient_id").agg(
        share=pl.col("diagnosis").value_counts(sort=True).struct.field("count").first() / pl.len()
    )
    assert 0.55 < most["share"].mean() < 0.85


def test_notes_hold_phone_numbers_and_names(frame):
    assert 0.2 < frame["note"].str.contains(r"030 23125 \d{4}").mean() < 0.3
    named = frame.select(pl.col("note").str.contains(pl.col("name"), literal=True)).to_series()
    assert 0.07 < named.mean() < 0.13


def test_zip_codes_keep_their_zeros_and_days_are_in_order(frame):
    assert frame["zip"].drop_nulls().str.contains(r"^\d{5}$").all()
    assert frame["zip"].str.starts_with("0").any()
    assert frame["visited"].is_sorted()
    assert (frame["birth_date"] < frame["visited"]).all()
    assert 0.06 < frame["weight_kg"].null_count() / ROWS < 0.1


def test_the_same_arguments_give_the_same_table_and_another_seed_another():
    assert_frame_equal(visits(500, seed=3).frame, visits(500, seed=3).frame)
    assert not visits(500, seed=3).frame.equals(visits(500, seed=4).frame)


@pytest.mark.parametrize("rows", [0, 1, 2])
def test_small_tables(rows):
    assert visits(rows).frame.height == rows


def test_rows_cannot_be_negative():
    with pytest.raises(SettingError):
        visits(-1)
