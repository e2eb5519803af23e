"""People are counted who may be behind a group: by equal cells, or by values that lie in the cells of a release."""

from __future__ import annotations

import datetime as dt

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shoal
from shoal.datasets import patients
from shoal.risks.match import BLOCK, count_inside, inside_boxes, is_generalised
from shoal.schema.column import Column
from shoal.table.agree import groups_of

QUASI = ["age", "sex", "zip"]


def people_inside(released, people, *columns):
    """Return how many people each row of a table without two equal rows may stand for."""
    data = pl.DataFrame(released)
    labels, groups = groups_of(data, data.columns)
    return inside_boxes(data, labels, groups, pl.DataFrame(people), columns)[labels].tolist()


@pytest.mark.parametrize(
    ("cells", "people", "kind", "answer"),
    [
        (["30", "40"], [30, 40], "numeric", False),
        ([30, 40], [30, 40], "numeric", False),
        (["[30 - 39]", "40"], [30, 40], "numeric", True),
        (["65+", "40"], [30, 40], "numeric", True),
        (["30-39", "3*"], [30, 40], "numeric", True),
        (["2024", "2020"], [2024, 2020], "numeric", False),
        (["2024", "2020"], [dt.date(2024, 1, 3)], "date", True),
        (["2020-Q1"], ["2020-01-03"], "date", True),
        (["2020-01-03"], [dt.date(2020, 1, 3)], "date", False),
        (["2020-01-03"], ["2020-01-03"], "date", False),
        (["2020-01-03"], ["2020-01-03 12:00:00"], "date", True),
        (["[a - b]", None], ["a", "b"], "categorical", True),
        (["*", "x"], ["x", "y"], "categorical", True),
        (["012**"], ["01234"], "categorical", True),
        (["[a - b]", "*"], ["[a - c]", "c"], "categorical", False),
        (["30-39", "- * -"], ["30-39"], "categorical", False),
        ([None, None], ["x"], "categorical", False),
    ],
)
def test_whether_a_cell_stands_for_several_values_depends_on_what_people_have(cells, people, kind, answer):
    columns = [Column("a", "quasi", kind)]
    assert is_generalised(pl.DataFrame({"a": cells, "b": "*"}), pl.DataFrame({"a": people}), columns) == answer


def test_numbers_are_counted_from_end_to_end():
    ages = {"age": [29, 30, 31, 39, 39, 40, 41]}
    released = {"age": ["[30 - 39]", "40", "*", "[29 - 41]", "35", "[30 - 35]"]}
    # Nobody is 35, but two people lie between 30 and 35.
    assert people_inside(released, ages, Column("age", "quasi", "numeric")) == [4, 1, 7, 7, 0, 2]


def test_labels_that_others_write_are_read_too():
    ages = {"age": [29, 30, 31, 39, 39, 40, 41]}
    released = {"age": ["40+", "> 40", "<31", "<= 31", "30-39", "[30, 39)", "[30 - 35[", "3*", "40.0", "old"]}
    assert people_inside(released, ages, Column("age", "quasi", "numeric")) == [2, 1, 2, 3, 4, 2, 2, 4, 1, 0]


def test_periods_of_the_calendar_hold_their_days():
    days = {"day": [dt.date(2019, 12, 31), dt.date(2020, 1, 1), dt.date(2020, 3, 31), dt.date(2020, 4, 1)]}
    released = {"day": ["2020-Q1", "2020", "2020-03", "2010s", "2020s", ">= 2020-04", "[2019 - 2020-01]"]}
    column = Column("day", "quasi", "date")
    assert people_inside(released, days, column) == [2, 3, 1, 1, 3, 1, 2]
    moments = {"day": [dt.datetime(2020, 1, 1, 9), dt.datetime(2020, 1, 1, 23), dt.datetime(2020, 1, 2)]}
    assert people_inside({"day": ["2020-01-01", "2020-01-02", "2020-Q1"]}, moments, column) == [2, 1, 3]


def test_two_ends_that_nobody_has_bound_those_between_and_missing_ones_bound_nobody():
    released = {"age_min": [35, 28, None], "age_max": [40, 35, None]}
    people = {"age": [29, 30, 31, 36, 40, 41]}
    assert people_inside(released, people, Column("age", "quasi", "numeric")) == [2, 3, 6]


def test_numbers_that_floats_do_not_tell_apart_are_distinguished():
    big = 2**60
    released = {"x": [str(big + 1), f"[{big + 1} - {big + 2}]", f"[{big} - {big + 2}["]}
    assert people_inside(released, {"x": [big, big + 1, big + 2]}, Column("x", "quasi", "numeric")) == [1, 2, 2]


def test_a_mask_stands_for_the_codes_that_it_leaves_open():
    people = {"zip": ["01234", "01299", "02110"]}
    assert people_inside({"zip": ["012**", "0****"]}, people, Column("zip", "quasi", "categorical")) == [2, 3]


def test_negative_numbers_and_fractions_are_read():
    numbers = {"x": [-5.0, -2.0, -1.5, 0.0, 7.0]}
    released = {"x": ["[-5 - -2]", "[-2 - -1.5]", "7", "[-1.5 - 0.0]"]}
    assert people_inside(released, numbers, Column("x", "quasi", "numeric")) == [2, 2, 1, 2]


def test_dates_are_counted_from_end_to_end_also_where_they_are_text():
    days = [dt.date(2024, 1, 3), dt.date(2024, 1, 20), dt.date(2024, 2, 11), dt.date(2025, 1, 1)]
    released = {"day": ["[2024-01-03 - 2024-02-11]", "2025-01-01"]}
    assert people_inside(released, {"day": days}, Column("day", "quasi", "date")) == [3, 1]
    text = {"day": [f"{day:%d.%m.%Y}" for day in days]}
    assert people_inside(released, text, Column("day", "quasi", "date", form="%d.%m.%Y")) == [3, 1]


def test_ordered_categories_are_counted_by_their_order_even_with_bars_in_them():
    order = shoal.Order(("low", "mid - low", "mid", "high"))
    column = Column("pay", "quasi", "categorical", hierarchy=order)
    people = {"pay": ["low", "mid - low", "mid - low", "mid", "high"]}
    assert people_inside({"pay": ["[low - mid]", "[mid - low - high]", "mid - low"]}, people, column) == [4, 4, 2]


def test_labels_stand_for_the_values_below_them():
    tree = shoal.Nested({"*": {"north": ["oslo", "bergen"], "south": ["rome"]}})
    column = Column("town", "quasi", "categorical", hierarchy=tree)
    people = {"town": ["oslo", "bergen", "bergen", "rome", None]}
    assert people_inside({"town": ["north", "rome", "bergen", "west"]}, people, column) == [3, 1, 2, 0]


def test_missing_is_a_value_and_any_value_may_be_missing():
    people = {"age": [30, None, None, 40]}
    assert people_inside({"age": [None, "30", "*"]}, people, Column("age", "quasi", "numeric")) == [2, 1, 4]
    present = {"age": [30, 40]}
    assert people_inside({"age": [None, "30"]}, present, Column("age", "quasi", "numeric")) == [0, 1]


def test_all_columns_must_agree():
    people = {"age": [30, 31, 31, 50], "sex": ["f", "f", "m", "f"]}
    released = {"age": ["[30 - 31]", "[30 - 50]"], "sex": ["f", "*"]}
    columns = Column("age", "quasi", "numeric"), Column("sex", "quasi", "categorical")
    assert people_inside(released, people, *columns) == [2, 4]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([0, 1, 50, BLOCK, BLOCK + 1, 3 * BLOCK]))
def test_rows_in_boxes_agree_with_a_plain_count(seed, rows):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, [40, 3, 1, 9], (rows, 4)).astype(np.int32)
    ends = np.sort(rng.integers(0, [40, 3, 1, 9], (2, 30, 4)).astype(np.int32), axis=0)
    lo, hi = ends
    lo[0, 0], hi[0, 0] = 1, 0  # a box that holds nothing
    expected = ((codes >= lo[:, None]) & (codes <= hi[:, None])).all(axis=2).sum(axis=1)
    assert count_inside(codes, lo, hi).tolist() == expected.tolist()
    assert expected[0] == 0


# ------------------------------------------------------------------------------------------------------------- releases


@pytest.fixture(scope="module")
def everyone():
    return patients(3_000, seed=4)


def released(everyone, **options):
    sample = everyone.frame.sample(400, seed=1).select(*QUASI, "diagnosis")
    trees = {name: tree for name, tree in everyone.hierarchies.items() if name in QUASI}
    return shoal.anonymize(
        sample, k=4, quasi=QUASI, sensitive="diagnosis", hierarchies=trees, seed=1, **{"method": "mondrian", **options}
    )


@pytest.mark.parametrize("options", [{}, {"style": "bounds"}, {"method": "datafly", "suppress": 0.1}])
def test_every_row_of_a_release_may_be_of_as_many_people_as_rows_look_alike(everyone, options):
    release = released(everyone, **options)
    found = release.risk(population=everyone.frame)
    assert (found.population.basis, found.population.rows, found.population.unmatched) == ("boxes", 3_000, 0)
    assert found.notes == ()
    assert found.journalist.highest <= found.prosecutor.highest
    # A sample of 400 in 3,000: about 7.5 people for each row, or more where boxes overlap.
    assert found.marketer < found.prosecutor.average / 4


def test_the_ages_of_a_release_are_counted_as_a_filter_counts_them(everyone):
    release = released(everyone, style="bounds")
    people = everyone.frame
    ends = release.data.select("age_min", "age_max").unique()
    for low, high in ends.head(20).rows():
        expected = people.filter(pl.col("age").is_between(low, high)).height
        cell = {"age_min": [low], "age_max": [high]}
        assert people_inside(cell, people, release.schema.column("age")) == [expected]


def test_a_mean_is_in_nobodys_cells_so_the_rows_that_look_alike_are_counted(everyone):
    release = released(everyone, style="mean")
    found = release.risk(population=everyone.frame)
    assert found.population.unmatched > 300
    assert "smaller in the population than in the table" in found.notes[0]
    assert found.journalist.highest == found.prosecutor.highest


def test_a_file_with_intervals_is_compared_with_a_raw_one(tmp_path):
    pl.DataFrame({"age": ["[30 - 39]", "[30 - 39]", "*", "*"], "sex": ["f", "f", "m", "m"]}).write_csv(
        tmp_path / "a.csv"
    )
    pl.DataFrame({"sex": list("fffmmm"), "age": [30, 39, 35, 40, 41, 39]}).write_csv(tmp_path / "b.csv")
    found = shoal.risk(tmp_path / "a.csv", quasi=["age", "sex"], population=tmp_path / "b.csv")
    assert (found.population.basis, found.journalist.highest) == ("boxes", 1 / 3)


@pytest.mark.parametrize(
    ("cells", "people"),
    [
        (["65+", "65+", "<65", "<65"], [66, 70, 90, 20, 30, 40]),
        (
            ["2020-Q1", "2020-Q1", "2020-Q2", "2020-Q2"],
            [dt.date(2020, 1, 5), dt.date(2020, 2, 5), dt.date(2020, 3, 31), *[dt.date(2020, 4, 1)] * 3],
        ),
    ],
    ids=["ages", "quarters"],
)
def test_a_population_is_counted_in_labels_of_every_form(cells, people):
    found = shoal.risk(pl.DataFrame({"x": cells}), quasi="x", population=pl.DataFrame({"x": people}))
    assert (found.population.basis, found.population.unmatched, found.journalist.highest) == ("boxes", 0, 1 / 3)


def test_two_generalised_tables_are_compared_as_they_are():
    cells = pl.DataFrame({"age": ["[30 - 39]", "[30 - 39]", "*"]})
    found = shoal.risk(cells, quasi="age", population=pl.concat([cells, cells]))
    assert (found.population.basis, found.journalist.highest) == ("cells", 1 / 2)


def test_a_population_that_is_not_what_the_table_was_is_explained(everyone):
    with pytest.raises(shoal.SchemaError, match=r"'age'.*numeric"):
        released(everyone).risk(population=everyone.frame.with_columns(age=pl.lit("old")))
    with pytest.raises(shoal.SchemaError, match="no column 'age' in the population"):
        released(everyone, style="bounds").risk(population=everyone.frame.drop("age"))
