from __future__ import annotations

import polars as pl
import pytest

import shoal

ORIGINAL = pl.DataFrame(
    {
        "age": [21, 22, 23, 24, 51, 52, 53, 54],
        "disease": ["flu", "flu", "flu", "flu", "flu", "gout", "gout", "cold"],
    }
)
RELEASED = ORIGINAL.with_columns(age=pl.Series(["[21 - 24]"] * 4 + ["[51 - 54]"] * 4))


def attacks(original, released, **arguments):
    found = shoal.attack(
        original, released, quasi="age", sensitive="disease", only=["homogeneity", "skewness"], **arguments
    )
    return {one.name: one for one in found}


def test_a_group_of_one_value_gives_it_away():
    found = attacks(ORIGINAL, RELEASED)["homogeneity"]
    assert (found.rate, found.promise, found.holds) == (0.5, 0.0, False)
    assert (found.column, found.promised_by) == ("disease", "base rate")
    assert found.facts["values among rows that fit, mean"] == 2.0
    assert found.facts["values in all"] == 3
    assert found.facts["rows whose group has one value"] == 0.5


def test_a_group_of_several_values_makes_some_likelier():
    # Base rates: flu 5/8, gout 2/8, cold 1/8. In the second group they are 1/4, 2/4, 1/4; in the first flu is certain.
    found = attacks(ORIGINAL, RELEASED, certainty=0.6)["skewness"]
    assert found.rate == 0.5
    assert found.promise == 5 / 8
    assert found.facts["chance of the own value, mean"] == pytest.approx((4 * 1 + 1 / 4 + 2 * 2 / 4 + 1 / 4) / 8)
    assert found.facts["base rate of the own value, mean"] == pytest.approx((5 * 5 / 8 + 2 * 2 / 8 + 1 / 8) / 8)
    assert found.facts["gain, greatest"] == pytest.approx(1 - 5 / 8)
    assert found.facts["gain, mean"] == pytest.approx(5.5 / 8 - 30 / 64)


def test_where_all_have_one_value_nothing_is_given_away():
    same = ORIGINAL.with_columns(disease=pl.lit("flu"))
    found = attacks(same, same)
    assert (found["homogeneity"].rate, found["homogeneity"].promise, found["homogeneity"].holds) == (1.0, 1.0, True)
    assert found["skewness"].facts["gain, mean"] == 0


def test_rows_of_tight_groups_weigh_more():
    # 24 fits [21 - 24] (4 places, 4 rows of flu) and [24 - 54] (31 places, 4 rows of gout): 4/4 against 4/31.
    released = RELEASED.with_columns(
        age=pl.Series(["[21 - 24]"] * 4 + ["[24 - 54]"] * 4), disease=pl.Series(["flu"] * 4 + ["gout"] * 4)
    )
    original = released.with_columns(ORIGINAL["age"])
    found = attacks(original, released, certainty=0.9)
    flu = (4 / 4) / (4 / 4 + 4 / 31)
    assert found["homogeneity"].rate == 7 / 8
    assert found["homogeneity"].facts["rows whose group has one value"] == 1.0
    assert found["skewness"].facts["chance of the own value, mean"] == pytest.approx((7 + flu) / 8)


def test_a_value_that_the_release_has_not_is_never_told():
    released = RELEASED.filter(pl.col("disease") != "cold")
    found = attacks(ORIGINAL, released)["skewness"]
    assert found.facts["base rate of the own value, mean"] == pytest.approx((5 * 5 / 7 + 2 * 2 / 7) / 8)


def test_whom_no_row_fits_learns_nothing():
    released = RELEASED.head(4)
    found = attacks(ORIGINAL, released)
    assert found["homogeneity"].rate == 0.5
    assert found["skewness"].facts["gain, mean"] == 0


def test_no_result_holds_a_cell_value():
    planted = {"age": ["quince"] * 4 + ["medlar"] * 4, "disease": ["sloe"] * 7 + ["bullace"]}
    original = pl.DataFrame(planted)
    found = shoal.attack(original, original, second=original, quasi="age", sensitive="disease", truth="order")
    assert [one.name for one in found] == ["linkage", "homogeneity", "skewness", "intersection", "learner", "kept"]
    for one in found:
        text = f"{one.to_dict()} {one}"
        assert not any(value in text for value in ("quince", "medlar", "sloe", "bullace"))
