from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.decode.table import decode
from shoal.judge.usefulness.correlation import cramer, cramer_change, pearson, pearson_change
from shoal.schema.column import Column


def test_pearson_of_four_points_worked_by_hand():
    # x - 2.5 = -1.5 -.5 .5 1.5; y - 2.5 = -1.5 .5 -.5 1.5: the products add up to 4, the squares to 5 and 5.
    assert pearson(np.array([1.0, 2, 3, 4]), np.array([1.0, 3, 2, 4])) == pytest.approx(0.8)
    assert pearson(np.array([1.0, 2, 3, 4, np.inf]), np.array([1.0, 3, 2, 4, 9])) == pytest.approx(0.8)
    assert pearson(np.array([1.0, 1.0]), np.array([1.0, 2.0])) == 0
    assert pearson(np.array([np.inf]), np.array([1.0])) == 0


def test_cramer_of_a_table_of_two_by_two_worked_by_hand():
    # Counts 3, 1 / 1, 3: chi-square is 8 (9/16 + 1/16 + 1/16 + 9/16) - 8 = 2, so V is the root of 2/8.
    x = np.repeat([0, 0, 1, 1], [3, 1, 1, 3])
    y = np.repeat([0, 1, 0, 1], [3, 1, 1, 3])
    assert cramer(x, y) == pytest.approx(0.5)
    assert cramer(x, np.zeros(8, int)) == 0


def test_changes_are_taken_over_all_pairs_of_a_kind():
    original = pl.DataFrame(
        {"a": [1, 2, 3, 4], "b": [1, 3, 2, 4], "s": ["f", "f", "m", "m"], "t": ["x", "x", "y", "y"]}
    )
    released = original.with_columns(b=pl.lit("*"), t=pl.lit("*"))
    kinds = {"a": "numeric", "b": "numeric", "s": "categorical", "t": "categorical"}
    columns = [Column(name, "quasi", kind) for name, kind in kinds.items()]
    cells = decode(original, released, columns)
    numbers, categories = pearson_change(cells), cramer_change(cells)
    assert (numbers.pairs, numbers.mean, numbers.greatest) == (1, pytest.approx(0.8), pytest.approx(0.8))
    assert (categories.pairs, categories.mean) == (1, 1.0)
    assert pearson_change(cells[2:]).pairs == 0


def test_missing_cells_do_not_correlate():
    original = pl.DataFrame({"a": [1, 2, 3, 4, None], "b": [1, 3, 2, 4, 4]})
    columns = [Column(name, "quasi", "numeric") for name in original.columns]
    assert pearson_change(decode(original, original, columns)).greatest == pytest.approx(0)
