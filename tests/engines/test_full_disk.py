"""A disk that is full, and files that are damaged: a clear error, and nothing left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace

import polars as pl
import pytest

from shoal.engines import disk
from shoal.engines.disk import DiskData
from shoal.errors import InputError, OutputError
from shoal.table.runs import SUFFIX
from tests.engines.scene import asked, many_blocks, people, released

LIMITED = (
    "import resource, runpy, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    "resource.setrlimit(resource.RLIMIT_FSIZE, ({0}, {0})); "
    "sys.argv = ['shoal', *sys.argv[1:]]; runpy.run_module('tests.engines.small', run_name='__main__')"
)


def left(folder):
    """Return what runs have left behind."""
    return [path.name for path in folder.glob("shoal-run-*")]


@pytest.mark.parametrize("size", [2_000, 20_000])
def test_a_file_that_cannot_grow_is_an_error_of_the_output(tmp_path, root, size):
    people(3000).write_csv(tmp_path / "in.csv")
    (tmp_path / "tmp").mkdir()
    command = [
        sys.executable, "-c", LIMITED.format(size), "anonymize", "in.csv", "-k", "4", "--quasi", "age,zip,job,born",
        "--method", "mondrian", "--engine", "disk", "--tmp", "tmp", "-o", "out.csv", "--quiet",
    ]  # fmt: skip
    env = os.environ | {"PYTHONPATH": str(root)}
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=env, check=False)
    assert (found.returncode, found.stdout) == (OutputError.exit_code, "")
    assert "the file would be larger than the system allows" in found.stderr
    assert "Traceback" not in found.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.csv", "tmp"]
    assert left(tmp_path / "tmp") == []


def test_a_small_disk_is_refused_before_the_run_begins(tmp_path, monkeypatch):
    many_blocks(monkeypatch)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1000))
    told = []
    with pytest.raises(OutputError, match=r"the run needs about .* on the disk of .*, which has 1\.0 kB"):
        released("disk", people(), tmp_path, **asked(), progress=told.append)
    assert {step.stage for step in told} <= {"compile", "learn", "read"}
    assert left(tmp_path) == []


@pytest.mark.skipif(os.getuid() != 0, reason="only root may mount a disk")
def test_a_disk_that_is_full_in_the_middle(tmp_path, monkeypatch):
    many_blocks(monkeypatch)
    small = tmp_path / "small"
    small.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(small)]
    mounted = subprocess.run(mount, check=False, capture_output=True)
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        table = tmp_path / "in.parquet"
        people(5000).write_parquet(table)
        monkeypatch.setattr(DiskData, "require_room", lambda *_: None)
        with pytest.raises(OutputError, match="the disk is full"):
            released("disk", table, small, **asked(sensitive=(), keep=["note", "pay", "ill"]))
        assert left(small) == []
    finally:
        subprocess.run(["umount", str(small)], check=True)


@pytest.mark.parametrize("harm", ["gone", "cut short", "flipped"])
def test_a_file_of_blocks_that_is_damaged_is_an_error_of_the_input(tmp_path, monkeypatch, harm):
    many_blocks(monkeypatch)
    scatter = DiskData.scatter

    def harmed(self, *args):
        parts = scatter(self, *args)
        for path in self.folder.path.rglob(f"1{SUFFIX}"):
            held = path.read_bytes()
            half = len(held) // 2
            if harm == "gone":
                path.unlink()
            else:
                flipped = held[:half] + bytes(255 - byte for byte in held[half : half + 200]) + held[half + 200 :]
                path.write_bytes(held[:half] if harm == "cut short" else flipped)
        return parts

    monkeypatch.setattr(DiskData, "scatter", harmed)
    with pytest.raises(InputError, match="is gone or damaged"):
        released("disk", people(), tmp_path, **asked())
    assert left(tmp_path) == []


def test_a_released_file_that_is_damaged_is_not_saved(tmp_path, monkeypatch):
    many_blocks(monkeypatch)
    release = released("disk", people(), tmp_path, **asked())
    (path,) = tmp_path.glob(f"shoal-run-*/{disk.FILE}")
    path.unlink()
    (tmp_path / "out.csv").write_text("old")
    with pytest.raises((OutputError, InputError)):
        release.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "old"


def test_a_table_that_grows_between_two_looks_is_noticed(tmp_path, monkeypatch):
    many_blocks(monkeypatch)
    table = people()
    table.write_csv(tmp_path / "in.csv")
    fold = DiskData.fold

    def grown(self, *args):
        found = fold(self, *args)
        with (tmp_path / "in.csv").open("a") as stream:
            stream.write(
                pl.DataFrame(table[:1].with_columns(pl.lit(77_777_777).alias("zip"))).write_csv(include_header=False)
            )
        return found

    monkeypatch.setattr(DiskData, "fold", grown)
    with pytest.raises(InputError, match="not there when it was read first"):
        released("disk", tmp_path / "in.csv", tmp_path, **asked())
    assert left(tmp_path) == []
