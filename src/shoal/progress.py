"""How a long run tells its caller where it is."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

ALIKE = 1e-9
FINE, COARSE = 1.2, 10.0
FAR = 100.0
"""Beyond so many times the bound it is the bound that is poor, and there is nothing to tell."""


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
    """

    stage: str
    done: float
    loss: float | None = None
    bound: float | None = None
    seconds: float | None = None
    note: str = ""


Progress: TypeAlias = Callable[[Step], None]


def silent(step: Step) -> None:
    """Take a step and say nothing."""


def timed(progress: Progress) -> Progress:
    """Return a callback that adds to each step the seconds since now."""
    started = time.monotonic()

    def tell(step: Step) -> None:
        progress(replace(step, seconds=time.monotonic() - started))

    return tell


def on_stderr() -> Progress:
    """Return a callback that keeps one line on the terminal up to date, from the first second on."""
    started, longest = time.monotonic(), 0

    def show(step: Step) -> None:
        nonlocal longest
        seconds = time.monotonic() - started if step.seconds is None else step.seconds
        if seconds >= 1 and sys.stderr.isatty():
            line = f"shoal: {step.stage} {step.done:4.0%}, {seconds:.0f} s{reached(step)}"
            sys.stderr.write(f"\r{line.ljust(longest)} " + ("\n" if step.stage == "done" else ""))
            sys.stderr.flush()
            longest = len(line)

    return show


def teller(progress: bool | Progress) -> Progress:  # noqa: FBT001 - as callers give it
    """Return the callback that a caller means, with the time in each step: True is a line on the terminal."""
    return timed(progress if callable(progress) else on_stderr() if progress else silent)


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


def distance(loss: float, bound: float | None) -> str:
    """Return in words how far a loss can be from the least possible, or nothing where too little is known.

    Example:
        >>> distance(0.3, 0.2), distance(0.2021, 0.2), distance(0.2, 0.2), distance(0.2, 0.0)
        ('at most 1.5x the least possible', 'at most 1.02x the least possible', 'the least possible', '')
    """
    if bound is None or loss > FAR * bound:
        return ""
    if loss <= bound * (1 + ALIKE):
        return "the least possible"
    return f"at most {_times(loss / bound)}x the least possible"


def _times(ratio: float) -> str:
    """Return a ratio with as many digits as matter, rounded up, so that it never says less than it is."""
    digits = 2 if ratio < FINE else 1 if ratio < COARSE else 0
    return f"{math.ceil(ratio * 10**digits - ALIKE) / 10**digits:.{digits}f}"
