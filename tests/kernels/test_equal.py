"""Equal rows are found exactly, and numbered in order of first appearance."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.kernels import threads
from shoal.kernels.shared import equal
from shoal.kernels.shared.equal import equal_rows
from tests.reference import equal as slow
from tests.reference.turns import in_turn


def test_equal_rows_share_a_number_in_order_of_first_appearance():
    codes = np.array([[3, 1], [0, 1], [3, 1], [3, 0], [0, 1]], np.int32)
    found = equal_rows(codes, np.array([4, 2]))
    assert (found.ids.tolist(), found.first.tolist()) == ([0, 1, 0, 2, 1], [0, 1, 3])
    assert (found.count, found.times.tolist()) == (3, [2, 2, 1])


@in_turn("seed", range(20))
def test_equal_rows_are_those_of_the_slow_twin(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    monkeypatch.setattr(equal, "SHARE", int(rng.integers(1, 40)))
    sizes = rng.choice([1, 2, 3, 2**31 - 1], int(rng.integers(1, 7)))
    some = np.minimum(rng.integers(0, 3, (int(rng.integers(0, 200)), len(sizes))), sizes - 1)
    far = rng.random(len(sizes)) < 0.5
    codes = np.ascontiguousarray(np.where(far, sizes - 1 - some, some), np.int32)
    found = equal_rows(codes, sizes)
    assert (found.ids.tolist(), found.first.tolist()) == slow.equal_rows(codes)


def test_more_columns_than_one_number_holds_are_distinguished_in_turns():
    codes = np.zeros((5, 9), np.int32)
    codes[1, 8], codes[3, 0], codes[4, 8] = 1, 2**31 - 2, 1
    found = equal_rows(codes, np.full(9, 2**31 - 1))
    assert found.ids.tolist() == [0, 1, 0, 2, 1]


@pytest.mark.parametrize("rows", [0, 1])
def test_hardly_any_rows(rows):
    found = equal_rows(np.zeros((rows, 2), np.int32), np.array([3, 3]))
    assert (found.ids.tolist(), found.first.tolist()) == ([0] * rows, [0] * rows)


@pytest.mark.slow
def test_the_number_of_threads_does_not_matter():
    codes = np.random.default_rng(0).integers(0, 30, (300_000, 3)).astype(np.int32)
    found = []
    for count in (1, 2, 3):
        with threads(count):
            found.append(equal_rows(codes, np.array([30, 30, 30])))
    assert all((one.ids == found[0].ids).all() and (one.first == found[0].first).all() for one in found)
