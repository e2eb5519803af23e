"""The table that every engine is given, how it is asked, and how what it wrote is counted, by readers of its own."""

from __future__ import annotations

import warnings
from datetime import date, timedelta

import numpy as np
import polars as pl

import shoal
from shoal.engines import disk
from shoal.make import counted, in_blocks

ENGINES = ["memory", "disk"]
QUASI = ["age", "zip", "job", "born"]
JOBS = {"any": {"desk": ["clerk", "teacher", "judge"], "field": ["farmer", "diver"], "other": ["none"]}}


def many_blocks(monkeypatch, *, block=300, piece=170, counted_rows=400):
    """Let small tables have many blocks, many pieces, and many parts in which groups are counted."""
    monkeypatch.setattr(disk, "MOST_BLOCK", block)
    monkeypatch.setattr(disk, "LEAST_BLOCK", block // 4)
    monkeypatch.setattr(disk, "MOST_PIECE", piece)
    monkeypatch.setattr(disk, "LEAST_PIECE", piece // 4)
    monkeypatch.setattr(in_blocks, "LEAST_GROUPS", 5)
    monkeypatch.setattr(counted, "COUNTED_ROWS", counted_rows)


def people(n=1200, seed=0):
    """Return visits: some people have several, some cells are missing, some values are far out."""
    rng = np.random.default_rng(seed)
    ages = rng.integers(18, 90, n).tolist()
    for at in rng.integers(0, n, n // 20).tolist():
        ages[at] = None
    ages[7] = 10_000
    days = [date(1990, 1, 1) + timedelta(days=int(day)) for day in rng.integers(0, 8000, n)]
    return pl.DataFrame(
        {
            "name": [f"person {i}" for i in rng.integers(0, 2 * n // 3, n)],
            "age": pl.Series(ages, dtype=pl.Int64),
            "zip": rng.integers(10_000, 99_999, n),
            "job": rng.choice(["clerk", "teacher", "judge", "farmer", "diver", "none"], n, p=[0.3, 0.3] + [0.1] * 4),
            "born": days,
            "ill": rng.choice(["flu", "cold", "gout", "asthma", "none"], n),
            "pay": np.round(rng.normal(3000, 800, n), 2),
            "note": [f"note {i % 7}" for i in range(n)],
        }
    )  # fmt: skip


def asked(**call):
    """Return a call: what is not said is usual."""
    usual = {"k": 4, "quasi": QUASI, "sensitive": "ill", "identifiers": "name", "method": "mondrian"}
    return {"hierarchies": {"job": JOBS}, **usual, **call}


def released(engine, table, folder, **call):
    """Return the release of a table by an engine; a frame goes to a Parquet file where the engine reads files."""
    if engine == "disk" and isinstance(table, pl.DataFrame):
        table.write_parquet(folder / "in.parquet")
        table = folder / "in.parquet"
    if engine == "disk":
        call |= {"engine": "disk", "tmp": folder}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", shoal.PrivacyWarning)
        return shoal.anonymize(table, **call)


def saved(release, path):
    """Return what a release is in a file."""
    release.save(path)
    return pl.read_parquet(path) if path.suffix == ".parquet" else pl.read_csv(path, infer_schema_length=None)


def group_sizes(frame, quasi):
    """Return how many rows each group has."""
    return frame.with_columns(pl.selectors.float().fill_nan(None)).group_by(quasi).len()["len"]
