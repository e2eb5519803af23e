"""When a search ends: at its deadline, or at the first Ctrl-C."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from shoal.partition.patience import Patience


@pytest.fixture(autouse=True)
def heard():
    """Return the list of signals that reach a handler of the test's own, which is in place around each test."""
    signals = []

    def handler(number, _frame):
        signals.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, handler)
    yield signals
    signal.signal(signal.SIGINT, before)


def interrupt():
    signal.raise_signal(signal.SIGINT)


def test_without_a_deadline_it_is_never_over():
    with Patience(None) as patience:
        assert not patience.over
        assert (patience.ending, patience.spent) == ("done", 0.0)


def test_it_is_over_at_the_deadline():
    with Patience(0.02) as patience:
        assert not patience.over
        time.sleep(0.03)
        assert patience.over
        assert (patience.ending, patience.spent) == ("out of time", 1.0)


def test_the_share_of_the_time_that_is_gone_grows_from_0():
    with Patience(1000.0) as patience:
        first = patience.spent
        time.sleep(0.002)
        assert 0 <= first < patience.spent < 0.5


@pytest.mark.parametrize("seconds", [0, 0.0, 1e-9])
def test_no_time_at_all_is_over_at_once(seconds):
    with Patience(seconds) as patience:
        time.sleep(1e-4)
        assert patience.over
        assert patience.ending == "out of time"


def test_the_first_signal_is_kept_and_ends_the_wait(heard):
    with Patience(None) as patience:
        interrupt()
        assert patience.over
        assert patience.ending == "interrupted"
    assert heard == []


def test_the_second_signal_does_what_it_did_before(heard):
    with Patience(None):
        interrupt()
        with pytest.raises(KeyboardInterrupt):
            interrupt()
    assert heard == [signal.SIGINT]


@pytest.mark.parametrize("fault", [None, ValueError, KeyboardInterrupt])
def test_the_old_handler_is_put_back_however_the_block_ends(fault):
    before = signal.getsignal(signal.SIGINT)
    try:
        with Patience(None):
            assert signal.getsignal(signal.SIGINT) != before
            if fault is not None:
                raise fault
    except (ValueError, KeyboardInterrupt):
        pass
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupt_counts_for_more_than_the_deadline():
    with Patience(0) as patience:
        interrupt()
        assert patience.ending == "interrupted"


def test_somebody_may_say_stop():
    with Patience(None) as patience:
        patience.stop()
        assert patience.over
        assert patience.ending == "interrupted"


def test_a_signal_that_is_ignored_stays_ignored():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with Patience(None) as patience:
        interrupt()
        assert not patience.over
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN


def test_in_another_thread_the_deadline_alone_counts():
    before, seen = signal.getsignal(signal.SIGINT), []

    def wait():
        with Patience(0.0) as patience:
            seen.append((signal.getsignal(signal.SIGINT) is before, patience.over, patience.ending))

    thread = threading.Thread(target=wait)
    thread.start()
    thread.join()
    assert seen == [(True, True, "out of time")]
