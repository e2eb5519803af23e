"""Where a column says whose row it is, people are drawn, and any row of a person is right to be picked."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal

# a has two of the three rows of the first group: 2/3, b 1/3; c and d are each one of two.
ORIGINAL = pl.DataFrame(
    {"id": list("aabcd"), "age": [20, 22, 30, 50, 52], "disease": ["flu", "flu", "gout", "flu", "cold"]}
)
RELEASED = ORIGINAL.drop("id").with_columns(age=pl.Series(["[20 - 30]"] * 3 + ["[50 - 52]"] * 2))
CALL = {"quasi": "age", "sensitive": "disease"}


def attacks(**arguments):
    call = {"original": ORIGINAL, "released": RELEASED, **CALL, "person": "id", "truth": "order", **arguments}
    return {one.name: one for one in shoal.attack(call.pop("original"), call.pop("released"), **call)}


def test_linkage_counts_people_and_any_row_of_theirs_is_right():
    found = attacks(only="linkage")["linkage"]
    assert (found.trials, found.rate, found.promise) == (4, pytest.approx((2 / 3 + 1 / 3 + 1 / 2 + 1 / 2) / 4), 1 / 2)
    assert (found.person, found.to_dict()["person"], found.facts["people in all"]) == ("id", "id", 4)
    assert "of one row of a person and picks one of the rows that fit, picks one of theirs in 50.0 %" in found.sentence
    assert attacks(only="linkage", person=None)["linkage"].rate == pytest.approx((3 / 3 + 2 / 2) / 5)


def test_k_that_nobody_gave_is_counted_in_people():
    # Groups of two rows, the second of one person.
    original = pl.DataFrame({"id": list("abcc"), "age": [20, 22, 50, 52]})
    released = pl.DataFrame({"age": ["[20 - 22]"] * 2 + ["[50 - 52]"] * 2})
    call = {"original": original, "released": released, "sensitive": (), "only": "linkage"}
    assert attacks(**call)["linkage"].promise == 1.0
    unknown = attacks(**call, truth=None)["linkage"]
    assert unknown.promise == 0.5
    assert "k is that of the rows" in unknown.notes[-1]
    assert unknown.rate == pytest.approx((1 / 2 + 1 / 2 + 1) / 3)


def test_without_the_truth_as_many_rows_as_a_person_has_are_taken_to_fit():
    found = attacks(only="linkage", truth=None)["linkage"]
    assert found.rate == pytest.approx(1 / 2)
    assert "at most" in found.sentence


def test_base_rates_draw_a_person_and_then_a_row():
    # By rows flu is 3/5; by people a and c of four have it.
    found = attacks(only=["skewness", "learner"], learn="nearest row", certainty=0.55)
    assert found["learner"].promise == 1 / 2
    assert "right for 50.0 % of the people" in found["learner"].sentence
    assert found["skewness"].facts["base rate of the own value, mean"] == pytest.approx(
        (2 / 4 + 1 / 4 + 2 / 4 + 1 / 4) / 4
    )
    assert found["skewness"].promise == 0  # 0.5 is not above 0.55; 0.6, the share of the rows, would be


def test_what_is_learnt_without_their_rows_is_without_all_of_them():
    frame = pl.DataFrame(
        {"id": [n // 2 for n in range(80)], "age": range(80), "name": [f"n{n // 2}" for n in range(80)]}
    )
    call = {"original": frame, "released": frame.drop("id"), "sensitive": "name", "learn": "nearest row", "people": 10}
    found = attacks(**call, only="learner")["learner"]
    assert (found.trials, found.rate, found.facts["rate without their own rows"]) == (10, 1.0, 0.0)


def test_missing_cells_are_one_person():
    original = ORIGINAL.with_columns(id=pl.Series([None, None, "b", "c", "d"]))
    assert attacks(only="linkage", original=original)["linkage"].trials == 4


def test_a_mapping_may_name_pseudonyms_that_rows_share():
    released = RELEASED.with_columns(id=pl.Series(["x", "x", "y", "z", "w"]))
    mapping = pl.DataFrame({"row": [4, 3, 2, 1, 0], "group": [2, 2, 1, 1, 1], "id": ["w", "z", "y", "x", "x"]})
    found = attacks(only="linkage", released=released.reverse(), truth=mapping)["linkage"]
    assert found.rate == pytest.approx(1 / 2)
    assert found.facts["right row fits"] == 1.0
    mixed = mapping.with_columns(id=pl.Series(["x", "z", "y", "x", "x"]))
    with pytest.raises(shoal.InputError, match="rows of several people"):
        attacks(only="linkage", released=released, truth=mixed)


def test_the_person_of_a_run_is_taken_from_its_settings(tmp_path):
    (tmp_path / "shoal.toml").write_text(
        '[run]\nk = 2\nperson = "id"\n[columns.age]\nrole = "quasi"\n[columns.id]\nrole = "identifier"\n', "utf-8"
    )
    (found,) = shoal.attack(ORIGINAL, RELEASED, schema=tmp_path / "shoal.toml", truth="order", only="linkage")
    assert (found.person, found.trials) == ("id", 4)


def test_minimality_is_of_rows_that_are_people():
    call = {"method": "mondrian", "criteria": [shoal.LDiversity(2)], "k": 2}
    with pytest.raises(shoal.SettingError, match="some people have several rows"):
        attacks(only="minimality", **call)


@given(
    rows=st.lists(st.tuples(st.integers(0, 9), st.sampled_from("abc"), st.sampled_from("xy")), min_size=2, max_size=12),
    truth=st.sampled_from(["order", None]),
    dropped=st.booleans(),
    people=st.integers(1, 12),
)
def test_where_every_row_is_a_person_nothing_changes(rows, truth, dropped, people):
    age, disease, ward = zip(*rows, strict=True)
    original = pl.DataFrame({"age": age, "disease": disease, "ward": ward}).with_columns(
        id=pl.int_range(pl.len()) * 7 % 13
    )
    low = original["age"] // 4 * 4
    released = original.select(age=pl.format("[{} - {}]", low, low + 3), disease="disease", ward="ward")
    if dropped and len(rows) > 2:
        released = released.head(-1)
        truth = None if truth is None else [*range(len(rows) - 1), -1]
    call = {**CALL, "truth": truth, "people": people, "noise": 0.1, "unknown": 0.2, "learn": "nearest row", "k": 2}
    one = [found.to_dict() for found in shoal.attack(original, released, second=released, **call)]
    other = [found.to_dict() for found in shoal.attack(original, released, second=released, person="id", **call)]
    assert [found.pop("person") for found in other] == ["id"] * len(one)
    assert [found.pop("person") for found in one] == [None] * len(one)
    assert one == other
