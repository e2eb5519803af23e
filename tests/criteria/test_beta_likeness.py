"""β-likeness, basic and enhanced."""

from __future__ import annotations

import math

import pytest

from shoal.criteria.beta_likeness import BetaLikeness
from shoal.criteria.guarding import require_possible
from shoal.criteria.variety import gain_over_cap, relative_gain
from shoal.errors import SettingError
from tests.criteria import answers, column_of, groups_in

# Ten rows: a in 6, b in 2, c in 2.
COLUMN = column_of(list("aaaaaabbcc"))
GROUPS = [(0, 1, 6, 8), (0, 6, 7, 8), (0, 1, 2, 3)]
"""aabc, abbc, aaaa."""


def test_the_gain_is_relative_to_the_share_in_the_release():
    # aabc: b and c rise from 0.2 to 0.25, by 0.25. abbc: b rises to 0.5, by 1.5. aaaa: a rises from 0.6 to 1, by 2/3.
    found = relative_gain(groups_in(COLUMN, *GROUPS).counts["s"])
    assert found.tolist() == pytest.approx([0.25, 1.5, 2 / 3])
    assert answers(BetaLikeness(1.5, "s", "basic"), COLUMN, *GROUPS) == [True, True, True]
    assert answers(BetaLikeness(0.7, "s", "basic"), COLUMN, *GROUPS) == [True, False, True]
    assert answers(BetaLikeness(0.2, "s", "basic"), COLUMN, *GROUPS) == [False, False, False]


def test_enhanced_also_bounds_frequent_values_by_the_logarithm_of_their_share():
    # -ln 0.6 = 0.511 is below the gain 2/3 of a in aaaa; -ln 0.2 = 1.609 is above the gain 1.5 of b in abbc.
    assert answers(BetaLikeness(1.5, "s", "enhanced"), COLUMN, *GROUPS) == [True, True, False]
    assert answers(BetaLikeness(1.5, "s"), COLUMN, *GROUPS) == [True, True, False]
    over = gain_over_cap(groups_in(COLUMN, *GROUPS).counts["s"], 1.5)
    assert over[2] == pytest.approx(2 / 3 + math.log(0.6))


def test_a_value_that_grows_rare_is_no_concern():
    assert answers(BetaLikeness(0.001, "s", "basic"), COLUMN, range(10)) == [True]
    assert relative_gain(groups_in(COLUMN, range(10)).counts["s"]).tolist() == [0.0]


@pytest.mark.parametrize("beta", [0, -1, math.inf, math.nan, "1", None, True])
def test_a_beta_that_is_no_gain_is_refused(beta):
    with pytest.raises(SettingError, match="beta is"):
        BetaLikeness(beta)


def test_an_unknown_kind_is_refused():
    with pytest.raises(SettingError, match="basic, enhanced"):
        BetaLikeness(1, kind="strict")


def test_every_beta_is_possible_with_one_group():
    require_possible([BetaLikeness(1e-6, "s")], [COLUMN])
    assert answers(BetaLikeness(1e-6, "s"), COLUMN, range(10)) == [True]
