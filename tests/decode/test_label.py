from __future__ import annotations

from datetime import date

import polars as pl
import pytest

from shoal.decode.label import read_ends


def ends(label, dtype=None, form=""):
    return read_ends(pl.Series([label], dtype=pl.String), dtype or pl.Int64(), form).row(0)


@pytest.mark.parametrize(
    ("label", "low", "high"),
    [
        ("39", 39.0, 39.0),
        ("-3.5", -3.5, -3.5),
        ("[39 - 42]", 39.0, 42.0),
        ("[-5 - -2]", -5.0, -2.0),
        ("20-30", 20.0, 30.0),
        ("[1.5; 2.5]", 1.5, 2.5),
        ("10 to 20", 10.0, 20.0),
        ("479**", 47900.0, 47999.0),
    ],
)
def test_a_label_of_numbers_has_two_ends_that_belong_to_it(label, low, high):
    assert ends(label) == (low, high, False, False)


@pytest.mark.parametrize(
    ("label", "low", "high", "above", "below"),
    [
        ("[20, 30)", 20.0, 30.0, False, True),
        ("[20 - 30[", 20.0, 30.0, False, True),
        ("(20, 30]", 20.0, 30.0, True, False),
        ("> 65", 65.0, None, True, False),
        (">= 65", 65.0, None, False, False),
        ("65+", 65.0, None, False, False),
        ("<18", None, 18.0, False, True),
        ("≤ 18", None, 18.0, False, False),
    ],
)
def test_an_end_may_be_open_or_not_there(label, low, high, above, below):
    assert ends(label) == (low, high, above, below)


@pytest.mark.parametrize("label", ["*", "forty", "nan", "inf", "", "[20 - ]", None])
def test_what_has_no_form_has_no_ends(label):
    assert ends(label) == (None, None, False, False)


def test_dates_are_read_as_days():
    day = (date(2024, 1, 3) - date(1970, 1, 1)).days
    assert ends("2024-01-03", pl.Date()) == (day, day, False, False)
    assert ends("[2024-01-03 - 2024-02-03]", pl.Date()) == (day, day + 31, False, False)
    assert ends("03.01.2024", pl.Date(), "%d.%m.%Y") == (day, day, False, False)
    assert ends("03.01.2024", pl.Date()) == (None, None, False, False)


def test_moments_are_read_as_ticks():
    hour = 3600 * 10**6
    low, high, *_ = ends("[1970-01-01 01:00:00 - 1970-01-01T02:00:00Z]", pl.Datetime("us"))
    assert (low, high) == (hour, 2 * hour)


def test_moments_in_a_zone_are_read_as_the_clocks_there_show_them():
    label = "[2024-10-27 02:00:00+02:00 - 2024-10-27 02:30:00.5-01:00]"
    shown = ends("[2024-10-27 02:00:00 - 2024-10-27 02:30:00.5]", pl.Datetime("us"))
    assert ends(label, pl.Datetime("us")) == shown
    assert None not in shown


def test_labels_of_nanoseconds_have_all_their_digits():
    ticks = ends("1677-09-21 00:12:43.145224193", pl.Datetime("ns"))
    assert ticks[:2] == (float(-(2**63) + 1),) * 2
