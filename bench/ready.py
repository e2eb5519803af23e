"""How long it takes until the first release is there: cold, warm, from a wheel with compiled code, and from nothing.

Run `python bench/ready.py [section ...]`: cold, wheel, demo, test, ci, speed. `wheel` needs `make wheel` first; `speed`
needs `--against FOLDER`, a checkout of another version with its own `.venv`; `demo`, `test` and `ci` clone the checkout
and take minutes. Results go to bench/results/ready.json, a section at a time.

CPU seconds are of a process and all that it started, wall seconds those of the clock. Cold means an empty folder for
compiled code. Compile events are counted where they happen, in the process itself or in one that it started.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "results" / "ready.json"
TIMES = 3

Facts = dict[str, object]

RUN = """
import json, sys, time
import numpy as np, polars as pl
import shoal
from numba.core import event

class Count(event.Listener):
    events = 0
    def on_start(self, _started):
        self.events += 1
    def on_end(self, _ended):
        pass

count = Count()
event.register("numba:compile", count)
method, n = sys.argv[1], int(sys.argv[2])
rng = np.random.default_rng(1)
frame = pl.DataFrame({
    "age": rng.integers(18, 90, n), "zip": rng.integers(100, 999, n).astype(str), "sex": rng.choice(["f", "m"], n),
    "work": rng.choice(list("abcdefgh"), n), "d": rng.choice(list("xyz"), n),
})
kernels, first = 0, time.perf_counter()
def tell(step):
    global kernels
    if getattr(step, "note", "").startswith("kernel"):
        kernels = int(step.note.split(" of ")[1].split(",")[0])
release = shoal.anonymize(
    frame, k=5, quasi=["age", "zip", "sex", "work"], sensitive="d", method=method, seed=1, progress=tell
)
print(json.dumps({"here": count.events, "elsewhere": kernels, "loss": release.loss, "bound": release.bound,
                  "seconds": release.seconds, "whole": time.perf_counter() - first}))
"""

SPEED = """
import json, os, sys, time
sys.path.insert(0, "bench")
from _coded import coded_adult, coded_census, problem_of
from shoal.kernels import threads
from shoal.partition.registry import make_partitioner

METHODS = [("auto", 2, {"steps": 800}), ("auto", 10, {"steps": 400}), ("auto", 50, {"steps": 400}),
           ("auto", 100, {"steps": 200})]
METHODS += [(name, 10, {}) for name in ("mondrian", "cb", "oka", "k_member", "gccg", "top_down", "nh", "hilbert")]
table, found = coded_adult(8), {}
for name, k, options in METHODS:
    best = float("inf")
    for _ in range(3):
        problem = problem_of(table, k)
        with threads(1):
            began = time.process_time()
            make_partitioner(name, options).partition(problem)
            best = min(best, time.process_time() - began)
    found[f"{name}, k = {k}"] = best
from shoal.bounds.table import bound_of
best = float("inf")
for _ in range(2):
    with threads(1):
        began = time.process_time()
        bound_of(table, 10, effort=2.0)
        best = min(best, time.process_time() - began)
found["bound, k = 10"] = best
print(json.dumps(found))
"""


def measured(command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None) -> tuple[Facts, str]:
    """Return the CPU and wall seconds of a command, and what it printed."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **(environment or {})}, capture_output=True, text=True, check=False
    )
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{' '.join(command)[:80]} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"cpu": round(cpu, 2), "wall": round(wall, 2)}, done.stdout


def run(python: Path, method: str, rows: int, folder: str) -> Facts:
    """Return the figures of one whole process that makes a release."""
    taken, printed = measured(
        [str(python), "-c", RUN, method, str(rows)], Path(tempfile.gettempdir()), {"SHOAL_CACHE_DIR": folder}
    )
    return taken | json.loads(printed.splitlines()[-1])


def cold(_asked: argparse.Namespace) -> Facts:
    """Return the figures of a first and a second run, for the house method and for Mondrian."""
    found: Facts = {}
    for method in ("auto", "mondrian"):
        tries = []
        for _ in range(TIMES):
            with tempfile.TemporaryDirectory() as folder:
                first = run(Path(sys.executable), method, 2000, folder)
                tries.append((first, run(Path(sys.executable), method, 2000, folder)))
        best = min(tries, key=lambda pair: float(str(pair[0]["cpu"])))
        found |= {f"cold {method}": best[0], f"warm {method}": best[1]}
    return found


def wheel(_asked: argparse.Namespace) -> Facts:
    """Return the figures of the first run of a fresh installation of the wheel for this platform."""
    wheels = sorted((ROOT / "dist").glob("shoal-*-none-*linux*.whl"))
    if not wheels:
        sys.exit("no wheel with compiled code: run make wheel")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", f"{folder}/venv"], check=True)
        python = Path(folder) / "venv" / "bin" / "python"
        pip = [str(python), "-m", "pip", "install", "--quiet", "-c", str(ROOT / "constraints.txt"), str(wheels[-1])]
        installed, _ = measured(pip, ROOT)
        subprocess.run([str(python), "-c", "import numba, polars, shoal"], check=True)  # Python's own bytecode
        first = run(python, "auto", 1000, f"{folder}/none")
    return {"install": installed, "wheel auto": first, "bytes": wheels[-1].stat().st_size}


def stages(printed: str, whole: float) -> Facts:
    """Return the wall seconds of each stage that a run of CI reported; set-up, warm and test are `make test`."""
    begun = [
        (name, float(at)) for name, at in re.findall(r"^##### ([^(:]+?)(?::.*)? \((\d+)s\)$", printed, re.MULTILINE)
    ]
    ends = [at for _, at in begun[1:]] + [whole]
    return {"stages": {name: round(end - at, 1) for (name, at), end in zip(begun, ends, strict=True)}} if begun else {}


def from_clone(*commands: Sequence[str]) -> Callable[[argparse.Namespace], Facts]:
    """Return a section that runs commands in a fresh clone with nothing compiled."""

    def section(_asked: argparse.Namespace) -> Facts:
        found: Facts = {}
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["git", "clone", "--quiet", str(ROOT), f"{folder}/clone"], check=True)
            for command in commands:
                found[" ".join(command)], printed = measured(command, Path(folder) / "clone")
                found |= stages(printed, float(str(found[" ".join(command)]["wall"])))  # type: ignore[index]
        return found

    return section


def speed(asked: argparse.Namespace) -> Facts:
    """Return how much faster each method is than in another version, the two in turn; CPU seconds of one thread."""
    if not asked.against:
        sys.exit("speed needs --against FOLDER")
    other = Path(asked.against)
    sides = {"here": (ROOT, Path(sys.executable)), "there": (other, other / ".venv" / "bin" / "python")}
    best: dict[str, dict[str, float]] = {}
    for _ in range(TIMES):
        for side, (folder, python) in sides.items():
            _, printed = measured([str(python), "-c", SPEED], folder)
            for name, seconds in json.loads(printed.splitlines()[-1]).items():
                best.setdefault(name, {})
                best[name][side] = min(seconds, best[name].get(side, float("inf")))
    return {name: {**each, "ratio": round(each["there"] / each["here"], 3)} for name, each in best.items()}


SECTIONS: dict[str, Callable[[argparse.Namespace], Facts]] = {
    "cold": cold,
    "wheel": wheel,
    "demo": from_clone(["make", "demo"]),
    "test": from_clone(["make", "setup"], ["make", "test"]),
    "ci": from_clone(["bash", ".ci/run"]),
    "speed": speed,
}


def main() -> None:
    """Run the sections that are named, and keep their figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", default=["cold"], choices=list(SECTIONS))
    parser.add_argument("--against", help="a checkout of another version, with its .venv")
    asked = parser.parse_args()
    held = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    for name in asked.sections:
        held[name] = {"machine": f"{platform.machine()}, {os.cpu_count()} cores", **SECTIONS[name](asked)}
        print(name, json.dumps(held[name], indent=1))
        RESULTS.write_text(json.dumps(held, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
