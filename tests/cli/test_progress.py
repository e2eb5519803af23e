from __future__ import annotations

import io
import time

import numba
import pytest
from rich.console import Console

from shoal.cli import _progress
from shoal.cli._progress import LiveLine, ahead, announced_compiling, render
from shoal.progress import Gain, Step


def test_the_line_shows_stage_share_time_and_loss():
    line = render(Step("search", 0.5, loss=0.0712, bound=0.0376), 12.4).plain
    stage, bar, rest = line.split(maxsplit=2)
    assert (stage, bar) == ("search", "━" * _progress.WIDTH)
    assert rest == "50%, 12 s, loss 0.0712, at most 1.9x the least possible"
    assert len(line) <= 80


@pytest.mark.parametrize(("done", "share"), [(-1.0, "0%"), (0.0, "0%"), (2.0, "100%")])
def test_a_share_out_of_range_does_not_break_the_line(done, share):
    assert render(Step("read", done), 0.0).plain.split()[2] == f"{share},"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_on_a_terminal_the_line_appears_after_a_while_and_goes(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(_progress, "PATIENCE", 0.01)
    monkeypatch.setenv("TERM", "xterm")
    with LiveLine(quiet=False) as line:
        line(Step("encode", 0.25))
        deadline = time.monotonic() + 10
        while "encode" not in terminal.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    assert "encode" in terminal.getvalue()
    assert terminal.getvalue().endswith("\x1b[2K")


@pytest.mark.parametrize(("quiet", "kind"), [(True, Terminal), (False, io.StringIO)])
def test_elsewhere_nothing_appears(monkeypatch, quiet, kind):
    stream = kind()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(_progress, "PATIENCE", 0.0)
    with LiveLine(quiet=quiet) as line:
        line(Step("encode", 0.25))
        time.sleep(0.05)
    assert stream.getvalue() == ""


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled with NUMBA_DISABLE_JIT")
@pytest.mark.parametrize(("compiles", "quiet", "times"), [(2, False, 1), (2, True, 0), (0, False, 0)])
def test_a_run_that_compiles_says_so_once(capsys, compiles, quiet, times):
    with announced_compiling(quiet=quiet):
        for _ in range(compiles):
            numba.njit(lambda x: x + 1)(1)
    assert capsys.readouterr().err == "Compiling (first run only) ...\n" * times


def test_the_line_goes_forward_only_within_a_stage():
    assert ahead(Step("group", 0.6), Step("group", 0.4)).done == 0.6
    assert ahead(Step("group", 0.6), Step("search", 0.1)).done == 0.1


def test_the_line_says_what_is_left_and_what_the_search_is_worth():
    line = render(Step("search", 0.5, loss=0.0695, expected=20.0), 12.0, ", falling 0.3 % a second").plain
    assert line.endswith(" 50%, 12 s, 8 s left, loss 0.0695, falling 0.3 % a second")
    assert len(line) <= 80


def test_the_line_is_never_wrapped():
    console = Console(width=60, file=io.StringIO(), force_terminal=True)
    long = Step("search", 0.5, loss=0.0695, bound=0.03, expected=20.0)
    assert len(console.render_lines(render(long, 12.0, ", falling 0.3 % a second"))) == 1


def test_a_loss_that_stands_still_says_so():
    gain = Gain()
    assert gain.words == ""
    for second in range(4):
        gain.note(0.07, float(second))
    assert gain.words == ", hardly falling"
