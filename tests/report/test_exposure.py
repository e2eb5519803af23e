from __future__ import annotations

import numpy as np

from shoal.report.exposure import Exposure, exposure_of


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
