from __future__ import annotations

import polars as pl
import pytest

import shoal
from shoal import LDiversity, TCloseness

# Young and old have an illness of each organ, and not the same: 0.5 apart as values, 0.25 by the organs.
PEOPLE = pl.DataFrame({"age": [20, 21, 60, 61], "ill": ["gastritis", "flu", "ulcer", "cold"], "pay": [1, 4, 2, 3]})
TREE = {"*": {"stomach": ["gastritis", "ulcer"], "lung": ["flu", "cold"]}}


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "trees"
    place.mkdir()
    (place / "ill.csv").write_text("gastritis;stomach;*\nulcer;stomach;*\nflu;lung;*\ncold;lung;*\n")
    return place


def released(**asked):
    call = {"k": 2, "quasi": "age", "sensitive": "ill", "criteria": TCloseness(0.3), "method": "mondrian", "seed": 1}
    return shoal.anonymize(PEOPLE.select("age", "ill"), **(call | asked))


def test_a_hierarchy_that_lies_in_a_folder_does_not_weaken_t_closeness(folder):
    release = released(hierarchies=folder)
    assert release.criteria == (TCloseness(0.3, "ill", "equal"),)
    assert (release.groups, release.verdict.levels["ill"].t["equal"]) == (1, 0.0)
    assert release.criteria[0].sentence.endswith("within 0.3 by the equal distance")
    assert released().criteria == release.criteria


def test_a_hierarchy_that_is_given_for_the_column_is_what_t_is_measured_by(folder):
    release = released(hierarchies={"ill": TREE})
    assert release.criteria == (TCloseness(0.3, "ill", "hierarchical"),)
    assert (release.groups, release.verdict.levels["ill"].t) == (2, {"equal": 0.5, "hierarchical": 0.25})
    named = released(hierarchies=folder, criteria=TCloseness(0.3, distance="hierarchical"))
    assert (named.groups, named.criteria[0].distance) == (2, "hierarchical")


def test_numbers_are_measured_by_their_order_and_the_sentence_says_so():
    call = {"k": 2, "quasi": "age", "sensitive": ["ill", "pay"], "criteria": TCloseness(0.9), "method": "mondrian"}
    sentences = [criterion.sentence for criterion in shoal.anonymize(PEOPLE, **call).criteria]
    assert [words.rpartition(" by ")[2] for words in sentences] == ["the equal distance", "the ordered distance"]


def test_the_settings_file_of_a_run_has_the_distance_that_was_kept(folder, tmp_path):
    release = released(hierarchies=folder)
    release.save_schema(tmp_path / "shoal.toml")
    again = shoal.anonymize(PEOPLE.select("age", "ill"), schema=tmp_path / "shoal.toml")
    assert again.criteria == release.criteria


def test_check_and_compare_take_the_same_distance(folder):
    grouped = PEOPLE.with_columns(age=pl.col("age") // 30)
    asked = {"quasi": "age", "sensitive": "ill", "hierarchies": folder, "criteria": [TCloseness(0.3), LDiversity(2)]}
    assert shoal.check(grouped, **asked).broken == ((TCloseness(0.3, "ill", "equal"), 2),)
    found = shoal.compare(PEOPLE.select("age", "ill"), k=2, methods="mondrian", **asked)
    assert found["groups"].to_list() == [1]
