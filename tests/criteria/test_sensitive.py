"""Sensitive values become dense codes in ascending order."""

from __future__ import annotations

import polars as pl
import pytest

from shoal.criteria.sensitive import code_sensitive
from shoal.errors import InputError
from shoal.schema.hierarchy import Order


@pytest.mark.parametrize(
    ("cells", "codes"),
    [
        (["flu", "cold", None, "flu"], [1, 0, 2, 1]),
        ([10, 9, None, 10], [1, 0, 2, 1]),
        ([0.5, float("nan"), -1.0], [1, 2, 0]),
        ([True, False], [1, 0]),
    ],
)
def test_codes_ascend_and_missing_is_last(cells, codes):
    assert code_sensitive(pl.Series("s", cells, strict=False)).codes.tolist() == codes


@pytest.mark.parametrize("dtype", [pl.String, pl.Categorical, pl.Enum(["gout", "flu", "unseen", "cold"])])
def test_labels_ascend_whatever_their_type(dtype):
    column = code_sensitive(pl.Series("s", ["flu", "cold", None, "gout", "flu"], dtype=dtype))
    assert (column.codes.tolist(), column.about.rows.tolist()) == ([1, 0, 3, 2, 1], [1, 2, 1, 1])
    assert column.about.values.to_list() == ["cold", "flu", "gout"]


@pytest.mark.parametrize("cells", [[3, 1, 2, 1], ["3", "1", "2", "1"]])
def test_an_order_that_is_given_wins_over_that_of_numbers(cells):
    column = code_sensitive(pl.Series("s", cells), Order(("3", "1", "9", "2")))
    assert (column.codes.tolist(), column.about.rows.tolist()) == ([0, 1, 2, 1], [1, 2, 1])
    assert column.about.is_line


def test_lists_are_refused():
    with pytest.raises(InputError, match="'s'"):
        code_sensitive(pl.Series("s", [[1], [2]]))


@pytest.mark.parametrize("dtype", [pl.Time, pl.Duration("us")])
def test_times_of_day_and_durations_are_names_as_they_are_in_a_file(dtype):
    column = code_sensitive(pl.Series("wait", [5, 3, None, 5], dtype=pl.Int64).cast(dtype))
    assert not column.about.is_line
    assert column.about.rows.tolist() == [1, 2, 1]
