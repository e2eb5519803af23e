"""What one column may say of itself."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.errors import SchemaError
from shoal.schema.column import Column
from shoal.schema.hierarchy import Flat


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"role": "secret"}, "one of: identifier, quasi, sensitive, plain"),
        ({"role": ["quasi"]}, "one of: identifier, quasi, sensitive, plain"),
        ({"kind": "text"}, "one of: numeric, categorical, date"),
        ({"weight": -1}, "0, or a number from 0.000001 to 1000000"),
        ({"weight": float("nan")}, "0, or a number from 0.000001 to 1000000"),
        ({"weight": float("inf")}, "0, or a number from 0.000001 to 1000000"),
        ({"weight": 1e-310}, "0, or a number from 0.000001 to 1000000"),
        ({"weight": 10**400}, "0, or a number from 0.000001 to 1000000"),
        ({"weight": "2"}, "0, or a number from 0.000001 to 1000000"),
        ({"weight": True}, "0, or a number from 0.000001 to 1000000"),
        ({"hierarchy": 5}, "must be a rule"),
        ({"hierarchy": Flat}, "must be a rule"),
        ({"form": 5}, "must be a text"),
        ({"domain": 5}, "least and its greatest value"),
        ({"domain": "ab"}, "least and its greatest value"),
        ({"domain": {1, 2}}, "least and its greatest value"),
        ({"domain": (True, 2)}, "least and its greatest value"),
        ({"domain": (0, 10**400)}, "least and its greatest value"),
        ({"domain": (1,)}, "least and its greatest value"),
        ({"domain": (1, 2, 3)}, "least and its greatest value"),
        ({"domain": (2, 1)}, "least and its greatest value"),
        ({"domain": (0, float("inf"))}, "least and its greatest value"),
        ({"domain": (0, "2024-01-01")}, "least and its greatest value"),
        ({"domain": ("2024-12-31", "2024-01-01")}, "least and its greatest value"),
    ],
)
def test_what_can_be_right_for_no_table_is_refused(changes, words):
    with pytest.raises(SchemaError, match="column 'age'") as caught:
        Column("age", **changes)
    assert words in caught.value.message


@pytest.mark.parametrize(
    "domain", [(0, 0), (-1.5, 2), (np.int64(1), np.float32(2)), ("2024-01-01", "2024-12-31"), None]
)
def test_a_domain_is_two_numbers_or_two_dates(domain):
    assert Column("age", domain=domain).domain == domain


@pytest.mark.parametrize("weight", [0, 2.5, np.float64(1.5), np.int32(3)])
def test_a_weight_is_nought_or_a_number_that_sums_can_hold(weight):
    assert Column("age", weight=weight).weight == weight


@pytest.mark.parametrize("name", [5, None, b"age", ["age"]])
def test_a_name_is_a_text(name):
    with pytest.raises(SchemaError, match="it must be a text"):
        Column(name)


def test_what_numpy_gives_is_kept_in_plain_python():
    column = Column(np.str_("age"), np.str_("quasi"), weight=np.float64(2), domain=(np.int64(1), np.float32(2)))
    assert [type(value) for value in (column.name, column.role, column.weight, *column.domain)] == [
        str, str, float, int, float,
    ]  # fmt: skip
