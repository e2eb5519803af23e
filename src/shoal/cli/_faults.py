"""What the command line says and returns when something goes wrong: one line, no traceback, no cell values."""

from __future__ import annotations

import errno
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, NoReturn, TextIO

import typer
from typer.core import TyperGroup

from shoal.cli._output import say
from shoal.errors import PrivacyWarning, ShoalError

INTERNAL, USAGE, SIGNALLED = 1, 2, 128


class Stopped(BaseException):
    """The process was asked to end, by Ctrl-C or by another process.

    It is no KeyboardInterrupt because typer has its own, silent end for that.
    """

    def __init__(self, number: int) -> None:
        """Keep the number of the signal."""
        super().__init__(number)
        self.number = number


@dataclass(slots=True)
class Written:
    """What has been written so far, so that an interruption can tell the truth."""

    places: list[str] = field(default_factory=list)

    @contextmanager
    def in_progress(self, place: str) -> Iterator[None]:
        """Note the place as written when the block ends well; what went to stdout can be a part only."""
        if place == "-":
            self.places.append("a part of the release, to stdout")
        yield
        self.places[:] = ["stdout" if place == "-" else place]

    def __str__(self) -> str:
        """Return the end of the sentence that begins with `interrupted;`."""
        return f"already written: {', '.join(self.places)}" if self.places else "nothing was written"


class Guarded(TyperGroup):
    """A group of commands in which every fault ends in a message on stderr and an exit code."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - typer's own types are private
        """Run the command and flush its output; turn a fault into an exit code."""
        ctx.obj = Written()
        try:
            with tidy_warnings():
                result = super().invoke(ctx)
                sys.stdout.flush()
                return result
        except (typer.Exit, typer.Abort, typer.TyperException, SystemExit):
            raise
        except BaseException as fault:  # noqa: BLE001 - the last stop: nothing goes on after it
            raise typer.Exit(explain(fault, ctx.obj)) from None


def explain(fault: BaseException, written: Written) -> int:
    """Print what went wrong on stderr and return the exit code."""
    if _is_broken_pipe(fault) or _is_broken_pipe(fault.__context__):
        _drop_stdout()
        return SIGNALLED + signal.SIGPIPE
    if isinstance(fault, KeyboardInterrupt | Stopped):
        say("interrupted;", str(written), "bold yellow")
        return SIGNALLED + (fault.number if isinstance(fault, Stopped) else signal.SIGINT)
    if isinstance(fault, ShoalError):
        return _refuse(fault.message, fault.hint, fault.exit_code)
    if isinstance(fault, MemoryError):
        return _refuse("there is not enough memory for this table", "try fewer columns, or a larger machine", USAGE)
    if isinstance(fault, OSError):
        return _refuse(f"{fault.strerror or type(fault).__name__}: {fault.filename or 'stdout'}", "", USAGE)
    return _confess(fault)


def _is_broken_pipe(fault: BaseException | None) -> bool:
    """Return whether the reader of a pipe has gone; libraries tell it in words only."""
    return isinstance(fault, OSError) and (fault.errno == errno.EPIPE or f"os error {errno.EPIPE}" in str(fault))


def _refuse(message: str, hint: str, code: int) -> int:
    """Print the message, and the hint where there is one, and return the exit code."""
    say("error:", message, "bold red")
    if hint:
        say("hint:", hint, "bold cyan")
    return code


def _confess(fault: BaseException) -> int:
    """Print the type of a fault that nobody foresaw; its text may hold cell values, so it takes a switch to see it."""
    say("internal error:", type(fault).__name__, "bold red")
    if os.environ.get("SHOAL_DEBUG") == "1":
        say("debug:", "the traceback may hold values of the table; read it before you share it", "bold yellow")
        sys.stderr.write("".join(traceback.format_exception(fault)))
    else:
        say("hint:", "SHOAL_DEBUG=1 shows where it happened; that text may hold values of the table", "bold cyan")
    return INTERNAL


def _drop_stdout() -> None:
    """Point stdout at nothing, so that the last flush of the interpreter does not complain."""
    with suppress(OSError, ValueError):
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, sys.stdout.fileno())
        os.close(sink)


@contextmanager
def tidy_warnings() -> Iterator[None]:
    """Show each warning once, as one line on stderr."""
    seen: set[str] = set()

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,  # noqa: ARG001 - the signature is that of the standard library
        line: str | None = None,  # noqa: ARG001 - the signature is that of the standard library
    ) -> None:
        label = "privacy" if issubclass(category, PrivacyWarning) else "warning"
        text = str(message) if _is_ours(category, filename) else f"{category.__name__} at line {lineno} of a library"
        if text not in seen:
            seen.add(text)
            say(f"{label}:", text, "bold yellow")

    with warnings.catch_warnings():
        warnings.filterwarnings("always", category=PrivacyWarning)
        warnings.showwarning = show
        yield


def _is_ours(category: type[Warning], filename: str) -> bool:
    """Return whether the text of a warning is shoal's own, and so free of cell values."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - strings suffice
    return issubclass(category, PrivacyWarning) or filename.startswith(package + os.sep)


def heed_signals() -> None:
    """Make Ctrl-C and SIGTERM end the run cleanly, unless whoever started it wants them ignored."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _end)


@contextmanager
def interruptible() -> Iterator[None]:
    """Make the first Ctrl-C a KeyboardInterrupt, which the library answers with what it has; the next one ends the run.

    Where there is nothing yet to answer with, the first one ends the run too.
    """
    if signal.getsignal(signal.SIGINT) is not _end:
        yield
        return
    signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, _end)


def _end(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001 - the signature of a handler
    raise Stopped(number)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001 - the signature of a handler
    signal.signal(number, _end)
    raise KeyboardInterrupt
