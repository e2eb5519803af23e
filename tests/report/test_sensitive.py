from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.report.sensitive import sensitive_facts

LABELS = np.array([0, 0, 0, 0, 1, 1, 2, 2, 2], np.int32)
DISEASES = ["flu", "flu", "flu", "cold", "gout", "gout", "flu", "cold", None]


@pytest.mark.parametrize("dtype", [pl.String, pl.Enum(["cold", "flu", "gout", "nobody's"]), pl.Categorical])
def test_groups_by_distinct_values_and_by_their_most_frequent_one(dtype):
    found = sensitive_facts(pl.Series("disease", DISEASES, dtype=dtype), LABELS, 3)
    assert (found["values"], found["least_values"], found["greatest_share"]) == (4, 1, 1.0)
    assert (found["groups_of_one_value"], found["rows_of_one_value"]) == (1, 2)
    assert found["distinct"] == {"bins": ["1", "2", "3"], "groups": [1, 1, 1]}
    # The most frequent value fills 75 %, 100 % and 33 %.
    assert found["shares"]["rows"] == [0, 0, 0, 3, 0, 0, 0, 4, 0, 2]


def test_numbers_are_values_too():
    found = sensitive_facts(pl.Series("income", [1, 2, 1, 1, 5, 5, 7, 8, 9]), LABELS, 3)
    assert found["distinct"]["groups"] == [1, 1, 1]


def test_no_value_is_named():
    found = sensitive_facts(pl.Series("disease", DISEASES), LABELS, 3)
    assert "gout" not in str(found)
