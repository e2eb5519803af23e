from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.make import counted, profiled
from shoal.risks import profile
from tests.make.test_judged import a_table, written


@pytest.fixture(autouse=True)
def few_rows_a_part(monkeypatch):
    monkeypatch.setattr(counted, "COUNTED_ROWS", 300)


@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_a_table_that_fits_into_the_sample_is_told_of_as_in_memory(tmp_path, format):
    place = written(a_table(2), tmp_path, format)
    assert shoal.profile(place, engine="disk") == shoal.profile(place, engine="memory")


@pytest.mark.parametrize("format", ["csv", "parquet"])
@pytest.mark.parametrize("seed", range(6))
def test_counts_are_those_of_all_rows_where_values_are_told_by_a_sample(tmp_path, monkeypatch, seed, format):
    monkeypatch.setattr(profiled, "SAMPLE", 15)
    monkeypatch.setattr(profile, "PAIRS_SHOWN", 100)
    place = written(a_table(seed), tmp_path, format)
    on_disk, in_memory = shoal.profile(place, engine="disk"), shoal.profile(place, engine="memory")
    assert (on_disk.sampled, in_memory.sampled, on_disk.rows) == (15, None, in_memory.rows)
    for found, known in zip(on_disk.columns, in_memory.columns, strict=True):
        assert replace(found, role=known.role, reason=known.reason, safe_harbor=known.safe_harbor) == known
    shares = {(pair.first, pair.second): pair.unique for pair in in_memory.pairs}
    assert {(pair.first, pair.second): pair.unique for pair in on_disk.pairs}.items() <= shares.items()
    if on_disk.quasi == in_memory.quasi:
        assert on_disk.unique_share == in_memory.unique_share
    assert "15 rows drawn at random" in on_disk.notes[-1]
    assert on_disk.to_dict()["sampled"] == 15


def test_a_column_is_a_key_by_all_rows_and_not_by_the_sample(tmp_path, monkeypatch):
    monkeypatch.setattr(profiled, "SAMPLE", 100)
    frame = pl.DataFrame({"a": [f"k{i}" for i in range(2000)], "b": [f"v{i % 900}" for i in range(2000)]})
    frame.write_parquet(tmp_path / "table.parquet")
    keys, values = shoal.profile(tmp_path / "table.parquet", engine="disk").columns
    assert (keys.role, values.role) == ("identifier", "plain")
    assert keys.reason == "2,000 distinct values in 2,000 rows, as in a key"
    assert values.distinct == 900


def test_every_row_is_drawn_with_the_same_chance(monkeypatch):
    monkeypatch.setattr(profiled, "SAMPLE", 50)
    pieces = [pl.DataFrame({"a": np.arange(at, at + 500)}) for at in range(0, 2000, 500)]
    found = profiled.Seen.merged([profiled.Seen.of(piece, textual=False) for piece in pieces])
    assert (found.rows, found.sample.height) == (2000, 50)
    assert 700 < found.sample["a"].mean() < 1300  # 1000 on average, give or take 82
    assert found.sample["a"].n_unique() == 50
