from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.datasets import he_table1, patients

TABLE = pl.DataFrame(
    {
        "age": ["30-39", "30-39", "30-39", "40-49", "40-49", "50-59"],
        "sex": ["f", "f", "f", "m", "m", "m"],
        "disease": ["flu", "flu", "gout", "cold", "cold", "flu"],
    }
)
PEOPLE = pl.DataFrame(
    {
        "age": ["30-39"] * 6 + ["40-49"] * 2 + ["50-59"] * 4 + ["60-69"],
        "sex": ["f"] * 6 + ["m"] * 7,
    }
)
QUASI = ["age", "sex"]


def test_the_figures_on_six_rows_by_hand():
    found = shoal.risk(TABLE, quasi=QUASI, sensitive="disease", threshold=0.4)
    assert (found.rows, found.groups, found.smallest, found.quasi) == (6, 3, 1, ("age", "sex"))
    assert (found.prosecutor.highest, found.prosecutor.above, found.prosecutor.at_highest) == (1.0, 0.5, 1)
    assert found.prosecutor.average == found.marketer == pytest.approx(0.5)
    assert found.uniqueness.sample == 1 / 6
    assert (found.journalist, found.population) == (None, None)
    disease = found.attributes[0]
    # 2 of 3 flu, 2 of 2 cold, 1 of 1 flu: 5 of 6 guessed; 3 rows certain; flu is half of the table.
    assert (disease.guess, disease.certain, disease.base) == (5 / 6, 3 / 6, 3 / 6)


def test_a_population_makes_the_journalist():
    found = shoal.risk(TABLE, quasi=QUASI, population=PEOPLE)
    assert found.journalist is not None
    assert (found.journalist.highest, found.journalist.above, found.journalist.at_highest) == (0.5, 0.5, 2)
    assert found.journalist.average == found.marketer == pytest.approx(1.75 / 6)
    assert found.prosecutor.highest == 1.0
    assert found.population is not None
    assert (found.population.rows, found.population.unique, found.population.unmatched) == (13, 0.0, 0)
    assert found.notes == ()


def test_a_population_without_the_people_of_the_table_is_told_of():
    found = shoal.risk(TABLE, quasi=QUASI, population=PEOPLE.tail(1))
    assert found.journalist == found.prosecutor
    assert "groups of 6 rows in all are smaller in the population" in found.notes[0]


def test_the_population_may_be_a_file_and_of_other_types(tmp_path):
    raw = pl.DataFrame({"age": [30, 30, 41]})
    pl.DataFrame({"age": [30, 30, 30, 41, 42]}).write_csv(tmp_path / "people.csv")
    found = shoal.risk(raw, quasi="age", population=tmp_path / "people.csv")
    assert found.population.unmatched == 0
    assert found.marketer == pytest.approx((2 / 3 + 1) / 3)


def test_k_map_bounds_the_journalist():
    found = shoal.risk(TABLE, quasi=QUASI, k_map=10)
    assert (found.journalist.highest, found.marketer) == (0.1, pytest.approx(0.1))
    assert found.population.basis == "k_map"


def test_a_fraction_gives_estimates_of_all():
    found = shoal.risk(patients(500, seed=1).frame, quasi=["age", "sex", "zip"], fraction=0.05)
    assert found.population.basis == "estimate"
    assert found.population.rows == 10_000
    assert 0 < found.marketer < found.prosecutor.average
    assert set(found.uniqueness.estimates) == {"pitman", "zayatz", "snb"}


def test_the_whole_population_as_a_sample_makes_journalist_and_prosecutor_one():
    found = shoal.risk(TABLE, quasi=QUASI, fraction=1.0)
    assert found.journalist.highest == found.prosecutor.highest
    assert found.journalist.average == pytest.approx(found.prosecutor.average)


def test_a_table_without_rows_gives_nothing_away():
    for option in ({}, {"fraction": 0.1}, {"k_map": 3}, {"population": PEOPLE}):
        found = shoal.risk(TABLE.clear(), quasi=QUASI, sensitive="disease", **option)
        assert (found.rows, found.groups, found.smallest, found.prosecutor.highest) == (0, 0, 0, 0.0)
        json.dumps(found.to_dict(), allow_nan=False)


def test_one_row_is_certain_to_be_found():
    for option in ({}, {"fraction": 0.1}):
        found = shoal.risk(TABLE.head(1), quasi=QUASI, sensitive="disease", **option)
        assert (found.prosecutor.highest, found.uniqueness.sample, found.attributes[0].certain) == (1.0, 1.0, 1.0)
        json.dumps(found.to_dict(), allow_nan=False)


BAD = [
    ({"fraction": 0}, shoal.SettingError, "above 0 and at most 1"),
    ({"fraction": 1.5}, shoal.SettingError, "above 0 and at most 1"),
    ({"fraction": float("nan")}, shoal.SettingError, "above 0 and at most 1"),
    ({"fraction": True}, shoal.SettingError, "above 0 and at most 1"),
    ({"k_map": 0}, shoal.SettingError, "1 or more"),
    ({"k_map": 2.5}, shoal.SettingError, "whole number"),
    ({"threshold": -0.1}, shoal.SettingError, "from 0 to 1"),
    ({"threshold": 2}, shoal.SettingError, "from 0 to 1"),
    ({"k_map": 5, "population": PEOPLE}, shoal.SettingError, "both given"),
    ({"quasi": "agee"}, shoal.SchemaError, "did you mean 'age'"),
    ({"quasi": []}, shoal.SchemaError, "no quasi column"),
    ({"sensitive": "illness"}, shoal.SchemaError, "no column 'illness'"),
    ({"sensitive": "age"}, shoal.SchemaError, "two roles"),
    ({"population": PEOPLE.drop("sex")}, shoal.SchemaError, "no column 'sex' in the population"),
]


@pytest.mark.parametrize(("change", "error", "words"), BAD)
def test_a_wrong_argument_is_explained(change, error, words):
    with pytest.raises(error, match=words):
        shoal.risk(TABLE, **{"quasi": QUASI, **change})


def test_a_sensitive_column_of_lists_is_left_out_and_told_of():
    found = shoal.risk(TABLE.with_columns(tags=pl.Series([[1]] * 6)), quasi=QUASI, sensitive=["tags", "disease"])
    assert [column.name for column in found.attributes] == ["disease"]
    assert "'tags'" in found.notes[0]


def test_the_figures_agree_with_a_plain_group_by():
    rng = np.random.default_rng(3)
    table = pl.DataFrame({name: rng.integers(0, 12, 3_000) for name in ("a", "b", "c", "s")})
    people = pl.DataFrame({name: rng.integers(0, 12, 20_000) for name in ("a", "b", "c")})
    people = pl.concat([people, table.drop("s")])
    quasi = ["a", "b", "c"]
    found = shoal.risk(table, quasi=quasi, sensitive="s", population=people, threshold=0.1)
    joined = table.join(table.group_by(quasi).len("f"), on=quasi).join(people.group_by(quasi).len("F"), on=quasi)
    assert found.prosecutor.average == pytest.approx((1 / joined["f"]).mean())
    assert found.prosecutor.above == joined.filter(pl.col("f") < 10).height / 3_000
    assert found.marketer == pytest.approx((1 / joined["F"]).mean())
    assert found.journalist.highest == 1 / joined["F"].min()
    same = table.join(table.group_by(*quasi, "s").len("same"), on=[*quasi, "s"]).join(
        table.group_by(quasi).len("f"), on=quasi
    )
    assert found.attributes[0].mean == pytest.approx((same["same"] / same["f"]).mean())


# ------------------------------------------------------------------------------------------------- the report as values


def test_the_names_of_the_report_are_promised():
    report = shoal.risk(TABLE, quasi=QUASI, sensitive="disease", fraction=0.2).to_dict()
    assert set(report) == {
        "rows", "people", "groups", "smallest", "quasi", "threshold", "prosecutor", "journalist", "marketer",
        "population", "uniqueness", "attributes", "notes",
    }  # fmt: skip
    assert set(report["prosecutor"]) == set(report["journalist"]) == {"highest", "average", "above", "at_highest"}
    assert set(report["population"]) == {"basis", "rows", "unique", "unmatched"}
    assert set(report["uniqueness"]) == {"sample", "fraction", "population", "chosen", "estimates"}
    assert set(report["uniqueness"]["estimates"]["pitman"]) == {"share", "reason"}
    assert set(report["attributes"][0]) == {
        "name", "values", "base", "guess", "certain", "highest", "mean", "mean_base",
    }  # fmt: skip
    assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_the_report_holds_no_cell():
    planted = TABLE.with_columns(pl.lit("planted").alias("age"), pl.lit("planted").alias("disease"))
    text = json.dumps(shoal.risk(planted, quasi=QUASI, sensitive="disease", population=planted).to_dict())
    assert "planted" not in text


# ------------------------------------------------------------------------------------------------------------- releases

HE = {"k": 2, "quasi": ["Age", "Zip"], "sensitive": "Disease", "identifiers": "Name", "method": "mondrian"}


def test_a_release_knows_its_risk():
    release = shoal.anonymize(he_table1().frame, **HE)
    after = release.risk(threshold=0.4)
    before = shoal.risk(he_table1().frame, quasi=["Age", "Zip"], sensitive="Disease")
    assert (before.prosecutor.highest, before.rows) == (1.0, he_table1().frame.height)
    assert after.prosecutor.highest == 1 / release.verdict.k
    assert after.prosecutor.average < before.prosecutor.average
    assert (after.threshold, after.quasi) == (0.4, ("Age", "Zip"))
    assert after == shoal.risk(release.frame, quasi=["Age", "Zip"], sensitive="Disease", threshold=0.4)


def test_a_release_in_two_columns_is_counted_by_both():
    release = shoal.anonymize(he_table1().frame, style="bounds", **HE)
    assert release.risk().prosecutor.highest == 1 / release.verdict.k


def test_a_release_whose_rows_do_not_look_alike_has_no_such_risk():
    release = shoal.anonymize(he_table1().frame, **{**HE, "method": "anatomy"})
    assert release.risk() is None


def test_a_release_with_options_that_cannot_be_is_explained():
    release = shoal.anonymize(he_table1().frame, **HE)
    with pytest.raises(shoal.SettingError, match="fraction"):
        release.risk(fraction=7)
