from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.encode.categorical import encode_categorical
from shoal.report.distribution import MISSING, OTHER, grain_for, shown_in, without_empty
from shoal.schema.column import Column
from shoal.schema.hierarchy import Prefix


def test_originals_are_counted_on_the_bins_of_the_release():
    data = pl.DataFrame({"age": ["[20 - 39]"] * 10 + ["[40 - 59]"] * 10})
    shown = shown_in(data, "age", "numeric")
    values = pl.Series([20, 30, 45, 59])
    found = shown.with_before(values, np.array([5, 5, 5, 5]), 0, k=5)
    assert (found.bins[0], found.bins[-1]) == ("20 to 24", "55 to 59")
    assert found.before == (0.25, None, 0.25, None, None, 0.25, None, 0.25)
    assert found.after == (0.125,) * 8


def test_fewer_than_k_originals_are_not_told():
    data = pl.DataFrame({"age": ["1", "2", "3"]})
    found = shown_in(data, "age", "numeric").with_before(pl.Series([1, 2, 3]), np.array([50, 4, 0]), 0, k=5)
    assert found.before == (0.9, None, None)


def test_shares_of_originals_are_no_finer_than_k_rows():
    assert grain_for(1000, 5) == 0.005
    assert grain_for(1_000_000, 5) == 0.001
    assert grain_for(8, 2) == 0.25
    assert grain_for(3, 5) == 1.0


def test_a_share_that_is_told_cannot_be_worked_back_to_a_count():
    data = pl.DataFrame({"sex": ["f"] * 50 + ["m"] * 50})
    reported = set()
    for women in range(46, 55):
        found = shown_in(data, "sex", "categorical").with_before(
            pl.Series(["f", "m"]), np.array([women, 100 - women]), 0, k=10
        )
        reported.add(found.before)
    assert len(reported) <= 2


def test_labels_are_those_of_the_release_and_all_others_are_one():
    data = pl.DataFrame({"job": ["*"] * 5 + ["clerk"] * 10 + [None] * 5})
    found = shown_in(data, "job", "categorical").with_before(
        pl.Series(["clerk", "rare", "nurse"]), np.array([10, 1, 4]), 5, k=5
    )
    assert found.bins == ("clerk", "*", OTHER, MISSING)
    assert found.after == (0.5, 0.25, 0.0, 0.25)
    assert found.before == (0.5, None, 0.25, 0.25)
    assert found.broader == (1,)


def test_only_the_most_frequent_labels_are_named():
    data = pl.DataFrame({"job": [f"job {at:02}" for at in range(20) for _ in range(at + 1)]})
    found = without_empty(shown_in(data, "job", "categorical").distribution)
    assert len(found.bins) == 13
    assert (found.bins[0], found.bins[-1], found.distinct) == ("job 19", OTHER, 20)
    assert found.after[-1] == pytest.approx(sum(range(1, 9)) / 210, abs=1e-5)


def test_labels_that_nothing_falls_under_are_left_out():
    data = pl.DataFrame({"job": ["clerk"] * 5})
    assert without_empty(shown_in(data, "job", "categorical").distribution).bins == ("clerk",)


@pytest.mark.parametrize(
    "columns",
    [
        {"age": ["[20 - 29]", "30", "*", None]},
        {"age_min": [20, 30, None], "age_max": [29, 30, None]},
        {"age": [24.5, 30.0, None]},
    ],
    ids=["interval", "bounds", "midpoint"],
)
def test_every_style_can_be_shown(columns):
    found = shown_in(pl.DataFrame(columns), "age", "numeric").distribution
    assert found.is_line
    assert MISSING in found.bins
    assert sum(found.after) == pytest.approx(1, abs=1e-4)


def test_a_label_without_an_upper_end_is_counted_on_the_line():
    data = pl.DataFrame({"age": ["[0 - 64]"] * 15 + ["65+"] * 5})
    found = shown_in(data, "age", "numeric").with_before(pl.Series([50, 70, 99]), np.array([5, 5, 5]), 0, k=5)
    assert (found.is_line, found.bins[-2:]) == (True, ("60 to 64", "65 and more"))
    assert found.after[-1] == 0.25
    assert found.before[-1] == 0.5  # two thirds, told to the nearest half


@pytest.mark.parametrize("label", ["2020-Q1", "[2020-01 - 2020-03]", "2020-01-01 to 2020-03-31"])
def test_a_period_is_counted_on_the_line_however_it_is_written(label):
    found = shown_in(pl.DataFrame({"day": [label] * 5}), "day", "date").distribution
    assert (found.is_line, found.bins[0], found.bins[-1]) == (True, "2019-12-30", "2020-03-30")


def test_a_column_that_is_not_released_is_not_shown():
    assert shown_in(pl.DataFrame({"a": [1]}), "b", "numeric") is None


def test_a_column_of_lists_has_no_bins():
    assert shown_in(pl.DataFrame({"a": [[1]]}), "a", "categorical").distribution.bins == ()


def test_a_column_released_as_any_only_has_one_bin_for_the_originals():
    found = shown_in(pl.DataFrame({"age": ["*"] * 10}), "age", "numeric").with_before(
        pl.Series([1, 2]), np.array([5, 5]), 0, k=5
    )
    assert found.bins == ("all values", "*")
    assert found.before == (1.0, None)


def test_originals_are_counted_with_the_broader_label_that_most_rows_have():
    values = [str(2100 + at) for at in range(10)] * 5 + [str(2200 + at) for at in range(5)] * 2
    domain, codes = encode_categorical(
        Column("zip", "quasi", "categorical", hierarchy=Prefix((1, 2, 3))), pl.Series(values)
    )
    data = pl.DataFrame({"zip": ["21**"] * 40 + ["2105"] * 10 + ["2***"] * 4 + ["*"] * 6})
    shown = shown_in(data, "zip", "categorical", domain=domain)
    found = shown.with_before(domain.values, np.bincount(codes, minlength=domain.size), 0, k=5)
    assert found.bins == ("21**", "*", "2***", OTHER)
    assert [round(share, 2) for share in found.after] == [0.83, 0.1, 0.07, 0.0]
    assert found.before == (0.8, None, 0.2, None)  # 50 of 60 rows to the nearest tenth, and the 10 that are elsewhere
    assert found.distinct == 4
