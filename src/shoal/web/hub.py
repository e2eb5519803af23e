"""What the routes share: sessions, lanes of jobs, and what is done with tables and runs."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, Request

from shoal.web.fault import FaultDict, Refused
from shoal.web.held import Held
from shoal.web.jobs.job import Job
from shoal.web.jobs.lane import Lane
from shoal.web.running import Running
from shoal.web.serving import UNPACKED, Serving
from shoal.web.session import Session, Sessions

LANES = ("read", "look", "release", "frontier")
"""A release takes all cores, one after the other; the rest is short, or goes on beside it with fewer."""


class Hub:
    """The inside of a server."""

    def __init__(self, serving: Serving) -> None:
        """Make the private folder; processes start when there is something to do."""
        self.serving = serving
        self.sessions = Sessions(serving.token, serving.tmp)
        self.lanes = {name: Lane(name) for name in LANES}
        self.is_ending = False

    def close(self) -> None:
        """End all jobs, and remove all files."""
        for lane in self.lanes.values():
            lane.close()
        self.sessions.close()

    def read(self, held: Held, read: Mapping[str, Any] | None) -> None:
        """Read a table, or read it once more in another way; what is asked of it begins again."""
        with held.lock:
            held.reading += 1
            held.read, held.state, held.error = read or None, "reading", None
            turn = held.reading
        given = {
            "place": str(held.place), "file": None if held.file is None else str(held.file), "read": read or {},
            "sample": held.name if held.sample else "", "rows": self.serving.rows, "columns": self.serving.columns,
            "unpacked": UNPACKED * self.serving.upload_bytes,
        }  # fmt: skip

        def done(outcome: tuple[dict[str, Any], list[str]]) -> None:
            with held.lock:
                if held.reading == turn:
                    held.found, held.request = outcome[0]["found"], outcome[0]["request"]
                    held.state = "ready"
            for old in set(range(1, turn)) - held.used:
                self.discard(held.folder / f"read{old}")

        def failed(fault: FaultDict, _: bool) -> None:  # noqa: FBT001 - the signature of a callback
            with held.lock:
                if held.reading == turn:
                    held.state, held.error = "failed", fault

        self.lanes["read"].put(Job("read", given, done, failed))

    def start(self, session: Session, held: Held, name: str | None, kind: str) -> Running:
        """Start a run on a table as it is described now."""
        asked = held.asked(self.serving.address)
        held.request.settings.require_promise()
        id_, folder = session.place()
        held.used.add(held.reading)
        run = Running(id_, held.id, held.place, folder, kind, name, asked)
        cores = os.cpu_count() or 1
        given = {
            "place": str(held.place), "folder": str(folder), "request": held.request,
            "textual": held.found["textual"], "neutralize": bool(held.found["formulas"]),
            "threads": cores if kind == "release" else max(1, cores // 2),
        }  # fmt: skip
        run.job = Job(kind, given, run.finish, run.fail, run.begin, run.hear)
        session.runs[id_] = run
        self.lanes[kind].put(run.job)
        self.lanes[kind].warm()
        return run

    def queue(self, run: Running) -> int:
        """Return the place of a run among those that wait."""
        return 0 if run.job is None or run.has_ended else self.lanes[run.kind].place(run.job)

    def cancel(self, run: Running, *, keep: bool) -> None:
        """End a run, and keep the best so far where there is something to keep."""
        if run.job is not None and not run.has_ended and self.lanes[run.kind].end(run.job, keep=keep):
            run.fail(FaultDict(kind="Cancelled", message="the run was cancelled", hint=""), was_wanted=True)

    def forget(self, session: Session, run: Running) -> None:
        """End a run, and remove all that is known of it."""
        self.cancel(run, keep=False)
        session.runs.pop(run.id, None)
        self.discard(run.folder)

    def drop(self, session: Session, held: Held) -> None:
        """Remove a table, and its runs; a file of this machine that was read in place stays."""
        for run in [run for run in session.runs.values() if run.table == held.id]:
            self.forget(session, run)
        session.tables.pop(held.id, None)
        self.discard(held.folder)

    def discard(self, folder: Path) -> None:
        """Remove a folder of a session."""
        shutil.rmtree(folder, ignore_errors=True)

    def ask(self, lane: str, task: str, given: Mapping[str, Any]) -> Any:  # noqa: ANN401 - what the task returns
        """Run a short job and wait for it, in a thread of its own.

        Raises:
            Refused: it failed.
        """
        ended, found = threading.Event(), dict[str, Any]()

        def done(outcome: tuple[Any, list[str]]) -> None:
            found["it"] = outcome[0]
            ended.set()

        def failed(fault: FaultDict, _: bool) -> None:  # noqa: FBT001 - the signature of a callback
            found["fault"] = fault
            ended.set()

        self.lanes[lane].put(Job(task, given, done, failed))
        while not ended.wait(1.0):
            if self.lanes[lane].is_closed:
                raise Refused(503, "Closing", "the server is being ended")
        if "fault" in found:
            fault = found["fault"]
            raise Refused(422, fault["kind"], fault["message"], fault["hint"])
        return found["it"]


def _session(request: Request) -> Session:
    found: Session = request.state.session
    return found


def _hub(request: Request) -> Hub:
    found: Hub = request.app.state.hub
    return found


InSession = Annotated[Session, Depends(_session)]
InHub = Annotated[Hub, Depends(_hub)]
