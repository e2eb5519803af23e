"""Sensitive values become dense codes in ascending order."""

from __future__ import annotations

import polars as pl
import pytest

from shoal.criteria.sensitive import code_sensitive
from shoal.errors import InputError


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


def test_lists_are_refused():
    with pytest.raises(InputError, match="'s'"):
        code_sensitive(pl.Series("s", [[1], [2]]))
