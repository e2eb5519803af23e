"""Compile what a run needs and does not have, in as many processes as there are cores.

Numba compiles one kernel at a time in a process, whatever its threads do. So others are started, each is given one
kernel after the other, the longest first, and what they make is read from the files that they leave. Where no process
can be started, nothing is lost: a kernel that is not there is compiled when it is called.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from types import TracebackType
from typing import IO, NamedTuple, Self

from shoal.jit.needs import Need, Needs, every_need
from shoal.jit.place import PACKAGE, same_place
from shoal.jit.worker import BUSY, DONE, WAIT
from shoal.progress import Progress, Step

STAGE = "compile"
LITTLE = 1.5
"""Seconds of compiling for which no process is started."""

LOOK_UP = 0.25
"""Seconds after which the time left is reported again."""


class Job(NamedTuple):
    """A kernel that is to be compiled."""

    number: int
    need: Need
    waiting: bool = False


class Ahead:
    """The kernels of a run, while they are being compiled.

    Attributes:
        seconds: how long the run has waited for them so far.
        kernels: how many there are to compile.
    """

    def __init__(self, needs: Needs, *, little: float = LITTLE) -> None:
        """Find out what is not there yet, and start to compile it, unless that takes less than so many seconds."""
        self.seconds = 0.0
        first, later = (self._missing(part) for part in needs)
        if sum(job.need.seconds for job in (*first, *later)) < little:
            first = later = []
        self._first = {job.number for job in first}
        self._waiting = deque([*first, *later])
        self.kernels = len(self._waiting)
        self._left = {job.number: job.need.seconds for job in self._waiting}
        self._running: dict[int, float] = {}
        self._spent, self._foreseen = 0.0, 0.0
        self._change = threading.Condition()
        self._processes: list[subprocess.Popen[str]] = []
        self._threads = [
            threading.Thread(target=self._serve, daemon=True) for _ in range(min(cores(), len(self._waiting)))
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        """Go on compiling."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop all that is still being compiled."""
        with self._change:
            self._waiting.clear()
            processes = list(self._processes)
        for process in processes:
            process.kill()
        for thread in self._threads:
            thread.join()

    def wait_for_first(self, tell: Progress) -> None:
        """Return once all is there that the run needs to find groups, or cannot be had in this way."""
        self._wait(self._first, tell)

    def wait_for_all(self, tell: Progress) -> None:
        """Return once all is there, or cannot be had in this way."""
        self._wait(set(self._left), tell)

    @property
    def seconds_left(self) -> float:
        """Return about how long it will take until all is there."""
        with self._change:
            pace = self._spent / self._foreseen if self._foreseen else 1.0
            now = time.monotonic()
            running = [
                max(LOOK_UP, pace * self._left.get(number, 0.0) - (now - began))
                for number, began in self._running.items()
            ]
            resting = pace * sum(job.need.seconds for job in self._waiting)
            return max([0.0, *running, (sum(running) + resting) / max(1, len(self._threads))])

    def _wait(self, numbers: set[int], tell: Progress) -> None:
        began = time.monotonic()
        while True:
            with self._change:
                missing = [number for number in numbers if number in self._left]
                if not missing or not any(thread.is_alive() for thread in self._threads):
                    break
            done = self.kernels - len(self._left)
            left = self.seconds_left
            elapsed = time.monotonic() - began
            note = f"kernel {min(done + 1, self.kernels)} of {self.kernels}, about {max(1, round(left))} s left, once"
            tell(Step(STAGE, elapsed / (elapsed + left) if left else 1.0, note=note))
            with self._change:
                self._change.wait(LOOK_UP)
        self.seconds += time.monotonic() - began

    def _missing(self, needs: Sequence[Need]) -> list[Job]:
        number = {need: at for at, need in enumerate(every_need())}
        return [Job(number[need], need) for need in needs if not need.is_there]

    def _serve(self) -> None:
        """Have one process compile one kernel after the other, until there is none left."""
        try:
            process = _start()
        except OSError:
            return
        with self._change:
            self._processes.append(process)
        with process, contextlib.suppress(OSError, ValueError):
            asking, answers = _streams(process)
            while (job := self._next()) is not None:
                asking.write(f"{job.number} {WAIT if job.waiting else ''}\n")
                asking.flush()
                if not self._note(job, answers.readline().strip()):
                    break
            asking.close()

    def _next(self) -> Job | None:
        with self._change:
            if not self._waiting:
                return None
            job = self._waiting.popleft()
            self._running[job.number] = time.monotonic()
            return job

    def _note(self, job: Job, answer: str) -> bool:
        """Note what became of a kernel; return whether its process is still there."""
        with self._change:
            took = time.monotonic() - self._running.pop(job.number)
            if answer == BUSY:
                self._waiting.append(job._replace(waiting=True))
            else:
                self._left.pop(job.number, None)
            if answer == DONE:
                self._spent += took
                self._foreseen += job.need.seconds
            self._change.notify_all()
        return bool(answer)


def cores() -> int:
    """Return how many processes may run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _start() -> subprocess.Popen[str]:
    """Start a process that compiles, away from the terminal's Ctrl-C: this one decides when it ends."""
    path = os.pathsep.join([str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "shoal.jit.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": path, **same_place()},
        start_new_session=True,
    )


def _streams(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    """Return the input and the output of a process.

    Raises:
        ValueError: it has none.
    """
    if process.stdin is None or process.stdout is None:
        message = "a process without streams"
        raise ValueError(message)
    return process.stdin, process.stdout
