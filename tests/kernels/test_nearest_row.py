"""The label of the nearest row, by hand and against a plain search."""

from __future__ import annotations

import numpy as np

from shoal.kernels.shared.nearest_row import suggest_labels
from tests.reference.turns import in_turn


def suggested(train, codes, test):
    """Return the label of the nearest row of each test row; distances count in eighths."""
    found = np.empty(len(test), np.int32)
    suggest_labels(np.array(train, float), np.array(codes, np.int32), np.array(test, float), 8.0, found)
    return found.tolist()


def test_distance_is_by_city_block():
    # (3, 3) is 6 from the origin and 5 from (8, 3); in a straight line 4.2 and 5.
    assert suggested([[0, 0], [8, 3]], [0, 1], [[3, 3]]) == [1]


def test_of_rows_as_near_the_majority_counts():
    assert suggested([[1], [3], [3]], [0, 1, 1], [[2]]) == [1]


def test_a_tied_vote_goes_to_the_lowest_row():
    assert suggested([[1], [1]], [1, 0], [[1]]) == [1]


def test_without_rows_there_is_no_label():
    assert suggested(np.zeros((0, 1)), [], [[1]]) == [-1]


@in_turn("seed", range(6))
def test_the_kernel_votes_as_a_plain_search_does(seed):
    rng = np.random.default_rng(seed)
    train, codes, test = rng.integers(0, 4, (30, 2)), rng.integers(0, 3, 30), rng.integers(0, 4, (20, 2))
    expected = []
    for row in test:
        gaps = np.abs(train - row).sum(axis=1)
        near = codes[gaps == gaps.min()].tolist()
        expected.append(max(near, key=lambda code: (near.count(code), -near.index(code))))
    assert suggested(train, codes, test) == expected
