from __future__ import annotations

import datetime as dt

import numpy as np
import polars as pl
import pytest

from shoal.report.ends import ends_of_labels, ends_of_pairs, on_line


def days(*iso):
    return [(dt.date.fromisoformat(day) - dt.date(1970, 1, 1)).days for day in iso]


def test_whole_numbers_hold_their_upper_end_and_bands_do_not():
    low, end = ends_of_labels(pl.Series(["39", "[39 - 42]", "[40 - 45[", "[-5 - -2]"]), "numeric")
    assert low.tolist() == [39, 39, 40, -5]
    assert end.tolist() == [40, 43, 45, -1]


def test_fractions_have_no_step():
    low, end = ends_of_labels(pl.Series(["0.5", "[0.5 - 1.25]"]), "numeric")
    assert (low.tolist(), end.tolist()) == ([0.5, 0.5], [0.5, 1.25])


def test_missing_and_any_stand_for_nothing():
    low, end = ends_of_labels(pl.Series(["*", None, "7"]), "numeric")
    assert np.isnan(low[:2]).all()
    assert np.isnan(end[:2]).all()
    assert low[2] == 7


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


@pytest.mark.parametrize("label", ["2024-13", "never", "99999"])
def test_what_is_no_period_is_refused(label):
    assert ends_of_labels(pl.Series([label]), "date") is None


def test_two_columns_are_counted_as_pairs():
    ends = ends_of_pairs(pl.Series([1, 1, 5, None]), pl.Series([2, 2, 5, None]))
    assert (ends.low.tolist(), ends.end.tolist(), ends.rows.tolist()) == ([1, 5], [3, 6], [2, 1])


def test_moments_lie_on_the_line_of_days():
    assert on_line(pl.Series([dt.datetime(1970, 1, 2, 12)])).to_list() == [1.5]
