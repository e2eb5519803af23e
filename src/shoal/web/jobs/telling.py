"""Steps of a run as they are sent to those who follow it: not more than a few a second."""

from __future__ import annotations

import time
from typing import Any

from shoal.progress import Progress, Step
from shoal.web.jobs.worker import Desk

PAUSE = 0.1
"""Seconds between two steps of one stage that are sent."""


def teller_of(desk: Desk) -> Progress:
    """Return a callback that sends steps to the server."""
    last, stage = 0.0, ""

    def tell(step: Step) -> None:
        nonlocal last, stage
        now = time.monotonic()
        if step.stage == stage and now - last < PAUSE and step.done < 1.0:
            return
        last, stage = now, step.stage
        desk.tell("step", plain(step))

    return tell


def plain(step: Step) -> dict[str, Any]:
    """Return a step in plain values.

    Example:
        >>> plain(Step("search", 0.5, seconds=2.0, expected=5.0))["left"]
        3.0
    """
    left = None if step.expected is None or step.seconds is None else max(0.0, step.expected - step.seconds)
    return {
        "stage": step.stage, "done": min(1.0, max(0.0, float(step.done))), "loss": _number(step.loss),
        "bound": _number(step.bound), "seconds": _number(step.seconds), "left": left, "note": step.note,
    }  # fmt: skip


def _number(value: float | None) -> float | None:
    return None if value is None else float(value)
