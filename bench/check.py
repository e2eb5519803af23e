"""Every level of a million rows against one group-by: 7 quasi and 2 sensitive columns of the generated census.

Run `python bench/check.py [rows]` (or `make bench`). Both tables are checked in memory: the census as it is, and a
release of it by Mondrian with k = 10. The sensitive columns are Occupation, with its hierarchy, and Income, the numbers
of the other kind of census. Against it stands one polars group-by that counts the rows of every combination of the same
9 columns. Times are the best of several, taken in turns in one run. Results go to bench/results/check.json.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numba
import polars as pl

import shoal
from shoal.datasets import census

RESULTS = Path(__file__).parent / "results" / "check.json"
TIMES = 7
TARGET = 6.0


def best(jobs: dict[str, Callable[[], object]], times: int = TIMES) -> dict[str, float]:
    """Return the least seconds of several runs of each job, taken in turns."""
    seconds: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(times):
        for name, job in jobs.items():
            start = time.perf_counter()
            job()
            seconds[name].append(time.perf_counter() - start)
    return {name: min(found) for name, found in seconds.items()}


def measure(table: pl.DataFrame, quasi: list[str], trees: dict[str, object]) -> dict[str, float]:
    """Return the time of a check with all levels, of the group-by of all columns, and of the quasi columns alone."""
    columns = [*quasi, "Occupation", "Income"]
    verdict = shoal.check(table, quasi=quasi, sensitive=columns[-2:], hierarchies=trees)
    seconds = best(
        {
            "check_s": lambda: shoal.check(table, quasi=quasi, sensitive=columns[-2:], hierarchies=trees),
            "group_by_s": lambda: table.group_by(columns).len(),
            "group_by_quasi_s": lambda: table.group_by(quasi).len(),
        }
    )
    return {
        "groups": verdict.groups,
        "k": verdict.k,
        **seconds,
        "ratio": seconds["check_s"] / seconds["group_by_s"],
        "ratio_quasi": seconds["check_s"] / seconds["group_by_quasi_s"],
        "levels": {name: levels.to_dict() for name, levels in verdict.levels.items()},
    }


def main(rows: int = 1_000_000) -> None:
    """Measure, print and keep."""
    data = census(rows, seed=0)
    quasi = list(data.quasi)
    income = census(rows, seed=0, kind="income").frame["Income"]
    table = data.frame.select(*quasi, "Occupation", income)
    trees = {"Occupation": data.hierarchies["Occupation"]}
    release = shoal.anonymize(
        table, k=10, quasi=quasi, sensitive=("Occupation", "Income"), hierarchies=data.hierarchies, method="mondrian",
        seed=0,
    )  # fmt: skip
    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "numba": numba.__version__}
    machine["polars"] = pl.__version__
    found = {"machine": machine, "rows": rows, "quasi": len(quasi), "sensitive": 2, "target": TARGET}
    found["census"] = measure(table, quasi, trees)
    found["release"] = measure(release.data, quasi, trees)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")
    sys.stdout.write(RESULTS.read_text())


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
