"""The places of least price, by hand and against a sort."""

from __future__ import annotations

import numpy as np

from shoal.kernels.shared.heap import cheapest
from tests.reference.entry import entries
from tests.reference.turns import in_turn

(cheapest,) = entries(cheapest)


def test_ties_go_to_the_lowest_row_not_to_the_first_place():
    price, rows = np.array([1.0, 0.0, 1.0, 1.0]), np.array([7, 9, 8, 3], np.int32)
    assert set(cheapest(price, rows, 4, 2).tolist()) == {1, 3}


def test_what_lies_beyond_the_first_places_does_not_count():
    assert cheapest(np.array([2.0, 3.0, 0.0]), np.arange(3, dtype=np.int32), 2, 1).tolist() == [0]


@in_turn("seed", range(4))
def test_they_are_the_first_of_a_sort_by_price_and_row(seed):
    rng = np.random.default_rng(seed)
    m = int(rng.integers(1, 40))
    price, rows = rng.integers(0, 5, m).astype(float), rng.permutation(m).astype(np.int32)
    for need in range(1, m + 1):
        found = cheapest(price, rows, m, need)
        assert set(found.tolist()) == set(np.lexsort((rows, price))[:need].tolist())
