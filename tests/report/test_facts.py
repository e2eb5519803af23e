from __future__ import annotations

import json

import polars as pl
import pytest

import shoal
from shoal.datasets import he_table1
from shoal.report.facts import gather

HE = {"k": 2, "quasi": ["Age", "Zip"], "sensitive": "Disease", "identifiers": "Name"}


def facts_of(frame, **call):
    release = shoal.anonymize(frame, **call)
    return release, gather(release, release._before.read())


def test_the_facts_of_he_table_1_by_hand():
    _, facts = facts_of(he_table1().frame, method="mondrian", seed=0, **HE)
    assert facts["groups"]["groups"] == [2, 1]
    assert facts["groups"]["bins"] == ["2", "3"]
    # All seven originals differ; 3 groups of 7 rows remain.
    assert facts["risk"]["before"] == {"highest": 1.0, "average": 1.0, "unique": 1.0, "above": 1.0}
    assert facts["risk"]["after"] == {"highest": 0.5, "average": 3 / 7, "unique": 0.0, "above": 0.0}
    assert facts["loss"]["total"] == 0.189  # of 0.18928571428571428
    assert [column["name"] for column in facts["loss"]["columns"]] == ["Age", "Zip"]
    (disease,) = facts["sensitive"]
    assert (disease["least_values"], disease["groups_of_one_value"]) == (2, 0)


def test_the_facts_are_plain_values(facts):
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts


def test_every_released_column_is_there_and_no_identifier(facts, release):
    assert [column["name"] for column in facts["columns"]] == release.data.columns
    for column in facts["columns"]:
        assert bool(column["before"]) == (column["role"] == "quasi")
        assert len(column["after"]) == len(column["bins"])
        assert sum(column["after"]) == pytest.approx(1, abs=1e-3)


def test_the_sample_is_of_released_rows(facts, release):
    released = set(release.data.with_columns(pl.all().cast(pl.String)).rows())
    assert facts["sample"]["columns"] == release.data.columns
    assert {tuple(row) for row in facts["sample"]["rows"]} <= released
    assert facts["sample"]["group_ends"] == [4, 8, 12]


def test_associations_are_squares_of_the_same_columns(facts):
    found = facts["associations"]
    size = len(found["columns"])
    for square in (found["before"], found["after"]):
        assert [len(row) for row in square] == [size] * size
        assert all(square[at][at] == 1 for at in range(size))
    assert found["sampled"] is None


@pytest.mark.parametrize("style", ["interval", "bounds", "midpoint", "mean"])
def test_every_style_has_facts(style, tmp_path):
    release, facts = facts_of(he_table1().frame, method="mondrian", style=style, **HE)
    assert [column["name"] for column in facts["columns"]] == ["Age", "Zip", "Disease"]
    assert facts["risk"]["after"]["highest"] == 0.5
    release.report(tmp_path / "report.html")


@pytest.mark.parametrize("method", ["anatomy", "condensation", "datafly", "mdav", "nh"])
def test_every_form_has_facts_and_a_page(method, tmp_path):
    frame = pl.DataFrame({"x": range(24), "y": [at * 7 % 24 for at in range(24)], "s": ["a", "b", "c"] * 8})
    release, facts = facts_of(frame, k=3, quasi=["x", "y"], sensitive="s", method=method)
    assert facts["certificate"]["form"] == release.form
    release.report(tmp_path / "report.html")
    json.dumps(facts, allow_nan=False)


def test_missing_cells_and_dropped_rows_have_facts(tmp_path):
    ages = [None, None, *range(20, 42), 900]
    frame = pl.DataFrame({"age": ages, "sex": ["f", "m", None, "f", "m"] * 5, "note": [[1]] * 25})
    release, facts = facts_of(frame, k=3, quasi=["age", "sex"], keep="note", suppress=0.2, method="mondrian")
    assert facts["run"]["suppressed"] == release.suppressed
    assert "note" not in [column["name"] for column in facts["columns"]]
    # CSV holds no lists, so there is nothing to take a hash of unless a file is named.
    assert facts["certificate"]["sha256"] is None
    release.report(tmp_path / "report.html")
    release.save(tmp_path / "release.parquet")
    assert shoal.verify_certificate(tmp_path / "report.html", tmp_path / "release.parquet").holds


def test_a_release_of_nothing_has_facts(tmp_path):
    release, facts = facts_of(he_table1().frame.head(1), **{**HE, "suppress": 1.0, "method": "mondrian"})
    assert (release.data.height, facts["groups"]["count"]) == (0, 0)
    release.report(tmp_path / "report.html")


def test_dates_are_shown_by_the_calendar():
    days = pl.date_range(pl.date(2020, 1, 1), pl.date(2020, 12, 31), eager=True)
    _, facts = facts_of(pl.DataFrame({"day": days}), k=5, quasi="day", method="mondrian")
    (column,) = facts["columns"]
    assert column["bins"][:2] == ["2020-01", "2020-02"]
    assert column["before"][1] == pytest.approx(29 / 366, abs=0.011)


def test_a_table_read_from_text_gives_the_same_facts_as_one_with_types(tmp_path):
    frame = he_table1().frame
    frame.write_csv(tmp_path / "in.csv")
    _, typed = facts_of(frame, method="mondrian", seed=0, **HE)
    _, text = facts_of(tmp_path / "in.csv", method="mondrian", seed=0, **HE)
    for part in ("columns", "associations", "groups", "risk", "sensitive", "loss"):
        assert typed[part] == text[part], part
