"""Verdicts follow the numbers: hand-made figures in, words and numbers out."""

from __future__ import annotations

import math

import pytest

from shoal.reproduce.claims import judge
from shoal.reproduce.shown import Board, Sheet, Sheets, Spot, Trace
from shoal.reproduce.verdict import below, falls, ratios, rises, slope, span, straightness


def trace(name, values, stands="paper"):
    spots = tuple(Spot(float(x), float(y), float(y), float(y), 1) for x, y in values.items())
    return Trace(name, stands, "v", spots)


def board(name, **lines):
    return Board(name, name, "k", "y", False, (), tuple(trace(key, values) for key, values in lines.items()))


def named(name, lines):
    return Board(name, name, "k", "y", False, (), tuple(trace(key, values) for key, values in lines.items()))


def sheets(**boards):
    return Sheets({name: Sheet(name, "p", "t", "a", tuple(found)) for name, found in boards.items()})


def verdict(found, claim):
    return next(each for each in judge(found) if each.id == claim)


# ----------------------------------------------------------------------------------------------------------- arithmetic


def test_ratios_are_taken_where_both_lines_have_a_point():
    assert ratios(board("b", a={1: 2, 2: 6, 3: 1}, b={1: 4, 2: 3}), "a", "b") == [0.5, 2.0]


def test_a_line_that_halves_as_x_doubles_has_the_slope_minus_one():
    assert slope(trace("a", {1: 8, 2: 4, 4: 2})) == pytest.approx(-1)


def test_straightness_is_one_for_a_straight_line_and_less_for_others():
    assert straightness(trace("a", {1: 3, 2: 5, 3: 7})) == pytest.approx(1)
    assert straightness(trace("a", {1: 0, 2: 1, 3: 0})) == pytest.approx(0)


def test_rising_and_falling_are_strict():
    assert rises(trace("a", {1: 1, 2: 2}))
    assert falls(trace("a", {1: 2, 2: 1}))
    assert not rises(trace("a", {1: 1, 2: 1}))
    assert not rises(trace("a", {1: 1}))


def test_below_counts_places_under_all_others():
    assert below(board("b", a={1: 1, 2: 5}, b={1: 2, 2: 4}, c={1: 3, 2: 9}), "a", ["b", "c"]) == (1, 2)


def test_a_line_that_is_not_there_has_no_points():
    assert math.isnan(board("b").trace("x").at(1.0))
    assert span([]) == "none"


# ------------------------------------------------------------------------------------------------------------- verdicts


def he_6(cb, nh, sal_3=(2, 1)):
    lines = {"CB": {50: cb}, "NH": {50: nh}, "CB, new centres each round": {50: cb}}
    low = {"CB": {50: sal_3[0]}, "NH": {50: sal_3[1]}}
    return [named("sal-3", low), named("sal-4", lines), named("income-4", lines)]


def all_of(cb, nh, **more):
    names = ("he-6", "he-6-kinds", "he-6-leaves")
    return sheets(**dict.fromkeys(names, he_6(cb, nh, **more)))


def test_r1_holds_where_cb_is_lower_everywhere_but_on_sal_3():
    assert verdict(all_of(1, 2), "R1").status == "holds"


def test_r1_holds_in_part_where_the_exception_does_not_come_out():
    found = verdict(all_of(1, 2, sal_3=(1, 2)), "R1")
    assert found.status == "holds in part"
    assert "0.5" in found.why


def test_r1_does_not_hold_where_nh_is_lower():
    found = verdict(all_of(3, 2, sal_3=(1, 2)), "R1")
    assert found.status == "does not hold"
    assert "1.5" in found.found


def test_r1_tells_which_ruler_would_make_it_true():
    found = verdict(sheets(**{"he-6": he_6(3, 2), "he-6-kinds": he_6(3, 2), "he-6-leaves": he_6(1, 2)}), "R1")
    assert [(reading.name.partition(" ")[0], reading.holds) for reading in found.readings] == [
        ("ranges", False), ("ranges", False), ("ranges", False), ("ranges", False), ("leaf", True), ("leaf", True),
    ]  # fmt: skip


def lin_wei(oka, plain):
    losses = named("readings", {"OKA": {5: oka}, "k-member": {5: 1}, "OKA, rows in random order": {5: 0.9}})
    times = {
        "OKA, every cluster priced": {5: 1.0, 10: 0.5},
        "k-member, every row priced": {5: plain, 10: plain},
        "OKA": {5: 1.0},
        "k-member": {5: 1.5},
    }
    return sheets(**{"lin-wei-3": [losses], "lin-wei-4": [named("time", times)]})


@pytest.mark.parametrize(
    ("oka", "plain", "status"),
    [(0.8, 10, "holds"), (1.6, 10, "holds in part"), (0.8, 0.5, "holds in part"), (1.6, 0.5, "does not hold")],
)
def test_r5_has_a_part_of_loss_and_a_part_of_time(oka, plain, status):
    assert verdict(lin_wei(oka, plain), "R5").status == status


def test_r5_names_a_reading_that_makes_it_true():
    found = verdict(lin_wei(1.6, 10), "R5")
    assert {reading.name: reading.holds for reading in found.readings} == {
        "OKA": False,
        "OKA, rows in random order": True,
    }
    assert "it makes the claim true" in found.why


def test_r10_reads_the_sizes_beside_the_printed_ones():
    lines = {"GCCG, printed": {0: 3}, "KACA, printed": {0: 3.08}, "Incognito, printed": {0: 851.69}}
    lines |= {"GCCG": {0: 3}, "KACA": {0: 15.4}, "KACA, from single rows": {0: 3.18}, "Incognito": {0: 960}}
    found = verdict(sheets(**{"ni-table-10": [named("sizes", lines)]}), "R10")
    assert found.status == "holds"
    assert "5 times the printed sizes" in found.why
    lines["KACA, from single rows"] = {0: 4.5}
    lines["Incognito"] = {0: 100}
    assert verdict(sheets(**{"ni-table-10": [named("sizes", lines)]}), "R10").status == "holds in part"


def test_claims_whose_figures_were_not_run_cannot_be_decided_and_say_why():
    found = judge(Sheets({"he-9": Sheet("he-9", "p", "t", "a", (), "the table is not here")}))
    assert [each.id for each in found] == [f"R{number}" for number in range(1, 13)]
    assert {each.status for each in found} == {"cannot be decided"}
    assert (
        "the table is not here"
        in verdict(Sheets({"he-9": Sheet("he-9", "p", "t", "a", (), "the table is not here")}), "R3").why
    )
