from __future__ import annotations

import numpy as np
import pytest

from shoal.report.bins import bins_for, spread_over
from shoal.report.ends import Ends


def ends(*stretches):
    low, end, rows = zip(*stretches, strict=True)
    return Ends(np.array(low, float), np.array(end, float), np.array(rows))


def test_ages_are_counted_in_round_steps():
    bins = bins_for(ends((17, 40, 5), (33, 91, 5)), "numeric")
    assert bins.labels[0] == "10 to 19"
    assert bins.edges == tuple(range(10, 101, 10))


def test_few_whole_numbers_get_a_bin_each():
    bins = bins_for(ends((1, 2, 5), (2, 4, 5)), "numeric")
    assert (bins.edges, bins.labels) == ((1, 2, 3, 4), ("1", "2", "3"))


def test_fractions_get_round_edges_that_are_no_value():
    bins = bins_for(ends((0.137, 0.251, 5), (0.251, 0.849, 5)), "numeric")
    assert bins.labels[0] == "0.1 to 0.2"
    assert not {0.137, 0.251, 0.849} & set(bins.edges)


def test_one_value_is_one_bin():
    assert bins_for(ends((7, 8, 5)), "numeric").labels == ("7",)
    assert len(bins_for(ends((0.25, 0.25, 5)), "numeric").labels) == 1


def test_where_nearly_all_rows_lie_close_the_outer_bins_are_open():
    bins = bins_for(ends((0, 10, 1000), (100_000, 100_001, 1)), "numeric")
    assert (bins.edges[0], bins.edges[-1]) == (-np.inf, np.inf)
    assert bins.labels[0].startswith("below ")
    assert bins.labels[-1].endswith(" and more")
    assert len(bins.labels) > 5


def test_a_side_without_an_end_makes_its_bin_open():
    above = bins_for(ends((0, 65, 5), (65, np.inf, 5)), "numeric")
    assert (above.labels[0], above.labels[-2:]) == ("0 to 4", ("60 to 64", "65 and more"))
    assert (above.edges[0], above.edges[-2:]) == (0, (65, np.inf))
    below = bins_for(ends((-np.inf, 18, 5), (18, 65, 5)), "numeric")
    assert (below.labels[0], below.edges[0], below.labels[-1]) == ("below 20", -np.inf, "60 to 64")
    assert bins_for(ends((65, np.inf, 5)), "numeric").labels == ("65 and more",)
    assert bins_for(ends((-np.inf, 18, 5), (18, np.inf, 5)), "numeric").labels == ("below 18", "18 and more")
    dates = bins_for(ends((0, 365, 5), (365, np.inf, 5)), "date")
    assert (dates.labels[-1], dates.edges[-1]) == ("1971-01-01 and more", np.inf)


@pytest.mark.parametrize(
    ("width", "first"),
    [
        (10, "1970-01-01"),
        (80, "1969-12-29"),
        (300, "1970-01"),
        (1000, "1970-Q1"),
        (3000, "1970"),
        (20000, "1970 to 1974"),
    ],
)
def test_dates_are_counted_in_steps_of_the_calendar(width, first):
    bins = bins_for(ends((0, width, 5)), "date")
    assert bins.labels[0] == first
    assert len(bins.labels) <= 14
    assert bins.edges[0] <= 0
    assert bins.edges[-1] >= width
    assert list(bins.edges) == sorted(set(bins.edges))


def test_the_widest_range_of_numbers_has_bins():
    assert bins_for(ends((-1.7e308, 1.7e308, 5)), "numeric").labels == ("below 0", "0 and more")


def test_rows_are_spread_evenly_over_their_stretch():
    # Four rows over [0, 40) and one at 25: a bin of 10 gets one row each, the third bin two.
    assert spread_over(ends((0, 40, 4), (25, 26, 1)), (0, 10, 20, 30, 40)).tolist() == [1, 1, 2, 1]


def test_rows_without_an_end_fall_in_the_open_bin():
    assert spread_over(ends((0, 20, 4), (20, np.inf, 3)), (0, 10, 20, np.inf)).tolist() == [2, 2, 3]


def test_a_single_value_falls_in_the_bin_that_it_begins():
    assert spread_over(ends((10, 10, 3)), (0, 10, 20)).tolist() == [0, 3]
    assert spread_over(ends((20, 20, 3)), (0, 10, 20)).tolist() == [0, 3]
