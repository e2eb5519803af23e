"""What a long run tells of itself."""

from __future__ import annotations

import io

import pytest

import shoal
from shoal.datasets import patients
from shoal.errors import Cancelled
from shoal.progress import Cancel, Step, Watch, distance, on_stderr, timed


@pytest.mark.parametrize(
    ("loss", "bound", "words"),
    [
        (0.0712, 0.0376, "at most 1.9x the least possible"),
        (0.3, 0.2, "at most 1.5x the least possible"),
        (0.31, 0.2, "at most 1.6x the least possible"),
        (0.2001, 0.2, "at most 1.01x the least possible"),
        (0.9, 0.095, "at most 9.5x the least possible"),
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


# ------------------------------------------------------------------------------------------------------------- cancel


def test_without_a_word_a_run_goes_on():
    seen = []
    watch = Watch(Cancel())
    watch.checking(seen.append)(Step("encode", 0.0))
    assert not watch.over
    assert seen == [Step("encode", 0.0)]


@pytest.mark.parametrize("way", ["stop", "drop"])
def test_a_run_that_has_nothing_to_keep_ends_at_its_next_step_which_is_still_told(way):
    seen, cancel = [], Cancel()
    tell = Watch(cancel).checking(seen.append)
    getattr(cancel, way)()
    with pytest.raises(Cancelled, match="the run was cancelled"):
        tell(Step("encode", 0.0))
    assert seen == [Step("encode", 0.0)]


def test_a_run_that_has_groups_is_stopped_without_a_fault_and_dropped_with_one():
    cancel = Cancel()
    watch = Watch(cancel)
    watch.keep()
    cancel.stop()
    watch.check()
    assert watch.over
    cancel.drop()
    with pytest.raises(Cancelled):
        watch.check()


def test_what_one_run_has_to_keep_is_no_matter_to_another():
    cancel = Cancel()
    Watch(cancel).keep()
    cancel.stop()
    with pytest.raises(Cancelled):
        Watch(cancel).check()


def test_it_can_be_stopped_while_somebody_searches_and_once_only():
    cancel = Cancel()
    watch, other = Watch(cancel), Watch(cancel)
    seen = [cancel.can_stop]
    with watch.searching(), other.searching():
        seen.append(cancel.can_stop)
    seen.append(cancel.can_stop)
    with watch.searching():
        cancel.stop()
        seen.append(cancel.can_stop)
        watch.check()
    assert seen == [False, True, False, False]


def test_what_was_dropped_stays_dropped():
    cancel = Cancel()
    cancel.drop()
    cancel.stop()
    assert (cancel.is_stopped, cancel.is_dropped) == (True, True)
    with pytest.raises(Cancelled):
        Watch(cancel).check()


def test_what_a_run_is_expected_to_take_is_said_before_it_searches_and_from_then_on():
    steps = []
    shoal.anonymize(patients(300, seed=1).frame, k=3, quasi=["age", "zip"], progress=steps.append)
    known = [step.expected for step in steps]
    first = next(i for i, step in enumerate(steps) if step.stage == "group")
    assert known[first] is not None
    assert all(one == known[first] for one in known[first:])
    assert not any(step.stage == "search" for step in steps[:first])


def test_a_run_in_seconds_is_expected_to_take_these():
    steps = []
    shoal.anonymize(patients(300, seed=1).frame, k=3, quasi=["age", "zip"], effort=0.4, progress=steps.append)
    assert steps[-1].expected == 0.4
