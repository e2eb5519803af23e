from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.decode.combos import combos_of
from shoal.decode.table import decode
from shoal.judge.usefulness.counting import Query, count_error, estimated_count, true_count
from shoal.schema.column import Column

COLUMNS = [Column("age", "quasi", "numeric"), Column("sex", "quasi", "categorical")]
ORIGINAL = pl.DataFrame({"age": [20, 21, 22, 25, 40, None], "sex": ["f", "m", "f", "m", "f", "m"]})
RELEASED = pl.DataFrame({"age": ["[20 - 25]"] * 4 + ["40", None], "sex": ["*"] * 4 + ["f", "m"]})


def cells(released=RELEASED):
    return decode(ORIGINAL, released, COLUMNS)


def test_counts_of_the_original_are_exact():
    assert true_count(cells(), Query((0,), (21.0,), (39.0,))) == 3
    assert true_count(cells(), Query((0, 1), (20.0, 0.0), (40.0, 0.0))) == 3
    assert true_count(cells(), Query((0,), (np.inf,), (np.inf,))) == 1


def test_counts_of_the_release_take_a_group_to_be_spread_evenly():
    combos = combos_of(cells())
    # Of the six ages 20 to 25, five are 21 or more; four rows.
    assert estimated_count(combos, Query((0,), (21.0,), (39.0,))) == pytest.approx(4 * 5 / 6)
    # Half of these are taken to be women; and there is the one of 40.
    assert estimated_count(combos, Query((0, 1), (21.0, 0.0), (40.0, 0.0))) == pytest.approx(4 * 5 / 6 / 2 + 1)
    assert estimated_count(combos, Query((0,), (np.inf,), (np.inf,))) == 1


def test_the_raw_table_answers_without_error():
    for values in (ORIGINAL, ORIGINAL.with_columns(pl.col("age") + 0.5)):
        found = count_error(decode(values, values, COLUMNS), 50, seed=1)
        assert (found.mean, found.median, found.queries) == (0.0, 0.0, 50)


def test_vaguer_releases_answer_with_more_error():
    rng = np.random.default_rng(0)
    original = pl.DataFrame({"age": rng.normal(40, 8, 400).round().astype(int), "sex": rng.choice(["f", "m"], 400)})
    narrow = original.with_columns(age=pl.format("[{} - {}]", pl.col("age") // 5 * 5, pl.col("age") // 5 * 5 + 4))
    wide = original.with_columns(
        age=pl.format("[{} - {}]", pl.lit(original["age"].min()), pl.lit(original["age"].max()))
    )
    errors = [
        count_error(decode(original, released, COLUMNS), 200, seed=1).mean for released in (original, narrow, wide)
    ]
    assert errors[0] == 0 < errors[1] < errors[2]


def test_same_seed_same_questions():
    one, two, three = (count_error(cells(), 20, seed=seed) for seed in (4, 4, 5))
    assert one == two
    assert one.mean != three.mean
