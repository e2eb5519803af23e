from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.criteria.guarding import facts_of
from shoal.criteria.sensitive import code_sensitive
from shoal.risks.attributes import AttributeRisk, attribute_risk


def of(groups, values):
    labels = np.array(groups, np.int32)
    column = code_sensitive(pl.Series("disease", values, dtype=pl.String))
    return attribute_risk(facts_of(labels, int(labels.max(initial=-1)) + 1, [column]).counts["disease"])


def test_two_groups_one_of_them_with_one_value_only():
    # Group 0: flu, flu; group 1: flu, gout, gout, cold. Of 6 rows 3 have flu, 2 gout, 1 cold.
    found = of([0, 0, 1, 1, 1, 1], ["flu", "flu", "flu", "gout", "gout", "cold"])
    assert found == AttributeRisk(
        name="disease",
        values=3,
        base=3 / 6,
        guess=(2 + 2) / 6,
        certain=2 / 6,
        highest=1.0,
        mean=pytest.approx((2 * 1 + 1 / 4 + 2 * 2 / 4 + 1 / 4) / 6),
        mean_base=pytest.approx((9 + 4 + 1) / 36),
    )


def test_one_group_tells_no_more_than_the_table():
    found = of([0, 0, 0, 0], ["a", "a", "a", "b"])
    assert (found.base, found.guess, found.certain) == (0.75, 0.75, 0.0)
    assert found.mean == pytest.approx(found.mean_base)


def test_missing_is_a_value():
    found = of([0, 0, 1, 1], [None, None, "a", "b"])
    assert (found.values, found.certain, found.base) == (3, 0.5, 0.5)


def test_a_table_without_rows_tells_nothing():
    assert of([], []) == AttributeRisk("disease", 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["a", "b", "c", None])), min_size=1, max_size=40))
def test_groups_never_tell_less_than_the_table(rows):
    labels = np.unique([group for group, _ in rows], return_inverse=True)[1]
    found = of(labels, [value for _, value in rows])
    assert found.base <= found.guess + 1e-12 <= 1 + 1e-12
    assert found.mean_base <= found.mean + 1e-12
    assert found.mean <= found.guess + 1e-12
    assert found.certain <= found.guess
    assert found.guess <= found.highest + 1e-12
