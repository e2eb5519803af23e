"""How a long run tells its caller where it is, and how its caller ends it."""

from __future__ import annotations

import math
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias

from shoal.errors import Cancelled
from shoal.figure import helps

ALIKE = 1e-9
LATELY, APART = 16, 0.3
"""How many losses are looked back at, and how many seconds lie between them at least."""

SLOW = 0.005
"""A loss that falls by less, in percent a second, hardly falls."""

FINE, COARSE = 1.2, 10.0


@dataclass(frozen=True, slots=True)
class Step:
    """One message: where the work is, and what has been reached.

    Attributes:
        stage: the stage of the work.
        done: the share of it that is done, from 0 to 1.
        loss: the loss so far, where known.
        bound: a loss that cannot be gone below, where known.
        seconds: how long the run has taken so far.
        note: what else there is to say of it, such as the time left.
        expected: about how long the run will take in all, where that is known: a search may end sooner.
    """

    stage: str
    done: float
    loss: float | None = None
    bound: float | None = None
    seconds: float | None = None
    note: str = ""
    expected: float | None = None


Progress: TypeAlias = Callable[[Step], None]


Hurry: TypeAlias = Callable[[], bool]
"""Says whether to end at once, with what there is."""


def never() -> bool:
    """Return that there is no hurry."""
    return False


def silent(step: Step) -> None:
    """Take a step and say nothing."""


class Cancel:
    """Ends a run from outside: give it as `cancel=`, and call `stop` or `drop` from any thread, or from the callback.

    The run looks at it whenever it tells a step, and a search in between too. What was said stays said: make a new one
    for another run.

    Example:
        >>> cancel = Cancel()
        >>> cancel.stop()
        >>> cancel.is_stopped, cancel.is_dropped
        (True, False)
    """

    def __init__(self) -> None:
        """Let the run go on for now."""
        self._stopped = self._dropped = False
        self._searches, self._lock = 0, threading.Lock()

    def stop(self) -> None:
        """End the run and keep the best release so far; where there is none yet, the run raises `Cancelled`."""
        self._stopped = True

    def drop(self) -> None:
        """End the run and keep nothing: it raises `Cancelled`."""
        self._dropped = True

    @property
    def is_stopped(self) -> bool:
        """Return whether a caller has called `stop`."""
        return self._stopped

    @property
    def is_dropped(self) -> bool:
        """Return whether a caller has called `drop`."""
        return self._dropped

    @property
    def can_stop(self) -> bool:
        """Return whether a search is under way that `stop` would end, and keep what was found."""
        return self._searches > 0 and not (self._stopped or self._dropped)

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Let it be known that a search is under way in the block."""
        with self._lock:
            self._searches += 1
        try:
            yield
        finally:
            with self._lock:
                self._searches -= 1


class Watch:
    """What one run makes of a `Cancel`: when it is to end, and whether it has something to keep by then."""

    def __init__(self, cancel: Cancel | None = None) -> None:
        """Watch for a caller who ends the run; without a `Cancel` nobody does."""
        self._cancel = Cancel() if cancel is None else cancel
        self._keeps = False

    @property
    def over(self) -> bool:
        """Return whether a caller wants the run to end."""
        return self._cancel.is_stopped or self._cancel.is_dropped

    def check(self) -> None:
        """Go on, unless the run is to end and there is nothing to keep.

        Raises:
            Cancelled: it is.
        """
        if self._cancel.is_dropped or (self._cancel.is_stopped and not self._keeps):
            message = "the run was cancelled"
            raise Cancelled(message)

    def keep(self) -> None:
        """Note that there are groups: from now on, a run that is stopped still releases them."""
        self._keeps = True

    def __reduce__(self) -> tuple[type[Watch], tuple[()]]:
        """Leave the one who may end the run behind: another process cannot hear."""
        return Watch, ()

    @contextmanager
    def searching(self) -> Iterator[None]:
        """Let a search be stopped in the block: it has groups whenever it ends, and they are kept."""
        self.keep()
        with self._cancel.searching():
            yield

    def checking(self, progress: Progress) -> Progress:
        """Return a callback that looks up after each step whether the run is to end."""

        def tell(step: Step) -> None:
            progress(step)
            self.check()

        return tell


def forward(progress: Progress) -> Progress:
    """Return a callback that hears of each stage that it only goes forward: what is told twice counts once."""
    done: dict[str, float] = {}

    def tell(step: Step) -> None:
        done[step.stage] = max(done.get(step.stage, 0.0), step.done)
        progress(replace(step, done=done[step.stage]))

    return tell


def timed(progress: Progress) -> Progress:
    """Return a callback that adds to each step the seconds since now, and how many are expected once that is known."""
    started, expected = time.monotonic(), None

    def tell(step: Step) -> None:
        nonlocal expected
        expected = expected if step.expected is None else step.expected
        progress(replace(step, seconds=time.monotonic() - started, expected=expected))

    return tell


def on_stderr() -> Progress:
    """Return a callback that keeps one line on the terminal up to date, from the first second on."""
    started, longest = time.monotonic(), 0

    def show(step: Step) -> None:
        nonlocal longest
        seconds = time.monotonic() - started if step.seconds is None else step.seconds
        if seconds >= 1 and sys.stderr.isatty():
            line = f"shoal: {step.stage} {step.done:4.0%}, {seconds:.0f} s{awaited(step)}{reached(step)}"
            sys.stderr.write(f"\r{line.ljust(longest)} " + ("\n" if step.stage == "done" else ""))
            sys.stderr.flush()
            longest = len(line)

    return show


def teller(progress: bool | Progress) -> Progress:  # noqa: FBT001 - as callers give it
    """Return the callback that a caller means, with the time in each step: True is a line on the terminal."""
    return timed(progress if callable(progress) else on_stderr() if progress else silent)


def awaited(step: Step) -> str:
    """Return how many seconds a run is expected to take, to follow those that it has taken.

    Example:
        >>> awaited(Step("search", 0.5, expected=7.6)), awaited(Step("search", 0.5))
        (' of about 8 s', '')
    """
    return "" if step.expected is None or step.expected < 1 else f" of about {step.expected:.0f} s"


def reached(step: Step) -> str:
    """Return the end of a line on a step: what it notes, or the loss so far and how far from the least it can be.

    Example:
        >>> reached(Step("search", 0.5, loss=0.0712, bound=0.0376))
        ', loss 0.0712, at most 1.9x the least possible'
    """
    if step.note:
        return f", {step.note}"
    if step.loss is None:
        return ""
    far = distance(step.loss, step.bound)
    return f", loss {step.loss:.3g}" + (f", {far}" if far else "")


class Gain:
    """What a search is worth: by how much of itself the loss has fallen a second, of late."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._seen: deque[tuple[float, float]] = deque(maxlen=LATELY)

    def note(self, loss: float | None, now: float) -> None:
        """Take the loss at a moment, where there is one."""
        if loss is not None and (not self._seen or now - self._seen[-1][0] >= APART):
            self._seen.append((now, loss))

    @property
    def words(self) -> str:
        """Return the end of a line on a search; nothing before a second of it is seen.

        Example:
            >>> gain = Gain()
            >>> gain.note(0.0700, 1.0)
            >>> gain.note(0.0693, 3.0)
            >>> gain.words
            ', falling 0.5 % a second'
        """
        if not self._seen:
            return ""
        (then, before), (now, loss) = self._seen[0], self._seen[-1]
        if now - then < 1 or not before:
            return ""
        rate = 100 * (before - loss) / before / (now - then)
        return f", falling {rate:.1g} % a second" if rate > SLOW else ", hardly falling"


def distance(loss: float, bound: float | None) -> str:
    """Return in words how far a loss can be from the least possible, or nothing where too little is known.

    Example:
        >>> distance(0.3, 0.2), distance(0.2021, 0.2), distance(0.2, 0.2), distance(0.2, 0.0)
        ('at most 1.5x the least possible', 'at most 1.02x the least possible', 'the least possible', '')
    """
    if bound is None or not helps(bound, loss):
        return ""
    if loss <= bound * (1 + ALIKE):
        return "the least possible"
    return f"at most {_times(loss / bound)}x the least possible"


def _times(ratio: float) -> str:
    """Return a ratio with as many digits as matter, rounded up, so that it never says less than it is."""
    digits = 2 if ratio < FINE else 1 if ratio < COARSE else 0
    return f"{math.ceil(ratio * 10**digits - ALIKE) / 10**digits:.{digits}f}"
