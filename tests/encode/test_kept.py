"""Sensitive columns are read as what their text stands for."""

from __future__ import annotations

import datetime as dt

import polars as pl
import pytest

from shoal.encode.kept import by_kind
from shoal.errors import SchemaError
from shoal.schema.column import Column
from shoal.schema.hierarchy import Nested, Order


@pytest.mark.parametrize(
    ("kind", "cells", "meant"),
    [
        ("numeric", ["10", "9", None], [10, 9, None]),
        ("numeric", ["1.50", "1.5"], [1.5, 1.5]),
        ("date", ["2020-01-02", "2019-12-31"], [dt.date(2020, 1, 2), dt.date(2019, 12, 31)]),
        ("categorical", ["10", "9"], ["10", "9"]),
        ("categorical", [10, 9], ["10", "9"]),
        (None, ["10", "9"], ["10", "9"]),
        (None, [10, 9], [10, 9]),
        ("numeric", [10, 9], [10, 9]),
    ],
)
def test_cells_are_what_the_kind_says(kind, cells, meant):
    assert by_kind(Column("s", "sensitive", kind), pl.Series("s", cells)).to_list() == meant


@pytest.mark.parametrize(
    ("hierarchy", "cells", "meant"),
    [
        (Order(("9", "10")), ["10", "9"], ["10", "9"]),
        (Nested({"*": ["9", "10"]}), ["10", "9"], [10, 9]),
        (Nested({"*": ["1.50", "2.00"]}), ["1.50", "2.00"], ["1.50", "2.00"]),
    ],
)
def test_text_stays_where_an_order_or_a_hierarchy_names_it(hierarchy, cells, meant):
    column = Column("s", "sensitive", "numeric", hierarchy=hierarchy)
    assert by_kind(column, pl.Series("s", cells)).to_list() == meant


def test_text_that_is_no_number_is_refused_without_showing_it():
    with pytest.raises(SchemaError, match="1 of its 2 cells") as caught:
        by_kind(Column("s", "sensitive", "numeric"), pl.Series("s", ["7", "secret"]))
    assert "secret" not in str(caught.value)
