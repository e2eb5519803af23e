from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.turns import in_turn

from shoal.risks.reidentification import Chances, chances, marketer


def prosecutor(sizes, threshold=0.2):
    sizes = np.array(sizes, np.int64)
    return chances(sizes, 1.0 / sizes, threshold)


def test_the_prosecutor_on_groups_of_three_two_and_one():
    # 6 rows in 3 groups: one row alone; groups of 2 and 1 have a chance above 0.4, that is 3 rows.
    assert prosecutor([3, 2, 1], 0.4) == Chances(highest=1.0, average=pytest.approx(3 / 6), above=3 / 6, at_highest=1)


def test_rows_at_the_highest_chance_are_those_of_all_smallest_groups():
    assert prosecutor([2, 5, 2]).at_highest == 4


def test_the_journalist_counts_people_not_rows():
    # 1/F = 1/6, 1/2, 1/4. Rows: (3/6 + 2/2 + 1/4) / 6 = 1.75/6; groups over people: 3/12; the greater is reported.
    found = chances(np.array([3, 2, 1]), 1 / np.array([6.0, 2.0, 4.0]), 0.2)
    assert found == Chances(highest=0.5, average=pytest.approx(1.75 / 6), above=3 / 6, at_highest=2)


def test_the_average_is_that_over_the_people_where_this_is_greater():
    # F = 2 and 100, f = 1 and 100: over people 2/102, over rows (1/2 + 1)/101.
    sizes, of_group = np.array([1, 100]), 1 / np.array([2.0, 100.0])
    assert chances(sizes, of_group, 0.2).average == pytest.approx(2 / 102)
    assert marketer(sizes, of_group) == pytest.approx(1.5 / 101)


@in_turn("size", range(1, 60))
def test_a_chance_just_at_the_threshold_is_not_above_it(size):
    assert prosecutor([size], 1 / size).above == 0.0
    assert prosecutor([size], 1 / size - 1e-6).above == 1.0


def test_a_table_without_rows_gives_nothing_away():
    assert prosecutor([]) == Chances(0.0, 0.0, 0.0, 0)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=30), st.floats(0, 1))
def test_chances_are_in_order(sizes, threshold):
    found = prosecutor(sizes, threshold)
    assert 0 < found.average <= found.highest + 1e-12 <= 1 + 1e-12
    assert found.highest == 1 / min(sizes)
    assert found.average == pytest.approx(len(sizes) / sum(sizes))
    assert (found.above > 0) == (found.highest > threshold + 1e-12)
