"""How a long run tells its caller where it is."""

from __future__ import annotations

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
