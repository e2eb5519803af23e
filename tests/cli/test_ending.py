"""Signals in the process of the tests; what they do to a whole run is in test_process and test_kills."""

from __future__ import annotations

import ctypes
import signal
import sys
import time

import pytest

from shoal.cli import _ending
from shoal.cli._ending import Stopped, ended_by, heed_signals, stop_first, uninterrupted
from shoal.cli._progress import stopped_by_interrupt
from shoal.progress import Cancel, Watch


@pytest.fixture(autouse=True)
def _heeded(monkeypatch):
    """Heed signals as the command line does, and leave all as it was."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    for name in ("cancel", "number", "waiting", "has_spoken"):
        monkeypatch.setattr(_ending._State, name, getattr(_ending._State, name))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    heed_signals()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_the_first_ctrl_c_is_for_the_search_and_the_next_ends_the_run():
    cancel = stopped_by_interrupt()
    with Watch(cancel).searching():
        signal.raise_signal(signal.SIGINT)
        assert (cancel.is_stopped, cancel.is_dropped) == (True, False)
        with pytest.raises(Stopped):
            signal.raise_signal(signal.SIGINT)


def test_outside_of_the_search_one_ctrl_c_ends_the_run():
    cancel = stopped_by_interrupt()
    with Watch(cancel).searching():
        pass
    with pytest.raises(Stopped):
        signal.raise_signal(signal.SIGINT)
    assert not cancel.is_stopped


def test_another_process_that_asks_for_an_end_does_not_wait_for_the_search():
    cancel = Cancel()
    stop_first(cancel)
    with Watch(cancel).searching(), pytest.raises(Stopped):
        signal.raise_signal(signal.SIGTERM)
    assert not cancel.is_stopped


def test_an_interruption_that_is_ignored_stays_ignored():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    heed_signals()
    cancel = stopped_by_interrupt()
    with Watch(cancel).searching():
        signal.raise_signal(signal.SIGINT)
    assert not cancel.is_stopped
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN


def test_a_signal_waits_until_files_are_in_their_places():
    done = []
    with pytest.raises(Stopped), uninterrupted():  # noqa: PT012 - what is shown is that both happen
        signal.raise_signal(signal.SIGTERM)
        done.append("placed")
    assert done == ["placed"]


def test_once_a_run_is_to_end_every_fault_is_an_interruption():
    assert ended_by(ValueError()) == 0
    with pytest.raises(Stopped):
        signal.raise_signal(signal.SIGTERM)
    assert ended_by(ValueError()) == signal.SIGTERM


def test_a_signal_that_comes_while_an_object_dies_comes_again():
    class Dying:
        def __del__(self):
            signal.raise_signal(signal.SIGTERM)

    dying = Dying()
    with pytest.raises(Stopped):  # noqa: PT012 - it comes at any moment after
        del dying
        for _ in range(1000):
            time.sleep(0.01)


def test_a_ctrl_c_that_is_lost_in_a_callback_ends_the_run_all_the_same():
    callback = ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))
    with pytest.raises(Stopped):  # noqa: PT012 - it comes at any moment after
        callback()
        assert ended_by(RuntimeError()) == signal.SIGINT
        for _ in range(1000):
            time.sleep(0.01)


def test_only_one_thread_has_the_last_word(monkeypatch):
    monkeypatch.setattr(_ending._State, "has_spoken", False)
    assert _ending.take_the_word()
    assert not _ending.take_the_word()
