"""The nearest row's label, by hand and on the tables that papers report."""

from __future__ import annotations

import numpy as np
import pytest

from shoal.datasets import iris, lung_cancer, wine
from shoal.errors import SettingError
from shoal.measure.nearest_neighbour import one_nn_errors
from tests.reference.turns import in_turn

LINE = np.array([[0.0], [1.0], [3.0], [4.0]])
LABELS = np.array(["a", "b", "b", "b"])


def left_out(x, labels, **settings):
    """Return the leave-one-out errors."""
    return one_nn_errors(x, labels, x, labels, exclude_self=True, **settings)


def test_a_row_left_out_takes_the_label_of_its_nearest_other():
    # 0 takes b of 1, and 1 takes a of 0; 3 and 4 take b of each other.
    assert left_out(LINE, LABELS) == 2


def test_a_row_not_left_out_is_its_own_nearest():
    assert one_nn_errors(LINE, LABELS, LINE, LABELS, exclude_self=False) == 0


def test_distance_is_by_city_block():
    # (3, 3) is 6 from the origin and 5 from (8, 3); in a straight line 4.2 and 5.
    train, test = np.array([[0.0, 0.0], [8.0, 3.0]]), np.array([[3.0, 3.0]])
    assert one_nn_errors(train, np.array([0, 1]), test, np.array([1]), exclude_self=False) == 0


def test_of_rows_as_near_the_lowest_or_the_majority_counts():
    train, labels = np.array([[0.1], [0.3], [0.3]]), np.array([0, 1, 1])
    tests = np.array([[0.2]]), np.array([0])
    assert one_nn_errors(train, labels, *tests, exclude_self=False) == 0
    assert one_nn_errors(train, labels, *tests, exclude_self=False, ties="majority") == 1


def test_a_tied_vote_goes_to_the_lowest_row():
    train, labels = np.array([[1.0], [1.0]]), np.array([1, 0])
    found = one_nn_errors(train, labels, train[:1], np.array([1]), exclude_self=False, ties="majority")
    assert found == 0


def test_a_row_without_any_other_is_an_error():
    assert left_out(np.zeros((1, 2)), np.array([0])) == 1
    assert left_out(np.zeros((0, 2)), np.array([])) == 0


@in_turn("seed", range(6))
@pytest.mark.parametrize("ties", ["first", "majority"])
def test_the_kernel_counts_as_a_plain_search_does(seed, ties):
    rng = np.random.default_rng(seed)
    x, labels = rng.integers(0, 4, (30, 2)).astype(float), rng.integers(0, 3, 30)
    errors = 0
    for i in range(30):
        others = [j for j in range(30) if j != i]
        gaps = [np.abs(x[i] - x[j]).sum() for j in others]
        near = [int(labels[j]) for j, gap in zip(others, gaps, strict=True) if gap == min(gaps)]
        label = near[0] if ties == "first" else max(near, key=lambda name: (near.count(name), -near.index(name)))
        errors += label != labels[i]
    assert left_out(x, labels, ties=ties) == errors


def raw(dataset):
    """Return a dataset's quasi columns as they are, missing cells as -1, and its class."""
    return dataset.frame.select(dataset.quasi).fill_null(-1).to_numpy(), dataset.frame["class"].to_numpy()


def test_iris_and_wine_have_the_papers_baseline():
    pytest.importorskip("sklearn")
    assert left_out(*raw(iris())) == 7
    assert left_out(*raw(wine())) == 28


def test_the_third_table_of_chiu_and_tsai_is_lung_cancer(shared_data, monkeypatch):
    monkeypatch.setenv("SHOAL_DATA", str(shared_data))
    assert left_out(*raw(lung_cancer())) == 18


@pytest.mark.parametrize(
    ("settings", "claim"),
    [
        ((LINE, LABELS, np.zeros((1, 2)), LABELS[:1], False), "same columns"),
        ((LINE, LABELS[:2], LINE, LABELS, False), "one label for each row"),
        ((LINE, LABELS, LINE[:2], LABELS[:2], True), "same rows twice"),
        ((LINE, LABELS, np.array([[np.nan]]), LABELS[:1], False), "missing"),
    ],
)
def test_tables_that_do_not_fit_are_refused(settings, claim):
    *tables, exclude_self = settings
    with pytest.raises(SettingError, match=claim):
        one_nn_errors(*tables, exclude_self=exclude_self)
