"""A disk run that is killed at any moment leaves the release absent, old or whole, and its folder to the next run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import polars as pl
import pytest

from tests.cli.kill import wait_for_heed
from tests.engines.scene import people

MOMENTS = int(os.environ.get("SHOAL_KILLS", "10"))
"""Moments at which runs are killed, half of them for each format; SHOAL_KILLS=30 takes minutes."""

ROWS = 3000
OLD = b"what was there before"
COMMAND = [
    sys.executable, "-m", "tests.engines.small", "anonymize", "in.csv", "-k", "4", "--quasi", "age,zip,job,born",
    "--sensitive", "ill", "--l", "2", "--method", "mondrian", "--engine", "disk", "--tmp", "tmp", "--quiet",
]  # fmt: skip


@pytest.fixture
def place(tmp_path, root):
    """Return a folder with a table, and a folder for runs."""
    people(ROWS).write_csv(tmp_path / "in.csv")
    (tmp_path / "tmp").mkdir()
    os.environ["PYTHONPATH"] = str(root)
    yield tmp_path
    del os.environ["PYTHONPATH"]


def started(place, name):
    """Return a run, once it heeds signals."""
    child = subprocess.Popen([*COMMAND, "-o", name], cwd=place, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    wait_for_heed(child)
    return child


def ended(child, number=None, delay=0.0):
    """Return how a run ended that a signal was sent to after some seconds."""
    if number is not None:
        time.sleep(delay)
        child.send_signal(number)
    said = child.stderr.read().decode()
    child.stderr.close()
    return child.wait(), said


def folders(place):
    """Return what runs have left behind."""
    return sorted(path.name for path in (place / "tmp").iterdir())


def is_whole(path):
    """Return whether a file holds the whole release."""
    frame = pl.read_parquet(path) if path.suffix == ".parquet" else pl.read_csv(path, infer_schema=False)
    return frame.height == ROWS and frame.columns == ["age", "zip", "job", "born", "ill"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["out.csv", "out.parquet"])
def test_kill_9_at_moments_over_the_whole_run(place, name):
    child, began = started(place, "first.csv"), time.monotonic()
    code, said = ended(child)
    took = time.monotonic() - began
    assert (code, folders(place)) == (0, []), said
    target, states = place / name, set()
    moments = [(0, True), *((turn, turn % 2 == 1) for turn in range(MOMENTS // 2))]
    for turn, old in moments:
        target.unlink(missing_ok=True)
        if old:
            target.write_bytes(OLD)
        code, said = ended(started(place, name), signal.SIGKILL, took * turn / (MOMENTS // 2 - 1))
        assert code in (0, -signal.SIGKILL), said
        assert len(folders(place)) <= 1, "the run before was not cleaned up"
        if target.exists() and not (old and target.read_bytes() == OLD):
            assert is_whole(target)
            states.add("new")
        else:
            states.add("old" if old else "absent")
        drafts = {path.name for path in place.iterdir()} - {"in.csv", "tmp", "first.csv", name}
        for draft in drafts:  # what is half written bears another name, and is not read by anyone as the release
            assert not draft.endswith((".csv", ".parquet")), draft
    assert {"absent", "old"} <= states  # both were killed at once, before anything could be written
    code, said = ended(started(place, name))
    assert (code, folders(place), is_whole(target)) == (0, [], True), said


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_asked_to_end_removes_its_folder(place, number):
    for delay in (0.6, 1.2):
        code, said = ended(started(place, "out.csv"), number, delay)
        assert code in (0, 128 + number), said
        assert folders(place) == []
        assert (place / "out.csv").exists() == (code == 0)
        (place / "out.csv").unlink(missing_ok=True)
