"""How much of a run all cores share, stage by stage, and what more of them would give.

Run `python bench/cores.py`, or with a number of rows, and then names of jobs. Each job has a process of its own, on one
thread and on two; the generated census with seed 0, its 7 quasi columns, k = 10; compiled before, and the best of two.
Of each stage it takes the seconds, the CPU seconds of all threads, those of the calling thread alone, and those of the
whole machine. What only one core did is `2 * seconds - CPU seconds` on two idle cores. Where others use the machine,
all that is known is what the calling thread did by itself, which is the least it can be, for a helper may work alone
too: the output says which of both it is. The rest is divided by the number of cores (Amdahl). Results go to
bench/results/cores.json, where all jobs were run.
"""

from __future__ import annotations

import itertools
import json
import os
import platform
import subprocess
import sys
import time
import warnings
from pathlib import Path

ROWS, K, TIMES, WARM_ROWS = 10_000_000, 10, 2, 30_000
JOBS = {
    "fast": {"method": "auto", "effort": "fast"},
    "balanced": {"method": "auto", "effort": "balanced"},
    "mondrian": {"method": "mondrian"},
    "check": {},
}
SEARCHED = 10
"""The search takes far longer than all else together, so that a tenth of the rows tells as much."""

CORES = (2, 16, 64)
SPENT = ("seconds", "cpu", "own_cpu", "machine_cpu")
QUIET = 0.05
"""The share of the machine that others may use while it still counts as idle."""

RESULTS = Path(__file__).parent / "results" / "cores.json"

Mark = tuple[str, float, float, float, float]
Facts = dict[str, object]


def mark(name: str) -> Mark:
    """Return now: by the clock, by the CPU seconds of the process, of this thread, and of the machine (Linux)."""
    words = Path("/proc/stat").read_text("utf-8").split("\n", 1)[0].split()[1:]
    busy = sum(int(word) for word in words[:8]) - int(words[3]) - int(words[4])  # all but idle and waiting for disks
    return name, time.perf_counter(), time.process_time(), time.thread_time(), busy / os.sysconf("SC_CLK_TCK")


def stages(marks: list[Mark]) -> dict[str, Facts]:
    """Return what was spent between marks, by the name of the first of each two; the same name twice adds up."""
    found: dict[str, Facts] = {}
    for (name, *begins), (_, *ends) in itertools.pairwise(marks):
        spent = [end - begin for begin, end in zip(begins, ends, strict=True)]
        old = found.get(name, dict.fromkeys(SPENT, 0.0))
        found[name] = {key: old[key] + more for key, more in zip(SPENT, spent, strict=True)}
    return found


def call(job: str, rows: int, threads: int, times: int) -> list[dict[str, Facts]]:
    """Return the stages of several runs of a job on one table."""
    import shoal

    data = shoal.datasets.census(rows, seed=0)
    quasi = list(data.quasi)
    table = data.frame.select(quasi)
    trees = {name: tree for name, tree in data.hierarchies.items() if name in quasi}
    asked = {"k": K, "quasi": quasi, "hierarchies": trees, "seed": 0, "threads": threads}
    if job == "check":
        table = shoal.anonymize(table, **asked, method="mondrian").data
    found = []
    for _ in range(times):
        marks = [mark("start")]

        def tell(step: shoal.Step, marks: list[Mark] = marks) -> None:
            if step.stage != marks[-1][0]:
                marks.append(mark(step.stage))

        if job == "check":
            tell(shoal.Step("check", 0.0))
            shoal.check(table, quasi=quasi)
        else:
            shoal.anonymize(table, **asked, **JOBS[job], progress=tell)
        found.append(stages([*marks, mark("end")]))
    return found


def best(job: str, rows: int, threads: int) -> dict[str, Facts]:
    """Return the run that took least time by the clock, once all is compiled."""
    call(job, min(rows, WARM_ROWS), threads, 1)
    return min(call(job, rows, threads, TIMES), key=lambda found: total(found)["seconds"])


def run(job: str, rows: int, threads: int) -> dict[str, Facts]:
    """Return the stages of a job in a process of its own, in which libraries have no more threads either."""
    command = [sys.executable, __file__, "--run", job, str(rows), str(threads)]
    environment = {**os.environ, "POLARS_MAX_THREADS": str(threads), "OPENBLAS_NUM_THREADS": str(threads)}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)
    return json.loads(done.stdout)


def total(found: dict[str, Facts]) -> Facts:
    """Return the sums over all stages."""
    return {key: sum(stage[key] for stage in found.values()) for key in SPENT}


def is_idle(whole: Facts) -> bool:
    """Return whether nobody else used the machine."""
    return whole["machine_cpu"] - whole["cpu"] < QUIET * whole["seconds"] * (os.cpu_count() or 1)


def serial(stage: Facts, *, idle: bool) -> float:
    """Return how many seconds of a stage only one core worked."""
    by_clock = min(stage["cpu"], 2 * stage["seconds"] - stage["cpu"]) if idle else 0.0
    return max(stage["own_cpu"], by_clock)


def summed(two: dict[str, Facts], one: dict[str, Facts]) -> Facts:
    """Return the stages with their serial shares, and what other numbers of cores would give."""
    whole, alone_on_it = total(two), is_idle(total(two))
    listed = {name: {**stage, "serial": serial(stage, idle=alone_on_it)} for name, stage in two.items()}
    alone = sum(stage["serial"] for stage in listed.values())
    by_cores = {str(cores): alone + (whole["cpu"] - alone) / cores for cores in CORES}
    return {
        "idle": alone_on_it, "stages": listed, **whole, "ratio": whole["cpu"] / whole["seconds"],
        "serial": alone, "share_serial": alone / whole["cpu"], "share_own": whole["own_cpu"] / whole["cpu"],
        "by_cores": by_cores, "ratio_by_shares": whole["cpu"] / by_cores["2"], "one_thread": total(one),
    }  # fmt: skip


def show(job: str, found: Facts) -> None:
    """Print one job."""
    line = "{:>10} {:>8.2f} s {:>8.2f} CPU s {:>7.2f} of the calling thread {:>7.2f} serial\n"
    sys.stdout.write(f"\n{job}, {found['rows']:,} rows\n")
    for name, stage in [*found["stages"].items(), ("all", found)]:
        sys.stdout.write(line.format(name, *(stage[key] for key in ("seconds", "cpu", "own_cpu", "serial"))))
    cores = ", ".join(f"{seconds:.1f} s on {cores}" for cores, seconds in found["by_cores"].items())
    one = found["one_thread"]
    sys.stdout.write(
        f"  CPU/wall {found['ratio']:.2f} ({'idle' if found['idle'] else 'others used the machine'}), by the shares "
        f"{found['ratio_by_shares']:.2f}; one thread {one['seconds']:.2f} s, {one['cpu']:.2f} CPU s; serial "
        f"{found['share_serial']:.0%}; cores: {cores}\n"
    )
    sys.stdout.flush()


def main(rows: int, jobs: list[str]) -> None:
    """Measure, print and keep."""
    import numba

    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "numba": numba.__version__}
    found: Facts = {"machine": machine, "columns": 7, "k": K, "jobs": {}}
    for job in jobs:
        some = rows // SEARCHED if job == "balanced" else rows
        found["jobs"][job] = {"rows": some, **summed(run(job, some, 2), run(job, some, 1))}
        show(job, found["jobs"][job])
    if jobs == list(JOBS):
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    if sys.argv[1:2] == ["--run"]:
        sys.stdout.write(json.dumps(best(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
    else:
        main(int(float(sys.argv[1])) if len(sys.argv) > 1 else ROWS, sys.argv[2:] or list(JOBS))
