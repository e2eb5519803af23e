from __future__ import annotations

import numpy as np

from shoal.report.exposure import Exposure, exposure_of, sizes_of_equals


def test_exposure_of_groups_of_one_two_and_five():
    found = exposure_of(np.array([1, 2, 5]), k=3)
    assert found == Exposure(highest=1.0, average=3 / 8, unique=1 / 8, above=3 / 8)


def test_a_table_without_rows_exposes_nobody():
    assert exposure_of(np.array([], np.int64), k=3) == Exposure(0.0, 0.0, 0.0, 0.0)


def test_what_is_told_of_originals_is_rounded_up_and_has_no_small_count():
    found = exposure_of(np.array([2, 3, 995]), k=5).coarse(1000, 5)
    assert found == Exposure(highest=1.0, average=0.005, unique=0.0, above=0.005)
    assert exposure_of(np.array([1, 999]), k=5).coarse(1000, 5).unique == 0.005
    assert exposure_of(np.array([6, 994]), k=5).coarse(1000, 5).highest == 1 / 6


def test_equal_rows_are_counted():
    codes = np.array([[0, 1], [0, 1], [2, 0], [0, 0]], np.int32)
    assert sorted(sizes_of_equals(codes, [3, 2]).tolist()) == [1, 1, 2]


def test_no_rows_are_equal_to_none():
    assert sizes_of_equals(np.zeros((0, 2), np.int32), [3, 2]).tolist() == []


def test_rows_stay_apart_when_their_numbers_would_not_fit(monkeypatch):
    monkeypatch.setattr("shoal.report.exposure.MOST_KEYS", 8)
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, (50, 6)).astype(np.int32)
    equals = sizes_of_equals(codes, [3] * 6)
    assert sorted(equals.tolist()) == sorted(np.unique(codes, axis=0, return_counts=True)[1].tolist())
