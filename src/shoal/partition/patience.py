"""When a search is to end: at its deadline, when it is interrupted, or when somebody says so."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import FrameType, TracebackType
from typing import Any, Literal, Self, TypeAlias

Ending: TypeAlias = Literal["done", "interrupted", "out of time"]


class Patience(AbstractContextManager["Patience"]):
    """A block in which the first Ctrl-C is heard and kept; the next one does what it did before.

    `over` says whether to end, `ending` why. Signals can be heard in the main thread only; elsewhere the deadline alone
    counts.
    """

    def __init__(self, seconds: float | None) -> None:
        """Wait for so many seconds from now on, or for as long as it takes."""
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._started = time.monotonic()
        self._seconds = seconds
        self._heard = False
        self._before: Callable[[int, FrameType | None], Any] | None = None

    def __enter__(self) -> Self:
        """Begin to listen."""
        before = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is threading.main_thread() and callable(before):
            self._before = before
            signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Listen no longer."""
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    @property
    def over(self) -> bool:
        """Return whether it is time to end."""
        return self._heard or (self._deadline is not None and time.monotonic() >= self._deadline)

    @property
    def ending(self) -> Ending:
        """Return why it ended, or would end now."""
        if self._heard:
            return "interrupted"
        return "out of time" if self.over else "done"

    @property
    def spent(self) -> float:
        """Return the share of the time that is gone; 0 where there is no deadline."""
        return 0.0 if not self._seconds else min(1.0, (time.monotonic() - self._started) / self._seconds)

    def stop(self) -> None:
        """End as if interrupted."""
        self._heard = True

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self._heard and self._before is not None:
            self._before(number, frame)
        self._heard = True
