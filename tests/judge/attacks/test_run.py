from __future__ import annotations

import polars as pl
import pytest

import shoal

TABLE = pl.DataFrame({"id": ["a", "b", "c", "d"], "age": [20, 30, 40, 50], "disease": ["flu", "gout", "flu", "flu"]})
RELEASED = TABLE.drop("id").with_columns(age=pl.Series(["[20 - 30]"] * 2 + ["[40 - 50]"] * 2))


def test_all_attacks_that_can_be_run_are():
    assert [one.name for one in shoal.attack(TABLE, RELEASED.drop("disease"), quasi="age")] == ["linkage"]
    assert [one.name for one in shoal.attack(TABLE, RELEASED, quasi="age")] == ["linkage", "kept"]
    call = {"quasi": "age", "sensitive": "disease", "second": RELEASED}
    names = [one.name for one in shoal.attack(TABLE, RELEASED, **call)]
    assert names == ["linkage", "homogeneity", "skewness", "intersection", "learner", "kept"]
    twice = TABLE.with_columns(id=pl.Series(["a", "b", "b", "c"]))
    names = [one.name for one in shoal.attack(twice, RELEASED, person="id", **call)]
    assert names == ["linkage", "homogeneity", "skewness", "intersection", "learner", "kept", "history", "history"]


def test_a_release_brings_its_columns_its_k_and_its_order():
    with pytest.warns(shoal.PrivacyWarning):
        release = shoal.anonymize(
            TABLE, k=2, quasi="age", sensitive="disease", identifiers="id", method="mondrian", keep_order=True
        )
    linkage, *_ = shoal.attack(TABLE, release, only=["linkage", "homogeneity"])
    assert (linkage.promise, linkage.notes, linkage.facts["right row fits"]) == (0.5, (), 1.0)


def test_quasi_columns_that_are_named_replace_those_of_the_schema():
    schema = shoal.Schema((shoal.Column("age", "quasi"), shoal.Column("disease", "quasi")))
    (both,) = shoal.attack(TABLE, RELEASED, schema=schema, only="linkage")
    (one,) = shoal.attack(TABLE, RELEASED, schema=schema, quasi="age", only="linkage")
    assert "2 quasi columns" in both.sentence
    assert "1 quasi columns" in one.sentence


def test_files_and_the_settings_of_a_run_do(tmp_path):
    TABLE.write_csv(tmp_path / "table.csv")
    RELEASED.write_csv(tmp_path / "released.csv")
    (tmp_path / "shoal.toml").write_text(
        '[run]\nk = 2\n[columns.age]\nrole = "quasi"\n[columns.disease]\nrole = "sensitive"\n', "utf-8"
    )
    found = shoal.attack(tmp_path / "table.csv", tmp_path / "released.csv", schema=tmp_path / "shoal.toml")
    assert [one.name for one in found] == ["linkage", "homogeneity", "skewness", "learner", "kept"]
    assert found[0].promise == 0.5
    assert found[0].rate == 0.5


def test_progress_is_told_by_stage():
    steps = []
    shoal.attack(TABLE, RELEASED, quasi="age", sensitive="disease", progress=steps.append)
    assert list(dict.fromkeys(step.stage for step in steps)) == [
        "read", "linkage", "posterior", "learner", "kept", "done",
    ]  # fmt: skip
    assert all(0 <= step.done <= 1 for step in steps)


def test_labels_of_no_known_form_are_noted_with_every_result():
    strange = RELEASED.with_columns(age=pl.lit("adult"))
    for one in shoal.attack(TABLE, strange, quasi="age", sensitive="disease", only=["linkage", "homogeneity"]):
        assert "1 of the 1 labels of column 'age' have no known form" in one.notes[-1]


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"only": "linking"}, shoal.SettingError, "no attack 'linking'; attacks are: linkage"),
        ({"only": "learner"}, shoal.SettingError, "'learner' needs a sensitive column"),
        ({"only": "intersection"}, shoal.SettingError, "needs a second release"),
        ({"only": "history"}, shoal.SettingError, "needs a column that says whose row it is"),
        ({"only": "history", "person": "id"}, shoal.SettingError, "and people who have several rows"),
        ({"known_rows": 1}, shoal.SettingError, "known_rows is 1"),
        ({"person": "patient"}, shoal.SchemaError, "no column 'patient'"),
        ({"people": 0}, shoal.SettingError, "people is 0"),
        ({"people": True}, shoal.SettingError, "people is True"),
        ({"seed": -1}, shoal.SettingError, "seed is -1"),
        ({"noise": 1.5}, shoal.SettingError, "noise is 1.5"),
        ({"unknown": -0.1}, shoal.SettingError, "unknown is -0.1"),
        ({"certainty": "much"}, shoal.SettingError, "certainty is 'much'"),
        ({"k": 0}, shoal.SettingError, "k"),
        ({"learn": "luck", "sensitive": "disease"}, shoal.SettingError, "no learner 'luck'"),
        ({"sensitive": "illness"}, shoal.SchemaError, "no column 'illness'"),
        ({"quasi": "zip"}, shoal.SchemaError, "no column 'zip'"),
        ({"quasi": ()}, shoal.SchemaError, "no quasi column"),
        ({"truth": [0, 1]}, shoal.InputError, "each of 4 rows"),
        ({"second": RELEASED.drop("age")}, shoal.SchemaError, "the release has no column 'age'"),
        ({"second": RELEASED.head(0)}, shoal.InputError, "the release has no rows"),
    ],
)
def test_what_cannot_be_is_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        shoal.attack(TABLE, RELEASED, **{"quasi": "age", **arguments})


def test_tables_without_rows_and_columns_that_are_not_there_are_refused():
    with pytest.raises(shoal.InputError, match="the original has no rows"):
        shoal.attack(TABLE.head(0), RELEASED, quasi="age")
    with pytest.raises(shoal.InputError, match="the release has no rows"):
        shoal.attack(TABLE, RELEASED.head(0), quasi="age")
    with pytest.raises(shoal.SchemaError, match="the release has no column 'age'"):
        shoal.attack(TABLE, RELEASED.drop("age"), quasi="age")
    with pytest.raises(shoal.SchemaError, match="the release has no column 'disease'"):
        shoal.attack(TABLE, RELEASED.drop("disease"), quasi="age", sensitive="disease")
    with pytest.raises(shoal.InputError, match="the release has 3 rows and the original 4"):
        shoal.attack(TABLE, RELEASED.head(3), quasi="age", truth="order")


def test_a_release_in_two_tables_can_be_linked_and_nothing_else():
    with pytest.warns(shoal.PrivacyWarning):
        release = shoal.anonymize(
            TABLE.with_columns(disease=pl.Series(["flu", "gout", "cold", "ache"])),
            k=2,
            quasi="age",
            sensitive="disease",
            identifiers="id",
            method="anatomy",
            keep_order=True,
        )
    (found,) = shoal.attack(TABLE, release, only="linkage")
    assert (found.rate, found.holds) == (1.0, False)  # it does not claim k-anonymity: the quasi columns are exact
    with pytest.raises(shoal.SchemaError, match="ask for linkage only"):
        shoal.attack(TABLE, release)
