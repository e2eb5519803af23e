"""The small tables that the papers on clustering-based k-anonymity explain themselves with."""

from __future__ import annotations

import polars as pl

from shoal.datasets.base import Dataset


def he_table1() -> Dataset:
    """Return the seven patients of He et al., Table 1, with Age and Zip as numbers.

    The paper prints "Diesease" and "Penumonia"; both are spelt right here.
    """
    frame = pl.DataFrame(
        {
            "Name": ["Andy", "Bob", "Jane", "Alex", "Mary", "Lily", "Lucy"],
            "Age": [20, 20, 30, 40, 50, 60, 60],
            "Zip": [25, 30, 25, 30, 10, 5, 10],
            "Disease": ["Flu", "Bronchitis", "Gastritis", "Pneumonia", "Flu", "Bronchitis", "Gastritis"],
        }
    )
    return Dataset(
        name="he_table1",
        frame=frame,
        quasi=("Age", "Zip"),
        sensitive=("Disease",),
        identifiers=("Name",),
        about="He et al., Clustering-Based k-Anonymity, PAKDD 2012, Table 1.",
    )


def lin_wei_table1() -> Dataset:
    """Return the six patients of Lin and Wei, Table 1; the hierarchies give the labels of their Tables 2 and 3."""
    frame = pl.DataFrame(
        {
            "ZipCode": ["75275", "75277", "75278", "75275", "75275", "75275"],
            "Gender": ["Male", "Male", "Male", "Male", "Female", "Female"],
            "Age": [22, 23, 24, 33, 38, 36],
            "Disease": ["Flu", "Cancer", "HIV+", "Diabetes", "Diabetes", "Diabetes"],
            "Expense": [100, 3000, 5000, 2500, 2800, 2600],
        }
    )
    return Dataset(
        name="lin_wei_table1",
        frame=frame,
        quasi=("ZipCode", "Gender", "Age"),
        sensitive=("Disease", "Expense"),
        hierarchies={
            "ZipCode": {"7527*": ["75275", "75277", "75278"]},
            "Gender": {"Person": ["Male", "Female"]},
            "Age": {
                "*": {
                    "[21-30]": {"[21-25]": ["22", "23", "24"]},
                    "[31-40]": {"[31-35]": ["33"], "[36-40]": ["36", "38"]},
                }
            },
        },
        about="Lin and Wei, An Efficient Clustering Method for k-Anonymization, PAIS 2008, Table 1.",
    )


def chiu_tsai_figure1() -> Dataset:
    """Return the six patients of Chiu and Tsai, Figure 1 (a); the hierarchies give the labels of Figure 1 (b)."""
    frame = pl.DataFrame(
        {
            "Zip": ["47918", "47906", "47918", "47916", "47907", "47906"],
            "Gender": ["Male", "Male", "Male", "Female", "Male", "Female"],
            "Age": [35, 33, 36, 39, 33, 33],
            "Diagnosis": ["Cancer", "HIV+", "Flu", "Obesity", "Cancer", "Flu"],
        }
    )
    return Dataset(
        name="chiu_tsai_figure1",
        frame=frame,
        quasi=("Zip", "Gender", "Age"),
        sensitive=("Diagnosis",),
        hierarchies={
            "Zip": {"479**": {"4790*": ["47906", "47907"], "4791*": ["47916", "47918"]}},
            "Gender": {"Person": ["Male", "Female"]},
            "Age": {"*": {"[30-34]": ["33"], "[35-39]": ["35", "36", "39"]}},
        },
        about=(
            "Chiu and Tsai, A k-Anonymity Clustering Method for Effective Data Privacy Preservation, "
            "ADMA 2007, Figure 1 (a)."
        ),
    )


def ni_table2() -> Dataset:
    """Return the eight people of Ni et al., Table 2: the first eight rows of Table 4."""
    return _ni("ni_table2", 8)


def ni_table4() -> Dataset:
    """Return the ten people of Ni et al., Table 4.

    The paper gives no tree for Education. This one was inferred from its results: with it, and heights counted in
    edges, Tables 3, 5, 6, 7 and 8 come out as printed.
    """
    return _ni("ni_table4", 10)


def _ni(name: str, rows: int) -> Dataset:
    to_masters = ["Bachelors", "Bachelors", "HS-grad", "11th", "Bachelors", "Masters"]
    workclass = ["State-gov", "Self-emp-not-inc", *["Private"] * 5, "Self-emp-not-inc", "Private", "Private"]
    frame = pl.DataFrame(
        {
            "Education": [*to_masters, "9th", "HS-grad", "Masters", "Bachelors"],
            "Workclass": workclass,
            "Race": ["White"] * 3 + ["Black", "Black", "White", "Black"] + ["White"] * 3,
            "Sex": ["Male"] * 4 + ["Female"] * 3 + ["Male", "Female", "Male"],
            "Age": [39, 50, 38, 53, 28, 37, 49, 52, 31, 42],
        }
    )
    return Dataset(
        name=name,
        frame=frame.head(rows),
        quasi=("Education", "Race", "Sex", "Age"),
        sensitive=("Workclass",),
        hierarchies={
            "Education": {
                "*": {"Senior high": {"": ["HS-grad"], "Low": ["11th", "9th"]}, "High": ["Bachelors", "Masters"]}
            },
            "Race": {"*": ["White", "Black"]},
            "Sex": {"*": ["Male", "Female"]},
        },
        about=f"Ni et al., Clustering Based K-anonymity Algorithm for Privacy Preservation, Table {name[-1]}.",
    )
