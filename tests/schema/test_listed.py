"""Hierarchies that list their values."""

from __future__ import annotations

import datetime as dt

import pytest

from shoal.errors import HierarchyError
from shoal.schema.column import Column
from shoal.schema.hierarchy import Flat, Levels, Nested, Order
from shoal.schema.read_toml import read_schema
from shoal.schema.schema import Schema

ROWS = (("a", "A", "*"), ("b", "A", "*"), ("c", "B", "*"))


def test_a_flat_tree_has_every_value_below_the_root_in_order():
    tree = Flat().tree("x", ["b", "a", "c"])
    assert tree.labels == ("b", "a", "c", "*")
    assert tree.parent.tolist() == [3, 3, 3, -1]


def test_a_flat_tree_takes_another_root_and_blank_values():
    assert Flat("any").tree("x", ["", "a"]).labels == ("", "a", "any")


def test_an_order_makes_the_flat_tree_in_that_order():
    assert Order(("low", "mid", "high")).tree("x", ["high", "low"]).leaf_labels == ("low", "mid", "high")


def test_an_order_takes_numbers_in_a_list():
    assert Order([1, 2.5, True]).values == ("1", "2.5", "true")


def test_an_order_must_know_every_value():
    with pytest.raises(HierarchyError, match="column 'pain': 2 of 3 distinct values are not in it") as caught:
        Order(("low", "high")).tree("pain", ["high", "severe", "unbearable"])
    assert "severe" not in str(caught.value)


@pytest.mark.parametrize(
    ("values", "words"), [((), "at least one"), (("a", " "), "blank"), (("a", "a"), "1 values twice")]
)
def test_a_broken_order_is_refused(values, words):
    with pytest.raises(HierarchyError, match=words):
        Order(values)


def test_levels_may_hold_values_that_do_not_occur():
    assert Levels(ROWS).tree("x", ["c"]).leaf_labels == ("a", "b", "c")


def test_levels_must_know_every_value():
    with pytest.raises(HierarchyError, match="column 'x': 1 of 2 distinct values are not in it") as caught:
        Levels(ROWS).tree("x", ["a", "secret"])
    assert "secret" not in str(caught.value)
    assert "map them to missing" in caught.value.hint


def test_levels_are_equal_when_their_rows_are():
    assert Levels(ROWS, "here.csv", (1, 2, 3)) == Levels([list(row) for row in ROWS])
    assert Levels(ROWS) != Levels(ROWS[:2])


def test_levels_take_numbers_and_dates_for_labels():
    rows = [[1, 2.5, "*"], [dt.date(2024, 3, 5), dt.datetime(2024, 3, 5, 1, 2), "*"]]
    assert Levels(rows).rows == (("1", "2.5", "*"), ("2024-03-05", "2024-03-05T01:02:00", "*"))


def test_levels_refuse_what_no_cell_could_be():
    with pytest.raises(HierarchyError, match="holds a NoneType"):
        Levels([["a", None, "*"]])


def test_levels_do_not_show_their_rows():
    assert "'a'" not in repr(Levels(ROWS))


def test_a_nested_hierarchy_must_know_every_value():
    with pytest.raises(HierarchyError, match="1 of 1 distinct value are not in it"):
        Nested({"*": ["a"]}).tree("x", ["b"])


def test_a_nested_hierarchy_keeps_a_copy():
    leaves = ["a"]
    given = {"*": {"A": leaves}}
    nested = Nested(given)
    leaves.append("b")
    given["*"]["B"] = ["c"]
    assert nested.tree("x", []).leaf_labels == ("a",)


def test_a_nested_hierarchy_takes_numbers():
    assert Nested({"*": {1: [20, 21], "": [30]}}).tree("x", ["20"]).labels == ("20", "21", "30", "1", "*")


@pytest.mark.parametrize("mapping", [{"*": "abc"}, {"*": {"A": None}}, {"*": {"": {"A": ["a"]}}}])
def test_a_nested_hierarchy_refuses_other_things(mapping):
    with pytest.raises(HierarchyError, match="other than mappings and lists"):
        Nested(mapping)


@pytest.mark.parametrize("depth", [101, 900, 5000])
def test_a_nested_hierarchy_that_is_too_deep_is_refused(depth):
    mapping = {"bottom": ["a"]}
    for level in range(depth - 1):
        mapping = {f"n{level}": mapping}
    with pytest.raises(HierarchyError, match="more than 100 nodes above each other"):
        Nested(mapping)


def test_a_nested_hierarchy_that_holds_itself_is_refused():
    mapping = {"A": ["a"]}
    mapping["B"] = mapping
    with pytest.raises(HierarchyError, match="above each other"):
        Nested({"*": mapping})


def test_a_deep_nested_hierarchy_is_written_and_read_back(tmp_path):
    mapping = {"": ["a"], "bottom": ["b"]}
    for level in range(97):
        mapping = {f"n{level}": mapping, "": [f"v{level}"]} if level % 2 else {f"n{level}": mapping}
    schema = Schema((Column("x", "quasi", hierarchy=Nested({"*": mapping})),))
    schema.to_toml(tmp_path / "shoal.toml", {})
    assert read_schema(tmp_path / "shoal.toml")[0] == schema


def test_two_nested_nodes_that_become_one_label_are_refused():
    with pytest.raises(HierarchyError, match="two nodes of one label"):
        Nested({"*": {1: ["a"], "1": ["b"]}})


@pytest.mark.parametrize("rule", [Flat(), Order(("a",)), Levels(ROWS), Nested({"*": ["a"]})])
def test_rules_can_be_hashed_and_compared(rule):
    assert len({rule, rule}) == 1
