"""A run: what was asked for, where it is, and what came of it."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shoal.web import shape, shape_run
from shoal.web.checklist import CHECKS, checklist
from shoal.web.fault import FaultDict, Refused
from shoal.web.jobs.job import Job
from shoal.web.shape_asked import Asked

ENDED = frozenset({"done", "failed", "cancelled"})
MOST_STEPS = 400
"""Points of the curve that a run keeps; above it every other one is dropped."""


@dataclass(slots=True, eq=False)
class Running:
    """A run of a session.

    Attributes:
        id: what the API calls it.
        table: the table that it is about.
        place: the folder of the copies of the table that it was started on.
        folder: where its private files are.
        kind: "release" or "frontier".
        name: what its owner calls it.
        asked: what was asked for.
        state: "queued", "running", "done", "failed" or "cancelled".
        version: how often anything of it has changed, for those who follow it.
        steps: the curve of its loss: seconds, loss and bound.
        found: what it returned.
    """

    id: str
    table: str
    place: Path
    folder: Path
    kind: str
    name: str | None
    asked: Asked
    job: Job | None = None
    state: str = "queued"
    version: int = 0
    error: FaultDict | None = None
    step: dict[str, Any] | None = None
    steps: list[tuple[float, float, float | None]] = field(default_factory=list)
    points: list[dict[str, Any]] = field(default_factory=list)
    found: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    checks: dict[str, tuple[bool, str]] = field(default_factory=dict)
    created: float = field(default_factory=time.monotonic)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def has_ended(self) -> bool:
        """Return whether nothing of it will change any more."""
        return self.state in ENDED

    def begin(self) -> None:
        """Note that it is under way."""
        with self.lock:
            self.state, self.version = "running", self.version + 1

    def hear(self, what: str, thing: Any) -> None:  # noqa: ANN401 - whatever a job tells
        """Take note of a step, or of a point of a frontier."""
        with self.lock:
            self.version += 1
            if what == "point":
                self.points.append(thing)
                return
            self.step = thing
            if thing["loss"] is not None and thing["seconds"] is not None:
                self.steps.append((thing["seconds"], thing["loss"], thing["bound"]))
                if len(self.steps) > MOST_STEPS:
                    self.steps = [*self.steps[:-1:2], self.steps[-1]]

    def finish(self, outcome: tuple[dict[str, Any], list[str]]) -> None:
        """Take what it returned."""
        with self.lock:
            self.found, self.warnings = outcome
            self.state, self.version = "done", self.version + 1

    def fail(self, fault: FaultDict, was_wanted: bool) -> None:  # noqa: FBT001 - the signature of a callback
        """Note why it failed, or that its owner dropped it."""
        with self.lock:
            self.error = None if was_wanted else fault
            self.state, self.version = "cancelled" if was_wanted else "failed", self.version + 1

    def require_release(self) -> None:
        """Refuse to show the release of a run that has none.

        Raises:
            Refused: it is a frontier, or not done.
        """
        if self.kind != "release":
            raise Refused(409, "NoRelease", "a frontier tries several k and keeps no release", "start a run")
        if self.state != "done":
            raise Refused(409, "NotReady", f"the run is {self.state}, and has no release", "wait until it is done")

    def tick(self, ticked: list[shape_run.Ticked]) -> None:
        """Take what a reviewer says to lines of the checklist.

        Raises:
            Refused: there is no such line.
        """
        for one in ticked:
            if one.id not in CHECKS:
                raise Refused(422, "SettingError", "the checklist has no such line", f"lines: {', '.join(CHECKS)}")
        with self.lock:
            self.checks |= {one.id: (one.done, one.note) for one in ticked}
            self.version += 1

    def shape(self, queue: int = 0) -> shape_run.Run:
        """Return the run as the API shows it."""
        with self.lock:
            found = self.found
            return shape_run.Run(
                id=self.id,
                table=self.table,
                kind=self.kind,  # type: ignore[arg-type]  # one of two
                name=self.name,
                state=self.state,  # type: ignore[arg-type]  # one of five
                queue=queue if self.state == "queued" else 0,
                error=None if self.error is None else shape.Fault(**self.error),
                asked=self.asked,
                step=None if self.step is None else shape_run.Step(**self.step),
                steps=list(self.steps),
                facts=None if "facts" not in found else shape_run.Facts(**found["facts"]),
                risk=None if "risk" not in found else shape_run.Compared(**found["risk"]),
                points=[shape_run.Point(**point) for point in self.points],
                checklist=checklist(self.checks) if self.kind == "release" else [],
                warnings=self.warnings,
                formats=found.get("formats", []),
            )
