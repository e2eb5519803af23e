"""A release on disk is saved as one in memory is: by the name of its file."""

from __future__ import annotations

import gzip
import os
import threading
import warnings

import polars as pl
import pytest

import shoal
from tests.engines.scene import asked, many_blocks, people, released


@pytest.fixture
def release(tmp_path, monkeypatch):
    """Return a release on disk, of some blocks."""
    many_blocks(monkeypatch)
    table = people().with_columns(pl.col("note").replace({"note 1": "=1+1", "note 2": "a\rb"}))
    return released("disk", table, tmp_path, **asked(keep="note"))


def saved(release, path, **how):
    """Save, and return the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        release.save(path, **how)
    return [str(one.message) for one in caught]


@pytest.mark.parametrize(
    ("name", "how", "separator"),
    [
        ("out.csv", {}, ","),
        ("out.tsv", {}, "\t"),
        ("out.csv", {"format": "tsv"}, "\t"),
        ("out.csv", {"separator": ";"}, ";"),
    ],
)
def test_the_separator_is_that_of_the_name(release, tmp_path, name, how, separator):
    saved(release, tmp_path / name, **how)
    assert (tmp_path / name).read_text("utf-8").splitlines()[0] == separator.join(
        ["age", "zip", "job", "born", "ill", "note"]
    )


def test_a_packed_file_is_packed(release, tmp_path):
    saved(release, tmp_path / "out.csv")
    saved(release, tmp_path / "out.csv.gz")
    assert gzip.decompress((tmp_path / "out.csv.gz").read_bytes()) == (tmp_path / "out.csv").read_bytes()


def test_a_pipe_is_written_to(release, tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    got = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / "pipe.csv").read_bytes()))
    reader.start()
    saved(release, tmp_path / "pipe.csv")
    reader.join()
    assert got[0].count(b"\n") == 1201


def test_formulas_are_warned_of_and_can_be_neutralized(release, tmp_path):
    (said,) = saved(release, tmp_path / "out.csv")
    assert "172 in column 'note' of the release" in said  # 1,200 rows, every seventh from the second on
    assert saved(release, tmp_path / "safe.csv", neutralize_formulas=True) == []
    notes = pl.read_csv(tmp_path / "safe.csv", infer_schema=False)["note"]
    assert notes.str.starts_with("'=").sum() > 100


@pytest.mark.parametrize("name", ["out.xlsx", "out.arrow", "nowhere/out.csv", "folder"])
def test_what_cannot_be_written_is_refused(release, tmp_path, name):
    (tmp_path / "folder").mkdir()
    with pytest.raises(shoal.OutputError):
        release.save(tmp_path / name)
