from __future__ import annotations

import errno
import os
import warnings

import pytest

from shoal.cli import _ending
from shoal.cli._ending import Stopped
from shoal.cli._faults import Written, explain, tidy_warnings
from shoal.errors import InfeasibleError, InputError, PrivacyWarning, VerificationError


@pytest.fixture(autouse=True)
def _unspoken(monkeypatch):
    """Let each test be the first to speak of an interruption."""
    monkeypatch.setattr(_ending._State, "has_spoken", False)


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
    with written.together("out.csv"):
        pass
    assert explain(KeyboardInterrupt(), written) == 130
    assert capsys.readouterr().err == "interrupted; already written: out.csv\n"


def test_an_interruption_while_stdout_is_written_says_that_a_part_is_out(capsys):
    written = Written()
    with pytest.raises(KeyboardInterrupt), written.in_progress("-"):
        raise KeyboardInterrupt
    explain(KeyboardInterrupt(), written)
    assert "a part of the release" in capsys.readouterr().err


def wrapped(*, cause):
    """Return a fault that a library raised while it dealt with another one."""
    fault = RuntimeError("planted")
    fault.__context__ = cause
    return fault


@pytest.mark.parametrize(("cause", "code"), [(KeyboardInterrupt(), 130), (Stopped(15), 143)])
def test_an_interruption_that_a_library_wraps_is_one_still(capsys, cause, code):
    assert explain(wrapped(cause=cause), Written()) == code
    assert explain(wrapped(cause=wrapped(cause=cause)), Written()) == code
    assert capsys.readouterr().err == "interrupted; nothing was written\n"


def test_a_fault_after_files_were_written_names_them(capsys):
    written = Written()
    with written.together("out.csv", "map.csv"):
        pass
    assert explain(InputError("bad report"), written) == 2
    assert capsys.readouterr().err == "error: bad report\nalready written: out.csv, map.csv\n"


def test_a_file_that_is_still_without_its_name_is_not_written(capsys):
    written = Written()
    with written.in_progress("out.csv"):
        pass
    explain(KeyboardInterrupt(), written)
    assert capsys.readouterr().err == "interrupted; nothing was written\n"


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

    monkeypatch.setattr("shoal.look.check", fail)
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
