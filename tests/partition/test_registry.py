"""Methods by name, and with a search after them."""

from __future__ import annotations

from typing import get_args

import pytest

from shoal.errors import SettingError
from shoal.partition.auto import Auto
from shoal.partition.improve import Improved
from shoal.partition.mondrian import Mondrian
from shoal.partition.oka import Oka
from shoal.partition.registry import BASE_NAMES, HOUSE, PARTITIONERS, ImprovedName, about_of, make_partitioner, searches
from shoal.request.settings import Settings

BOXES = sorted(name for name, method in PARTITIONERS.items() if method.about.publishes == "box" and name != HOUSE)
OTHERS = sorted(name for name, method in PARTITIONERS.items() if method.about.publishes != "box")


def test_type_checkers_know_the_names_of_all_methods():
    assert list(BASE_NAMES) == sorted(PARTITIONERS)
    assert list(get_args(ImprovedName)) == [f"{name}+improve" for name in BOXES]


def test_a_plain_name_makes_the_plain_method():
    assert make_partitioner("mondrian", {"mode": "relaxed"}) == Mondrian(mode="relaxed")


def test_improve_wraps_the_method_and_shares_out_the_options():
    found = make_partitioner("mondrian+improve", {"mode": "relaxed", "steps": 7})
    assert found == Improved(base=Mondrian(mode="relaxed"), steps=7)
    assert make_partitioner("oka+improve", {}) == Improved(base=Oka())


@pytest.mark.parametrize("name", BOXES)
def test_whatever_publishes_boxes_can_be_improved_and_keeps_its_own_traits(name):
    plain, improved = about_of(name), about_of(f"{name}+improve")
    assert improved.title == f"{plain.title} + improve"
    assert (improved.publishes, improved.needs, improved.loss) == (plain.publishes, plain.needs, plain.loss)


@pytest.mark.parametrize("name", OTHERS)
def test_what_publishes_no_boxes_cannot_and_one_that_can_is_named(name):
    with pytest.raises(SettingError, match=r"only boxes can be improved.*mondrian\+improve"):
        make_partitioner(f"{name}+improve", {})


def test_auto_already_improves():
    with pytest.raises(SettingError, match=r"already improves.*use 'auto'"):
        make_partitioner("auto+improve", {})


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("oka+improv", r"oka\+improve"),
        ("okka+improve", r"oka\+improve"),
        ("mondrian-improve", r"mondrian\+improve"),
        ("mondrain", "mondrian"),
        ("autto", "auto"),
    ],
)
def test_a_name_that_is_nearly_right_is_hinted_at(name, near):
    with pytest.raises(SettingError, match=f"no method .*did you mean '{near}'"):
        make_partitioner(name, {})


def test_an_unknown_option_of_an_improved_method_names_both_kinds():
    with pytest.raises(SettingError, match=r"'mondrian\+improve' has no option 'depth'; it has: mode, .*, steps"):
        make_partitioner("mondrian+improve", {"depth": 1})


def test_the_search_has_no_option_where_there_is_no_search():
    with pytest.raises(SettingError, match="no option 'steps'"):
        make_partitioner("mondrian", {"steps": 7})


def test_the_wrapped_method_is_no_option():
    with pytest.raises(SettingError, match="no option 'base'"):
        make_partitioner("mondrian+improve", {"base": Oka()})


def test_auto_is_what_runs_unless_another_is_named():
    assert Settings(2).method == HOUSE == "auto"
    assert PARTITIONERS[HOUSE] is Auto


def test_only_auto_and_improved_methods_search():
    assert [name for name in PARTITIONERS if searches(name)] == ["auto"]
    assert searches("cb+improve")
