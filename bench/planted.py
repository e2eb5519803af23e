"""Plant faults, one at a time, and see which tests catch them.

Run `python bench/planted.py` (or `make bench`): every fault of `bench/_planted_faults.py` is put into a copy of the
tree, and the suite runs until its first failure, the tests most likely concerned first, all the others if these pass.
Faults in kernels meet the tests as plain Python first, where nothing has to be compiled; a fault is caught where either
way fails. `--before COMMIT` runs the tests of a commit on the same sources beside the present ones. `--only WORD` takes
the faults that have the word in their file or description, `--near` asks only the tests most likely concerned,
`--print` prints what is known as a table in Markdown. Seconds are those of the processor, of all processes together;
what was found goes to bench/results/planted.json after each fault, and faults that are there are not planted again
unless `--again` is given.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

from _planted_faults import FAULTS, Fault

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results" / "planted.json"
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "site", "dist", "build", ".*_cache", ".hypothesis", "results")
NO_TESTS, NEAR_SECONDS, ALL_SECONDS = 5, 120, 1200
"""The exit code of pytest where there are no tests, and how long a process may take before it is said to hang."""

PYTHON_ALONE = ("kernels", "criteria", "bounds", "partition", "reference", "measure", "verify")
"""Folders of tests that also run with kernels as plain Python."""


class Stage(NamedTuple):
    """One run of tests: whether kernels are compiled, and which tests, all if none is named."""

    compiled: bool
    tests: tuple[str, ...]


class Outcome(NamedTuple):
    """The test that failed, None if none did, and the seconds of all stages until then."""

    test: str | None
    way: str
    seconds: float


def stages_of(fault: Fault, *, near_only: bool) -> Iterator[Stage]:
    """Yield the runs of tests that a fault must pass to go uncaught."""
    if fault.in_kernels:
        yield Stage(compiled=False, tests=fault.near)
    yield Stage(compiled=True, tests=fault.near)
    if near_only:
        return
    if fault.in_kernels:
        yield Stage(compiled=False, tests=PYTHON_ALONE)
    yield Stage(compiled=True, tests=())


def run(tree: Path, stage: Stage) -> Outcome:
    """Run the tests of a stage in a tree until the first failure."""
    named = [f"tests/{name}" for name in stage.tests]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "--tb=no", "--randomly-seed=1", *named]
    command += ["--randomly-dont-reorganize"] if named else ["-n", "2"]
    command += [] if stage.compiled else ["-m", "not slow and not spark", "-k", "not adult"]
    env = os.environ | {"PYTHONPATH": str(tree / "src"), "NUMBA_DISABLE_JIT": "0" if stage.compiled else "1", "CI": "1"}
    most = NEAR_SECONDS if named else ALL_SECONDS
    command = ["sh", "-c", f'ulimit -t {most}; exec "$@"', "sh", *command]
    with tempfile.TemporaryFile("w+") as log:
        child = subprocess.Popen(command, cwd=tree, env=env, stdout=log, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        log.seek(0)
        said = log.read()
    way = "compiled" if stage.compiled else "plain Python"
    return Outcome(failure(child.returncode, said), way, used.ru_utime + used.ru_stime)


def failure(code: int, said: str) -> str | None:
    """Return the first test that failed, or how the run ended; None where all passed."""
    if code in (0, NO_TESTS):
        return None
    found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said, flags=re.MULTILINE)
    return found.group(1).removeprefix("tests/") if found else f"the run itself: exit code {code}"


def planted(tree: Path, fault: Fault, *, near_only: bool) -> dict[str, Any]:
    """Return what the tests of a tree say to a fault; the tree is as before when this returns."""
    file = tree / "src" / "shoal" / fault.file
    text = file.read_text("utf-8")
    if text.count(fault.old) != 1:
        message = f"{fault.file} does not hold once what is to be replaced for: {fault.what}"
        raise SystemExit(message)
    seconds = 0.0
    outcome = Outcome(None, "", 0.0)
    try:
        file.write_text(text.replace(fault.old, fault.new), "utf-8")
        for stage in stages_of(fault, near_only=near_only):
            outcome = run(tree, stage)
            seconds += outcome.seconds
            if outcome.test is not None:
                break
    finally:
        file.write_text(text, "utf-8")
    caught = outcome.test is not None
    found: dict[str, Any] = {"caught": caught, "test": outcome.test, "way": outcome.way if caught else None}
    return found | {"seconds": round(seconds, 1), "near_only": near_only}


def copy_of(folder: Path, commit: str | None) -> Path:
    """Return a copy of the tree, with the tests of a commit if one is given."""
    tree = shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    if commit is not None:
        shutil.rmtree(tree / "tests")
        packed = subprocess.run(["git", "archive", commit, "tests"], cwd=ROOT, capture_output=True, check=True)
        subprocess.run(["tar", "-x"], cwd=tree, input=packed.stdout, check=True)
    return tree


def measure(asked: argparse.Namespace) -> None:
    """Plant every fault that is asked for in each suite, and keep what was found."""
    known = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {"faults": {}}
    known["machine"] = {"cores": os.cpu_count(), "python": platform.python_version()}
    suites = {"after": None} | ({"before": asked.before} if asked.before else {})
    if asked.before:
        known["before"] = asked.before
    chosen = [fault for fault in FAULTS if asked.only in f"{fault.file} {fault.what}"]
    for suite, commit in suites.items():
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(asked.jobs) as pool:
            trees: SimpleQueue[Path] = SimpleQueue()
            for job in range(asked.jobs):
                trees.put(copy_of(Path(folder) / str(job), commit))
            left = [f for f in chosen if asked.again or suite not in known["faults"].get(f.what, {})]

            def plant(fault: Fault, trees: SimpleQueue[Path] = trees) -> tuple[Fault, dict[str, Any]]:
                tree = trees.get()
                found = planted(tree, fault, near_only=asked.near)
                trees.put(tree)
                return fault, found

            for fault, found in pool.map(plant, left):
                known["faults"].setdefault(fault.what, {"file": fault.file})[suite] = found
                RESULTS.write_text(json.dumps(known, indent=2) + "\n", "utf-8")
                print(f"{suite}: {fault.what}: {found['test'] or 'not caught'} ({found['seconds']} s)", flush=True)


def table(known: dict[str, Any]) -> str:
    """Return what was found as a table in Markdown."""
    lines = ["| fault | in | before | seconds | after | seconds |", "|---|---|---|---|---|---|"]
    for fault in FAULTS:
        found = known["faults"].get(fault.what, {})
        cells = []
        for suite in ("before", "after"):
            seen = found.get(suite)
            cells.append("" if seen is None else f"`{seen['test']}`" if seen["caught"] else "**not caught**")
            cells.append("" if seen is None else f"{seen['seconds']:.0f}")
        lines.append(f"| {fault.what} | {fault.file} | {' | '.join(cells)} |")
    for suite in ("before", "after"):
        found = [known["faults"].get(fault.what, {}) for fault in FAULTS]
        seen = [one[suite] for one in found if suite in one]
        caught = sum(one["caught"] for one in seen)
        lines.append(f"\n{suite}: {caught} of {len(seen)} caught, {sum(one['seconds'] for one in seen):.0f} s in all")
    return "\n".join(lines)


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--before", metavar="COMMIT")
    parser.add_argument("--only", metavar="WORD", default="")
    parser.add_argument("--near", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--print", action="store_true")
    asked = parser.parse_args()
    if not asked.print:
        measure(asked)
    print(table(json.loads(RESULTS.read_text("utf-8"))))


if __name__ == "__main__":
    main()
