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
from typing import Any, TextIO

import typer
from typer.core import TyperGroup

from shoal.cli._ending import SIGNALLED, account_by, ended_by, take_the_word, uninterrupted
from shoal.cli._output import say
from shoal.cli._places import STREAM, is_stream
from shoal.errors import FormulaWarning, PrivacyWarning, ReadingWarning, ShoalError

INTERNAL, USAGE = 1, 2


@dataclass(slots=True)
class Written:
    """What has been written so far, so that an interruption can tell the truth."""

    places: list[str] = field(default_factory=list)

    @contextmanager
    def in_progress(self, place: str) -> Iterator[None]:
        """Note a stream as written when the block ends well; until then, a part of the release can have gone there.

        Of a file nothing is there to see before the end of `together`.
        """
        if not is_stream(place):
            yield
            return
        name = "stdout" if place == STREAM else place
        self.places.append(f"a part of the release, to {name}")
        yield
        self.places[-1] = name

    @contextmanager
    def together(self, *places: str) -> Iterator[None]:
        """Let the files that are written in the block take their places at its end, all or none, and note them.

        No signal comes between the two.
        """
        from shoal.table import atomic

        with atomic.together() as drafts:
            yield
            with uninterrupted():
                drafts.place()
                self.places += places

    def __str__(self) -> str:
        """Return the end of the sentence that begins with `interrupted;`."""
        return f"already written: {', '.join(self.places)}" if self.places else "nothing was written"


class Guarded(TyperGroup):
    """A group of commands in which every fault ends in a message on stderr and an exit code."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - typer's own types are private
        """Run the command and flush its output; turn a fault into an exit code."""
        ctx.obj = Written()
        account_by(ctx.obj)
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
        drop_stdout()
        return SIGNALLED + signal.SIGPIPE
    number = ended_by(fault)
    if number:
        if take_the_word():
            say("interrupted;", str(written), "bold yellow")
        return SIGNALLED + number
    code = _explained(fault)
    if written.places:
        say("already written:", ", ".join(written.places), "bold yellow")
    return code


def _explained(fault: BaseException) -> int:
    if isinstance(fault, ShoalError):
        return _refuse(fault.message, fault.hint, fault.exit_code)
    if isinstance(fault, MemoryError):
        return _refuse("there is not enough memory for this table", "try fewer columns, or a larger machine", USAGE)
    if isinstance(fault, OSError):
        drop_stdout()
        if fault.errno == errno.EBADF:
            return _refuse("stdout is closed, and the result was to go there", "", USAGE)
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


def drop_stdout() -> None:
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
        for own in (PrivacyWarning, FormulaWarning, ReadingWarning):
            warnings.filterwarnings("always", category=own)
        warnings.showwarning = show
        yield


def _is_ours(category: type[Warning], filename: str) -> bool:
    """Return whether the text of a warning is shoal's own, and so free of cell values."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - strings suffice
    own = issubclass(category, PrivacyWarning | FormulaWarning | ReadingWarning)
    return own or filename.startswith(package + os.sep)
