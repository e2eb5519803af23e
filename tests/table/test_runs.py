"""Rows on disk by block: all come back, each in its block; a file that is damaged is noticed."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from shoal.errors import InputError, OutputError
from shoal.table.runs import SUFFIX, CutRuns, Runs


def filled(folder, batches=4, rows=50, blocks=6, seed=0):
    """Return rows in files, and the same in memory with the block of each."""
    rng = np.random.default_rng(seed)
    runs, whole = Runs(folder, blocks), []
    for at in range(batches):
        block = rng.choice([0, 2, 3, 5], rows, p=[0.7, 0.1, 0.1, 0.1]).astype(np.int32)
        frame = pl.DataFrame(
            {"x": np.arange(rows) + at * rows, "t": [None if i % 7 == 0 else f"é{i}" for i in range(rows)]}
        )
        runs.add(frame, block)
        whole.append(frame.with_columns(pl.Series("block", block)))
    return runs, pl.concat(whole)


def test_every_row_comes_back_in_its_block_and_in_order(tmp_path):
    runs, whole = filled(tmp_path)
    assert runs.sizes.tolist() == [(whole["block"] == block).sum() for block in range(6)]
    for block in (0, 2, 3, 5):
        assert runs.read([block]).equals(whole.filter(pl.col("block") == block).drop("block"))
    assert sorted(runs.read([2, 5])["x"]) == sorted(whole.filter(pl.col("block").is_in([2, 5]))["x"])


@pytest.mark.parametrize("most", [1, 7, 33, 1000])
def test_blocks_that_are_too_large_are_cut_by_position(tmp_path, most):
    runs, whole = filled(tmp_path)
    cut = CutRuns(runs, most)
    assert cut.sizes.max() <= most
    assert cut.sizes.sum() == whole.height
    filled_parts = np.flatnonzero(cut.sizes).tolist()
    again = pl.concat([cut.read([at]) for at in filled_parts])
    assert again.equals(whole.sort("block", maintain_order=True).drop("block"))
    assert cut.read(filled_parts[:2]).height == cut.sizes[filled_parts[:2]].sum()


@pytest.mark.parametrize("harm", ["gone", "cut short", "empty", "flipped"])
def test_a_file_that_is_damaged_is_noticed(tmp_path, harm):
    runs, _ = filled(tmp_path)
    path = tmp_path / f"1{SUFFIX}"
    held = path.read_bytes()
    if harm == "gone":
        path.unlink()
    else:
        flipped = bytes(255 - byte for byte in held[-400:])
        path.write_bytes({"cut short": held[:-200], "empty": b"", "flipped": held[:-400] + flipped}[harm])
    with pytest.raises(InputError, match="gone or damaged"):
        runs.read([0, 2])
    cut = CutRuns(runs, 5)
    with pytest.raises(InputError, match="gone or damaged"):
        cut.read(np.flatnonzero(cut.sizes).tolist())


def test_a_cell_that_was_changed_is_noticed(tmp_path):
    runs, _ = filled(tmp_path)
    path = tmp_path / f"0{SUFFIX}"
    held = bytearray(path.read_bytes())
    at = held.index("é3".encode())
    held[at] ^= 0x41
    path.write_bytes(bytes(held))
    with pytest.raises(InputError, match="gone or damaged"):
        runs.read([0, 2, 3, 5])


def test_labels_come_back_from_blocks_of_which_some_are_empty(tmp_path):
    runs = Runs(tmp_path, 5)
    cells = pl.Series("t", ["b", "a", None, "b"], dtype=pl.Categorical)
    runs.add(pl.DataFrame([cells]), np.array([3, 1, 1, 3], np.int32))
    assert runs.read([3])["t"].to_list() == ["b", "b"]
    assert runs.read([1])["t"].to_list() == ["a", None]


def test_a_folder_that_is_gone_is_an_error_of_the_output(tmp_path):
    runs = Runs(tmp_path / "nowhere", 1)
    with pytest.raises(OutputError):
        runs.add(pl.DataFrame({"x": [1]}), np.zeros(1, np.int32))
