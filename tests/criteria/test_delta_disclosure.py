"""δ-disclosure privacy."""

from __future__ import annotations

import math

import numpy as np
import pytest

from shoal.criteria.delta_disclosure import DeltaDisclosure
from shoal.criteria.guarding import compared_with, require_possible
from shoal.criteria.variety import log_ratio
from shoal.errors import SettingError
from tests.criteria import answers, column_of, groups_in

# Eight rows: a in 4, b in 4.
COLUMN = column_of(list("aaaabbbb"))
GROUPS = [(0, 4), (0, 1, 2, 4), (0, 1)]
"""ab, aaab, aa."""


def test_shares_stay_within_a_factor_of_those_in_the_release():
    # ab: 1/2 as in the release. aaab: ln(3/4 : 1/2) = 0.405, ln(1/4 : 1/2) = -0.693.
    found = log_ratio(groups_in(COLUMN, *GROUPS).counts["s"])
    assert found.tolist() == pytest.approx([0.0, math.log(2), math.log(2)])
    assert answers(DeltaDisclosure(0.7, "s"), COLUMN, *GROUPS[:2]) == [True, True]
    assert answers(DeltaDisclosure(0.69, "s"), COLUMN, *GROUPS[:2]) == [True, False]


def test_the_bound_itself_is_too_much():
    assert answers(DeltaDisclosure(math.log(2), "s"), COLUMN, GROUPS[1]) == [False]


def test_a_value_that_is_absent_from_a_group_breaks_it():
    assert answers(DeltaDisclosure(50, "s"), COLUMN, GROUPS[2]) == [False]


def test_a_value_that_no_released_row_has_need_not_occur():
    released = compared_with([COLUMN], np.array([0, 1, 2, 3]))[0]
    assert answers(DeltaDisclosure(0.1, "s"), released, (0, 1)) == [True]


@pytest.mark.parametrize("delta", [0, -1, math.inf, math.nan, "1", None, True])
def test_a_delta_that_is_no_bound_is_refused(delta):
    with pytest.raises(SettingError, match="delta is"):
        DeltaDisclosure(delta)


def test_every_delta_is_possible_with_one_group():
    require_possible([DeltaDisclosure(1e-6, "s")], [COLUMN])
    assert answers(DeltaDisclosure(1e-6, "s"), COLUMN, range(8)) == [True]
