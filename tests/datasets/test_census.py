from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from tests.reference.turns import in_turn

from shoal.datasets import census
from shoal.datasets.base import leaves
from shoal.errors import SettingError
from shoal.schema.hierarchy import hierarchy_of

# He et al., Table 3, in the order of the paper.
SIZES = {
    "sal": {
        "Age": 78,
        "Gender": 2,
        "Education": 17,
        "Marital": 6,
        "Race": 9,
        "Work-class": 10,
        "Country": 83,
        "Occupation": 50,
    },
    "income": {
        "Age": 78,
        "Occupation": 711,
        "Birthplace": 983,
        "Gender": 2,
        "Education": 17,
        "Race": 9,
        "Work-class": 9,
        "Marital": 6,
        "Income": 1801,
    },
}
KINDS = list(SIZES)
ROWS = 100_000


@pytest.fixture(scope="module", params=KINDS)
def table(request):
    return census(ROWS, seed=1, kind=request.param)


@pytest.fixture(scope="module")
def income():
    return census(ROWS, seed=1, kind="income").frame


@pytest.fixture(scope="module")
def sal():
    return census(ROWS, seed=1, kind="sal").frame


def information(frame, given, column):
    """Return how much `given` tells about `column`, in bits, less what chance alone would seem to tell."""
    counts = frame.group_by(given, column).len()
    joint = counts["len"].to_numpy() / len(frame)
    first = counts.select(pl.col("len").sum().over(given)).to_series().to_numpy() / len(frame)
    second = counts.select(pl.col("len").sum().over(column)).to_series().to_numpy() / len(frame)
    freedom = (frame[given].n_unique() - 1) * (frame[column].n_unique() - 1)
    return float((joint * np.log2(joint / (first * second))).sum()) - freedom / (2 * len(frame) * np.log(2))


@in_turn("seed", [0, 1, 12345])
@pytest.mark.parametrize("kind", KINDS)
def test_columns_and_domain_sizes_are_those_of_table_3(kind, seed):
    frame = census(ROWS, seed, kind).frame
    assert {name: frame[name].n_unique() for name in frame.columns} == SIZES[kind]
    assert frame.columns == list(SIZES[kind])
    assert sum(frame.null_count().row(0)) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_the_last_column_is_sensitive_and_all_before_it_are_quasi(kind):
    table = census(1, kind=kind)
    *quasi, sensitive = SIZES[kind]
    assert (table.quasi, table.sensitive, table.identifiers) == (tuple(quasi), (sensitive,), ())


def test_ages_run_from_15_to_92_and_incomes_from_1000_to_10000_in_steps_of_5(income):
    assert (income["Age"].min(), income["Age"].max()) == (15, 92)
    assert (income["Income"].min(), income["Income"].max()) == (1_000, 10_000)
    assert (income["Income"] % 5 == 0).all()


def test_every_value_is_in_the_hierarchy_of_its_column(table):
    for column, given in table.hierarchies.items():
        values = table.frame[column].cast(pl.String).unique().sort().to_list()
        tree = hierarchy_of(column, given).tree(column, values)
        assert set(values) == set(tree.leaf_labels), column
        assert len(set(tree.labels)) == len(tree.labels), f"two nodes of {column} have the same label"


def test_labels_are_numbered_in_the_order_of_their_hierarchy(table):
    for column, given in table.hierarchies.items():
        if column != "Age":
            assert table.frame[column].dtype.categories.to_list() == list(leaves(given))


def test_categories_are_kept_as_one_or_two_bytes(table):
    assert table.frame.estimated_size() <= 12 * ROWS
    numbers = table.frame.select(pl.col(pl.Enum).to_physical())
    assert set(numbers.dtypes) <= {pl.UInt8, pl.UInt16}


def test_one_country_leads_and_the_rest_is_skewed(sal):
    shares = sal["Country"].value_counts(sort=True)["count"] / ROWS
    assert 0.84 < shares[0] < 0.89
    assert shares[1] > 3 * shares[2]
    assert shares[-1] < 0.001


def test_most_people_are_under_65_and_there_are_more_women_among_the_old(sal):
    assert 0.7 < (sal["Age"] < 65).mean() < 0.9
    women = sal.group_by(pl.col("Age") >= 75).agg((pl.col("Gender") == "Female").mean()).sort("Age")["Gender"]
    assert women[0] == pytest.approx(0.5, abs=0.02)
    assert women[1] > 0.55


@pytest.mark.parametrize(
    ("kind", "given", "column", "bits"),
    [
        ("sal", "Age", "Marital", 0.3),
        ("sal", "Age", "Education", 0.1),
        ("sal", "Age", "Work-class", 0.1),
        ("sal", "Country", "Race", 0.1),
        ("sal", "Country", "Education", 0.03),
        ("sal", "Gender", "Occupation", 0.1),
        ("sal", "Education", "Occupation", 0.5),
        ("sal", "Occupation", "Work-class", 0.1),
        ("income", "Birthplace", "Race", 0.1),
        ("income", "Education", "Occupation", 0.5),
        ("income", "Occupation", "Work-class", 0.2),
    ],
)
def test_columns_depend_on_each_other(kind, given, column, bits, request):
    assert information(request.getfixturevalue(kind), given, column) > bits


def test_columns_that_share_no_cause_do_not(sal):
    assert abs(information(sal, "Race", "Marital")) < 0.005
    assert abs(information(sal, "Country", "Gender")) < 0.005


def test_income_grows_with_education_and_into_middle_age(income):
    means = dict(income.group_by("Education").agg(pl.col("Income").mean()).rows())
    assert means["Grade 9"] < means["High school graduate"] < means["Bachelor's degree"] < means["Doctorate"]
    young = income.filter(pl.col("Age").is_between(18, 24))["Income"].mean()
    assert 1.3 * young < income.filter(pl.col("Age").is_between(45, 54))["Income"].mean()


def test_few_people_hold_a_degree_before_they_can(sal):
    pupils = sal.filter(pl.col("Age") < 18)
    assert pupils["Education"].is_in(["Bachelor's degree", "Master's degree", "Doctorate"]).mean() < 0.01


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_arguments_give_the_same_table_and_a_longer_one_begins_with_it(kind):
    assert_frame_equal(census(70_000, 5, kind).frame, census(70_000, 5, kind).frame)
    assert_frame_equal(census(70_000, 5, kind).frame, census(140_000, 5, kind).frame.head(70_000))
    assert not census(100, 5, kind).frame.equals(census(100, 6, kind).frame)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", [0, 1])
def test_a_table_may_have_no_rows_or_one(kind, rows):
    short = census(rows, kind=kind).frame
    assert short.shape == (rows, len(SIZES[kind]))
    assert short.schema == census(10, kind=kind).frame.schema


def test_an_unknown_kind_is_refused():
    with pytest.raises(SettingError, match="kinds are: sal, income"):
        census(1, kind="wealth")


def test_negative_rows_and_seeds_are_refused():
    with pytest.raises(SettingError, match="rows is -1"):
        census(-1)
    with pytest.raises(SettingError, match="seed is -1"):
        census(1, seed=-1)
