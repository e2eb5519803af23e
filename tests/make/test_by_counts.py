"""Full-domain methods on a table that is not in memory find exactly what they find in memory."""

from __future__ import annotations

import polars as pl
import pytest

import shoal
from shoal.datasets import census
from shoal.engines import disk
from shoal.make import in_blocks
from shoal.make.counted import with_secret
from shoal.verify.stream import Known

QUASI = ["Age", "Gender", "Education", "Marital", "Race"]


@pytest.fixture(autouse=True)
def many_blocks(monkeypatch):
    monkeypatch.setattr(disk, "MOST_BLOCK", 700)
    monkeypatch.setattr(disk, "LEAST_BLOCK", 300)
    monkeypatch.setattr(in_blocks, "LEAST_GROUPS", 20)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("census") / "census.parquet"
    census(4_000, seed=1).frame.write_parquet(path)
    return path


def asked(**more: object) -> dict[str, object]:
    trees = {name: tree for name, tree in census(100, seed=1).hierarchies.items() if name in QUASI}
    return {"k": 10, "quasi": QUASI, "hierarchies": trees, "seed": 0, **more}


@pytest.mark.parametrize("method", ["datafly", "incognito"])
@pytest.mark.parametrize("suppress", [0.0, 0.03])
def test_counts_of_different_rows_give_what_all_rows_give(file, tmp_path, method, suppress):
    call = asked(method=method, suppress=suppress)
    memory = shoal.anonymize(pl.read_parquet(file, columns=QUASI), **call)
    disk_run = shoal.anonymize(file, engine="disk", tmp=tmp_path, **call)
    assert disk_run.notes["blocks"] > 1
    assert disk_run.notes["levels"] == memory.notes["levels"]
    assert disk_run.suppressed == memory.suppressed
    assert disk_run.loss == pytest.approx(memory.loss, abs=1e-12)
    assert disk_run.verdict == memory.verdict
    released = [frame.select(pl.all().cast(pl.String)).sort(QUASI) for frame in (memory.data, disk_run.data.collect())]
    assert released[0].equals(released[1])


@pytest.mark.parametrize(
    "more", [{"criteria": shoal.LDiversity(2), "sensitive": "Occupation"}, {"person": "Occupation"}]
)
def test_what_needs_more_than_counts_needs_memory(file, tmp_path, more):
    with pytest.raises(shoal.SettingError, match='needs the engine "memory"'):
        shoal.anonymize(file, engine="disk", tmp=tmp_path, **asked(method="datafly", **more))


def test_a_seed_that_does_not_repeat_a_release_is_told_of_on_every_engine(file, tmp_path):
    call = asked(method="mondrian", criteria=shoal.LDiversity(2), sensitive="Occupation")
    for release in (shoal.anonymize(file, **call), shoal.anonymize(file, engine="disk", tmp=tmp_path, **call)):
        assert any(sentence.startswith("the seed does not repeat this release") for sentence in release.inferred)


def test_hashes_that_groups_are_counted_by_are_drawn_each_time():
    known = Known(("age",), {})
    drawn = {with_secret(known).seeds for _ in range(20)}
    assert len(drawn) == 20
    assert known.seeds not in drawn
