"""When a search is to end: at its deadline, or when a caller says so."""

from __future__ import annotations

import time
from typing import Literal, TypeAlias

from shoal.progress import Watch

Ending: TypeAlias = Literal["done", "settled", "interrupted", "out of time"]


class Patience:
    """How long a search may go on: `over` says whether to end, `ending` why."""

    def __init__(self, seconds: float | None, watch: Watch) -> None:
        """Wait for so many seconds from now on, or for as long as it takes, unless the caller wants to end."""
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._started = time.monotonic()
        self.seconds = seconds
        self._watch = watch

    @property
    def over(self) -> bool:
        """Return whether it is time to end."""
        return self._watch.over or (self._deadline is not None and time.monotonic() >= self._deadline)

    @property
    def ending(self) -> Ending:
        """Return why it ended, or would end now."""
        if self._watch.over:
            return "interrupted"
        return "out of time" if self.over else "done"

    @property
    def spent(self) -> float:
        """Return the share of the time that is gone; 0 where there is no deadline."""
        return 0.0 if not self.seconds else min(1.0, (time.monotonic() - self._started) / self.seconds)
