from __future__ import annotations

import datetime as dt

import numpy as np
import polars as pl
import pytest

from shoal.report.ends import bounded, ends_of_labels, ends_of_pairs, middles_of_labels, on_line


def days(*iso):
    return [(dt.date.fromisoformat(day) - dt.date(1970, 1, 1)).days for day in iso]


def test_whole_numbers_hold_their_upper_end_and_bands_do_not():
    low, end = ends_of_labels(pl.Series(["39", "[39 - 42]", "[40 - 45[", "[-5 - -2]"]), "numeric")
    assert low.tolist() == [39, 39, 40, -5]
    assert end.tolist() == [40, 43, 45, -1]


def test_fractions_have_no_step():
    low, end = ends_of_labels(pl.Series(["0.5", "[0.5 - 1.25]"]), "numeric")
    assert (low.tolist(), end.tolist()) == ([0.5, 0.5], [0.5, 1.25])


def test_missing_stands_for_nothing_and_a_star_for_anything():
    low, end = ends_of_labels(pl.Series(["*", None, "7"]), "numeric")
    assert (low[0], end[0], low[2], end[2]) == (-np.inf, np.inf, 7, 8)
    assert np.isnan([low[1], end[1]]).all()
    middles = middles_of_labels(pl.Series(["*", None, "7"]), "numeric")
    assert np.isnan(middles[:2]).all()
    assert middles[2] == 7.5
    assert np.isnan(middles_of_labels(pl.Series(["*"]), "numeric")).all()


def test_labels_with_one_end_go_as_far_as_the_others_do():
    low, end = ends_of_labels(pl.Series(["<18", "[18 - 64]", "65+", "> 30"]), "numeric")
    assert low.tolist() == [-np.inf, 18, 65, 31]
    assert end.tolist() == [18, 65, np.inf, np.inf]
    assert [found.tolist() for found in bounded(low, end)] == [[17, 18, 65, 31], [18, 65, 66, 66]]
    assert middles_of_labels(pl.Series(["[0 - 80]", "61+"]), "numeric").tolist() == [40.5, 71]


def test_of_fractions_a_label_with_one_end_takes_a_fourteenth_of_the_line():
    low, end = bounded(np.array([0.5, 7.5]), np.array([7.5, np.inf]))
    assert (low.tolist(), end.tolist()) == ([0.5, 7.5], [7.5, 8.0])


def test_masked_digits_are_numbers():
    low, end = ends_of_labels(pl.Series(["479**", "48000"]), "numeric")
    assert (low.tolist(), end.tolist()) == ([47900, 48000], [48000, 48001])


def test_a_label_that_is_no_number_is_refused():
    assert ends_of_labels(pl.Series(["39", "old"]), "numeric") is None


def test_dates_and_periods_of_the_calendar():
    labels = ["2024-02-28", "[2024-02-28 - 2024-03-01]", "2024-02", "2024-Q2", "2024", "2020s"]
    low, end = ends_of_labels(pl.Series(labels), "date")
    assert low.tolist() == days("2024-02-28", "2024-02-28", "2024-02-01", "2024-04-01", "2024-01-01", "2020-01-01")
    assert end.tolist() == days("2024-02-29", "2024-03-02", "2024-03-01", "2024-07-01", "2025-01-01", "2030-01-01")


def test_a_time_of_day_is_a_part_of_a_day():
    low, _ = ends_of_labels(pl.Series(["[1970-01-02 12:00:00 - 1970-01-03 06:00:00]"]), "date")
    assert low.tolist() == [1.5]


def test_dates_between_two_or_after_one_are_no_single_days():
    low, end = ends_of_labels(pl.Series(["2024-02-28-2024-03-01", "2024-02-28+"]), "date")
    assert low.tolist() == days("2024-02-28", "2024-02-28")
    assert end.tolist() == [*days("2024-03-02"), np.inf]


def test_a_day_among_moments_keeps_its_width():
    low, end = ends_of_labels(pl.Series(["1970-01-02", "1970-01-03 12:00"]), "date")
    assert (low.tolist(), end.tolist()) == ([1, 2.5], [2, 2.5])


@pytest.mark.parametrize("label", ["2024-13", "never", "99999"])
def test_what_is_no_period_is_refused(label):
    assert ends_of_labels(pl.Series([label]), "date") is None


def test_two_columns_are_counted_as_pairs():
    ends = ends_of_pairs(pl.Series([1, 1, 5, None]), pl.Series([2, 2, 5, None]))
    assert (ends.low.tolist(), ends.end.tolist(), ends.rows.tolist()) == ([1, 5], [3, 6], [2, 1])


def test_moments_lie_on_the_line_of_days():
    assert on_line(pl.Series([dt.datetime(1970, 1, 2, 12)])).to_list() == [1.5]


def test_moments_in_a_zone_lie_where_their_labels_do():
    moments = pl.Series([dt.datetime(1970, 1, 2, 12)]).dt.replace_time_zone("Asia/Tokyo")
    low, _ = ends_of_labels(pl.Series(["1970-01-02 12:00:00+09:00"]), "date")
    assert on_line(moments).to_list() == low.tolist() == [1.5]
