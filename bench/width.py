"""Time by the number of columns: few quasi columns among many others, and many quasi columns.

Run `python bench/width.py` (or `make bench`). The tables are drawn with a fixed seed and written as CSV; every job
begins with the file. `growth` is the exponent between the narrowest and the widest table: 1 where time goes by the
number of columns, 2 where it goes by their square; near 1 is right. Results go to bench/results/width.json.
"""

from __future__ import annotations

import json
import math
import os
import platform
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl

import shoal
from shoal.table.files import read_table

RESULTS = Path(__file__).parent / "results" / "width.json"
WIDTHS = (2_500, 5_000, 10_000, 20_000, 100_000)
QUASI = (60, 120, 240, 480)
TIMES = 2


def table(rows: int, width: int) -> pl.DataFrame:
    """Return a table of small whole numbers."""
    rng = np.random.default_rng(0)
    return pl.DataFrame([pl.Series(f"column_{j}", rng.integers(0, 5, rows)) for j in range(width)])


def jobs(file: Path, quasi: list[str], sensitive: str) -> dict[str, Callable[[], object]]:
    """Return what is timed."""
    roles = {"quasi": quasi, "sensitive": sensitive}
    released = file.with_name("released.csv")

    def release() -> None:
        made = shoal.anonymize(file, k=2, method="mondrian", seed=0, keep_others=True, **roles)
        made.save(released)
        made.report(file.with_name("report.html"))

    return {
        "read": lambda: read_table(file),
        "anonymize, save, report": release,
        "check": lambda: shoal.check(released, **roles),
        "risk": lambda: shoal.risk(released, **roles),
        "profile": lambda: shoal.profile(file),
    }


def seconds_of(rows: int, width: int, quasi: int) -> dict[str, float]:
    """Return the least seconds of each job on one table."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "wide.csv"
        table(rows, width).write_csv(file)
        found: dict[str, float] = {}
        for name, job in jobs(file, [f"column_{j}" for j in range(quasi)], f"column_{width - 1}").items():
            for _ in range(TIMES):
                start = time.perf_counter()
                job()
                found[name] = min(found.get(name, math.inf), time.perf_counter() - start)
    return {name: round(seconds, 3) for name, seconds in found.items()}


def growth(sizes: tuple[int, ...], runs: list[dict[str, float]]) -> dict[str, float]:
    """Return for each job the exponent of its time between the smallest and the largest size."""
    steps = math.log(sizes[-1] / sizes[0])
    return {name: round(math.log(runs[-1][name] / runs[0][name]) / steps, 2) for name in runs[0]}


def main() -> None:
    """Measure, print and keep."""
    warnings.simplefilter("ignore", shoal.PrivacyWarning)
    seconds_of(12, 20, 3)  # compiles
    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "polars": pl.__version__}
    wide = [seconds_of(12, width, 3) for width in WIDTHS]
    many = [seconds_of(200, quasi + 1, quasi) for quasi in QUASI]
    found = {
        "machine": machine,
        "columns": {str(width): run for width, run in zip(WIDTHS, wide, strict=True)},
        "columns_growth": growth(WIDTHS, wide),
        "quasi": {str(quasi): run for quasi, run in zip(QUASI, many, strict=True)},
        "quasi_growth": growth(QUASI, many),
    }
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")
    sys.stdout.write(RESULTS.read_text())


if __name__ == "__main__":
    main()
