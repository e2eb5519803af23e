"""What a long run tells of itself."""

from __future__ import annotations

import io

import pytest

from shoal.progress import Step, distance, on_stderr, timed


@pytest.mark.parametrize(
    ("loss", "bound", "words"),
    [
        (0.0712, 0.0376, "at most 1.9x the least possible"),
        (0.3, 0.2, "at most 1.5x the least possible"),
        (0.31, 0.2, "at most 1.6x the least possible"),
        (0.2001, 0.2, "at most 1.01x the least possible"),
        (0.9, 0.01, "at most 90x the least possible"),
        (0.9, 0.0005, ""),
        (0.2, 0.2, "the least possible"),
        (0.2, 0.2 - 1e-14, "the least possible"),
        (0.0, 0.0, "the least possible"),
        (0.2, 0.0, ""),
        (0.2, None, ""),
    ],
)
def test_how_far_a_loss_can_be_from_the_least_is_said_in_words_and_rounded_up(loss, bound, words):
    assert distance(loss, bound) == words


def test_every_step_is_given_its_time():
    seen = []
    tell = timed(seen.append)
    tell(Step("encode", 0.0))
    tell(Step("search", 0.5, 0.2, 0.1))
    assert [(step.stage, step.done, step.loss, step.bound) for step in seen] == [
        ("encode", 0.0, None, None), ("search", 0.5, 0.2, 0.1),
    ]  # fmt: skip
    assert 0 <= seen[0].seconds <= seen[1].seconds


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_line_on_the_terminal_shows_stage_share_time_loss_and_bound(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    show = on_stderr()
    show(Step("encode", 0.0, seconds=0.9))
    assert terminal.getvalue() == ""
    show(Step("search", 0.5, 0.0712, 0.0376, seconds=12.4))
    show(Step("done", 1.0, 0.07, seconds=13.0))
    first, last = terminal.getvalue().split("\r")[1:]
    assert first == "shoal: search  50%, 12 s, loss 0.0712, at most 1.9x the least possible "
    assert last.rstrip() == "shoal: done 100%, 13 s, loss 0.07"
    assert len(last.rstrip("\n")) == len(first), "a shorter line must cover the longer one before it"
    assert last.endswith("\n")


def test_nothing_is_shown_where_there_is_no_terminal(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    on_stderr()(Step("search", 0.5, seconds=5.0))
    assert stream.getvalue() == ""
