"""How a table of any size becomes blocks, and what these have to do with the release."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import shoal
from shoal.make import in_blocks
from shoal.make.placing import pseudonyms_of
from tests.engines.scene import asked, many_blocks, people, released, saved


@pytest.fixture
def seen(monkeypatch):
    """Return the rows of each block that is released, as they come."""
    heights, release_block = [], in_blocks.release_block

    def watched(task, number, rows, *more):
        heights.append(rows.height)
        return release_block(task, number, rows, *more)

    monkeypatch.setattr(in_blocks, "release_block", watched)
    return heights


def test_rows_that_cannot_be_cut_by_value_are_cut_by_position(tmp_path, monkeypatch, seen):
    many_blocks(monkeypatch)
    table = people(3000).with_columns(pl.lit(5).alias(name) for name in ("age", "zip", "job", "born"))
    release = released("disk", table, tmp_path, **asked(hierarchies=None))
    assert (release.groups, sum(seen), max(seen) <= 600, len(seen) >= 5) == (1, 3000, True, True)


def test_a_block_has_room_for_some_groups(tmp_path, monkeypatch, seen):
    many_blocks(monkeypatch)
    released("disk", people(3000), tmp_path, **asked(k=10))
    assert min(seen) >= in_blocks.LEAST_GROUPS * 10
    assert sum(seen) == 3000


@pytest.mark.parametrize("method", ["mondrian", "k_member"])
def test_the_groups_do_not_depend_on_the_pieces(tmp_path, monkeypatch, method):
    found = []
    for piece in (170, 999, 5000):
        many_blocks(monkeypatch, piece=piece)
        release = released("disk", people(), tmp_path, **asked(method=method, seed=3))
        frame = saved(release, tmp_path / "out.parquet")
        found.append(frame.sort(frame.columns))
    assert_frame_equal(found[0], found[1])
    assert_frame_equal(found[0], found[2])


def test_one_block_is_the_table_in_memory(tmp_path):
    table = people()
    disk = released("disk", table, tmp_path, **asked(seed=1))
    memory = released("memory", table, tmp_path, **asked(seed=1))
    assert disk.notes["blocks"] == 1
    assert disk.measures == memory.measures
    assert disk.reported.measures == memory.reported.measures
    assert disk.verdict == memory.verdict


@pytest.mark.parametrize("call", [{"style": "midpoint"}, {"style": "mean"}, {"suppress": 0.05}, {"method": "mdav"}])
def test_losses_are_told_as_in_memory(tmp_path, call):
    table = people().drop_nulls()
    if "method" in call:
        call = {**call, "quasi": ["zip", "pay"], "hierarchies": None}
    disk = released("disk", table, tmp_path, **asked(seed=1, **call))
    memory = released("memory", table, tmp_path, **asked(seed=1, **call))
    assert disk.loss == pytest.approx(memory.loss, rel=0.05)
    ours, theirs = disk.reported.measures, memory.reported.measures
    assert ours.gcp == pytest.approx(theirs.gcp, rel=0.05)
    assert ours.columns == pytest.approx(theirs.columns, rel=0.1, abs=0.01)


def test_blocks_cost_little(tmp_path, monkeypatch):
    table = people(3000)
    memory = released("memory", table, tmp_path, **asked())
    many_blocks(monkeypatch, block=600)
    assert released("disk", table, tmp_path, **asked()).loss < 1.15 * memory.loss


def test_no_row_is_dropped_where_groups_are_compared_with_the_table(tmp_path, monkeypatch):
    many_blocks(monkeypatch)
    release = released("disk", people(), tmp_path, **asked(suppress=0.05, criteria=shoal.TCloseness(0.4)))
    assert release.suppressed == 0
    assert in_blocks.NONE_DROPPED in release.inferred


@pytest.mark.parametrize(
    "call",
    [
        {"pseudonymize": ["note"], "keep": "note"},
        {"criteria": shoal.LDiversity(9)},
        {"criteria": shoal.LDiversity(2, column="note")},
        {"person": "nobody"},
        {"k": 5000},
    ],
)
@pytest.mark.parametrize("engine", ["memory", "disk"])
def test_what_cannot_be_is_refused_as_in_memory(tmp_path, engine, call):
    with pytest.raises(shoal.ShoalError) as caught:
        released(engine, people(), tmp_path, **asked(**call))
    assert not isinstance(caught.value, shoal.VerificationError)
    assert list(tmp_path.glob("shoal-run-*")) == []


def test_pseudonyms_are_equal_where_cells_are_and_differ_from_run_to_run():
    cells = pl.Series("x", ["a", None, "b", "a"])
    first, again, other = (pseudonyms_of(cells, key * 32) for key in (b"1", b"1", b"2"))
    assert first.to_list() == again.to_list()
    assert (first[0] == first[3], first[0] != first[2], first[1]) == (True, True, None)
    assert not set(first.drop_nulls()) & set(other.drop_nulls())


def test_blocks_leave_in_an_order_of_their_own(tmp_path, monkeypatch):
    many_blocks(monkeypatch)
    table = people().with_columns(pl.Series("place", np.arange(1200)).cast(pl.String))
    orders = []
    for _ in range(2):
        release = released("disk", table, tmp_path, **asked(keep="place", seed=1))
        orders.append(saved(release, tmp_path / "out.parquet")["place"].to_list())
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])
