from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from tests.reference.attacks import kept_slowly

import shoal

ORIGINAL = pl.DataFrame(
    {"id": list("aabcd"), "age": [20, 22, 30, 50, 52], "ward": ["A", "B", "A", "A", "A"], "floor": ["x"] * 5}
)
RELEASED = ORIGINAL.drop("id").with_columns(age=pl.Series(["[20 - 30]"] * 3 + ["[50 - 52]"] * 2))


def kept(original=ORIGINAL, released=RELEASED, **arguments):
    return shoal.attack(original, released, **{"quasi": "age", "only": "kept", "truth": "order", **arguments})


def test_a_column_that_is_known_besides_leaves_fewer_rows_and_the_worst_comes_first():
    # Ward B is alone in the first group; the others are one of two. The floor is the same everywhere and tells nothing.
    ward, floor = kept()
    assert [(one.name, one.column) for one in (ward, floor)] == [("kept", "ward"), ("kept", "floor")]
    assert ward.rate == pytest.approx((4 / 2 + 1) / 5)
    assert floor.rate == pytest.approx((3 / 3 + 2 / 2) / 5)
    for one in (ward, floor):
        assert one.facts["rate, by the quasi columns alone"] == pytest.approx(2 / 5)
        assert (one.promise, one.promised_by, one.is_by_k) == (1 / 2, "1/k", False)
    assert (ward.facts["one row fits"], ward.facts["rows that fit, mean"]) == (1 / 5, 9 / 5)


def test_any_row_of_the_person_with_the_value_is_right():
    original = ORIGINAL.with_columns(ward=pl.Series(list("AABAB"))).drop("floor")
    (found,) = kept(original, RELEASED.with_columns(original["ward"]).drop("floor"), person="id")
    assert (found.trials, found.rate) == (4, 1.0)
    assert found.facts["rate, by the quasi columns alone"] == pytest.approx((2 / 3 + 1 / 3 + 1 / 2 + 1 / 2) / 4)


def test_the_tightest_fit_is_tried_too():
    # 30 and A fit the wide row and the narrow one, its own.
    original = pl.DataFrame({"age": [30, 40, 50], "ward": ["A", "A", "B"]})
    released = original.with_columns(age=pl.Series(["[29 - 31]", "[29 - 50]", "[29 - 50]"]))
    (found,) = kept(original, released)
    assert found.facts["way"] == "one of the rows that fit most tightly"
    assert found.rate == 1.0


def test_without_the_truth_the_right_row_is_taken_to_be_there():
    ward, _ = kept(truth=None)
    assert ward.rate == pytest.approx(3 / 5)
    assert "at most" in ward.sentence


def test_a_value_that_the_release_has_not_finds_nobody():
    (found,) = kept(released=RELEASED.with_columns(ward=pl.lit("A")).drop("floor"), sensitive="ward")
    assert found.facts["no row fits"] == 1 / 5


def test_columns_that_do_not_leave_as_they_are_are_none():
    coarse = RELEASED.select("age", ward=pl.lit("*"))
    with pytest.raises(shoal.SettingError, match="needs a column besides the quasi columns"):
        kept(released=coarse)
    pseudonyms = RELEASED.select("age", id=pl.Series(list("vwxyz")))
    with pytest.raises(shoal.SettingError, match="needs a column besides the quasi columns"):
        kept(released=pseudonyms, person="id")


def test_columns_that_cannot_be_distinguished_are_noted():
    lists = pl.Series("tests", [[1], [2], [3], [4], [5]])
    ward, *_ = kept(ORIGINAL.with_columns(lists), RELEASED.with_columns(lists))
    assert "tests" in ward.notes[-1]
    assert "left out" in ward.notes[-1]


@pytest.mark.parametrize("seed", range(8))
def test_the_attack_agrees_with_its_slow_twin(seed):
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(4, 25))
    original = pl.DataFrame({"age": rng.integers(0, 12, rows), "ward": rng.integers(0, 3, rows).astype(str)})
    low, high = original["age"] - rng.integers(0, 4, rows), original["age"] + rng.integers(0, 4, rows)
    released = original.with_columns(age=pl.format("[{} - {}]", low, high))
    (found,) = kept(original, released)
    ages, wards = original["age"].to_list(), original["ward"].to_list()
    expected = kept_slowly(ages, wards, list(zip(low.to_list(), high.to_list(), strict=True)))
    assert found.rate == pytest.approx(max(np.mean(expected, axis=0)))
