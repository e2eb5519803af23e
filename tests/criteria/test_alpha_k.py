"""(α,k)-anonymity, of all values and of listed ones."""

from __future__ import annotations

import math

import pytest

from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.guarding import require_possible
from shoal.errors import InfeasibleError, SettingError
from tests.criteria import answers, column_of

# Ten rows: hiv in 2, flu in 4, cold in 4.
COLUMN = column_of(["hiv"] * 2 + ["flu"] * 4 + ["cold"] * 4)
GROUPS = [(0, 2, 3, 6), (0, 1, 2, 6), (2, 3, 4, 6)]
"""hiv flu flu cold; hiv hiv flu cold; flu flu flu cold."""


def test_no_value_fills_more_than_its_share():
    assert answers(AlphaK(0.5, "s"), COLUMN, *GROUPS) == [True, True, False]
    assert answers(AlphaK(0.49, "s"), COLUMN, *GROUPS) == [False, False, False]
    assert answers(AlphaK(0.75, "s"), COLUMN, *GROUPS) == [True, True, True]


def test_only_listed_values_count_where_some_are_listed():
    assert answers(AlphaK(0.25, "s", ["hiv"]), COLUMN, *GROUPS) == [True, False, True]
    assert answers(AlphaK(0.5, "s", ["hiv", "flu"]), COLUMN, *GROUPS) == [True, True, False]
    assert AlphaK(0.5, "s", "hiv") == AlphaK(0.5, "s", ("hiv",))


def test_numbers_are_listed_as_they_are_written():
    column = column_of([1, 2, 2, None])
    assert answers(AlphaK(0.5, "s", [2]), column, (0, 1), (1, 2), (1, 2, 3)) == [True, False, False]
    assert answers(AlphaK(0.5, "s", [2]), column, (0, 3), (3,)) == [True, True]


@pytest.mark.parametrize("alpha", [0, -0.5, 1.01, math.nan, "0.5", None, True])
def test_an_alpha_that_is_no_share_is_refused(alpha):
    with pytest.raises(SettingError, match="alpha is"):
        AlphaK(alpha)


def test_listed_values_must_occur_and_be_some():
    with pytest.raises(SettingError, match="empty"):
        AlphaK(0.5, "s", [])
    with pytest.raises(SettingError, match="of 2 values listed for alpha, 1 not found") as refused:
        require_possible([AlphaK(0.5, "s", ["hiv", "HIV"])], [COLUMN])
    assert "HIV" not in str(refused.value)


def test_an_alpha_below_a_share_of_the_table_is_refused_with_the_least_that_is_possible():
    with pytest.raises(InfeasibleError, match=r"at least 0.4"):
        require_possible([AlphaK(0.3, "s")], [COLUMN])
    with pytest.raises(InfeasibleError, match=r"at least 0.2"):
        require_possible([AlphaK(0.1, "s", ["hiv"])], [COLUMN])
    require_possible([AlphaK(0.4, "s"), AlphaK(0.2, "s", ["hiv"])], [COLUMN])
    thirds = column_of(list("abc"))
    with pytest.raises(InfeasibleError, match=r"at least 0.3334"):
        require_possible([AlphaK(0.33, "s")], [thirds])
    require_possible([AlphaK(0.3334, "s")], [thirds])
