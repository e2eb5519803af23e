from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.report.association import Seen, association, drawn_rows, matrix, released, seen


def numbers(*values):
    return Seen(np.array(values, float), None)


def kinds(*codes):
    return Seen(None, np.array(codes))


def test_numbers_that_rise_together_and_against_each_other():
    assert association(numbers(1, 2, 3), numbers(10, 20, 30)) == pytest.approx(1)
    assert association(numbers(1, 2, 3), numbers(3, 2, 1)) == pytest.approx(-1)


def test_pearson_by_hand_without_the_missing_row():
    # x = 1, 2, 3, 4 and y = 1, 3, 2, 4: covariance 4, variances 5 and 5.
    assert association(numbers(1, 2, 3, 4, np.nan), numbers(1, 3, 2, 4, 9)) == pytest.approx(0.8)


def test_a_column_that_does_not_vary_goes_with_nothing():
    assert matrix([numbers(1, 1, 1), numbers(1, 2, 3), kinds(0, 0, 0)]) == [
        [1, None, None],
        [None, 1, None],
        [None, None, 1],
    ]


def test_the_correlation_ratio_by_hand():
    # Means 1 and 3, all values 0, 2, 2, 4: between 4 of total 8; taken off for chance: 1 - (1 - 1/2) * 3/2 = 1/4.
    assert association(kinds(0, 0, 1, 1), numbers(0, 2, 2, 4)) == pytest.approx(0.5)
    assert association(numbers(0, 2, 2, 4), kinds(0, 0, 1, 1)) == pytest.approx(0.5)


def test_categories_that_tell_each_other_and_that_do_not():
    one = np.arange(400) % 2
    assert association(kinds(*one), kinds(*one)) == pytest.approx(1, abs=0.01)
    assert association(kinds(*one), kinds(*(np.arange(400) // 2 % 2))) == 0


def test_many_categories_by_chance_are_not_taken_for_a_relation():
    rng = np.random.default_rng(1)
    one, other = rng.integers(0, 40, 400), rng.integers(0, 40, 400)
    assert association(kinds(*one), kinds(*other)) < 0.1


def test_sparse_and_direct_counting_agree(monkeypatch):
    rng = np.random.default_rng(2)
    one, other = kinds(*rng.integers(0, 9, 200)), kinds(*rng.integers(0, 5, 200))
    direct = association(one, other)
    monkeypatch.setattr("shoal.report.association.COUNTED_DIRECTLY", 0)
    assert association(one, other) == pytest.approx(direct)


def test_released_intervals_count_as_their_middle():
    data = pl.DataFrame({"age": pl.Series(["[20 - 29]", "40", "*", None])})
    found = released(data, "age", "numeric")
    assert found.values[:2].tolist() == [25, 40.5]
    assert np.isnan(found.values[2:]).all()


def test_two_columns_of_bounds_count_as_their_middle():
    data = pl.DataFrame({"age_min": [20, 40], "age_max": [30, 40]})
    assert released(data, "age", "numeric").values.tolist() == [25, 40]
    assert released(data, "zip", "numeric") is None


def test_a_label_with_one_end_counts_as_a_number():
    assert seen(pl.Series(["[50 - 64]", "65+"]), "numeric").values.tolist() == [57.5, 65.5]


def test_labels_on_a_line_that_are_no_numbers_count_as_categories():
    assert seen(pl.Series(["young", "old"]), "numeric").values is None


def test_large_tables_are_sampled():
    assert drawn_rows(50_000) is None
    assert len(drawn_rows(50_001)) == 50_000
