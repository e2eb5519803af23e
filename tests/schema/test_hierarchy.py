"""The ways to give a hierarchy: from Python and in a settings file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from shoal.errors import HierarchyError
from shoal.schema.hierarchy import (
    Bands,
    Calendar,
    Flat,
    Hierarchy,
    Levels,
    Nested,
    Order,
    Prefix,
    hierarchy_from_toml,
    hierarchy_of,
)

RULES = [
    Flat(),
    Flat("any"),
    Order(("low", "mid", "high")),
    Levels((("a", "A", "*"), ("b", "B", "*"))),
    Nested({"*": {"": ["c"], "A": ["a", "b"]}}),
    Prefix(),
    Prefix((1, 3), "#"),
    Calendar(("month", "year")),
    Bands((5, 10, 20)),
    Bands((0.5, 1.5), origin=0.25),
]


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_a_hierarchy_and_is_taken_as_it_is(rule):
    assert isinstance(rule, Hierarchy)
    assert hierarchy_of("x", rule) is rule


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_comes_back_from_its_description(rule):
    assert hierarchy_from_toml("x", rule.to_toml(Path()), Path()) == rule


def test_a_file_is_named_as_seen_from_the_settings(tmp_path):
    (tmp_path / "trees").mkdir()
    (tmp_path / "settings").mkdir()
    file = tmp_path / "trees" / "sex.csv"
    file.write_text("M;*\nF;*\n")
    levels = hierarchy_of("sex", file)
    spec = levels.to_toml(tmp_path / "settings")
    assert spec == {"file": "../trees/sex.csv"}
    assert hierarchy_from_toml("sex", spec, tmp_path / "settings") == levels


@pytest.mark.parametrize("as_text", [True, False])
def test_a_path_is_read(tmp_path, as_text):
    file = tmp_path / "sex.csv"
    file.write_text("M;*\nF;*\n")
    assert hierarchy_of("sex", str(file) if as_text else file).tree("sex", ["F"]).leaf_labels == ("M", "F")


def test_a_mapping_is_nested_and_a_list_holds_rows():
    assert hierarchy_of("x", {"*": ["a", "b"]}) == Nested({"*": ["a", "b"]})
    assert hierarchy_of("x", [["a", "*"], ("b", "*")]) == Levels((("a", "*"), ("b", "*")))
    assert hierarchy_of("x", "flat") == Flat()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (3, "a int is no hierarchy"),
        (Flat, "a type is no hierarchy"),
        (["a", "b"], "2 of its 2 rows are no lists"),
        ({"*": 3}, "other than mappings"),
        ([[None, "*"]], "NoneType"),
        ("no such file.csv", "cannot be read"),
    ],
)
def test_what_is_no_hierarchy_is_refused_by_column(given, words):
    with pytest.raises(HierarchyError, match="hierarchy of column 'age': ") as caught:
        hierarchy_of("age", given)
    assert words in caught.value.message
    assert caught.value.message.count("'age'") == 1


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ('"flat"', Flat()),
        ('{ flat = "any" }', Flat("any")),
        ("{ prefix = [1, 2, 3] }", Prefix((1, 2, 3))),
        ('{ prefix = "all", mask = "x" }', Prefix((), "x")),
        ('{ calendar = ["month", "year"] }', Calendar(("month", "year"))),
        ("{ bands = [5, 10, 20], origin = 0 }", Bands((5, 10, 20))),
        ("{ bands = [5] }", Bands((5,))),
        ('{ order = ["low", "mid", 3] }', Order(("low", "mid", "3"))),
        (
            '{ tree = { "*" = { "High" = { "" = ["x"], "Low" = [1] } } } }',
            Nested({"*": {"High": {"": ["x"], "Low": ["1"]}}}),
        ),
        ('{ levels = [["a", "*"]] }', Levels((("a", "*"),))),
    ],
)
def test_each_form_of_a_description_is_read(text, rule):
    assert hierarchy_from_toml("x", tomllib.loads(f"spec = {text}")["spec"], Path()) == rule


def test_the_nested_tree_of_the_grid_paper_is_read_from_tables():
    text = """
    [columns.education.hierarchy.tree."*"."Senior high"]
    "" = ["HS-grad"]
    Low = ["11th", "9th"]
    [columns.education.hierarchy.tree."*"]
    High = ["Bachelors", "Masters"]
    """
    spec = tomllib.loads(text)["columns"]["education"]["hierarchy"]
    tree = hierarchy_from_toml("education", spec, Path()).tree("education", ["9th"])
    assert tree.leaf_labels == ("HS-grad", "11th", "9th", "Bachelors", "Masters")
    assert tree.height[tree.root] == 3


@pytest.mark.parametrize(
    ("spec", "words", "hint"),
    [
        ("round", "must be a table or the word flat", "file"),
        (5, "must be a table or the word flat", "file"),
        ({}, "its table is empty", "one of the keys file, tree"),
        ({"prefx": [1]}, "unknown key 'prefx'", "did you mean 'prefix'?"),
        ({"bands": [5], "originn": 1}, "unknown key 'originn'", "did you mean 'origin'?"),
        ({"prefix": [1], "origin": 1}, "unknown key 'origin'", ""),
        ({"prefix": [1], "bands": [5]}, "2 forms at once: prefix, bands", "keep one"),
        ({"prefix": "some"}, "its prefix must be a list", ""),
        ({"prefix": [1, "2"]}, "whole numbers", ""),
        ({"prefix": [1], "mask": 3}, "its mask must be a text", ""),
        ({"prefix": [2, 1]}, "ascending", ""),
        ({"calendar": "month"}, "its calendar must be a list", ""),
        ({"calendar": [1]}, "in this order", ""),
        ({"bands": ["5"]}, "its bands must be made of numbers", ""),
        ({"bands": [5], "origin": True}, "its origin must be made of numbers", ""),
        ({"bands": [5, 7]}, "do not nest", "multiple"),
        ({"order": []}, "at least one value", ""),
        ({"tree": ["a"]}, "its tree must be a table", ""),
        ({"levels": ["a"]}, "1 of its 1 rows are no lists", ""),
        ({"file": 3}, "its file must be a text", ""),
        ({"file": "none.csv"}, "cannot be read", ""),
        ({"flat": True}, "its flat must be a text", ""),
    ],
)
def test_a_broken_description_is_refused_by_column(tmp_path, spec, words, hint):
    with pytest.raises(HierarchyError, match=r"^hierarchy of column 'age': ") as caught:
        hierarchy_from_toml("age", spec, tmp_path)
    assert words in caught.value.message
    assert hint in caught.value.hint
