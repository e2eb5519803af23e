"""One piece of work for a process, and what comes back from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from shoal.web.fault import FaultDict

Told = Callable[[str, Any], None]
"""Takes what a job tells on its way: what it is, and the thing itself."""


@dataclass(slots=True, eq=False)
class Job:
    """What a lane hands to a process.

    Attributes:
        task: the name of the work, see `worker.TASKS`.
        given: what it needs, in plain values.
        begun: called once it is under way.
        told: called with all that it tells.
        done: called with what it returns.
        failed: called with why it failed; `dropped` says that a caller wanted it so.
        ending: "" to go on, "stop" to end and keep, "drop" to end and keep nothing.
    """

    task: str
    given: Mapping[str, Any]
    done: Callable[[Any], None]
    failed: Callable[[FaultDict, bool], None]
    begun: Callable[[], None] = lambda: None
    told: Told = lambda _what, _thing: None
    ending: str = field(default="")
