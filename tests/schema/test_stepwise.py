"""Hierarchies computed from the values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import HierarchyError
from shoal.schema.hierarchy import Bands, Calendar, Prefix
from shoal.schema.tree import Tree


def path(tree: Tree, value: str) -> list[str]:
    """Return the labels from a value up to the root."""
    node, found = tree.leaf_labels.index(value), []
    while node >= 0:
        found.append(tree.labels[node])
        node = tree.parent[node]
    return found


def cut(tree: Tree, level: int) -> list[str]:
    return [tree.labels[node] for node in tree.levels[:, level]]


def test_one_masked_character_joins_the_codes_of_lin_and_wei():
    tree = Prefix((1,)).tree("zip", ["75275", "75277", "75278"])
    assert path(tree, "75277") == ["75277", "7527*", "*"]
    assert tree.height[tree.root] == 2
    assert tree.leaf_counts[tree.parent[0]] == 3


def test_all_steps_make_a_height_of_five_for_five_digits_though_four_are_shared():
    tree = Prefix().tree("zip", ["75275", "75277", "75278"])
    assert path(tree, "75275") == ["75275", "7527*", "752**", "75***", "7****", "*"]
    assert tree.height[tree.root] == 5
    assert tree.height[tree.parent[0]] / 5 == 0.2


def test_the_two_level_codes_of_chiu_and_tsai_part_into_4790_and_4791():
    tree = Prefix((1,)).tree("zip", ["47906", "47907", "47916", "47918"])
    assert cut(tree, 1) == ["4790*", "4790*", "4791*", "4791*"]
    assert cut(tree, 2) == ["*"] * 4


def test_codes_of_other_lengths_reach_the_root_when_nothing_is_left_to_show():
    tree = Prefix((1, 2)).tree("code", ["1", "12", "123", "124"])
    assert path(tree, "1") == ["1", "*"]
    assert path(tree, "12") == ["12", "1*", "*"]
    assert path(tree, "123") == ["123", "12*", "1**", "*"]
    assert cut(tree, 1) == ["1", "1*", "12*", "12*"]
    assert cut(tree, 2) == ["1", "1*", "1**", "1**"]


def test_blank_and_unicode_codes_can_be_masked():
    tree = Prefix(mask="·").tree("code", ["", "äöü"])
    assert path(tree, "äöü") == ["äöü", "äö·", "ä··", "*"]
    assert path(tree, "") == ["", "*"]


def test_a_prefix_of_no_values_is_a_root():
    assert Prefix().tree("zip", []).labels == ("*",)


@given(st.lists(st.text(max_size=4), unique=True), st.sets(st.integers(1, 5)))
def test_any_text_can_be_masked(values, steps):
    tree = Prefix(tuple(sorted(steps))).tree("code", values)
    assert sorted(tree.leaf_labels) == sorted(values)


@pytest.mark.parametrize("steps", [(0,), (2, 1), (1, 1), (1.5,), (True,)])
def test_prefix_steps_must_ascend(steps):
    with pytest.raises(HierarchyError, match="ascending whole numbers"):
        Prefix(steps)


@pytest.mark.parametrize("mask", ["", "**"])
def test_a_mask_is_one_character(mask):
    with pytest.raises(HierarchyError, match="one character"):
        Prefix((1,), mask)


def test_dates_rise_by_month_quarter_year_and_decade():
    tree = Calendar().tree("born", ["1999-12-31", "2024-03-05", "2024-04-01"])
    assert path(tree, "2024-03-05") == ["2024-03-05", "2024-03", "2024-Q1", "2024", "2020s", "*"]
    assert path(tree, "1999-12-31") == ["1999-12-31", "1999-12", "1999-Q4", "1999", "1990s", "*"]
    assert cut(tree, 2) == ["1999-Q4", "2024-Q1", "2024-Q2"]


@pytest.mark.parametrize(("month", "quarter"), [("01", 1), ("03", 1), ("04", 2), ("06", 2), ("09", 3), ("10", 4)])
def test_quarters_have_three_months(month, quarter):
    assert cut(Calendar(("quarter",)).tree("x", [f"2024-{month}-01"]), 1) == [f"2024-Q{quarter}"]


def test_dates_with_times_have_days():
    tree = Calendar(("day", "year")).tree("seen", ["2024-03-05 10:00:00", "2024-03-05T11:00:00.5"])
    assert path(tree, "2024-03-05 10:00:00") == ["2024-03-05 10:00:00", "2024-03-05", "2024", "*"]
    assert cut(tree, 1) == ["2024-03-05"] * 2


def test_the_day_of_a_plain_date_is_the_date_itself():
    assert Calendar(("day", "year")).tree("seen", ["2024-03-05"]).labels == ("2024-03-05", "2024", "*")


def test_what_is_no_iso_date_is_counted_and_not_shown():
    values = ["2024-03-05", "05.03.2024", "2024-02-30", "20240305", "2024-W10-2", "soon"]
    with pytest.raises(HierarchyError, match="column 'seen': 5 of 6 distinct values are not ISO dates") as caught:
        Calendar().tree("seen", values)
    assert not any(value in str(caught.value) for value in values)


@pytest.mark.parametrize("steps", [(), ("week",), ("year", "month"), ("year", "year")])
def test_calendar_steps_must_be_known_and_in_order(steps):
    with pytest.raises(HierarchyError, match="day, month, quarter, year, decade, in this order"):
        Calendar(steps)


def test_bands_hold_their_lower_end():
    tree = Bands((5, 10, 20)).tree("age", ["19", "20", "23", "25"])
    assert path(tree, "23") == ["23", "[20 - 25[", "[20 - 30[", "[20 - 40[", "*"]
    assert cut(tree, 1) == ["[15 - 20[", "[20 - 25[", "[20 - 25[", "[25 - 30["]
    assert cut(tree, 2) == ["[10 - 20["] + ["[20 - 30["] * 3


def test_bands_are_counted_from_the_origin_and_below_it():
    tree = Bands((10,), origin=5).tree("x", ["-6", "-5", "4", "5"])
    assert cut(tree, 1) == ["[-15 - -5[", "[-5 - 5[", "[-5 - 5[", "[5 - 15["]


def test_bands_are_exact_in_decimals():
    tree = Bands((0.1, 0.3)).tree("x", ["0.1", "0.2", "0.3", "0.7", "0.8999999"])
    assert cut(tree, 1) == ["[0.1 - 0.2[", "[0.2 - 0.3[", "[0.3 - 0.4[", "[0.7 - 0.8[", "[0.8 - 0.9["]
    assert cut(tree, 2) == ["[0 - 0.3[", "[0 - 0.3[", "[0.3 - 0.6[", "[0.6 - 0.9[", "[0.6 - 0.9["]


def test_bands_hold_huge_and_tiny_numbers():
    big = 2**100 + 7
    tree = Bands((5,)).tree("x", [str(big), "1e-300", "1e20"])
    low = big - big % 5
    assert cut(tree, 1) == [f"[{low} - {low + 5}[", "[0 - 5[", f"[{10**20} - {10**20 + 5}["]


def test_what_is_no_number_is_counted_and_not_shown():
    with pytest.raises(HierarchyError, match="column 'age': 3 of 4 distinct values are not numbers") as caught:
        Bands((5,)).tree("age", ["1", "forty", "inf", "nan"])
    assert "forty" not in str(caught.value)


@given(st.lists(st.integers(-(10**6), 10**6), unique=True, min_size=1))
def test_every_number_lies_in_its_band(values):
    tree = Bands((7, 21), origin=3).tree("x", [str(value) for value in sorted(values)])
    for value, label in zip(sorted(values), cut(tree, 1), strict=True):
        low, high = (int(end) for end in label.strip("[").split(" - "))
        assert low <= value < high == low + 7
        assert (low - 3) % 7 == 0


@pytest.mark.parametrize(
    ("widths", "words"),
    [
        ((), "one width or more"),
        ((0,), "positive"),
        ((-5, 10), "positive"),
        ((float("inf"),), "positive"),
        ((5, 12), "2 widths do not nest"),
        ((10, 5), "do not nest"),
        ((5, 5), "do not nest"),
    ],
)
def test_widths_must_nest(widths, words):
    with pytest.raises(HierarchyError, match=words):
        Bands(widths)


def test_widths_nest_in_decimals():
    assert Bands((0.1, 0.3, 1e3 * 0.3)).widths[1] == 0.3


def test_the_origin_must_be_finite():
    with pytest.raises(HierarchyError, match="origin"):
        Bands((5,), origin=float("nan"))
