"""Trees from level rows and nested mappings, worked by hand."""

from __future__ import annotations

import time

import numpy as np
import pytest

from shoal.errors import HierarchyError
from shoal.schema._origin import Origin
from shoal.schema.tree import Tree
from shoal.schema.tree_build import tree_from_levels, tree_from_nested, tree_from_rows, with_missing_leaf

HERE = Origin("education", "folder/education.csv", (2, 3, 5, 8))


def from_rows(*rows: str) -> Tree:
    return tree_from_rows([tuple(row.split(";")) for row in rows], Origin("education"))


def edges(tree: Tree) -> set[tuple[str, str]]:
    """Return (child, parent) by label."""
    return {(tree.labels[i], tree.labels[p]) for i, p in enumerate(tree.parent) if p >= 0}


def cut(tree: Tree, level: int) -> list[str]:
    """Return the label of each leaf at a level."""
    return [tree.labels[node] for node in tree.levels[:, level]]


def test_levels_become_nodes_with_the_leaves_first_and_the_root_last():
    tree = from_rows("a;A;*", "b;B;*", "c;A;*")
    assert tree.labels == ("a", "c", "b", "A", "B", "*")
    assert tree.first.tolist() == [0, 1, 2, 0, 2, 0]
    assert tree.last.tolist() == [0, 1, 2, 1, 2, 2]
    assert tree.parent.tolist() == [3, 3, 4, 5, 5, -1]
    assert tree.height.tolist() == [0, 0, 0, 1, 1, 2]
    assert tree.levels.tolist() == [[0, 3, 5], [1, 3, 5], [2, 4, 5]]
    assert tree.leaf_counts.tolist() == [1, 1, 1, 2, 1, 3]


def test_all_arrays_are_int32():
    tree = with_missing_leaf(from_rows("a;A;*", "b;A;*"))
    arrays = (tree.first, tree.last, tree.parent, tree.height, tree.levels, tree.leaf_counts)
    assert {array.dtype for array in arrays} == {np.dtype(np.int32)}


def test_leaves_come_in_depth_first_order_of_first_appearance():
    tree = from_rows("z;Q;1;*", "y;P;2;*", "x;R;1;*", "w;Q;1;*")
    assert tree.leaf_labels == ("z", "w", "x", "y")


def test_a_padded_leaf_is_one_node():
    tree = from_rows("Private;Private;Private;Paid;*", "State;State-or-local;Government;Paid;*")
    assert ("Private", "Paid") in edges(tree)
    assert tree.labels.count("Private") == 1
    assert [cut(tree, level)[0] for level in range(5)] == ["Private", "Private", "Private", "Paid", "*"]


def test_a_padded_inner_node_is_one_node():
    tree = from_rows("without;Unpaid;Unpaid;Unpaid;*", "never;Unpaid;Unpaid;Unpaid;*", "x;A;B;C;*")
    assert tree.labels.count("Unpaid") == 1
    assert tree.height[tree.labels.index("Unpaid")] == 1
    assert cut(tree, 1) == ["Unpaid", "Unpaid", "A"]
    assert cut(tree, 3) == ["Unpaid", "Unpaid", "C"]


def test_a_leaf_may_have_the_label_of_its_parent_when_it_has_siblings():
    tree = from_rows("a;a;*", "b;a;*")
    assert tree.labels == ("a", "b", "a", "*")
    assert tree.height.tolist() == [0, 0, 1, 2]


def test_an_inner_node_goes_into_a_parent_of_the_same_label_and_its_leaves_wait_below_it():
    tree = from_rows("x;A;A;*", "y;A;A;*", "z;B;A;*")
    assert edges(tree) == {("x", "A"), ("y", "A"), ("z", "B"), ("B", "A"), ("A", "*")}
    assert cut(tree, 1) == ["x", "y", "B"]
    assert cut(tree, 2) == ["A", "A", "A"]


def test_short_rows_keep_a_short_path():
    tree = from_rows("HS-grad;Senior high;*", "11th;Low;Senior high;*", "9th;Low;Senior high;*", "Masters;*")
    assert edges(tree) == {
        ("HS-grad", "Senior high"),
        ("11th", "Low"),
        ("9th", "Low"),
        ("Low", "Senior high"),
        ("Senior high", "*"),
        ("Masters", "*"),
    }
    assert cut(tree, 1) == ["HS-grad", "Low", "Low", "Masters"]
    assert cut(tree, 2) == ["Senior high"] * 3 + ["Masters"]


def test_the_root_need_not_be_a_star():
    assert from_rows("75275;7527*", "75277;7527*").labels[-1] == "7527*"


def test_one_leaf_has_a_root_above_it():
    tree = from_rows("a;*")
    assert tree.labels == ("a", "*")
    assert tree.height.tolist() == [0, 1]


def test_one_leaf_with_the_label_of_the_root_is_the_root():
    tree = from_rows("*;*")
    assert tree.labels == ("*",)
    assert (tree.root, tree.leaves, tree.height.tolist(), tree.levels.tolist()) == (0, 1, [0], [[0, 0]])


def test_a_row_that_occurs_twice_counts_once():
    assert from_rows("a;A;*", "b;A;*", "a;A;*").leaf_labels == ("a", "b")


def test_unicode_labels_are_kept():
    assert from_rows("Köln;Nordrhein-Westfalen;世界", "東京;関東;世界").leaf_labels == ("Köln", "東京")


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["a;*", "b;*", ";*"], "line 5 of education.csv has a blank value"),
        (["a;A;*", "b; ;*"], "line 3 of education.csv has a blank value or label"),
        (["a;A;*", "b;B;*", "c;C;all"], "two roots: line 5 of education.csv ends in another label than line 2 of"),
        (["a;A;*", "b;B"], "two roots: line 3"),
        (["a;A;U;*", "b;B;U;*", "c;A;V;*"], "line 5 of education.csv puts its label at level 1 below another parent"),
        (["a;A;*", "b;B;*", "c;C;*", "a;B;*"], "line 8 of education.csv gives the value of line 2 of"),
    ],
)
def test_a_broken_row_is_named_by_its_line(rows, words):
    with pytest.raises(HierarchyError, match="column 'education'") as caught:
        tree_from_rows([tuple(row.split(";")) for row in rows], HERE)
    assert words in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(
    "rows",
    [
        ["A;A;*"],
        ["A;A;A;*", "B;C;D;*"],
        ["London;London;England;*", "Croydon;London;England;*"],
        ["x;A;A;*", "y;A;A;*", "z;B;A;*"],
        ["A;A;*", "B;A;*", "C;D;*"],
        ["A;A;*", "B;A;*", "c;D;A;*"],
        ["*;*", "a;*"],
        ["a;*;*", "b;B;*"],
        ["HS;Senior;*", "9th;Low;Senior;*"],
        ["a;A;*", "b;A;*", "a;A;*"],
    ],
    ids=" ".join,
)
def test_labels_that_repeat_along_one_branch_are_sound(rows):
    assert set(from_rows(*rows).leaf_labels) == {row.split(";")[0] for row in rows}


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["A;B;*", "B;A;*"], "line 3 of education.csv has a label that stands at another place in line 2 of"),
        (["a;b;a;*"], "line 2 of education.csv has a label that is its own ancestor"),
        (["a;*;b;*"], "its own ancestor"),
        (["x;A;B;A;*", "y;C;D;E;*"], "its own ancestor"),
        (["a;A;*", "A;B;*"], "stands at another place"),
        (["a;A;A;*", "A;B;C;*"], "stands at another place"),
        (["a;Other;X;*", "b;Y;Other;*"], "line 2 of education.csv has a label that stands at another place in line 3"),
        (["a;A;*", "b;B;*", "B;A;*"], "line 5 of education.csv has a label that stands at another place in line 3"),
        (["a;B;C;*", "b;C;B;*"], "stands at another place"),
    ],
    ids=lambda case: case if isinstance(case, str) else " ".join(case),
)
def test_a_label_that_stands_at_two_places_is_refused(rows, words):
    with pytest.raises(HierarchyError, match="column 'education'") as caught:
        tree_from_rows([tuple(row.split(";")) for row in rows], HERE)
    assert words in caught.value.message
    assert caught.value.hint


def test_rows_without_a_file_are_named_by_their_number():
    with pytest.raises(HierarchyError, match="row 2 ends in another label than row 1"):
        from_rows("a;*", "b;+")


def test_no_rows_are_refused():
    with pytest.raises(HierarchyError, match="it has no rows"):
        from_rows()


def test_values_alone_are_several_roots():
    with pytest.raises(HierarchyError, match="two roots: row 2"):
        from_rows("a", "b")


def test_errors_hold_no_label():
    with pytest.raises(HierarchyError) as caught:
        from_rows("secret;hidden;top;*", "private;hidden;down;*")
    assert not any(word in str(caught.value) for word in ("secret", "hidden", "top", "private", "down"))


def test_the_tree_of_the_grid_paper_has_its_edge_heights():
    mapping = {"*": {"Senior high": {"": ["HS-grad"], "Low": ["11th", "9th"]}, "High": ["Bachelors", "Masters"]}}
    tree = tree_from_nested(mapping, Origin("education"))
    assert tree.leaf_labels == ("HS-grad", "11th", "9th", "Bachelors", "Masters")
    height = dict(zip(tree.labels, tree.height.tolist(), strict=True))
    assert (height["*"], height["Senior high"], height["Low"], height["High"], height["11th"]) == (3, 2, 1, 1, 0)
    assert cut(tree, 1) == ["HS-grad", "Low", "Low", "High", "High"]
    assert cut(tree, 2) == ["Senior high"] * 3 + ["High"] * 2


def test_the_small_tree_of_the_grid_paper_has_half_a_height_and_two_thirds_of_the_leaves():
    tree = tree_from_nested({"a": {"b": ["d"], "c": ["e", "f"]}}, Origin("x"))
    c = tree.labels.index("c")
    assert tree.height[c] / tree.height[tree.root] == 1 / 2
    assert tree.leaf_counts[c] / tree.leaves == 2 / 3


def test_a_nested_tree_equals_the_one_of_its_level_rows():
    rows = from_rows("a;A;U;*", "b;A;U;*", "c;B;U;*", "d;C;V;*")
    nested = tree_from_nested({"*": {"U": {"A": ["a", "b"], "B": ["c"]}, "V": {"C": ["d"]}}}, Origin("x"))
    assert nested.labels == rows.labels
    for name in ("first", "last", "parent", "height", "levels"):
        assert np.array_equal(getattr(nested, name), getattr(rows, name))


def test_a_nested_node_that_repeats_its_parent_is_merged_and_adds_no_level():
    tree = tree_from_nested({"*": {"A": {"A": ["x", "y"]}, "B": ["z"]}}, Origin("x"))
    assert edges(tree) == {("x", "A"), ("y", "A"), ("A", "*"), ("z", "B"), ("B", "*")}
    assert [cut(tree, level) for level in range(tree.levels.shape[1])][-2:] == [["A", "A", "B"], ["*"] * 3]
    assert tree.levels.shape == (3, 3)


def test_a_nested_tree_of_one_value_with_the_label_of_the_root_is_one_node():
    tree = tree_from_nested({"*": ["*"]}, Origin("x"))
    assert (tree.labels, tree.levels.tolist()) == (("*",), [[0, 0]])


@pytest.mark.parametrize(
    "mapping",
    [{"*": {"A": ["A", "B"], "C": ["C"]}}, {"*": ["*", "a"]}, {"*": {"A": {"": ["A"], "B": ["b"]}}}],
    ids=["parent", "root", "direct"],
)
def test_a_nested_value_may_repeat_as_the_node_right_above_it(mapping):
    assert tree_from_nested(mapping, Origin("x")).leaves


@pytest.mark.parametrize(
    ("mapping", "words"),
    [
        ({}, "it has no root"),
        ({"": ["a"]}, "it has no root"),
        ({"A": ["a"], "B": ["b"]}, "it has 2 roots"),
        ({"*": {"A": ["a"], "B": ["a", "b"]}}, "1 values occur twice"),
        ({"*": {"A": ["a"], "B": []}}, "1 of its inner nodes have no values"),
        ({"*": {"A": ["a", " "]}}, "blank"),
        ({"*": {" ": ["a"]}}, "blank"),
        ({"*": {"A": ["B"], "B": ["A"]}}, "stands at two places"),
        ({"*": {"A": ["a", "B"], "B": ["b"]}}, "stands at two places"),
        ({"*": {"A": {"Other": ["x"]}, "B": {"Other": ["y"]}}}, "stands at two places"),
        ({"*": {"A": {"B": {"A": ["x"]}}}}, "is its own ancestor"),
        ({"*": {"A": {"B": ["A", "x"]}}}, "is its own ancestor"),
        ({"*": {"A": {"*": ["x"]}}}, "is its own ancestor"),
    ],
)
def test_a_broken_nested_tree_is_refused(mapping, words):
    with pytest.raises(HierarchyError, match="column 'x'") as caught:
        tree_from_nested(mapping, Origin("x"))
    assert words in caught.value.message


def test_deep_nesting_needs_no_recursion():
    mapping: dict[str, object] = {"leaf level": ["leaf"]}
    for depth in range(3000):
        mapping = {f"node {depth}": mapping}
    assert tree_from_nested(mapping, Origin("x")).height[-1] == 3001


def test_the_missing_leaf_is_the_last_leaf_and_lies_below_the_root():
    tree = with_missing_leaf(from_rows("a;A;*", "b;B;*", "c;A;*"))
    assert tree.labels == ("a", "c", "b", "", "A", "B", "*")
    assert tree.first.tolist() == [0, 1, 2, 3, 0, 2, 0]
    assert tree.last.tolist() == [0, 1, 2, 3, 1, 2, 3]
    assert tree.parent.tolist() == [4, 4, 5, 6, 6, 6, -1]
    assert tree.height.tolist() == [0, 0, 0, 0, 1, 1, 2]
    assert tree.levels.tolist() == [[0, 4, 6], [1, 4, 6], [2, 5, 6], [3, 3, 6]]


def test_the_missing_leaf_puts_a_root_above_a_lone_node():
    tree = with_missing_leaf(from_rows("a;a"))
    assert tree.labels == ("a", "", "*")
    assert (tree.parent.tolist(), tree.height.tolist()) == ([2, 2, -1], [0, 0, 1])
    assert tree.levels.tolist() == [[0, 2], [1, 2]]


def test_a_column_without_values_has_a_root_and_can_get_the_missing_leaf():
    tree = tree_from_levels([[], []], Origin("x"))
    assert (tree.leaves, tree.labels, tree.leaf_counts.tolist()) == (0, ("*",), [0])
    tree = with_missing_leaf(tree)
    assert (tree.labels, tree.parent.tolist(), tree.levels.tolist()) == (("", "*"), [1, -1], [[0, 1]])
    assert (tree.first.tolist(), tree.last.tolist(), tree.height.tolist()) == ([0, 0], [0, 0], [0, 1])


def test_adding_the_missing_leaf_leaves_the_tree_as_it_was():
    tree = from_rows("a;A;*", "b;B;*")
    before = [getattr(tree, name).copy() for name in ("first", "last", "parent", "height", "levels")]
    with_missing_leaf(tree)
    after = [getattr(tree, name) for name in ("first", "last", "parent", "height", "levels")]
    assert all(np.array_equal(x, y) for x, y in zip(before, after, strict=True))


def test_ten_thousand_leaves_take_less_than_a_second():
    rows = [(f"v{i}", f"a{i % 1000}", f"b{i % 100}", f"c{i % 10}", "*") for i in range(10_000)]
    start = time.process_time()
    tree = tree_from_rows(rows, Origin("x"))
    assert time.process_time() - start < 1
    assert len(tree.labels) == 10_000 + 1000 + 100 + 10 + 1
    assert tree.leaf_counts[tree.levels[:, 1]].tolist() == [10] * 10_000
