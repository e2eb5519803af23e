"""The process that jobs run in: it hears of them by a pipe, tells their steps, and ends when the server does."""

from __future__ import annotations

import importlib
import os
import queue
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from shoal.errors import Cancelled, FormulaWarning, PrivacyWarning
from shoal.progress import Cancel
from shoal.web.fault import FaultDict, fault_of

TASKS = {
    "read": "shoal.web.jobs.read",
    "release": "shoal.web.jobs.release",
    "frontier": "shoal.web.jobs.frontier",
    "preview": "shoal.web.jobs.preview",
}
"""The modules of the tasks; each has a function `run`."""

NICE = 5
"""The server answers before a job goes on."""


@dataclass(slots=True)
class Desk:
    """What a task works with: a pipe to tell things through, and the one who may end it."""

    pipe: Connection
    cancel: Cancel = field(default_factory=Cancel)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def tell(self, what: str, thing: object) -> None:
        """Send something to the server."""
        with self.lock:
            self.pipe.send((what, thing))


def serve(pipe: Connection) -> None:
    """Work on jobs until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this by closing the pipe
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(NICE)
    jobs: queue.SimpleQueue[tuple[str, Mapping[str, Any]]] = queue.SimpleQueue()
    desk = Desk(pipe)
    threading.Thread(target=_listen, args=(desk, jobs), daemon=True).start()
    while True:
        task, given = jobs.get()
        outcome = _outcome(task, given, desk)
        desk.cancel = Cancel()
        desk.tell(*outcome)


def _listen(desk: Desk, jobs: queue.SimpleQueue[tuple[str, Mapping[str, Any]]]) -> None:
    """Take what the server sends: jobs, and that one is to end; without a server there is nothing left to do."""
    while True:
        try:
            what, thing = desk.pipe.recv()
        except (EOFError, OSError):
            _leave()
            return
        if what == "run":
            jobs.put(thing)
        elif what == "stop":
            desk.cancel.stop()
        elif what == "drop":
            desk.cancel.drop()


def _leave() -> None:
    """End at once, and leave nothing on the disk."""
    if folders := sys.modules.get("shoal.engines.folder"):
        folders.remove_all()
    os._exit(0)


def _outcome(task: str, given: Mapping[str, Any], desk: Desk) -> tuple[str, object]:
    """Run a task, and return what the server is told of its end; no text of an error that may hold cells."""
    try:
        run: Callable[[Mapping[str, Any], Desk], object] = importlib.import_module(TASKS[task]).run
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            found = run(given, desk)
        said = [str(one.message) for one in caught if issubclass(one.category, PrivacyWarning | FormulaWarning)]
    except Cancelled:
        return "cancelled", None
    except Exception as error:  # noqa: BLE001 - the last stop of a job: it fails, and the process goes on
        if os.environ.get("SHOAL_DEBUG") == "1":
            sys.stderr.write("".join(traceback.format_exception(error)))
        return "failed", _without_places(fault_of(error), given)
    return "done", (found, list(dict.fromkeys(said)))


def _without_places(fault: FaultDict, given: Mapping[str, Any]) -> FaultDict:
    """Return a fault that names files as their owner does, and not where the server keeps them."""
    places = {str(given[name]) for name in ("file", "folder", "place") if given.get(name)}
    parents = sorted({str(Path(place).parent) for place in places}, key=len, reverse=True)

    def shown(text: str) -> str:
        for parent in parents:
            text = text.replace(f"{parent}/", "")
        return text

    return FaultDict(kind=fault["kind"], message=shown(fault["message"]), hint=shown(fault["hint"]))
