"""Rows agree where their cells do, in one table or in two, whatever the types are."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import polars as pl
import pytest

from shoal.errors import SchemaError
from shoal.table.agree import groups_of, groups_of_both

PAIRS = {
    "the same type": (pl.Series([1, 2, 2]), pl.Series([2, 3])),
    "whole numbers of two widths": (pl.Series([1, 2, 2], dtype=pl.Int8), pl.Series([2, 3], dtype=pl.UInt64)),
    "whole numbers and floats": (pl.Series([1, 2, 2]), pl.Series([2.0, 3.5])),
    "numbers and text": (pl.Series([1, 2, 2]), pl.Series(["2", "3"])),
    "floats and text": (pl.Series([1.0, 2.0, 2.0]), pl.Series(["2", "3"])),
    "text and categories": (pl.Series(["1", "2", "2"]), pl.Series(["2", "3"], dtype=pl.Enum(["3", "2"]))),
    "categories of two lists": (
        pl.Series(["1", "2", "2"], dtype=pl.Enum(["2", "1"])),
        pl.Series(["2", "3"], dtype=pl.Enum(["3", "2"])),
    ),
    "dates and text": (
        pl.Series([dt.date(2020, 1, 1), dt.date(2020, 1, 2), dt.date(2020, 1, 2)]),
        pl.Series(["2020-01-02", "2020-01-03"]),
    ),
    "decimals and text": (pl.Series([Decimal("1.1"), Decimal("2.1"), Decimal("2.1")]), pl.Series(["2.1", "3.1"])),
}


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_cells_of_two_tables_agree_as_they_are_written(pair):
    first, second = (series.alias("a").to_frame() for series in pair)
    here, there, groups = groups_of_both(first, second, ["a"])
    assert (here.tolist(), there.tolist(), groups) == ([0, 1, 1], [1, 2], 3)


def test_missing_agrees_with_missing_in_the_other_table():
    first = pl.DataFrame({"a": [None, 1], "b": ["x", "y"]})
    second = pl.DataFrame({"b": ["y", "x", None], "a": [1.0, None, None]})
    here, there, groups = groups_of_both(first, second, ["a", "b"])
    assert (here.tolist(), there.tolist(), groups) == ([0, 1], [1, 0, 2], 3)


def test_a_table_without_rows_agrees_with_none():
    here, there, groups = groups_of_both(pl.DataFrame({"a": []}), pl.DataFrame({"a": ["x", "x"]}), ["a"])
    assert (len(here), there.tolist(), groups) == (0, [0, 0], 1)


@pytest.mark.parametrize("odd", [pl.Series([[1], [2]]), pl.Series([b"1", b"2"])])
def test_lists_and_bytes_are_refused(odd):
    plain, odd = pl.DataFrame({"a": ["1", "2"]}), odd.alias("a").to_frame()
    for call in (lambda: groups_of(odd, ["a"]), lambda: groups_of_both(plain, odd, ["a"])):
        with pytest.raises(SchemaError, match=r"'a'.*cannot be compared"):
            call()
