"""Where a value stands in a list in ascending order, against NumPy."""

from __future__ import annotations

import numpy as np

from shoal.kernels.shared.ordered import place_of
from tests.reference.entry import entries

(place_of,) = entries(place_of)


def test_it_is_the_first_place_of_a_value_as_great():
    values = np.array([1, 3, 3, 8])
    for one in range(10):
        assert place_of(values, 0, 4, one) == np.searchsorted(values, one)


def test_only_the_places_from_begin_to_end_count():
    assert place_of(np.array([5, 1, 2, 0]), 1, 3, 2) == 2
    assert place_of(np.array([5, 1, 2, 0]), 1, 3, 9) == 3
