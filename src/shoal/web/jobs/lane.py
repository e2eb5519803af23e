"""A lane of jobs: a queue, and a process that works on one of them at a time."""

from __future__ import annotations

import multiprocessing
import threading
import time
from collections import deque
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from shoal.web.fault import FaultDict, fault_of
from shoal.web.jobs.job import Job
from shoal.web.jobs.worker import serve

LOOK = 0.05
"""Seconds between two looks at whether a job is to end."""

GRACE = 10.0
"""Seconds that a job which is to be dropped has to end by itself."""

IDLE = 300.0
"""Seconds after which a process without a job is ended: it holds some hundred megabytes of libraries."""

PAGE, LARGE = 4096, 1 << 29
"""A process that has grown beyond so many bytes is replaced after its job."""

GONE = "the process that did the work ended before its time (exit code {})"
HINT = "there may be too little memory for this table; try fewer columns, or a larger machine"


class Lane:
    """Works on jobs one after the other; a process that dies takes its job with it, and no more."""

    def __init__(self, name: str, idle: float = IDLE) -> None:
        """Be ready for jobs; a thread waits for them, and a process is there once the first has come."""
        self.idle = idle
        self._waiting: deque[Job] = deque()
        self._changed = threading.Condition()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._work, name=f"lane {name}", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """Add a job at the end of the queue."""
        with self._changed:
            self._waiting.append(job)
            self._changed.notify()

    def place(self, job: Job) -> int:
        """Return how many jobs are before one that waits, itself counted; 0 where it does not wait."""
        with self._changed:
            return self._waiting.index(job) + 1 if job in self._waiting else 0

    def end(self, job: Job, *, keep: bool) -> bool:
        """Let a job end; return whether it was still waiting, and is simply gone now."""
        with self._changed:
            job.ending = "drop" if job.ending == "drop" or not keep else "stop"
            if job in self._waiting:
                self._waiting.remove(job)
                return True
        return False

    def warm(self) -> None:
        """Start the process before it is needed."""
        with self._changed:
            if self._process is None and not self._closed:
                self._start()

    @property
    def is_closed(self) -> bool:
        """Return whether no job will be done any more."""
        return self._closed

    @property
    def process(self) -> int | None:
        """Return the number of the process, where there is one."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the process, and whatever it does."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify()
        self._drop_process()
        self._thread.join(timeout=5.0)

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._waiting and not self._closed:
                    if not self._changed.wait(self.idle):
                        self._drop_process()
                if self._closed:
                    return
                job = self._waiting.popleft()
                if self._process is None or not self._process.is_alive():
                    self._start()
            try:
                self._run(job)
            except Exception as error:  # noqa: BLE001 - a job that cannot be handed over fails; the lane goes on
                self._drop_process()
                job.failed(fault_of(error), False)  # noqa: FBT003 - the signature of a callback

    def _start(self) -> None:
        """Start a process: spawned, so that it shares nothing with the threads and the port of the server."""
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True, name="shoal worker")
        self._process.start()
        theirs.close()

    def _run(self, job: Job) -> None:
        """Hand a job to the process, and pass on what it tells until it has ended."""
        pipe = self._pipe
        if pipe is None:
            return
        job.begun()
        try:
            pipe.send(("run", (job.task, dict(job.given))))
            what, thing = self._followed(job, pipe)
        except (EOFError, OSError):
            self._report_death(job)
            return
        if what == "done":
            job.done(thing)
        else:
            job.failed(thing or FaultDict(kind="Cancelled", message="the run was cancelled", hint=""), what != "failed")
        if self._has_grown():
            self._drop_process()

    def _followed(self, job: Job, pipe: Connection) -> tuple[str, Any]:
        """Return how a job ended."""
        sent, since = "", 0.0
        while True:
            if job.ending != sent:
                sent, since = job.ending, time.monotonic()
                pipe.send((sent, None))
            if sent == "drop" and time.monotonic() - since > GRACE and self._process is not None:
                self._process.kill()
            if not pipe.poll(LOOK):
                continue
            what, thing = pipe.recv()
            if what in ("done", "failed", "cancelled"):
                return what, thing
            job.told(what, thing)

    def _report_death(self, job: Job) -> None:
        """Tell that a process has ended in the midst of a job, and why, as far as that is known."""
        code = None
        if self._process is not None:
            self._process.join(timeout=5.0)
            code = self._process.exitcode
        self._drop_process()
        if not self._closed:
            fault = FaultDict(kind="WorkerError", message=GONE.format(code), hint=HINT)
            job.failed(fault, job.ending == "drop")

    def _has_grown(self) -> bool:
        """Return whether the process holds so much memory that a new one is better."""
        try:
            pages = int(Path(f"/proc/{self.process}/statm").read_text("ascii").split()[1])
        except (OSError, ValueError, IndexError):  # not told on this system, or already gone
            return False
        return pages * PAGE > LARGE

    def _drop_process(self) -> None:
        process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
        if process is not None:
            process.join(timeout=1.0)
            if process.is_alive():
                process.kill()
                process.join(timeout=5.0)
