"""Every method on the customary table: loss and time on Adult, 30,162 rows, with 8 and with 4 quasi columns.

Run `SHOAL_DATA=<folder> python bench/adult.py` (or `make bench`). Loss is GCP, lower is better, over all rows, none
suppressed. Seconds are the best of three calls, compiled. Results go to bench/results/adult.json.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import shoal
from shoal.datasets import adult

RESULTS = Path(__file__).parent / "results" / "adult.json"
COLUMNS = {8: None, 4: ("age", "sex", "race", "education")}


def run(method: str, columns: int, k: int) -> dict[str, object]:
    """Return loss, groups and the least seconds of three calls."""
    data = adult()
    quasi = COLUMNS[columns] or data.quasi
    trees = {name: tree for name, tree in data.hierarchies.items() if name in quasi and name != "age"}
    table = data.frame.select(*quasi)
    seconds, release = [], None
    for _ in range(3):
        start = time.perf_counter()
        release = shoal.anonymize(table, k=k, quasi=quasi, hierarchies=trees, method=method, seed=0)
        seconds.append(time.perf_counter() - start)
    return {
        "method": method,
        "columns": columns,
        "k": k,
        "gcp": release.loss,
        "groups": release.groups,
        "largest": release.verdict.largest,
        "seconds": min(seconds),
        "verified": release.verdict.k >= k,
    }


def main() -> None:
    """Measure, print and keep."""
    rows = []
    for columns in COLUMNS:
        for k in (2, 5, 10, 50, 100):
            for method in shoal.methods():
                rows.append(run(method.name, columns, k))
                sys.stdout.write(
                    "{method:10} d={columns} k={k:<3} gcp {gcp:.4f} groups {groups:5} {seconds:.2f} s\n".format(
                        **rows[-1]
                    )
                )
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
