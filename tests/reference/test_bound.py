"""The bounds themselves, on the papers' example."""

from __future__ import annotations

import pytest

from tests.partition.test_cb import HE, HE_COLUMNS
from tests.reference.bound import block_bound, least_cost, neighbour_bounds, window_bounds
from tests.reference.problems import problem_of


def test_he_table_1_bounds():
    two, three = (problem_of(HE, k, columns=HE_COLUMNS) for k in (2, 3))
    assert neighbour_bounds(two) == pytest.approx([0.2, 0.2, 0.25, 0.45, 0.25, 0.2, 0.2])
    assert block_bound(neighbour_bounds(two), 2) == pytest.approx(2.0)
    assert neighbour_bounds(three).sum() == pytest.approx(2.8)
    assert block_bound(neighbour_bounds(three), 3) == pytest.approx(3.3)
    assert least_cost(two) <= 2.65


def test_windows_are_part_of_the_bound():
    two = problem_of(HE, 2, columns=HE_COLUMNS)
    assert window_bounds(two)[3] == pytest.approx(0.25)
    assert (window_bounds(two) <= neighbour_bounds(two) + 1e-12).all()
