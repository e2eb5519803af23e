from __future__ import annotations

import polars as pl
import pytest

import shoal

AGES = list(range(20, 60))
ORIGINAL = pl.DataFrame({"age": AGES, "disease": ["flu" if age < 40 else "gout" for age in AGES]})


def learner(released, **arguments):
    (found,) = shoal.attack(ORIGINAL, released, quasi="age", sensitive="disease", only="learner", **arguments)
    return found


@pytest.mark.parametrize("name", ["nearest row", "gradient boosting"])
def test_what_the_release_still_shows_can_be_learnt(name):
    released = ORIGINAL.with_columns(age=pl.Series(["[20 - 39]"] * 20 + ["[40 - 59]"] * 20))
    found = learner(released, learn=name)
    assert (found.rate, found.promise, found.holds) == (1.0, 0.5, False)
    assert found.facts == {"learner": name, "values in all": 2, "rows learnt from": 40}


@pytest.mark.parametrize("name", ["nearest row", "gradient boosting"])
def test_what_the_release_hides_cannot_be_learnt(name):
    found = learner(ORIGINAL.with_columns(age=pl.lit("*")), learn=name)
    assert (found.rate, found.promise, found.holds) == (0.5, 0.5, True)


def test_one_value_is_learnt_at_its_base_rate():
    same = ORIGINAL.with_columns(disease=pl.lit("flu"))
    found = shoal.attack(same, same, quasi="age", sensitive="disease", only="learner")[0]
    assert (found.rate, found.promise) == (1.0, 1.0)


def test_gradient_boosting_is_the_default_and_the_nearest_row_stands_in(monkeypatch):
    assert learner(ORIGINAL).facts["learner"] == "gradient boosting"
    monkeypatch.setattr("shoal.judge.learner.has_boosting", lambda: False)
    assert learner(ORIGINAL).facts["learner"] == "nearest row"
    with pytest.raises(shoal.SettingError, match="not installed"):
        learner(ORIGINAL, learn="gradient boosting")


def test_what_is_told_without_their_own_rows_is_distinguished():
    # Every value occurs once: it is learnt from the person's own row or not at all.
    own = pl.DataFrame({"age": range(60), "name": [f"n{number}" for number in range(60)]})
    (found,) = shoal.attack(
        own, own, quasi="age", sensitive="name", only="learner", learn="nearest row", truth="order", people=20
    )
    assert (found.rate, found.facts["rate without their own rows"]) == (1.0, 0.0)
    assert "rate without their own rows" not in learner(ORIGINAL, truth="order").facts  # all are attacked: none is left
