"""How a long run tells its caller where it is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Step:
    """One message: the stage of the work, the share of it that is done, and the loss so far where known."""

    stage: str
    done: float
    loss: float | None = None
    bound: float | None = None


Progress: TypeAlias = Callable[[Step], None]


def silent(step: Step) -> None:
    """Take a step and say nothing."""


def on_stderr() -> Progress:
    """Return a callback that keeps one line on the terminal up to date, from the first second on."""
    started = time.monotonic()

    def show(step: Step) -> None:
        seconds = time.monotonic() - started
        if seconds >= 1 and sys.stderr.isatty():
            loss = "" if step.loss is None else f", loss {step.loss:.4f}"
            sys.stderr.write(f"\rshoal: {step.stage} {step.done:4.0%}, {seconds:.0f} s{loss} ")
            sys.stderr.write("\n" if step.stage == "done" else "")
            sys.stderr.flush()

    return show
