"""Runs are made once, in the order of their tables; what cannot be made is said."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from shoal.reproduce import runner, trial
from shoal.reproduce.cell import Cell
from shoal.reproduce.experiment import Figure, Line, Panel, Point, line
from shoal.reproduce.store import Store


def a_figure(*cells):
    return Figure("f", "p", "t", "a", (Panel("b", "B", "k", "gcp", (Line("x", "gcp", (Point(1.0, cells),)),)),))


@pytest.fixture
def counted(monkeypatch):
    made = []
    monkeypatch.setattr(runner, "load", lambda name: name)
    monkeypatch.setattr(trial, "run", lambda cell, _: made.append(cell) or {"gcp": float(cell.seed)})
    return made


def test_every_run_is_made_once_and_not_again(tmp_path, counted):
    cells = (Cell("iris", "mdav", 3), Cell("wine", "mdav", 3), Cell("iris", "mdav", 3, seed=2))
    figures = [a_figure(*cells), a_figure(cells[0])]
    first = runner.run(figures, Store(tmp_path / "runs"))
    assert [cell.table for cell in counted] == ["iris", "iris", "wine"]
    again = runner.run(figures, Store(tmp_path / "runs"))
    assert (first.made, again.made, again.there, len(counted)) == (3, 0, 3, 3)
    spot = again.sheets["f"].board("b").trace("x").spots[0]
    assert (spot.mean, spot.low, spot.high, spot.runs) == (0.0, 0.0, 0.0, 1)


def test_the_spread_over_seeds_is_kept(tmp_path, counted):
    figure = Figure(
        "f", "p", "t", "a", (Panel("b", "B", "k", "gcp", (line("x", "gcp", Cell("t", "m", 2), (5,), seeds=3),)),)
    )
    spot = runner.run([figure], Store(tmp_path / "runs")).sheets["f"].board("b").trace("x").spots[0]
    assert (spot.x, spot.mean, spot.low, spot.high, spot.runs) == (5.0, 1.0, 0.0, 2.0, 3)
    assert len(counted) == 3


def test_a_table_that_is_not_there_is_said_and_the_rest_goes_on(tmp_path, monkeypatch):
    monkeypatch.setenv("SHOAL_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "zoo.csv").write_text("a,b\n1,2\n")
    ran = runner.run(
        [a_figure(Cell("zoo", "original", 3)), a_figure(Cell("iris", "original", 3))], Store(tmp_path / "r")
    )
    assert ran.made == 1
    runner.load.cache_clear()
    one = runner.run([a_figure(Cell("zoo", "original", 3))], Store(tmp_path / "r"))
    assert "does not have the 18 columns" in one.sheets["f"].missing


def test_an_unknown_option_is_said(tmp_path):
    cell = Cell("iris", "mdav", 3, options=(("shape", 1),))
    ran = runner.run([a_figure(cell)], Store(tmp_path / "runs"))
    assert "has no option 'shape'" in ran.sheets["f"].missing


SLOW = """
    import pathlib, sys, time
    from shoal.reproduce import runner, trial
    from shoal.reproduce.cell import Cell
    from shoal.reproduce.store import Store
    from tests.reproduce.test_runner import a_figure

    runner.load = lambda name: name
    def slow(cell, _):
        time.sleep(0.05)
        return {"gcp": float(cell.seed)}
    trial.run = slow
    cells = [Cell("iris", "mdav", 3, seed=seed) for seed in range(200)]
    runner.run([a_figure(*cells)], Store(pathlib.Path(sys.argv[1])))
"""


@pytest.mark.skipif(os.name != "posix", reason="needs a signal that nothing can catch")
@pytest.mark.usefixtures("counted")
def test_a_run_that_is_killed_goes_on(tmp_path):
    path = tmp_path / "runs.jsonl"
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(SLOW), str(path)])
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and (not path.exists() or path.read_bytes().count(b"\n") < 3):
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = len(Store(path))
    assert kept >= 3
    cells = [Cell("iris", "mdav", 3, seed=seed) for seed in range(200)]
    ran = runner.run([a_figure(*cells)], Store(path))
    assert (ran.there, ran.made) == (kept, 200 - kept)
