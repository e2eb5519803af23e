from __future__ import annotations

import errno
import os
import signal
import warnings

import pytest

from shoal.cli._faults import Stopped, Written, explain, heed_signals, interruptible, tidy_warnings
from shoal.errors import InfeasibleError, InputError, PrivacyWarning, VerificationError


@pytest.mark.parametrize(
    ("fault", "code", "words"),
    [
        (InputError("bad table", hint="try this"), 2, "error: bad table\nhint: try this\n"),
        (InfeasibleError("too few"), 3, "error: too few\n"),
        (VerificationError("broken"), 4, "error: broken\n"),
        (KeyboardInterrupt(), 130, "interrupted; nothing was written\n"),
        (Stopped(15), 143, "interrupted; nothing was written\n"),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), 2, "error: No space left on device: stdout\n"),
    ],
)
def test_a_fault_is_a_message_and_an_exit_code(capsys, fault, code, words):
    assert explain(fault, Written()) == code
    assert capsys.readouterr().err == words


def test_too_little_memory_is_explained(capsys):
    assert explain(MemoryError(), Written()) == 2
    assert "not enough memory" in capsys.readouterr().err


def test_an_interruption_after_the_release_was_written_says_so(capsys):
    written = Written()
    with written.in_progress("out.csv"):
        pass
    assert explain(KeyboardInterrupt(), written) == 130
    assert capsys.readouterr().err == "interrupted; already written: out.csv\n"


def test_an_interruption_while_stdout_is_written_says_that_a_part_is_out(capsys):
    written = Written()
    with pytest.raises(KeyboardInterrupt), written.in_progress("-"):
        raise KeyboardInterrupt
    explain(KeyboardInterrupt(), written)
    assert "a part of the release" in capsys.readouterr().err


def test_a_fault_that_nobody_foresaw_keeps_its_text_to_itself(capsys, monkeypatch):
    monkeypatch.delenv("SHOAL_DEBUG", raising=False)
    assert explain(ZeroDivisionError("planted"), Written()) == 1
    message = capsys.readouterr().err
    assert message.startswith("internal error: ZeroDivisionError\n")
    assert "planted" not in message
    assert "SHOAL_DEBUG=1" in message


def test_the_traceback_is_shown_on_request_with_a_warning(capsys, monkeypatch):
    monkeypatch.setenv("SHOAL_DEBUG", "1")
    explain(ZeroDivisionError("planted"), Written())
    message = capsys.readouterr().err
    assert "may hold values of the table" in message
    assert "ZeroDivisionError: planted" in message


def test_a_fault_inside_a_command_is_explained(shoal, people, monkeypatch):
    def fail(*_, **__):
        message = "planted"
        raise ZeroDivisionError(message)

    monkeypatch.setattr("shoal.pipeline.check", fail)
    result = shoal("check", people, "--quasi", "age")
    assert result.exit_code == 1
    assert "internal error: ZeroDivisionError" in result.stderr
    assert "planted" not in result.stderr


def test_each_warning_is_one_line_and_shown_once(capsys):
    with tidy_warnings():
        for _ in range(2):
            warnings.warn("this costs privacy", PrivacyWarning, stacklevel=1)
    assert capsys.readouterr().err == "privacy: this costs privacy\n"


def test_the_text_of_a_warning_of_a_library_may_hold_values_and_is_left_out(capsys):
    with tidy_warnings():
        warnings.simplefilter("always")
        warnings.warn("planted", RuntimeWarning, stacklevel=1)
    message = capsys.readouterr().err
    assert message.startswith("warning: RuntimeWarning")
    assert "planted" not in message


@pytest.fixture
def heeded():
    """Heed signals as the command line does, and leave them as they were."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    heed_signals()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("heeded")
def test_the_first_ctrl_c_is_for_the_search_and_the_next_ends_the_run():
    with interruptible():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(Stopped):
            signal.raise_signal(signal.SIGINT)


@pytest.mark.usefixtures("heeded")
def test_outside_of_the_search_one_ctrl_c_ends_the_run():
    with interruptible():
        pass
    with pytest.raises(Stopped):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.usefixtures("heeded")
def test_an_interruption_that_is_ignored_stays_ignored():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with interruptible():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
