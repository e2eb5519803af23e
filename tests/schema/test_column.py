"""What one column may say of itself."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.errors import SchemaError
from shoal.schema.column import Column


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"role": "secret"}, "roles are: identifier, quasi, sensitive, plain"),
        ({"kind": "text"}, "kinds are: numeric, categorical, date"),
        ({"weight": -1}, "a weight is a finite number"),
        ({"weight": float("nan")}, "a weight is a finite number"),
        ({"weight": "2"}, "a weight is a finite number"),
        ({"weight": True}, "a weight is a finite number"),
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
def test_a_weight_is_any_number_from_nought(weight):
    assert Column("age", weight=weight).weight == weight
