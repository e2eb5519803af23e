"""Every method on Adult: loss, its paper's own loss, group sizes, time, memory, and whether the release was verified.

Run `SHOAL_DATA=<folder> python bench/methods.py [name ...]`. 30,162 rows, k = 5 and 10, 8 quasi columns and 4 (age,
sex, race, education); methods for numbers on 4 numeric columns instead. Each run is a process of its own, warmed by a
small one; seconds are of one call. Methods whose cost grows with n² and more per step get a sample, as LIMITS says.
Where a sensitive column is needed it is the occupation. Results go to bench/results/methods.json.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import warnings
from pathlib import Path

import shoal
from shoal.datasets import adult

RESULTS = Path(__file__).parent / "results" / "methods.json"
QUASI = {
    "8": ("age", "workclass", "education", "marital-status", "occupation", "race", "sex", "native-country"),
    "4": ("age", "sex", "race", "education"),
    "numeric": ("age", "education-num", "hours-per-week", "fnlwgt"),
}
LIMITS = {"single_link": 10_000, "complete_link": 10_000, "average_link": 10_000}
ALL_ROWS = 30_162


def call(method: str, columns: str, k: int, rows: int | None) -> dict[str, object]:
    """Return the keywords of one run."""
    data = adult()
    sensitive = ["occupation"] if method in ("anatomy", "cb_diverse") else []
    quasi = [name for name in QUASI[columns] if name not in sensitive]
    trees = {name: tree for name, tree in data.hierarchies.items() if name in quasi}
    table = data.frame.select(*quasi, *sensitive)
    table = table if rows is None else table.sample(min(rows, table.height), seed=0)
    return {
        "table": table,
        "k": k,
        "quasi": quasi,
        "sensitive": sensitive,
        "hierarchies": trees,
        "method": method,
        "seed": 0,
    }


def run(method: str, columns: str, k: int) -> dict[str, object]:
    """Return what one run gave, measured in this process."""
    warnings.simplefilter("ignore")
    shoal.anonymize(**call(method, columns, k, 400))
    keywords = call(method, columns, k, LIMITS.get(method))
    Path("/proc/self/clear_refs").write_text("5")
    before = _status("VmRSS")
    start = time.perf_counter()
    release = shoal.anonymize(**keywords)
    seconds = time.perf_counter() - start
    return {
        "method": method, "columns": columns, "k": k, "rows": release.rows, "gcp": release.loss,
        "diversity": release.measures.diversity, "groups": release.groups, "largest": release.verdict.largest,
        "suppressed": release.suppressed, "seconds": seconds, "peak_mb": (_status("VmHWM") - before) / 1e6,
        "form": release.form, "verified": release.verdict.k >= k,
    }  # fmt: skip


def _status(field: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))


def main(names: list[str]) -> None:
    """Run every method in a process of its own, print and keep."""
    rows = []
    for method in shoal.methods():
        if names and method.name not in names:
            continue
        for columns in ("numeric",) if "numeric" in method.needs else ("8", "4"):
            for k in (5, 10):
                command = [sys.executable, __file__, "--one", method.name, columns, str(k)]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                found = (
                    json.loads(done.stdout)
                    if done.returncode == 0
                    else {
                        "method": method.name,
                        "columns": columns,
                        "k": k,
                        "fault": done.stderr.strip().splitlines()[-1],
                    }
                )
                rows.append(found)
                sys.stdout.write(_line(found) + "\n")
                sys.stdout.flush()
    RESULTS.parent.mkdir(exist_ok=True)
    if not names:
        RESULTS.write_text(json.dumps(rows, indent=2) + "\n")


def _line(found: dict[str, object]) -> str:
    head = f"{found['method']:14} {found['columns']:>7} k={found['k']:<3}"
    if "fault" in found:
        return f"{head} {found['fault']}"
    shown = (
        "gcp {gcp:.4f}  L {diversity:9.1f}  groups {groups:5}  largest {largest:5}  {seconds:7.2f} s  {peak_mb:5.0f} MB"
    )
    verified = "verified" if found["verified"] else "NOT VERIFIED"
    return f"{head} {shown.format(**found)}  {found['form']}, {verified}" + (
        f"  {found['rows']} rows" if found["rows"] != ALL_ROWS else ""
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        sys.stdout.write(json.dumps(run(sys.argv[2], sys.argv[3], int(sys.argv[4]))))
    else:
        main(sys.argv[1:])
