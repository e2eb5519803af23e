from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from shoal.table import atomic
from shoal.table.files import read_table
from shoal.table.write import write_table

FRAME = pl.DataFrame({"age": pl.Series(["[34 - 51]", "*"], dtype=pl.Enum(["*", "[34 - 51]"])), "zip": ["01234", None]})
OLD = b"what was there before"
HARD_FORMATS = ["csv", "csv.gz", "parquet", "arrow", "xlsx"]


def mode_of(path):
    return stat.S_IMODE(path.lstat().st_mode)


@pytest.mark.usefixtures("any_system")
def test_a_new_file_honours_the_umask(tmp_path):
    before = os.umask(0o027)
    try:
        write_table(FRAME, tmp_path / "t.csv")
    finally:
        os.umask(before)
    assert mode_of(tmp_path / "t.csv") == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]


@pytest.mark.usefixtures("any_system")
@pytest.mark.parametrize("mode", [0o600, 0o664])
def test_a_replaced_file_hands_on_its_permissions(tmp_path, mode):
    path = tmp_path / "t.csv"
    path.write_bytes(OLD)
    path.chmod(mode)
    write_table(pl.DataFrame({"a": [1]}), path)
    assert (path.read_bytes(), mode_of(path)) == (b"a\n1\n", mode)
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]


@pytest.mark.usefixtures("any_system")
@pytest.mark.parametrize("trouble", [KeyboardInterrupt, SystemExit, OSError])
def test_an_interruption_leaves_the_old_file_and_nothing_else(tmp_path, trouble):
    path = tmp_path / "t.csv"
    path.write_bytes(OLD)
    with pytest.raises(trouble), atomic.replacing(path) as stream:  # noqa: PT012 - the trouble comes midway
        stream.write(b"half")
        stream.flush()
        raise trouble
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("t.csv", OLD)]


def test_a_file_has_no_name_while_it_is_written(tmp_path):
    require_unnamed(tmp_path)
    with atomic.replacing(tmp_path / "t.csv") as stream:
        stream.write(b"half")
        stream.flush()
        assert list(tmp_path.iterdir()) == []


def test_a_reader_of_the_old_file_keeps_it(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(OLD)
    with path.open("rb") as reader:
        write_table(FRAME, path)
        assert reader.read() == OLD


def test_a_table_can_be_written_over_the_file_that_it_was_read_from(tmp_path):
    path = tmp_path / "t.arrow"
    write_table(FRAME, path)
    write_table(read_table(path).data, path)
    assert_frame_equal(read_table(path).data, FRAME)


def test_a_link_is_followed(tmp_path):
    (tmp_path / "real.csv").write_bytes(OLD)
    link = tmp_path / "link.csv"
    link.symlink_to("real.csv")
    write_table(pl.DataFrame({"a": [1]}), link)
    assert link.is_symlink()
    assert (tmp_path / "real.csv").read_bytes() == b"a\n1\n"


def require_unnamed(folder):
    descriptor = atomic._open_unnamed(folder, 0o600)
    if descriptor is None:
        pytest.skip("the file system knows no unnamed files")
    os.close(descriptor)


KILLED = """
import sys
import polars as pl
from shoal.table.write import write_table
frame = pl.DataFrame({"a": pl.int_range(20_000_000, eager=True)}).with_columns(b=pl.col("a") * 7, c=pl.col("a") / 7)
write_table(frame, sys.argv[1])
"""


def being_written(pid, folder):
    """Return whether the process has a file open in the folder that holds something already."""
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        try:
            if entry.readlink().is_relative_to(folder) and entry.stat().st_size > 0:
                return True
        except FileNotFoundError:
            continue
    return False


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc to see the file grow")
def test_a_kill_in_the_middle_leaves_nothing(tmp_path):
    require_unnamed(tmp_path)
    with subprocess.Popen([sys.executable, "-c", KILLED, tmp_path / "t.csv"]) as process:
        while process.poll() is None and not being_written(process.pid, tmp_path):
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert list(tmp_path.iterdir()) == []


LIMITED = """
import os, resource, sys
import polars as pl
from shoal.errors import OutputError
from shoal.table import write
if sys.argv[3] == "named":
    del os.O_TMPFILE
frame = pl.DataFrame({"a": pl.int_range(20_000, eager=True)}).with_columns(b=pl.col("a").hash().cast(pl.String))
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    getattr(write, sys.argv[1])(frame, sys.argv[2])
except OutputError as error:
    print(error)
"""


@pytest.mark.parametrize("files", ["unnamed", "named"])
@pytest.mark.parametrize(
    ("function", "suffix"), [*[("write_table", suffix) for suffix in HARD_FORMATS], ("write_private", "csv")]
)
def test_a_write_that_fails_part_way_leaves_the_old_file(tmp_path, function, suffix, files):
    path = tmp_path / f"t.{suffix}"
    path.write_bytes(OLD)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, function, path, files], capture_output=True, text=True, check=True
    )
    assert "the file would be larger than the system allows" in done.stdout
    assert done.stderr == ""
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [(path.name, OLD)]


def write_both(folder):
    """Write two files together, the second one over a file that is there."""
    with atomic.together():
        for name in ("new", "old"):
            with atomic.replacing(folder / name) as stream:
                stream.write(name.encode())
            assert not (folder / "new").exists(), "a file took its place before the others were written"


@pytest.mark.usefixtures("any_system")
def test_files_that_are_written_together_appear_together(tmp_path):
    (tmp_path / "old").write_bytes(OLD)
    write_both(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"new": b"new", "old": b"old"}


@pytest.mark.usefixtures("any_system")
@pytest.mark.parametrize("trouble", [KeyboardInterrupt, OSError])
def test_when_one_of_several_files_cannot_be_written_none_appears(tmp_path, trouble):
    (tmp_path / "old").write_bytes(OLD)
    with pytest.raises(trouble), atomic.together():  # noqa: PT012 - the trouble comes after the first file
        with atomic.replacing(tmp_path / "new") as stream:
            stream.write(b"new")
        with atomic.replacing(tmp_path / "old") as stream:
            stream.write(b"half")
            raise trouble
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("old", OLD)]


@pytest.mark.usefixtures("any_system")
def test_when_one_of_several_files_cannot_take_its_place_the_others_go_again(tmp_path):
    (tmp_path / "old").mkdir()  # no file can take the place of a folder
    with pytest.raises(OSError, match="old"):
        write_both(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


@pytest.mark.usefixtures("any_system")
def test_files_can_take_their_places_before_the_block_ends(tmp_path):
    with atomic.together() as drafts:
        with atomic.replacing(tmp_path / "t.csv") as stream:
            stream.write(b"whole")
        drafts.place()
        assert (tmp_path / "t.csv").read_bytes() == b"whole"
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]
