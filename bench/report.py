"""Reports against the clock: a report of a million released rows against one read of the file, and its share of a run.

Run `python bench/report.py` (or `make bench`). Times are the best of several; what counts are the ratios, taken in one
run on one machine. Results go to bench/results/report.json.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl

import shoal
from shoal.datasets import census
from shoal.encode.encoder import encode
from shoal.forms.box import boxes_published
from shoal.measure.scale import scale_of
from shoal.partition.base import Partition
from shoal.report.before import Tally, before_of, tally
from shoal.table.files import read_table
from shoal.table.frame import Table

RESULTS = Path(__file__).parent / "results" / "report.json"
ROWS, K, COLUMNS = 1_000_000, 10, 7


def best(job: Callable[[], object], times: int) -> float:
    """Return the least seconds of several runs."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        job()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def measured(folder: Path) -> dict[str, float]:
    """Return the times of reading a release and of its report, and of what is kept of the originals."""
    data = census(ROWS, seed=0)
    quasi = list(data.quasi[:COLUMNS])
    table = data.frame.select(*quasi, *data.sensitive)
    call = {"k": K, "quasi": quasi, "sensitive": data.sensitive, "hierarchies": data.hierarchies}

    def anonymize() -> shoal.Release:
        return shoal.anonymize(table, method="mondrian", seed=0, **call)

    release = anonymize()
    file, page = folder / "release.csv", folder / "report.html"
    release.save(file)
    release.report(page, file=file)
    coded = encode(table, release.schema.of_role("quasi"))
    one_group = Partition(np.zeros(ROWS, np.int32), 1)  # which groups there are does not matter to the clock
    published = boxes_published(coded, one_group, "interval")

    def tallied() -> Tally:
        scale = scale_of(coded, release.schema.of_role("quasi"), published, shows_ends=True)
        return tally(coded, Table.of(table), release.schema, scale, K)

    found = tallied()
    kept = best(lambda: before_of(tallied(), release.data, K), 5)
    whole, read = best(anonymize, 5), best(lambda: pl.read_csv(file), 5)
    report, report_csv = best(lambda: release.report(page, file=file), 5), best(lambda: release.report(page), 5)
    return {
        "rows": ROWS, "columns": COLUMNS, "k": K, "anonymize_s": whole, "kept_of_originals_s": kept,
        "kept_share": kept / whole, "bins_s": best(lambda: before_of(found, release.data, K), 5), "read_csv_s": read,
        "read_table_s": best(lambda: read_table(file), 5), "report_s": report, "report_without_file_s": report_csv,
        "ratio": report / read, "ratio_without_file": report_csv / read, "page_bytes": page.stat().st_size,
    }  # fmt: skip


def main() -> None:
    """Measure, print and keep."""
    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "polars": pl.__version__}
    with tempfile.TemporaryDirectory() as folder:
        found = {"machine": machine, "report": measured(Path(folder))}
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")
    sys.stdout.write(RESULTS.read_text())


if __name__ == "__main__":
    main()
