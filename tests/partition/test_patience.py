"""When a search ends: at its deadline, or when somebody says so."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from shoal.partition.patience import Patience
from shoal.progress import Cancel, Watch


def patience(seconds, cancel=None):
    return Patience(seconds, Watch(cancel))


def test_without_a_deadline_it_is_never_over():
    waiting = patience(None)
    assert not waiting.over
    assert (waiting.ending, waiting.spent) == ("done", 0.0)


def test_it_is_over_at_the_deadline():
    waiting = patience(0.02)
    assert not waiting.over
    time.sleep(0.03)
    assert waiting.over
    assert (waiting.ending, waiting.spent) == ("out of time", 1.0)


def test_the_share_of_the_time_that_is_gone_grows_from_0():
    waiting = patience(1000.0)
    first = waiting.spent
    time.sleep(0.002)
    assert 0 <= first < waiting.spent < 0.5


@pytest.mark.parametrize("seconds", [0, 0.0, 1e-9])
def test_no_time_at_all_is_over_at_once(seconds):
    waiting = patience(seconds)
    time.sleep(1e-4)
    assert waiting.over
    assert waiting.ending == "out of time"


@pytest.mark.parametrize("way", ["stop", "drop"])
@pytest.mark.parametrize("seconds", [None, 0])
def test_a_word_from_another_thread_ends_it_and_counts_for_more_than_the_deadline(way, seconds):
    cancel = Cancel()
    waiting = patience(seconds, cancel)
    thread = threading.Thread(target=getattr(cancel, way))
    thread.start()
    thread.join()
    assert waiting.over
    assert waiting.ending == "interrupted"


def test_signals_are_left_alone():
    before = signal.getsignal(signal.SIGINT)
    patience(None)
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
