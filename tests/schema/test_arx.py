"""Hierarchy files of ARX."""

from __future__ import annotations

import csv

import numpy as np
import polars as pl
import pytest

from shoal.errors import HierarchyError
from shoal.schema.arx import hierarchies_in, read_levels


def read(tmp_path, content, column="education"):
    path = tmp_path / "education.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_levels(column, path)


@pytest.mark.parametrize(
    "content",
    [
        "a;A;*\nb;B;*\n",
        "a;A;*\r\nb;B;*",
        "\ufeffa;A;*\nb;B;*\n",
        "a,A,*\nb,B,*\n",
        "a\tA\t*\nb\tB\t*\n",
        '"a";"A";"*"\n"b";"B";"*"\n',
        "\n\na;A;*\n\nb;B;*\n;;\n",
        "a;A;*;;\nb;B;*;\n",
        "a;A;*\r\nb;B;*\r\n\x1a",
        "a;A;*\rb;B;*\r",
        "a;A;*\n   \n ; ;\nb;B;*\n",
    ],
)
def test_the_usual_ways_to_write_a_file_give_the_same_rows(tmp_path, content):
    assert read(tmp_path, content).rows == (("a", "A", "*"), ("b", "B", "*"))


def test_quotes_hold_separators_quotes_and_line_ends(tmp_path):
    levels = read(tmp_path, '"a;1","A, ""big""",*\n"b\n2",B,*\nc,B,*\n')
    assert levels.rows == (("a;1", 'A, "big"', "*"), ("b\n2", "B", "*"), ("c", "B", "*"))
    assert levels.lines == (1, 2, 4)


def test_semicolons_win_over_commas(tmp_path):
    assert read(tmp_path, "a, b;A;*\n").rows == (("a, b", "A", "*"),)


def test_unicode_is_kept(tmp_path):
    assert read(tmp_path, "Köln;NRW;世界\n").rows == (("Köln", "NRW", "世界"),)


def test_errors_of_the_tree_name_the_line_of_the_file(tmp_path):
    levels = read(tmp_path, "\na;A;*\n\nb;B;*\nc;A;all\n")
    with pytest.raises(HierarchyError, match=r"column 'education': two roots: line 5 of education.csv .* line 2 of"):
        levels.tree("education", [])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "the file education.csv is empty"),
        ("\n;;\n", "the file education.csv is empty"),
        (b"a;*\nb;*\nK\xf6ln;*\n", "line 3 of education.csv is not UTF-8"),
        ("a;*\n".encode("utf-16"), "line 1 of education.csv is not UTF-8"),
        ('a;*\n"b;*\nc;*\n', "line 2 of education.csv is no CSV"),
        ('a;*\n"b"x;*\n', "line 2 of education.csv is no CSV"),
        ("a;*\nb\0;*\n", "line 2 of education.csv holds a NUL byte"),
        ("a;*\n".encode("utf-16-le"), "line 1 of education.csv holds a NUL byte"),
        ("a;*\n" + "x" * 200_000 + ";*\n", "line 2 of education.csv has a label of more than"),
    ],
)
def test_a_broken_file_is_refused(tmp_path, content, words):
    with pytest.raises(HierarchyError, match="column 'education'") as caught:
        read(tmp_path, content)
    assert words in caught.value.message
    assert caught.value.hint


def test_a_file_that_goes_round_in_a_circle_is_refused(tmp_path):
    levels = read(tmp_path, "A;B;*\nB;A;*\n")
    with pytest.raises(HierarchyError, match=r"line 2 of education.csv .* at another place in line 1"):
        levels.tree("education", ["A", "B"])


def test_a_file_of_nine_hundred_levels_is_read(tmp_path):
    above = ";".join(f"n{level}" for level in range(900))
    tree = read(tmp_path, f"a;{above};*\nb;{above};*\nc;*\n").tree("education", ["a"])
    assert (tree.leaves, tree.height[tree.root]) == (3, 901)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(HierarchyError, match=r"none\.csv' cannot be read: No such file"):
        read_levels("x", tmp_path / "none.csv")


def test_a_folder_gives_the_hierarchies_of_the_columns_that_have_a_file(tmp_path):
    (tmp_path / "sex.csv").write_text("M;*\nF;*\n")
    (tmp_path / "Straße.CSV").write_text("x;*\n")
    (tmp_path / "other.csv").write_bytes(b"\xff")
    (tmp_path / "age.txt").write_text("1;*\n")
    found = hierarchies_in(tmp_path, ["age", "sex", "Straße", "a/b"])
    assert list(found) == ["sex", "Straße"]
    assert found["sex"].rows == (("M", "*"), ("F", "*"))
    assert found["sex"].source.endswith("sex.csv")


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(HierarchyError, match=r"folder of hierarchies .* cannot be read"):
        hierarchies_in(tmp_path / "none", ["sex"])


@pytest.mark.parametrize("folder", ["adult", "adult_deep"])
def test_the_public_hierarchies_cover_adult(shared_data, folder):
    adult = pl.read_csv(shared_data / "adult.csv", infer_schema=False)
    found = hierarchies_in(shared_data / "hierarchies" / folder, adult.columns)
    assert len(found) == {"adult": 10, "adult_deep": 5}[folder]
    for column, levels in found.items():
        tree = levels.tree(column, adult.get_column(column).unique().to_list())
        with (shared_data / "hierarchies" / folder / f"{column}.csv").open(newline="") as file:
            rows = list(csv.reader(file, delimiter=";"))
        assert set(tree.leaf_labels) == {row[0] for row in rows}
        assert tree.levels.shape == (len(rows), len(rows[0]))
        by_value = {row[0]: row for row in rows}
        for leaf, value in enumerate(tree.leaf_labels):
            assert [tree.labels[node] for node in tree.levels[leaf]] == by_value[value]


@pytest.mark.parametrize(
    ("folder", "column", "leaves", "nodes", "height"),
    [
        ("adult", "sex", 2, 3, 1),
        ("adult", "marital-status", 7, 10, 2),
        ("adult", "relationship", 6, 11, 3),
        ("adult_deep", "workclass", 8, 14, 4),
    ],
)
def test_nodes_of_the_public_hierarchies_are_counted_by_hand(shared_data, folder, column, leaves, nodes, height):
    tree = hierarchies_in(shared_data / "hierarchies" / folder, [column])[column].tree(column, [])
    assert (tree.leaves, len(tree.labels), tree.height[tree.root]) == (leaves, nodes, height)
    assert np.array_equal(np.unique(tree.levels[:, -1]), [tree.root])


def test_a_value_that_is_not_in_a_public_hierarchy_is_counted(shared_data):
    levels = hierarchies_in(shared_data / "hierarchies" / "adult", ["workclass"])["workclass"]
    with pytest.raises(HierarchyError, match="1 of 2 distinct values are not in it"):
        levels.tree("workclass", ["Private", "?"])
