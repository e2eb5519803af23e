from __future__ import annotations

import numpy as np

from shoal.report.exposure import Exposure, count_codes, exposure_of, sizes_of_equals


def test_exposure_of_groups_of_one_two_and_five():
    found = exposure_of(np.array([1, 2, 5]), k=3)
    assert found == Exposure(highest=1.0, average=3 / 8, unique=1 / 8, above=3 / 8)


def test_a_table_without_rows_exposes_nobody():
    assert exposure_of(np.array([], np.int64), k=3) == Exposure(0.0, 0.0, 0.0, 0.0)


def test_rows_per_code_and_equal_rows():
    codes = np.array([[0, 1], [0, 1], [2, 0], [0, 0]], np.int32)
    counts, equals = count_codes(codes, [3, 2]), sizes_of_equals(codes, [3, 2])
    assert [each.tolist() for each in counts] == [[3, 0, 1], [2, 2]]
    assert sorted(equals.tolist()) == [1, 1, 2]


def test_no_rows_are_equal_to_none():
    assert sizes_of_equals(np.zeros((0, 2), np.int32), [3, 2]).tolist() == []


def test_rows_stay_apart_when_their_numbers_would_not_fit(monkeypatch):
    monkeypatch.setattr("shoal.report.exposure.MOST_KEYS", 8)
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, (50, 6)).astype(np.int32)
    equals = sizes_of_equals(codes, [3] * 6)
    assert sorted(equals.tolist()) == sorted(np.unique(codes, axis=0, return_counts=True)[1].tolist())
