"""Someone who knows the method asks why a group is as large as it is."""

from __future__ import annotations

import itertools
import json
import warnings
from collections import Counter

import polars as pl
import pytest

import shoal

AGES = [20, 30, 40, 50, 60]
DISEASES = ["flu", "cold", "gout", "HIV", "HIV"]
TABLE = pl.DataFrame({"age": AGES, "disease": DISEASES})
TWO = shoal.LDiversity(2, column="disease")


def released(table=TABLE, method="mondrian", **more):
    """Return a release in which two rows are alike and two diseases occur in each group."""
    call = {"k": 2, "quasi": "age", "sensitive": "disease", "criteria": TWO, "method": method, "seed": 1}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        return shoal.anonymize(table, **{**call, **more})


def test_a_cut_that_was_not_made_tells_who_has_what():
    # Mondrian cuts at the median, 20 30 40 | 50 60, unless a side has one disease only. It did not: so 50 and 60 have
    # the same one, and only HIV occurs twice. 6 of the 60 ways are left, by who of the others has what.
    (found,) = shoal.attack(TABLE, released(), only="minimality")
    assert (found.column, found.trials, found.successes, found.promise) == ("disease", 5, 2, 0)
    assert found.facts["ways"] == 60
    assert found.facts["ways that lead to the release"] == 6
    assert found.facts["people who are certain"] == 2
    assert found.facts["chance that was promised"] == 0.5
    assert found.facts["chance of the own value, mean"] == pytest.approx((3 / 3 + 2) / 5)
    assert not found.holds
    assert "For 40.0 % of the people" in found.sentence
    assert "2 of 5 are certain" in found.sentence


def test_a_cut_that_is_always_made_tells_nothing_more_than_the_groups():
    # HIV at 20 and 30: the cut at the median holds, as it does in the 54 ways that do not have HIV at 50 and 60.
    table = pl.DataFrame({"age": AGES, "disease": DISEASES[::-1]})
    (found,) = shoal.attack(table, released(table), only="minimality")
    assert found.facts["people who are certain"] == 0
    assert found.facts["ways that lead to the release"] == 6  # three of the upper group and two of the lower
    assert found.facts["chance of the own value, greatest"] == pytest.approx(2 / 3)


def chances(table, call):
    """Return the chance of each person's own value, by anonymizing a table for every way: the slow twin."""
    own = table["disease"].to_list()
    target = Counter(released(table, **call).data.rows())
    left = [
        way
        for way in set(itertools.permutations(own))
        if Counter(released(table.with_columns(disease=pl.Series(way)), **call).data.rows()) == target
    ]
    return [sum(way[i] == own[i] for way in left) / len(left) for i in range(len(own))], len(left)


@pytest.mark.parametrize(
    "call",
    [
        {"method": "mondrian"},
        {"method": "mondrian", "style": "bounds"},
        {"method": "mondrian", "style": "mean"},
        {"method": "top_down", "style": "midpoint"},
        {"method": "mdav"},
        {"method": "incognito"},
        {"method": "mondrian", "criteria": [shoal.AlphaK(0.5), shoal.TCloseness(0.5)]},
    ],
    ids=str,
)
def test_the_chances_are_those_of_the_twin(call):
    table = pl.DataFrame({"age": [20, 21, 50, 51, 52], "disease": ["a", "a", "b", "b", "c"]})
    (found,) = shoal.attack(table, released(table, **call), only="minimality")
    expected, left = chances(table, call)
    assert found.facts["ways"] == 30
    assert found.facts["ways that lead to the release"] == left
    assert found.facts["chance of the own value, mean"] == pytest.approx(sum(expected) / 5)
    assert found.facts["chance of the own value, greatest"] == pytest.approx(max(expected))


def test_varied_groups_leave_doubt():
    (found,) = shoal.attack(TABLE, released(vary=20), only="minimality")
    assert found.facts["people who are certain"] == 0
    assert found.facts["chance of the own value, greatest"] < 0.95
    assert "draws at random" in found.notes[0]


def test_files_and_the_settings_of_the_run_do(tmp_path):
    release = released(style="mean")
    release.save(tmp_path / "released.csv")
    release.save_schema(tmp_path / "shoal.toml")
    TABLE.write_csv(tmp_path / "table.csv")
    (found,) = shoal.attack(
        tmp_path / "table.csv", tmp_path / "released.csv", schema=tmp_path / "shoal.toml", only="minimality"
    )
    assert found.facts["people who are certain"] == 2


def test_a_frame_and_what_is_known_of_the_run_do():
    known = {"quasi": "age", "sensitive": "disease", "method": "mondrian", "criteria": TWO, "k": 2}
    found = shoal.attack(TABLE, released().data, **known)
    assert [one.name for one in found] == ["linkage", "homogeneity", "skewness", "learner", "minimality", "kept"]
    assert found[4].facts["people who are certain"] == 2


def test_settings_that_were_not_those_of_the_run_are_noticed():
    known = {"quasi": "age", "sensitive": "disease", "criteria": TWO, "k": 3, "only": "minimality"}
    table = pl.DataFrame({"age": AGES, "disease": DISEASES[::-1]})  # published as groups of three and of two
    (found,) = shoal.attack(table, released(table).data, method="mondrian", **known)
    assert found.facts["ways that lead to the release"] == 0
    assert "no run gave this very release" in found.notes[0]


@pytest.mark.parametrize(
    ("table", "call", "why"),
    [
        (TABLE, {"criteria": None}, "no criterion guards a sensitive value"),
        (TABLE, {"method": "anatomy", "criteria": None, "k": 2}, "publishes two tables"),
        (pl.DataFrame({"age": range(20), "disease": list("abcd") * 5}), {}, "more than 20,000 ways"),
    ],
)
def test_where_it_cannot_be_tried_the_reason_is_given(table, call, why):
    release = released(table, **call)
    with pytest.raises(shoal.SettingError, match=why):
        shoal.attack(table, release, only="minimality")
    others = shoal.attack(table, release, only=["linkage", "minimality"])
    assert [one.name for one in others] == ["linkage"]
    assert why in others[0].notes[-1]


def test_tables_that_take_long_are_tried_only_when_asked_for_by_name():
    table = pl.DataFrame({"age": [20, 21, 22, 40, 41, 42, 60], "disease": list("abababc")})  # 140 ways, then 1,260
    assert "minimality" in [one.name for one in shoal.attack(table, released(table))]
    table = table.with_columns(disease=pl.Series(list("ababcde")))
    found = shoal.attack(table, released(table))
    assert "more than 1,000 ways, too many to be tried; asked for by name, up to 20,000 are" in found[0].notes[-1]


def test_suppressed_rows_have_values_that_nobody_can_assign():
    table = pl.DataFrame({"age": [20, 20, 20, 20, 90], "disease": list("ababa")})
    release = released(table, suppress=0.2)
    assert release.suppressed == 1
    with pytest.raises(shoal.SettingError, match="1 of 5 rows were suppressed"):
        shoal.attack(table, release, only="minimality")


def test_without_a_method_it_is_left_out_or_refused():
    columns = {"quasi": "age", "sensitive": "disease"}
    names = [one.name for one in shoal.attack(TABLE, released().data, k=2, **columns)]
    assert "minimality" not in names
    with pytest.raises(shoal.SettingError, match="needs the method that made the release"):
        shoal.attack(TABLE, released().data, only="minimality", **columns)


def test_no_value_is_in_the_result():
    (found,) = shoal.attack(TABLE, released(), only="minimality")
    assert not any(value in json.dumps(found.to_dict()) for value in DISEASES)
