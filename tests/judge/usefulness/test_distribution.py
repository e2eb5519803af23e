from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

from shoal.decode.table import decode
from shoal.judge.usefulness.distribution import BINS, distance, spread
from shoal.schema.column import Column


def cells(original, released, kind):
    return decode(pl.DataFrame({"x": original}), pl.DataFrame({"x": released}), [Column("x", "quasi", kind)])[0]


def test_a_column_is_at_no_distance_from_itself():
    for values, kind in (([1, 2, 2, 9], "numeric"), ([1.5, None, 2.5], "numeric"), (["a", "b", None], "categorical")):
        found = distance(cells(values, values, kind))
        assert (found.hellinger, found.kl) == (0.0, 0.0)


def test_a_star_spreads_evenly_over_all_categories():
    # Before 3/4 and 1/4, after 1/2 and 1/2.
    found = distance(cells(["a", "a", "a", "b"], ["*"] * 4, "categorical"))
    assert found.hellinger == pytest.approx(math.sqrt(1 - math.sqrt(3 / 8) - math.sqrt(1 / 8)))
    assert found.kl == pytest.approx(0.75 * math.log(1.5) + 0.25 * math.log(0.5))
    assert found.bins == 3  # a, b, missing


def test_an_interval_spreads_evenly_over_its_whole_numbers():
    # Ages 1, 1, 2, 4 as [1 - 4]: one row in each of four bins, against 2, 1, 0, 1.
    found = distance(cells([1, 1, 2, 4], ["[1 - 4]"] * 4, "numeric"))
    assert found.hellinger == pytest.approx(math.sqrt(1 - (math.sqrt(2) + 2) / 4))


def test_numbers_are_counted_in_bins_of_equal_width():
    found = distance(cells(list(range(200)), ["[0 - 199]"] * 200, "numeric"))
    assert (found.hellinger, found.bins) == (pytest.approx(0.0, abs=1e-7), BINS + 1)


def test_what_the_release_does_not_show_at_all_counts_as_a_part_of_one_more_row():
    # Two values and missing: the release has two rows of a and none of b; smoothed 7/9, 1/9, 1/9.
    found = distance(cells(["a", "b"], ["a", "a"], "categorical"))
    assert found.kl == pytest.approx(0.5 * math.log(0.5 * 9 / 7) + 0.5 * math.log(0.5 * 9))
    assert found.hellinger == pytest.approx(math.sqrt(1 - math.sqrt(0.5)))


def test_missing_cells_are_a_value_of_their_own():
    assert distance(cells(["a", None], ["a", "a"], "categorical")).hellinger == pytest.approx(
        math.sqrt(1 - math.sqrt(0.5))
    )


def test_spread_agrees_with_counting_span_by_span():
    rng = np.random.default_rng(0)
    low = rng.uniform(-2, 12, 60)
    high = low + rng.choice([0.0, 0.5, 3.0, 20.0], 60)
    rows = rng.integers(1, 5, 60).astype(float)
    edges = np.linspace(0, 10, 8)
    slow = np.zeros(7)
    for a, b, n in zip(low, high, rows, strict=True):
        if a == b:
            slow[min(6, max(0, np.searchsorted(edges, a, side="right") - 1))] += n
            continue
        below = [n * min(1.0, max(0.0, (edge - a) / (b - a))) for edge in edges]
        below[0], below[-1] = 0.0, n
        slow += np.diff(below)
    assert spread(low, high, rows, edges) == pytest.approx(slow)
    assert spread(low, high, rows, edges).sum() == pytest.approx(rows.sum())
