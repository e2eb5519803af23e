from __future__ import annotations

import polars as pl
import pytest

from shoal.errors import SchemaError
from shoal.verify.unique import AT_ONCE, MOST_COLUMNS, unique_in

# Two groups of two. The pay tells the rows of the first apart, the ward those of the second.
TABLE = pl.DataFrame(
    {
        "age": ["[20 - 30]", "[20 - 30]", "[40 - 50]", "[40 - 50]"],
        "pay": [10, 20, 30, 30],
        "ward": ["a", "a", "b", None],
    }
)


def test_rows_that_no_other_row_equals_are_unique():
    found = unique_in(TABLE, ["age"], ["pay", "ward"])
    assert (found.of, found.counts, found.overall) == (4, "rows", 4)
    assert found.beside == {"pay": 2, "ward": 2}
    assert (found.share, found.worst) == (1.0, ("pay", 0.5))


def test_by_the_quasi_columns_alone_nobody_is_unique():
    found = unique_in(TABLE, ["age"], [])
    assert (found.overall, found.beside, found.worst) == (0, {}, None)
    assert found.not_compared == ("pay", "ward")
    assert found.over == "all released columns that were compared"


def test_people_are_unique_where_a_row_of_theirs_equals_rows_of_nobody_else():
    frame = pl.DataFrame({"age": [1, 1, 1, 1], "pay": [5, 5, 5, 6]})
    # The rows with 5 are of two people; the row with 6 is the second one's.
    found = unique_in(frame, ["age"], ["pay"], pl.Series("who", [0, 0, 1, 1]))
    assert (found.of, found.counts, found.overall, found.beside) == (2, "people", 1, {"pay": 1})
    # Three equal rows of one person tell that person apart as one row does.
    found = unique_in(frame, ["age"], ["pay"], pl.Series("who", [0, 0, 0, 1]))
    assert found.overall == 2


def test_missing_equals_missing_and_zero_equals_minus_zero():
    frame = pl.DataFrame({"age": [1, 1, 1, 1], "x": [None, float("nan"), 0.0, -0.0]})
    assert unique_in(frame, ["age"], ["x"]).overall == 0


def test_columns_that_cannot_be_compared_are_left_out_and_named():
    frame = TABLE.with_columns(codes=pl.Series([[1], [2], [3], [4]]))
    found = unique_in(frame, ["age"], ["ward", "codes"])
    assert (found.overall, found.beside, found.not_compared) == (2, {"ward": 2}, ("pay", "codes"))


def test_many_columns_are_compared_together_and_the_first_ones_one_by_one():
    width = MOST_COLUMNS + AT_ONCE
    names = [f"c{j}" for j in range(width)]
    frame = pl.DataFrame({"age": [1, 1], **{name: [0, int(name == names[-1])] for name in names}})
    found = unique_in(frame, ["age"], names)
    assert (found.overall, len(found.beside), found.not_one_by_one) == (2, MOST_COLUMNS, AT_ONCE)
    assert set(found.beside.values()) == {0}


def test_a_table_without_rows_has_nobody():
    found = unique_in(TABLE.clear(), ["age"], ["pay"])
    assert (found.of, found.overall, found.share, found.beside) == (0, 0, 0.0, {"pay": 0})


def test_no_quasi_column_is_refused():
    with pytest.raises(SchemaError, match="no column is given"):
        unique_in(TABLE, [], ["pay"])
