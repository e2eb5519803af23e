"""How a run ends before its time: by Ctrl-C, or because another process asks for it.

Signals are heeded before anything large is imported, so this file imports only what Python has loaded by then, or
nearly so. The handlers of Python run in the main thread, between two of its steps; a kernel, or a file that is slow to
be written, may keep them waiting. So a second thread hears signals too, through a pipe that the system writes to, and
ends the process when the main thread has not done so by itself.
"""

from __future__ import annotations

import os
import signal
import sys
from _thread import allocate_lock, start_new_thread

TYPE_CHECKING = False  # as in typing, which takes longer to import than all the rest
if TYPE_CHECKING:
    from types import FrameType, TracebackType

    from shoal.progress import Cancel

SIGNALLED = 128
"""What is added to the number of a signal to make an exit code."""

GRACE = 1.0
"""Seconds that the main thread has to end by itself."""


class Stopped(BaseException):
    """The process was asked to end, by Ctrl-C or by another process.

    It is no KeyboardInterrupt because typer has its own, silent end for that.
    """

    def __init__(self, number: int) -> None:
        """Keep the number of the signal."""
        super().__init__(number)
        self.number = number


class _State:
    """What both threads know: the signal that is to end the run, and what can be said of it."""

    account: object = "nothing was written"
    cancel: Cancel | None = None
    number = 0
    waiting = 0
    shields = 0
    has_spoken = False
    lock = allocate_lock()


def heed_signals() -> None:
    """Make Ctrl-C and SIGTERM end the run cleanly, unless the one who started it wants them ignored."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _end)
    sys.unraisablehook = _catch_again


def watch_signals() -> None:
    """Let a second thread end the process where the main thread does not come to it."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    start_new_thread(_watch, (reader,))


def leave_time_to_end() -> None:
    """Let the main thread take as long as it needs: a server ends its processes and removes their files first."""
    signal.set_wakeup_fd(-1)


def account_by(account: object) -> None:
    """Let `str(account)` be what an interruption says of the files, from now on."""
    _State.account = account


def stop_first(cancel: Cancel) -> None:
    """Let a first Ctrl-C during a search stop that search: what it has found is released. The next one ends the run."""
    _State.cancel = cancel


def ignore_signals() -> None:
    """Let nothing break into the end of the run."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


def take_the_word() -> bool:
    """Return whether nobody has said yet that the run was interrupted; the one who asks says it then."""
    is_first = not _State.has_spoken
    _State.has_spoken = True
    return is_first


def account() -> str:
    """Return what an interruption says of the files."""
    return str(_State.account)


def ended_by(fault: BaseException | None) -> int:
    """Return the number of the signal that a fault goes back to, 0 where there is none.

    Libraries wrap what is raised inside them, and some lose it: once the run is to end, it is no matter how it does.
    """
    if _State.number:
        return _State.number
    seen: list[BaseException] = []
    left = [fault]
    while left:
        one = left.pop()
        if one is None or one in seen:
            continue
        if isinstance(one, Stopped):
            return one.number
        if isinstance(one, KeyboardInterrupt):
            return int(signal.SIGINT)
        seen.append(one)
        left += [one.__cause__, one.__context__]
    return 0


class uninterrupted:  # noqa: N801 - a context, called like a function
    """A short block that no signal breaks into: what is done in it and what is said of it stay of a piece."""

    def __enter__(self) -> None:
        """Let signals wait."""
        _State.shields += 1
        _State.lock.acquire()

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Heed the signal that came in the meantime, if one did."""
        _State.lock.release()
        _State.shields -= 1
        if _State.waiting and not _State.shields:
            _end(_State.waiting, None)


def _end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature of a handler
    if _State.shields:
        _State.waiting = number
        return
    if number == signal.SIGINT and _State.cancel is not None and _State.cancel.can_stop:
        _State.cancel.stop()
        return
    _State.number = number
    raise Stopped(number)


def _catch_again(caught: sys.UnraisableHookArgs) -> None:
    """Send a signal again whose exception came up where Python can only drop it, such as while an object dies."""
    number = ended_by(caught.exc_value)
    if number:
        start_new_thread(_send, (number,))
    else:
        sys.__unraisablehook__(caught)


def _send(number: int) -> None:
    import time

    time.sleep(GRACE / 20)
    os.kill(os.getpid(), number)


def _watch(reader: int) -> None:
    """Read the numbers of signals as they come, and leave the main thread a grace after each."""
    interrupts = 0
    while True:
        for number in os.read(reader, 64):
            interrupts += number == signal.SIGINT
            start_new_thread(_force, (number, number == signal.SIGTERM or interrupts > 1))


def _force(number: int, is_final: bool) -> None:  # noqa: FBT001 - threads are started without keywords
    """End the process once the grace is over.

    A first Ctrl-C is left to the main thread, unless that meant to end and did not: the exception of a handler is lost
    in C code that takes every failure of a look-up for an absent key.
    """
    import time

    time.sleep(GRACE)
    if not (is_final or _State.number):
        return
    is_settled = _State.lock.acquire(timeout=GRACE / 2)
    if folders := sys.modules.get("shoal.engines.folder"):
        folders.remove_all()
    if take_the_word():
        _write(f"interrupted; {account() if is_settled else 'files were being put in their places'}\n")
    os._exit(SIGNALLED + (_State.number or number))


def _write(line: str) -> None:
    """Write a line to stderr if that can be done at once; on a terminal, where the live line was."""
    import select

    try:
        if os.isatty(2):
            line = "\r\x1b[K\x1b[?25h" + line
        if select.select([], [2], [], 0)[1]:
            os.write(2, line.encode(errors="backslashreplace"))
    except (OSError, ValueError):  # nobody can be told
        return
