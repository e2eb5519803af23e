"""The bounds themselves, on the papers' example."""

from __future__ import annotations

import pytest

from tests.partition.test_cb import HE, HE_COLUMNS
from tests.reference.bound import block_bound, pair_costs, row_bounds
from tests.reference.problems import problem_of


def test_he_table_1_bounds():
    two = problem_of(HE, 2, columns=HE_COLUMNS)
    assert row_bounds(two) == pytest.approx([0.2, 0.2, 0.25, 0.45, 0.25, 0.2, 0.2])
    assert block_bound(two) == pytest.approx(2.0)
    three = problem_of(HE, 3, columns=HE_COLUMNS)
    assert row_bounds(three).sum() == pytest.approx(2.8)
    assert block_bound(three) == pytest.approx(3.3)
    assert pair_costs(two)[0, 1] == pytest.approx(0.2)
