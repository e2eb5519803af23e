from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

import shoal

ROWS = 120
RNG = np.random.default_rng(0)
AGE = RNG.integers(20, 60, ROWS)
TABLE = pl.DataFrame(
    {
        "age": AGE,
        "sex": RNG.choice(["f", "m"], ROWS),
        "risk": np.where(AGE < 40, "low", "high"),
        "income": AGE * 100,
    }
)
VAGUE = TABLE.with_columns(age=pl.lit("*"))


def test_the_original_itself_loses_nothing():
    found = shoal.utility(
        TABLE, TABLE, quasi=["age", "sex"], sensitive=["risk", "income"], target="risk", truth="order"
    )
    assert (found.counts.mean, found.numbers.greatest, found.categories.greatest) == (0, pytest.approx(0), 0)
    assert [column.hellinger for column in found.columns] == [0, 0, 0, 0]
    assert all(one.released == one.original > 0.9 for one in found.accuracy)
    assert found.notes == ()


def test_a_release_that_hides_everything_is_good_for_little():
    found = shoal.utility(
        TABLE, VAGUE, quasi=["age", "sex"], sensitive=["risk", "income"], target="risk", truth="order"
    )
    assert found.numbers.greatest == pytest.approx(1.0)  # age and income went together
    assert found.counts.mean > 0.1
    assert found.columns[0].hellinger > 0.1
    assert all(one.original > 0.9 > one.released + 0.2 for one in found.accuracy)


def test_both_learners_are_tried_on_rows_that_they_have_not_seen():
    found = shoal.utility(TABLE, TABLE, quasi=["age", "sex"], target="risk", truth="order").accuracy
    assert [one.learner for one in found] == ["nearest row", "gradient boosting"]
    assert [(one.tested, one.held_out) for one in found] == [(40, True)] * 2
    assert found[0].base == pytest.approx(TABLE["risk"].value_counts()["count"].max() / ROWS)


def test_held_out_rows_are_not_learnt_from(monkeypatch):
    monkeypatch.setattr("shoal.judge.usefulness.accuracy.has_boosting", lambda: False)
    # Every row has a value of its own in both columns, so a learner that has not seen a row cannot predict its value.
    own = pl.DataFrame({"age": range(60), "name": [f"n{number}" for number in range(60)]})
    held = shoal.utility(own, own, quasi="age", target="name", truth="order").accuracy[0]
    seen = shoal.utility(own, own, quasi="age", target="name")
    assert (held.released, held.original) == (0, 0)
    assert (seen.accuracy[0].released, seen.accuracy[0].held_out) == (1, False)
    assert "learnt from too" in seen.notes[0]


def test_without_a_target_nothing_is_learnt():
    found = shoal.utility(TABLE, VAGUE, quasi=["age", "sex"])
    assert found.accuracy == ()
    assert [column.column for column in found.columns] == ["age", "sex"]


def test_a_release_brings_its_columns_and_the_result_is_plain():
    release = shoal.anonymize(TABLE, k=5, quasi=["age", "sex"], sensitive="risk", method="mondrian", seed=1)
    found = shoal.utility(TABLE, release, target="risk", seed=2)
    facts = json.loads(json.dumps(found.to_dict()))
    assert (facts["rows"], facts["released"], facts["seed"]) == (ROWS, ROWS, 2)
    assert [column["column"] for column in facts["columns"]] == ["age", "sex", "risk"]
    assert len(facts["accuracy"][0]["interval"]) == 2
    assert facts["columns"][0]["kl"] == float(f"{found.columns[0].kl:.3g}") != found.columns[0].kl
    assert "low" not in str(facts)
    assert found == shoal.utility(TABLE, release, target="risk", seed=2)


def test_without_scikit_learn_the_nearest_row_is_tried_alone(monkeypatch):
    monkeypatch.setattr("shoal.judge.usefulness.accuracy.has_boosting", lambda: False)
    found = shoal.utility(TABLE, VAGUE, quasi=["age", "sex"], target="risk")
    assert [one.learner for one in found.accuracy] == ["nearest row"]


def test_progress_is_told():
    steps = []
    shoal.utility(TABLE, VAGUE, quasi="age", progress=steps.append)
    assert [step.stage for step in steps] == ["read", "counts", "correlations", "learning", "done"]


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"target": "age"}, shoal.SchemaError, "is quasi"),
        ({"target": "rsk"}, shoal.SchemaError, "no column 'rsk'"),
        ({"queries": 0}, shoal.SettingError, "queries is 0"),
        ({"people": 1.5}, shoal.SettingError, "people is 1.5"),
        ({"seed": -1}, shoal.SettingError, "seed is -1"),
        ({"quasi": "zip"}, shoal.SchemaError, "no column 'zip'"),
    ],
)
def test_what_cannot_be_is_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        shoal.utility(TABLE, VAGUE, **{"quasi": "age", **arguments})


def test_a_target_or_a_sensitive_column_that_was_not_released_is_refused():
    with pytest.raises(shoal.SchemaError, match="the release has no column 'risk'"):
        shoal.utility(TABLE, VAGUE.drop("risk"), quasi="age", target="risk")
    with pytest.raises(shoal.SchemaError, match="the release has no column 'risk'"):
        shoal.utility(TABLE, VAGUE.drop("risk"), quasi="age", sensitive="risk")
