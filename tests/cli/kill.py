"""Runs of the command line that are killed at a random moment, and what they leave behind.

Many of them: `python -m tests.cli.kill 300`, with a seed as the second number; `cold` as the third word lets each run
compile its kernels again, so that it is mostly killed while it does.
"""

from __future__ import annotations

import io
import json
import os
import re
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import polars as pl

ROWS = 400
OLD = b"what was there before"
OURS = re.compile(r"(privacy|warning|stopped early|Compiling|written|already written):? |interrupted; ")
COMMAND = [sys.executable, "-m", "shoal", "anonymize", "in.csv", "-k", "3", "--quasi", "age,zip", "--sensitive", "ill"]
SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}


@dataclass(frozen=True)
class Scene:
    """What is asked for, and the files that come of it; those of `together` appear together or not at all.

    `old` are there before, `pipe` is a pipe that is read.
    """

    options: tuple[str, ...]
    together: tuple[str, ...]
    later: tuple[str, ...] = ()
    old: tuple[str, ...] = ()
    pipe: str = ""


ALL = ("--identifier", "name", "--pseudonymize", "name", "--mapping", "map.csv", "--save-schema", "shoal.toml")
SCENES = {
    "csv": Scene(("-o", "out.csv"), ("out.csv",)),
    "csv over a file": Scene(("-o", "out.csv"), ("out.csv",), old=("out.csv",)),
    "parquet": Scene(("-o", "out.parquet"), ("out.parquet",)),
    "all": Scene(
        (*ALL, "-o", "out.csv", "--report", "report.json"), ("out.csv", "map.csv", "shoal.toml"), ("report.json",)
    ),
    "all over files": Scene(
        (*ALL, "-o", "out.parquet", "--report", "report.html"),
        ("out.parquet", "map.csv", "shoal.toml"),
        ("report.html",),
        old=("out.parquet", "map.csv", "shoal.toml", "report.html"),
    ),
    "two tables": Scene(
        (*ALL, "-o", "out.csv", "--method", "anatomy"), ("out.csv", "out-sensitive.csv", "map.csv", "shoal.toml")
    ),
    "two tables over files": Scene(
        ("-o", "out.csv", "--method", "anatomy"),
        ("out.csv", "out-sensitive.csv"),
        old=("out.csv", "out-sensitive.csv"),
    ),
    "pipe": Scene((*ALL, "-o", "pipe"), ("map.csv", "shoal.toml"), pipe="pipe"),
}


def write_table(folder):
    """Write the table that is released."""
    rng = np.random.default_rng(0)
    columns = {
        "name": [f"person {i}" for i in range(ROWS)],
        "age": rng.integers(18, 90, ROWS),
        "zip": rng.integers(10000, 99999, ROWS),
        "ill": rng.permutation(["flu", "cold", "gout", "none"] * (ROWS // 4)),
    }
    pl.DataFrame(columns).write_csv(folder / "in.csv")


@dataclass
class Killed:
    """One run: when it was killed, by what, and how it ended."""

    scene: Scene
    number: int
    delay: float
    code: int
    stderr: str
    took: float
    read: bytes
    faults: list[str] = field(default_factory=list)


def killed(scene, folder, number, delay, *, env=None):
    """Return how a run ended that a signal was sent to, so many seconds after it began to heed signals.

    Without a number it runs to its end, and `delay` is how long that took.
    """
    for name in scene.old:
        (folder / name).write_bytes(OLD)
    method = () if "--method" in scene.options else ("--method", "mondrian")
    reader = Reader(folder / scene.pipe) if scene.pipe else None
    began = time.monotonic()
    with subprocess.Popen(
        [*COMMAND, *scene.options, *method, "--quiet"],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ | (env or {}),
    ) as child:
        wait_for_heed(child)
        if number is not None:
            time.sleep(delay)
            child.send_signal(number)
        sent = time.monotonic()
        stderr = child.stderr.read().decode()
        child.wait()
    took = time.monotonic() - sent
    read = reader.end() if reader else b""
    delay = delay if number is not None else time.monotonic() - began
    found = Killed(scene, number or 0, delay, child.returncode, stderr, took, read)
    judge(found, folder)
    return found


def wait_for_heed(child):
    """Wait until the process catches SIGTERM; before that it is Python that starts, not shoal."""
    while child.poll() is None:
        try:
            status = Path(f"/proc/{child.pid}/status").read_text()
        except OSError:
            return
        caught = int(re.search(r"SigCgt:\s*([0-9a-f]+)", status)[1], 16)
        if caught >> (signal.SIGTERM - 1) & 1:
            return
        time.sleep(0.002)


class Reader:
    """A process or thread that reads a pipe to its end."""

    def __init__(self, path):
        os.mkfifo(path)
        self._descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self._over, self._read = False, b""
        self._thread = threading.Thread(target=self._drain)
        self._thread.start()

    def _drain(self):
        while True:
            over = self._over
            try:
                part = os.read(self._descriptor, 1 << 16)
            except BlockingIOError:
                part = b""
            self._read += part
            if over and not part:
                return
            if not part:
                time.sleep(0.002)

    def end(self):
        """Return all that came."""
        self._over = True
        self._thread.join()
        os.close(self._descriptor)
        return self._read


def judge(run, folder):
    """Note what a run left behind or said that it should not have."""
    scene = run.scene
    state = {name: state_of(folder / name, old=name in scene.old) for name in (*scene.together, *scene.later)}
    run.faults += [f"{name} is {what}" for name, what in state.items() if what not in ("new", "absent", "old")]
    left = {path.name for path in folder.iterdir()} - {"in.csv", scene.pipe, *state}
    if left:
        run.faults.append(f"left behind: {left}")
    if run.number != signal.SIGKILL and len({state[name] == "new" for name in scene.together}) > 1:
        run.faults.append(f"some of several files: {state}")
    if run.code not in (0, SIGNALS.get(run.number, 0)):
        run.faults.append(f"exit code {run.code}")
    if run.code == 0 and set(state.values()) != {"new"}:
        run.faults.append(f"exit code 0 and {state}")
    judge_words(run, {name for name, what in state.items() if what == "new"})


def judge_words(run, new):
    """Note what a run said that is no line of ours, or not true of the files that are new."""
    run.faults += [f"on stderr: {line}" for line in run.stderr.splitlines() if not OURS.match(line)]
    reported = re.search(r"interrupted; (.*)", run.stderr)
    if run.code in (130, 143) and not reported:
        run.faults.append("nobody said that it was interrupted")
    if reported:
        said = set(re.findall(r"[\w-]+\.\w+|\bpipe\b", reported[1]))
        if said - {"pipe"} != new or (run.read and "pipe" not in said):
            run.faults.append(f"said {reported[1]!r} and wrote {new or 'nothing'}")


def state_of(path, *, old):
    """Return whether a file is absent, old, new and whole, or something else."""
    if not path.exists():
        return "gone" if old else "absent"
    data = path.read_bytes()
    if old and data == OLD:
        return "old"
    try:
        whole = is_whole(path.name, data)
    except (ValueError, pl.exceptions.PolarsError):
        whole = False
    if path.name == "map.csv" and stat.S_IMODE(path.stat().st_mode) != 0o600:
        return "open to all"
    return "new" if whole else f"a part of {len(data)} bytes"


def is_whole(name, data):
    """Return whether the bytes are all of a file of that name."""
    if name.endswith(".parquet"):
        return len(pl.read_parquet(io.BytesIO(data))) == ROWS
    if name.endswith("-sensitive.csv"):
        return pl.read_csv(io.BytesIO(data))["count"].sum() == ROWS
    if name.endswith(".csv"):
        return data.endswith(b"\n") and data.count(b"\n") == ROWS + 1
    if name.endswith(".toml"):
        return "columns" in tomllib.loads(data.decode())
    if name.endswith(".json"):
        return "certificate" in json.loads(data)
    return data.rstrip().endswith(b"</html>")


def one(rng, scene, long, *, env=None):
    """Return a run that was killed by a drawn signal at a drawn moment of the `long` seconds that it takes."""
    number = list(SIGNALS)[int(rng.integers(len(SIGNALS)))]
    with tempfile.TemporaryDirectory() as name:
        write_table(Path(name))
        return killed(scene, Path(name), number, float(rng.random() * long), env=env)


def whole_run(scene):
    """Return a run that nobody kills."""
    with tempfile.TemporaryDirectory() as name:
        write_table(Path(name))
        return killed(scene, Path(name), None, 0.0)


def main(count, seed=0, way="warm"):
    """Kill so many runs, print how they ended, and return how many left something behind that they should not."""
    rng = np.random.default_rng(int(seed))
    long = {name: whole_run(scene).delay for name, scene in SCENES.items()}
    ends, slowest, bad = Counter(), {}, 0
    for turn in range(int(count)):
        name = list(SCENES)[turn % len(SCENES)]
        with tempfile.TemporaryDirectory() as cache:
            cold = way == "cold"
            env = {"NUMBA_CACHE_DIR": cache} if cold else None
            run = one(rng, SCENES[name], 20.0 if cold else 1.1 * long[name], env=env)
        end = f"{signal.Signals(run.number).name}, {run.code}"
        ends[end] += 1
        slowest[end] = round(max(slowest.get(end, 0.0), run.took), 1)
        bad += bool(run.faults)
        for fault in run.faults:
            print(f"{name}, {signal.Signals(run.number).name} after {run.delay:.2f} s: {fault}")  # noqa: T201
    print(f"{count} kills, {bad} with faults; {dict(ends)}; seconds at most: {slowest}")  # noqa: T201
    return bad


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) > 0)
