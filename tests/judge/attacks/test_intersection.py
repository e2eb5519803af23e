from __future__ import annotations

import polars as pl
import pytest

import shoal

ORIGINAL = pl.DataFrame({"age": [20, 30, 40, 50], "disease": ["flu", "gout", "flu", "cold"]})
FIRST = ORIGINAL.with_columns(age=pl.Series(["[20 - 30]", "[20 - 30]", "[40 - 50]", "[40 - 50]"]))
SECOND = ORIGINAL.with_columns(age=pl.Series(["[20 - 40]", "[30 - 50]", "[20 - 40]", "[30 - 50]"]))


def intersection(first, second, **arguments):
    (found,) = shoal.attack(ORIGINAL, first, second=second, quasi="age", only="intersection", **arguments)
    return found


def test_two_groups_that_share_one_person_give_the_person_away():
    # 20: {flu, gout} and {flu, flu} leave one flu. 30 fits everything in the second: {flu, gout} both are left.
    # 40: {flu, cold} in the first, all in the second: two. 50: {flu, cold} and {gout, cold} leave cold.
    found = intersection(FIRST, SECOND, sensitive="disease")
    assert found.facts["rate, of those that fit"] == pytest.approx((1 + 1 / 2 + 1 / 2 + 1) / 4)
    assert found.facts["rows left, mean"] == 1.5
    assert found.facts["fewer than k rows left"] == 0.5
    assert found.facts["one sensitive value left"] == 0.5
    assert found.facts["sensitive values left, mean"] == 1.5
    assert (found.promise, found.holds) == (0.5, True)


def test_a_release_laid_over_itself_gives_nothing_more():
    found = intersection(FIRST, FIRST, sensitive="disease")
    assert found.rate == 0.5
    assert found.facts["fewer than k rows left"] == 0


def test_without_sensitive_columns_the_smaller_set_is_left():
    found = intersection(FIRST, SECOND)
    assert found.facts["rows left, mean"] == 2
    assert found.facts["sensitive values left, mean"] == 1


def test_the_order_and_the_types_of_the_second_release_do_not_matter():
    shuffled = SECOND.sample(fraction=1, shuffle=True, seed=5).with_columns(pl.col("disease").cast(pl.Categorical))
    assert (
        intersection(FIRST, shuffled, sensitive="disease").facts
        == intersection(FIRST, SECOND, sensitive="disease").facts
    )


def test_the_second_release_must_have_the_columns():
    with pytest.raises(shoal.SchemaError, match="the release has no column 'disease'"):
        intersection(FIRST, SECOND.drop("disease"), sensitive="disease")
