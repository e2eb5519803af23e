"""The spine against the clock: Mondrian against one sort and one read, CB against its authors' time, and start-up.

Run `python bench/spine.py` (or `make bench`). Times are the best of several; what counts are the ratios, taken in one
run on one machine. Results go to bench/results/spine.json.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
import polars as pl

import shoal
from shoal.datasets import census
from shoal.encode.encoder import encode

RESULTS = Path(__file__).parent / "results" / "spine.json"
CB_AUTHORS_SECONDS = 500.0


def best(job: Callable[[], object], times: int) -> float:
    """Return the least seconds of several runs."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        job()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def peak_above(job: Callable[[], object]) -> int:
    """Return by how many bytes the process grew at the peak of a job (Linux)."""
    Path("/proc/self/clear_refs").write_text("5")
    before = _status("VmRSS")
    job()
    return _status("VmHWM") - before


def _status(field: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))


def _mondrian_call(rows: int, k: int) -> Callable[[], object]:
    data = census(rows, seed=0)
    quasi = list(data.quasi[:7])
    table = data.frame.select(*quasi, *data.sensitive)
    return lambda: shoal.anonymize(
        table, k=k, quasi=quasi, sensitive=data.sensitive, hierarchies=data.hierarchies, method="mondrian", seed=0
    )


def weigh(rows: int, k: int) -> None:
    """Print the growth of a fresh process at the peak of one call, once everything is loaded and compiled."""
    job = _mondrian_call(rows, k)
    _mondrian_call(2000, k)()
    sys.stdout.write(f"{peak_above(job)}\n")


def mondrian(rows: int = 1_000_000, k: int = 10) -> dict[str, float]:
    """Return Mondrian's whole call against one lexsort of the coded columns plus one read of the file."""
    data = census(rows, seed=0)
    quasi = list(data.quasi[:7])
    table = data.frame.select(*quasi, *data.sensitive)
    job = _mondrian_call(rows, k)
    release = job()
    kinds = tuple(release.schema.of_role("quasi"))
    codes = encode(table, kinds).codes
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "census.csv"
        table.write_csv(file)
        read = best(lambda: pl.read_csv(file), 5)
    sort = best(lambda: np.lexsort(codes.T), 5)
    whole = best(job, 5)
    weigh = [sys.executable, __file__, "--weigh", str(rows), str(k)]
    grown = int(subprocess.run(weigh, check=True, capture_output=True, text=True).stdout)
    return {
        "rows": rows, "columns": len(quasi), "k": k, "whole_s": whole, "lexsort_s": sort, "read_s": read,
        "ratio": whole / (sort + read), "bytes_per_cell": grown / (rows * table.width),
        "bytes_per_quasi_cell": grown / (rows * len(quasi)),
    }  # fmt: skip


def cb(k: int = 50) -> dict[str, float]:
    """Return CB's time at 100,000 and 500,000 rows, against its authors' 500 s and against n log n."""
    seconds = {}
    for rows in (100_000, 500_000):
        data = census(rows, seed=0)
        quasi = list(data.quasi[:7])
        call = {"k": k, "quasi": quasi, "sensitive": data.sensitive, "hierarchies": data.hierarchies}
        table = data.frame.select(*quasi, *data.sensitive)
        seconds[rows] = best(lambda t=table, c=call: shoal.anonymize(t, method="cb", seed=0, **c), 3)
    growth = seconds[500_000] / seconds[100_000]
    n_log_n = 5 * np.log(500_000 / k) / np.log(100_000 / k)
    return {
        "rows": 500_000, "k": k, "seconds": seconds[500_000], "seconds_100k": seconds[100_000],
        "share_of_authors": seconds[500_000] / CB_AUTHORS_SECONDS, "growth": growth, "n_log_n": float(n_log_n),
    }  # fmt: skip


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


def start_up() -> dict[str, float]:
    """Return the seconds of `shoal --help`, and of anonymizing 1,000 rows with a warm compile cache."""
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder) / "in.csv", Path(folder) / "out.csv"
        data = shoal.datasets.patients(1000, seed=0)
        data.frame.write_csv(file)
        command = [sys.executable, "-m", "shoal", "anonymize", str(file), "-k", "5", "--quasi", ",".join(data.quasi)]
        command += ["--identifier", ",".join(data.identifiers), "-o", str(out), "--quiet"]
        _run(*command)
        return {
            "help_s": best(lambda: _run(sys.executable, "-m", "shoal", "--help"), 5),
            "anonymize_1000_s": best(lambda: _run(*command), 5),
        }


def main() -> None:
    """Measure, print and keep."""
    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "numba": numba.__version__}
    found = {"machine": machine, "mondrian": mondrian(), "cb": cb(), "start_up": start_up()}
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")
    sys.stdout.write(RESULTS.read_text())


if __name__ == "__main__":
    if sys.argv[1:2] == ["--weigh"]:
        weigh(int(sys.argv[2]), int(sys.argv[3]))
    else:
        main()
