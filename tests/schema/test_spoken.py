"""Hierarchies in one word: what each means, what is refused, and that a settings file keeps them."""

from __future__ import annotations

import polars as pl
import pytest

import shoal
from shoal.errors import HierarchyError
from shoal.request.request import Request
from shoal.schema._classes import CHAPTERS, REGIONS
from shoal.schema.hierarchy import Bands, Calendar, Flat, Prefix, Quantiles, Ranges, TopCoded, Years, hierarchy_of
from shoal.schema.propose import propose_hierarchy, rows_of
from shoal.schema.shape import oddities_of

WORDS = {
    "flat": Flat(),
    "prefix": Prefix(),
    "prefix:5,3,1": Prefix((2, 4)),
    "calendar": Calendar(),
    "calendar:day,month,year": Calendar(("day", "month", "year")),
    "bands:5,10,20": Bands((5, 10, 20)),
    "bands:0-17,18-64,65+": Ranges(("0-17", "18-64", "65+")),
    "quantiles:10": Quantiles(10),
    "top:90": TopCoded(90),
    "years": Years(),
}


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_a_rule(word):
    assert hierarchy_of("c", word) == WORDS[word]


@pytest.mark.parametrize("word", [*WORDS, "countries", "icd10", "isco08"])
def test_a_settings_file_keeps_it(word, tmp_path):
    asked = Request.of(k=2, quasi="c", hierarchies={"c": word})
    asked.save(tmp_path / "shoal.toml")
    assert Request.load(tmp_path / "shoal.toml").schema == asked.schema


@pytest.mark.parametrize(
    "word", ["prefix:1,3", "prefix:x", "calendar:year,month", "bands:x", "bands:5,7", "quantiles", "quantiles:1",
             "top", "flat:3", "bands:18-64,0-17", "countries:2"]
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_the_column(word):
    with pytest.raises(HierarchyError, match="'c'"):
        hierarchy_of("c", word)


def rows(word, values):
    return rows_of(hierarchy_of("c", word).tree("c", values))


def test_labels_of_each_kind():
    assert rows("bands:0-17,18-64,65+", ["3", "17", "40", "90"]) == [
        ["3", "0-17", "*"], ["17", "0-17", "*"], ["40", "18-64", "*"], ["90", "65+", "*"],
    ]  # fmt: skip
    assert rows("quantiles:2", ["1", "2", "30", "40"])[0] == ["1", "[1 - 2]", "*"]
    assert rows("countries", ["DE", "FRA", "JP"])[2] == ["FRA", "Western Europe", "Europe", "*"]
    assert rows("icd10", ["E11.9", "I10"])[0] == ["E11.9", "E11", "E00-E90", "*"]
    assert rows("isco08", ["2512"]) == [["2512", "251*", "25**", "Professionals", "*"]]


@pytest.mark.parametrize(
    ("word", "value"), [("countries", "XX"), ("icd10", "flu"), ("isco08", "x"), ("bands:0-9", "12")]
)
def test_values_that_a_rule_does_not_know_are_counted_and_not_shown(word, value):
    with pytest.raises(HierarchyError, match="1 of 1 distinct value") as caught:
        rows(word, [value])
    assert value not in caught.value.message.replace("'c'", "")


def test_classifications_are_whole():
    codes = [
        code
        for parts in REGIONS.values()
        for line in parts.values()
        for pair in line.split()
        for code in pair.split(":")
    ]
    assert len(codes) == len({*codes}) == 2 * 249
    assert len(CHAPTERS) == 22


@pytest.mark.parametrize(
    ("kind", "values", "word"),
    [
        ("date", ["2021-03-04"], "calendar:month,year"),
        ("numeric", ["0", "100"], "bands:5,10,20"),
        ("categorical", [f"0{number}" for number in range(1000, 1010)], "prefix"),
        ("categorical", ["DE", "FR"], "countries"),
        ("categorical", ["red", "blue"], "flat"),
    ],
)
def test_a_hierarchy_is_proposed(kind, values, word):
    assert propose_hierarchy(kind, values) == word
    assert rows(word, sorted(values))


def test_odd_shapes_are_named():
    assert "no level between" in " ".join(oddities_of(hierarchy_of("c", "flat").tree("c", ["a", "b"])))
    tree = hierarchy_of("c", [["a", "A", "*"], ["b", "B", "*"]]).tree("c", ["a"])
    assert oddities_of(tree)[0].startswith("2 nodes with one node below")


def test_a_release_by_a_word():
    frame = pl.DataFrame({"age": [3, 5, 30, 40], "land": ["DE", "FR", "JP", "CN"]})
    release = shoal.anonymize(
        frame,
        k=2,
        quasi=["age", "land"],
        hierarchies={"age": "bands:0-17,18-64", "land": "countries"},
        method="datafly",
    )
    assert {*release.data["age"].unique().cast(pl.String)} == {"0-17", "18-64"}
