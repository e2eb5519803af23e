"""Prices of packs of columns, by hand."""

from __future__ import annotations

import numpy as np

from shoal.kernels.shared.packs import pack_prices
from tests.reference.entry import entries

(pack_prices,) = entries(pack_prices)


def test_a_pack_has_a_price_for_each_combination_the_first_column_changing_fastest():
    # Columns of 2, 3 and 2 codes; the first two are one pack, which begins at place 1.
    single, price = np.array([0.0, 1.0, 0.0, 10.0, 20.0, 5.0, 6.0]), np.full(9, -1.0)
    pack_prices(np.array([0, 2, 3]), np.array([0, 2, 5, 7]), np.array([1, 7, 9]), single, price)
    assert price.tolist() == [-1, 0, 1, 10, 11, 20, 21, 5, 6]
