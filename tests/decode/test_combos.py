from __future__ import annotations

import numpy as np
import polars as pl

from shoal.decode.combos import combos_of
from shoal.decode.features import original_features, released_features
from shoal.decode.table import decode
from shoal.schema.column import Column

COLUMNS = [Column("age", "quasi", "numeric"), Column("sex", "quasi", "categorical")]
ORIGINAL = pl.DataFrame({"age": [20, 30, None, 40], "sex": ["f", "m", "m", "f"]})
RELEASED = pl.DataFrame({"age": ["[20 - 30]", "[20 - 30]", None, "40"], "sex": ["*", "*", "m", "f"]})


def test_rows_that_are_released_alike_are_one_combination():
    found = combos_of(decode(ORIGINAL, RELEASED, COLUMNS))
    assert found.of_row.tolist() == [0, 0, 1, 2]
    assert found.sizes.tolist() == [2, 1, 1]
    assert found.codes.shape == (3, 2)


def test_the_room_of_a_combination_is_the_volume_it_spans():
    # Ages 20 to 40 are 21 places, of which 11, 1 and 1 are spanned; of two sexes 2, 1 and 1.
    found = combos_of(decode(ORIGINAL, RELEASED, COLUMNS))
    assert np.exp(found.room).round(12).tolist() == [round(11 / 21, 12), round(1 / 42, 12), round(1 / 42, 12)]


def test_features_are_middles_as_shares_of_the_scale():
    columns = decode(ORIGINAL, RELEASED, COLUMNS)
    assert original_features(columns).tolist() == [[0.0, 0.0], [0.5, 1.0], [-1.0, 1.0], [1.0, 0.0]]
    assert released_features(columns).tolist() == [[0.25, 0.5], [0.25, 0.5], [-1.0, 1.0], [1.0, 0.0]]
