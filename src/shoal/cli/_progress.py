"""The live line on stderr for anything that takes longer than a second."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from dataclasses import replace
from threading import Lock, Timer
from types import TracebackType
from typing import TYPE_CHECKING, Self, cast

from shoal.cli._ending import stop_first
from shoal.cli._output import remarks, seconds, shown
from shoal.progress import Cancel, Gain, Step, reached

if TYPE_CHECKING:
    from rich.live import Live
    from rich.text import Text

COMPILING = "compile"
PATIENCE = 1.0
WIDTH = 10
ROOM = 79
"""What fits on a line of any terminal; how far the least loss is goes first."""


class LiveLine:
    """A line that shows the latest step; it appears after a second, on a terminal only, and leaves nothing behind."""

    def __init__(self, *, quiet: bool) -> None:
        """Prepare the line; `quiet` keeps it away altogether."""
        self._console = remarks()
        self._step = Step("starting", 0.0)
        self._start = time.monotonic()
        self._gain = Gain()
        self._lock = Lock()
        self._over = quiet or not self._console.is_terminal
        self._silent = quiet or self._console.is_terminal
        self._live: Live | None = None
        self._timer = Timer(PATIENCE, self._appear)
        self._timer.daemon = True

    def __call__(self, step: Step) -> None:
        """Show the step from now on; where there is no terminal, say once that kernels are compiled."""
        self._step = ahead(self._step, step)
        self._gain.note(step.loss, time.monotonic())
        if step.stage == COMPILING and not self._silent:
            self._silent = True
            self._console.print(f"Compiling: {step.note}", style="bold cyan", highlight=False)

    def __enter__(self) -> Self:
        """Start to wait for the moment to appear."""
        if not self._over:
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the line away."""
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._live is not None:
                self._live.stop()

    def __rich__(self) -> Text:
        """Return the line as it is now."""
        return render(self._step, time.monotonic() - self._start, self._gain.words)

    def _appear(self) -> None:
        from rich.live import Live

        with self._lock:
            if not self._over:
                self._live = Live(self, console=self._console, transient=True, refresh_per_second=8)
                self._live.start()


def ahead(last: Step, step: Step) -> Step:
    """Return a step that never falls behind the last one of its stage: a line goes forward only."""
    return replace(step, done=max(last.done, step.done)) if step.stage == last.stage else step


def render(step: Step, elapsed: float, gain: str = "") -> Text:
    """Return one line that is never wrapped: stage, bar, share, time, the loss so far and what going on is worth."""
    from rich.text import Text

    share = min(1.0, max(0.0, step.done))
    filled = round(share * WIDTH)
    line = Text.assemble(
        (shown(step.stage).ljust(12), "bold"),
        ("━" * filled, "cyan"),
        ("━" * (WIDTH - filled), "dim"),
        f" {share:4.0%}, {seconds(elapsed)}{_left(step, elapsed)}",
    )
    whole = f"{reached(step)}{gain}"
    line.append(whole if len(line) + len(whole) <= ROOM else f"{reached(replace(step, bound=None))}{gain}")
    line.no_wrap, line.overflow = True, "ellipsis"
    return line


def _left(step: Step, elapsed: float) -> str:
    """Return how long the run will go on at most, where that is known."""
    left = (step.expected or 0.0) - elapsed
    return f", {left:.0f} s left" if step.expected and left >= 1 else ""


def stopped_by_interrupt() -> Cancel:
    """Return what ends a run at the first Ctrl-C, with the best release so far, where it is in a search by then."""
    cancel = Cancel()
    stop_first(cancel)
    return cancel


def announced_compiling(*, quiet: bool) -> AbstractContextManager[object]:
    """Return a context that says so when kernels must be compiled, because that run takes seconds longer."""
    from shoal import kernels

    def tell() -> None:
        if not quiet:
            remarks().print("Compiling (first run only) ...", style="bold cyan")

    return cast("AbstractContextManager[object]", kernels.telling_of_compilation(tell))
