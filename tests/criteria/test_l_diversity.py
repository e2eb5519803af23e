"""l-diversity in its four kinds."""

from __future__ import annotations

import math

import numpy as np
import pytest

from shoal.criteria.guarding import require_possible
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.variety import distinct, entropy, highest_share, top_to_tail
from shoal.errors import InfeasibleError, SettingError
from tests.criteria import answers, column_of, groups_in

# Eight rows: a a a b b c c d.
COLUMN = column_of(list("aaabbccd"))
ALL = range(8)
PAIRS = [(0, 3), (0, 1), (0, 1, 3, 4, 5), (2, 4, 6, 7)]
"""ab, aa, aabbc, abcd."""


def test_distinct_counts_different_values():
    assert distinct(groups_in(COLUMN, *PAIRS).counts["s"]).tolist() == [2, 1, 3, 4]
    assert answers(LDiversity(2, "distinct", "s"), COLUMN, *PAIRS) == [True, False, True, True]
    assert answers(LDiversity(4, "distinct", "s"), COLUMN, *PAIRS) == [False, False, False, True]


def test_frequency_bounds_the_most_frequent_value():
    # Shares of the most frequent value: 1/2, 1, 2/5, 1/4.
    assert highest_share(groups_in(COLUMN, *PAIRS).counts["s"]).tolist() == [0.5, 1.0, 0.4, 0.25]
    assert answers(LDiversity(2, "frequency", "s"), COLUMN, *PAIRS) == [True, False, True, True]
    assert answers(LDiversity(2.5, "frequency", "s"), COLUMN, *PAIRS) == [False, False, True, True]
    assert answers(LDiversity(3, "frequency", "s"), COLUMN, *PAIRS) == [False, False, False, True]


def test_entropy_is_that_of_l_equally_frequent_values():
    # ab: ln 2. aa: 0. aabbc: -2 * 0.4 ln 0.4 - 0.2 ln 0.2 = 1.05492 = ln 2.87. abcd: ln 4.
    found = entropy(groups_in(COLUMN, *PAIRS).counts["s"])
    assert found.tolist() == pytest.approx([math.log(2), 0.0, 1.0549201679861442, math.log(4)])
    assert answers(LDiversity(2, "entropy", "s"), COLUMN, *PAIRS) == [True, False, True, True]
    assert answers(LDiversity(2.87, "entropy", "s"), COLUMN, *PAIRS) == [False, False, True, True]
    assert answers(LDiversity(2.88, "entropy", "s"), COLUMN, *PAIRS) == [False, False, False, True]
    assert answers(LDiversity(4, "entropy", "s"), COLUMN, *PAIRS) == [False, False, False, True]


def test_recursive_compares_the_most_frequent_value_with_the_tail():
    # Counts 3 2 2 1 of all rows. l = 2: 3 of a tail of 5. l = 3: 3 of 3. l = 4: 3 of 1. l = 5: no tail.
    whole = groups_in(COLUMN, ALL).counts["s"]
    assert [top_to_tail(whole, rank).tolist() for rank in (2, 3, 4, 5)] == [[0.6], [1.0], [3.0], [math.inf]]
    assert answers(LDiversity(3, "recursive", "s", c=1.5), COLUMN, ALL) == [True]
    assert answers(LDiversity(3, "recursive", "s", c=1.0), COLUMN, ALL) == [False]  # 3 < 1 * 3 does not hold
    assert answers(LDiversity(4, "recursive", "s"), COLUMN, ALL) == [False]  # 3 < 3 * 1 does not hold
    assert answers(LDiversity(4, "recursive", "s", c=3.1), COLUMN, ALL) == [True]
    assert answers(LDiversity(5, "recursive", "s", c=99), COLUMN, ALL) == [False]


def test_a_missing_cell_is_a_value_like_any_other():
    column = column_of(["a", None, None, "b"])
    assert answers(LDiversity(2, "distinct", "s"), column, (0, 1), (1, 2), (0, 1, 3)) == [True, False, True]


@pytest.mark.parametrize("wrong", [0, 1, 1.5, -2, math.inf, math.nan, "3", None, True])
@pytest.mark.parametrize("kind", ["distinct", "recursive"])
def test_a_count_of_values_below_two_is_refused(kind, wrong):
    with pytest.raises(SettingError, match="l is"):
        LDiversity(wrong, kind)


@pytest.mark.parametrize("wrong", [0, 1, 0.9, math.inf, math.nan, "3", None, True])
@pytest.mark.parametrize("kind", ["frequency", "entropy"])
def test_an_l_of_one_or_less_is_refused(kind, wrong):
    with pytest.raises(SettingError, match="above 1"):
        LDiversity(wrong, kind)


def test_an_unknown_kind_or_a_c_out_of_place_is_refused():
    with pytest.raises(SettingError, match="one of: distinct, frequency, entropy, recursive"):
        LDiversity(2, "enropy")
    with pytest.raises(SettingError, match="belongs to recursive"):
        LDiversity(2, "entropy", c=2)
    for c in (0, -1, math.nan, "2"):
        with pytest.raises(SettingError, match="c is"):
            LDiversity(2, "recursive", c=c)


@pytest.mark.parametrize(
    ("criterion", "hint"),
    [
        (LDiversity(5, "distinct", "s"), "l can be at most 4"),
        (LDiversity(3, "frequency", "s"), "l can be at most 2.666"),  # 3 of 8 rows have the same value
        (LDiversity(4, "entropy", "s"), "l can be at most 3.746"),  # 3/8 ln 8/3 + 1/2 ln 4 + 1/8 ln 8 = ln 3.7467
        (LDiversity(4, "recursive", "s", c=2), "c must be above 3, or l lower"),
        (LDiversity(5, "recursive", "s"), "l can be at most 4"),
    ],
)
def test_what_the_whole_table_does_not_reach_is_refused_with_what_is_possible(criterion, hint):
    with pytest.raises(InfeasibleError, match=hint):
        require_possible([criterion], [COLUMN])


@pytest.mark.parametrize("kind", ["distinct", "frequency", "entropy"])
def test_the_greatest_l_that_is_named_is_possible(kind):
    rng = np.random.default_rng(1)
    for _ in range(20):
        column = column_of(rng.integers(0, 9, 50))
        with pytest.raises(InfeasibleError) as refused:
            require_possible([LDiversity(40, kind, "s")], [column])
        most = float(refused.value.hint.split()[-1])
        require_possible([LDiversity(most, kind, "s")], [column])
        with pytest.raises(InfeasibleError):
            require_possible([LDiversity(most + (1 if kind == "distinct" else 0.002), kind, "s")], [column])


@pytest.mark.parametrize("l", [1e9, 1e30, 1e300])
@pytest.mark.parametrize("kind", ["distinct", "frequency", "entropy", "recursive"])
def test_an_l_beyond_all_counts_is_not_met(kind, l):  # noqa: E741 - the letter of l-diversity
    assert answers(LDiversity(l, kind, "s"), COLUMN, ALL) == [False]
    with pytest.raises(InfeasibleError, match="is impossible"):
        require_possible([LDiversity(l, kind, "s")], [COLUMN])


def test_a_c_beyond_all_counts_asks_only_for_a_tail():
    assert answers(LDiversity(4, "recursive", "s", c=1.7e308), COLUMN, ALL) == [True]
