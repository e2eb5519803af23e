"""Rows that agree in every column are set apart where there are plenty."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.kernels.auto.equal_rows import set_apart


def apart(ids, k):
    label = np.full(len(ids), -9, np.int32)
    groups = set_apart(np.asarray(ids, np.int32), k, label)
    return label.tolist(), groups


def test_of_3k_minus_1_equal_rows_k_are_set_apart():
    assert apart([0, 0, 1, 0, 0, 0], 2) == ([-1, -1, -1, -1, 0, 0], 1)


def test_of_fewer_equal_rows_none_is_set_apart():
    assert apart([0, 0, 0, 0, 1, 1, 1, 1], 2) == ([-1] * 8, 0)


def test_with_k_1_one_of_each_is_left():
    assert apart([0, 1, 1, 2, 1, 2], 1) == ([-1, -1, 0, -1, 0, 1], 2)


def test_no_rows_give_no_groups():
    assert apart([], 3) == ([], 0)


@given(st.lists(st.integers(0, 5), max_size=80), st.integers(1, 5))
def test_groups_hold_k_equal_rows_or_more_and_2k_minus_1_are_left_for_the_search(ids, k):
    label, groups = apart(ids, k)
    assert {g for g in label if g >= 0} == set(range(groups))
    for value in set(ids):
        mine = [g for i, g in zip(ids, label, strict=True) if i == value]
        taken = [g for g in mine if g >= 0]
        assert len(set(taken)) <= 1
        if taken:
            assert len(taken) >= k
            assert len(mine) - len(taken) == 2 * k - 1
            assert [i for i, g in zip(ids, label, strict=True) if g == taken[0]] == [value] * len(taken)
        else:
            assert len(mine) < 3 * k - 1


@pytest.mark.parametrize("k", [1, 4])
def test_a_large_id_is_no_trouble(k):
    assert apart([100_000] * (3 * k - 1), k)[1] == 1
