"""Where the command `shoal` starts: signals and streams are seen to before anything large is imported."""

from __future__ import annotations

import errno
import io
import os
import sys

from shoal.cli import _ending


def run() -> None:
    """Run the command line on the arguments of this process, and end it with an exit code."""
    _ending.heed_signals()
    try:
        _mend_streams()
        _ending.watch_signals()
        code = _called()
        _ending.ignore_signals()
    except BaseException as fault:  # noqa: BLE001 - the last stop; what cannot be explained is raised again
        _ending.ignore_signals()
        code = _code_of(fault)
    _leave(code)


def _called() -> int:
    """Run the command and return its exit code."""
    from shoal.cli.main import app

    try:
        app(prog_name="shoal")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _code_of(fault: BaseException) -> int:
    """Say why the run ended before or after its command, where that can be said, and return the exit code."""
    number = _ending.ended_by(fault)
    if number:
        if _ending.take_the_word():
            sys.stderr.write(f"interrupted; {_ending.account()}\n")
        return _ending.SIGNALLED + number
    if not isinstance(fault, OSError):
        raise fault
    from shoal.cli._faults import Written, explain

    return explain(fault, Written())


def _leave(code: int) -> None:
    """End the process; after an interruption at once, without waiting for kernels that other threads are in."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError) as fault:
        from shoal.cli._faults import Written, drop_stdout, explain

        drop_stdout()
        code = code or explain(fault, Written())
    sys.stderr.flush()
    if code > _ending.SIGNALLED:
        os._exit(code)
    sys.exit(code)


def _mend_streams() -> None:
    """Fill the places of closed streams, so that no file that is opened takes them, and let stderr forgive.

    What is read from a closed stdin, or written to a closed stdout, is an error, as with any other program; what is
    said on a closed stderr is lost.
    """
    for number, flags in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        if _is_closed(number):
            os.open(os.devnull, flags)  # takes the lowest number that is free: this one
    if sys.stdin is None:
        sys.stdin = os.fdopen(0, "r", closefd=False)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = _Forgiving(
        os.fdopen(2, "wb", closefd=False),
        encoding=None if sys.stderr is None else sys.stderr.encoding,
        errors="backslashreplace",
        line_buffering=True,
    )


def _is_closed(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError as error:
        return error.errno == errno.EBADF
    return False


class _Forgiving(io.TextIOWrapper):
    """A stream for remarks: where they cannot be written, the work goes on without them."""

    def write(self, text: str) -> int:
        """Write the text, or lose it."""
        try:
            return super().write(text)
        except (OSError, ValueError):
            return len(text)

    def flush(self) -> None:
        """Bring what was written to its end, or lose it."""
        try:
            super().flush()
        except (OSError, ValueError):
            return
