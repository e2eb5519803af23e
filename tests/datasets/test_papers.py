from __future__ import annotations

import polars as pl
import pytest

from shoal.datasets import chiu_tsai_figure1, he_table1, lin_wei_table1, ni_table2, ni_table4
from shoal.schema.hierarchy import hierarchy_of

ALL = [he_table1, lin_wei_table1, chiu_tsai_figure1, ni_table2, ni_table4]


def test_he_table_1():
    table = he_table1()
    assert table.frame.rows() == [
        ("Andy", 20, 25, "Flu"),
        ("Bob", 20, 30, "Bronchitis"),
        ("Jane", 30, 25, "Gastritis"),
        ("Alex", 40, 30, "Pneumonia"),
        ("Mary", 50, 10, "Flu"),
        ("Lily", 60, 5, "Bronchitis"),
        ("Lucy", 60, 10, "Gastritis"),
    ]
    assert (table.identifiers, table.quasi, table.sensitive) == (("Name",), ("Age", "Zip"), ("Disease",))


def test_lin_and_wei_table_1():
    table = lin_wei_table1()
    assert table.frame.rows() == [
        ("75275", "Male", 22, "Flu", 100),
        ("75277", "Male", 23, "Cancer", 3000),
        ("75278", "Male", 24, "HIV+", 5000),
        ("75275", "Male", 33, "Diabetes", 2500),
        ("75275", "Female", 38, "Diabetes", 2800),
        ("75275", "Female", 36, "Diabetes", 2600),
    ]
    assert (table.quasi, table.sensitive) == (("ZipCode", "Gender", "Age"), ("Disease", "Expense"))


def test_chiu_and_tsai_figure_1():
    table = chiu_tsai_figure1()
    assert table.frame.rows() == [
        ("47918", "Male", 35, "Cancer"),
        ("47906", "Male", 33, "HIV+"),
        ("47918", "Male", 36, "Flu"),
        ("47916", "Female", 39, "Obesity"),
        ("47907", "Male", 33, "Cancer"),
        ("47906", "Female", 33, "Flu"),
    ]
    assert (table.quasi, table.sensitive) == (("Zip", "Gender", "Age"), ("Diagnosis",))


NI_ROWS = [
    ("Bachelors", "State-gov", "White", "Male", 39),
    ("Bachelors", "Self-emp-not-inc", "White", "Male", 50),
    ("HS-grad", "Private", "White", "Male", 38),
    ("11th", "Private", "Black", "Male", 53),
    ("Bachelors", "Private", "Black", "Female", 28),
    ("Masters", "Private", "White", "Female", 37),
    ("9th", "Private", "Black", "Female", 49),
    ("HS-grad", "Self-emp-not-inc", "White", "Male", 52),
    ("Masters", "Private", "White", "Female", 31),
    ("Bachelors", "Private", "White", "Male", 42),
]


def test_ni_tables_2_and_4():
    assert ni_table2().frame.rows() == NI_ROWS[:8]
    assert ni_table4().frame.rows() == NI_ROWS
    assert ni_table4().frame.columns == ["Education", "Workclass", "Race", "Sex", "Age"]
    for table in (ni_table2(), ni_table4()):
        assert (table.quasi, table.sensitive) == (("Education", "Race", "Sex", "Age"), ("Workclass",))


def tree_of(table, column):
    values = table.frame[column].cast(pl.String).unique().sort().to_list()
    return hierarchy_of(column, table.hierarchies[column]).tree(column, values)


@pytest.mark.parametrize("table", [make() for make in ALL], ids=lambda table: table.name)
def test_every_hierarchy_covers_its_column(table):
    for column in table.hierarchies:
        assert set(table.frame[column].cast(pl.String)) <= set(tree_of(table, column).leaf_labels)


@pytest.mark.parametrize(
    ("make", "column", "values", "label"),
    [
        (lin_wei_table1, "ZipCode", ("75275", "75277", "75278"), "7527*"),
        (lin_wei_table1, "Gender", ("Male", "Female"), "Person"),
        (lin_wei_table1, "Age", ("22", "23", "24"), "[21-25]"),
        (lin_wei_table1, "Age", ("33", "36", "38"), "[31-40]"),
        (chiu_tsai_figure1, "Zip", ("47916", "47918"), "4791*"),
        (chiu_tsai_figure1, "Zip", ("47906", "47907"), "4790*"),
        (chiu_tsai_figure1, "Gender", ("Male", "Female"), "Person"),
        (chiu_tsai_figure1, "Age", ("35", "36", "39"), "[35-39]"),
        (ni_table4, "Education", ("11th", "9th"), "Low"),
        (ni_table4, "Education", ("Bachelors", "Masters"), "High"),
        (ni_table4, "Education", ("Bachelors", "HS-grad"), "*"),
    ],
)
def test_the_printed_label_is_that_of_the_node_over_the_printed_rows(make, column, values, label):
    tree = tree_of(make(), column)
    below = [tree.leaf_labels.index(value) for value in values]
    over = [i for i in range(len(tree.labels)) if tree.first[i] <= min(below) and tree.last[i] >= max(below)]
    assert tree.labels[min(over, key=lambda node: tree.height[node])] == label


def test_the_age_33_of_chiu_and_tsai_is_in_the_band_that_they_print():
    tree = tree_of(chiu_tsai_figure1(), "Age")
    assert tree.labels[tree.parent[tree.labels.index("33")]] == "[30-34]"


def test_the_education_tree_of_ni_has_the_heights_that_fit_the_paper():
    tree = tree_of(ni_table4(), "Education")
    heights = dict(zip(tree.labels, tree.height.tolist(), strict=True))
    assert [heights[label] for label in ("*", "Senior high", "Low", "High", "9th")] == [3, 2, 1, 1, 0]
