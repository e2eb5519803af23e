"""What is said of a table that is read in pieces is what is said of it in memory."""

from __future__ import annotations

import random

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.make import counted

RUNS = 12


@pytest.fixture(autouse=True)
def few_rows_a_part(monkeypatch):
    """Let a table of a few hundred rows have several parts."""
    monkeypatch.setattr(counted, "COUNTED_ROWS", 60)


def a_table(seed):
    """Return a table with numbers, texts, dates and gaps in all of them, of people with several rows."""
    draw = np.random.default_rng(seed)
    rows = int(draw.integers(20, 400))
    frame = pl.DataFrame(
        {
            "age": draw.integers(20, 20 + int(draw.integers(1, 9)), rows),
            "zip": draw.choice(["01", "02", "10", ""], rows),
            "height": draw.choice([1.5, -0.0, 0.0, 2.25], rows),
            "disease": draw.choice(["flu", "cold", "gout", "ache"], rows, p=[0.7, 0.1, 0.1, 0.1]),
            "pay": draw.integers(0, 5, rows) * 10,
            "who": draw.integers(0, max(2, rows // 3), rows),
        }
    )
    gaps = pl.DataFrame({name: draw.random(rows) < 0.1 for name in frame.columns})
    return frame.with_columns(
        pl.when(gaps[name]).then(None).otherwise(pl.col(name)).alias(name) for name in frame.columns
    )


def asked_of(seed):
    """Return some columns, criteria, and whether people are counted."""
    draw = random.Random(seed)
    criteria = [
        shoal.LDiversity(2), shoal.LDiversity(2, kind="entropy"), shoal.TCloseness(0.3), shoal.AlphaK(0.8),
        shoal.BetaLikeness(2.0), shoal.DeltaDisclosure(2.0),
    ]  # fmt: skip
    return {
        "quasi": draw.sample(["age", "zip", "height"], draw.randint(1, 3)),
        "sensitive": draw.sample(["disease", "pay"], draw.randint(0, 2)),
        "person": draw.choice([None, "who"]),
    }, draw.sample(criteria, draw.randint(0, 4))


def written(frame, path, format):
    """Write a table, and return where."""
    place = path / f"table.{format}"
    frame.write_csv(place) if format == "csv" else frame.write_parquet(place)
    return place


@pytest.mark.parametrize("format", ["csv", "parquet"])
@pytest.mark.parametrize("seed", range(RUNS))
def test_the_verdict_on_disk_is_that_in_memory(tmp_path, seed, format):
    place = written(a_table(seed), tmp_path, format)
    asked, criteria = asked_of(seed)
    asked |= {"k": 1 + seed % 4, "criteria": criteria if asked["sensitive"] else None}
    on_disk = shoal.check(place, engine="disk", tmp=tmp_path, **asked)
    assert on_disk == shoal.check(place, engine="memory", **asked)
    assert [path.name for path in tmp_path.iterdir()] == [place.name]


@pytest.mark.parametrize("format", ["csv", "parquet"])
@pytest.mark.parametrize("seed", range(RUNS))
def test_the_risk_on_disk_is_that_in_memory(tmp_path, seed, format):
    place = written(a_table(seed), tmp_path, format)
    asked, _ = asked_of(seed)
    asked |= ({}, {"fraction": 0.05}, {"k_map": 3}, {"fraction": 0.5, "threshold": 0.4})[seed % 4]
    on_disk = shoal.risk(place, engine="disk", tmp=tmp_path, **asked)
    assert on_disk == shoal.risk(place, engine="memory", **asked)


def test_a_table_without_rows_is_judged_all_the_same(tmp_path):
    place = written(a_table(0).clear(), tmp_path, "parquet")
    asked = {"quasi": "age", "sensitive": "disease", "person": "who"}
    assert shoal.check(place, engine="disk", k=2, **asked) == shoal.check(place, engine="memory", k=2, **asked)
    assert shoal.risk(place, engine="disk", **asked) == shoal.risk(place, engine="memory", **asked)


def test_a_population_needs_memory(tmp_path):
    place = written(a_table(0), tmp_path, "parquet")
    with pytest.raises(shoal.SettingError, match="the engine is 'disk'"):
        shoal.risk(place, quasi="age", population=a_table(1), engine="disk")


def test_hierarchies_of_sensitive_columns_count_on_disk_too(tmp_path):
    place = written(a_table(3), tmp_path, "csv")
    tree = shoal.Nested({"body": {"cold": ["flu", "cold"], "pain": ["gout", "ache"]}})
    asked = {"quasi": ["age", "zip"], "sensitive": "disease", "hierarchies": {"disease": tree}}
    asked |= {"criteria": shoal.TCloseness(0.2), "k": 2}
    on_disk = shoal.check(place, engine="disk", **asked)
    assert on_disk == shoal.check(place, engine="memory", **asked)
    assert "hierarchical" in on_disk.levels["disease"].t


def test_a_folder_of_files_is_one_table_in_memory_and_on_disk(tmp_path):
    frame = a_table(5)
    frame.head(50).write_csv(tmp_path / "1.csv")
    frame.slice(50).write_csv(tmp_path / "2.csv")
    whole = written(frame, tmp_path / "..", "csv")
    for engine in ("auto", "disk"):
        found = shoal.check(tmp_path, quasi=["age", "zip"], sensitive="pay", engine=engine)
        assert found == shoal.check(whole, quasi=["age", "zip"], sensitive="pay", engine="memory")


def test_settings_of_an_engine_are_checked_before_anything_is_read():
    with pytest.raises(shoal.SettingError, match="engine"):
        shoal.check("nowhere.csv", quasi="age", engine="cloud")
    with pytest.raises(shoal.SettingError, match="memory"):
        shoal.profile("nowhere.csv", memory="much")
