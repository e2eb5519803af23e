"""Steps of a run as they are sent to those who follow it: not more than a few a second, and never backwards."""

from __future__ import annotations

import time
from typing import Any

from shoal.progress import Progress, Step
from shoal.web.jobs.worker import Desk

PAUSE = 0.1
"""Seconds between two steps of one stage that are sent."""

ENDS = {
    "read": 0.02, "encode": 0.05, "group": 0.2, "search": 0.8, "bound": 0.88, "publish": 0.91, "verify": 0.94,
    "write": 0.97, "report": 1.0,
}  # fmt: skip
"""How much of a release is done at the end of each stage: an estimate."""


def teller_of(desk: Desk) -> Progress:
    """Return a callback that sends steps to the server; what is done of the whole run only grows."""
    last, stage, reached = 0.0, "", 0.0

    def tell(step: Step) -> None:
        nonlocal last, stage, reached
        now = time.monotonic()
        if step.stage == stage and now - last < PAUSE and step.done < 1.0:
            return
        last, stage, reached = now, step.stage, max(reached, whole(step))
        desk.tell("step", plain(step) | {"done": reached})

    return tell


def whole(step: Step) -> float:
    """Return how much of a release is done, by the stage that it is in and how much is done of that.

    Example:
        >>> whole(Step("search", 0.5)), whole(Step("report", 1.0)), whole(Step("frontier", 0.25))
        (0.5, 1.0, 0.25)
    """
    done = min(1.0, max(0.0, float(step.done)))
    if step.stage not in ENDS:
        return done if step.stage not in ("compile", "done") else 0.0
    stages = list(ENDS)
    begin = ENDS[stages[stages.index(step.stage) - 1]] if step.stage != stages[0] else 0.0
    return begin + done * (ENDS[step.stage] - begin)


def plain(step: Step) -> dict[str, Any]:
    """Return a step in plain values.

    Example:
        >>> plain(Step("search", 0.5, seconds=2.0, expected=5.0))["left"]
        3.0
    """
    left = None if step.expected is None or step.seconds is None else step.expected - step.seconds
    left = None if left is None or left <= 0 else left  # it takes longer than was expected: nobody knows how long
    return {
        "stage": step.stage, "done": min(1.0, max(0.0, float(step.done))), "loss": _number(step.loss),
        "bound": _number(step.bound), "seconds": _number(step.seconds), "left": left, "note": step.note,
    }  # fmt: skip


def _number(value: float | None) -> float | None:
    return None if value is None else float(value)
