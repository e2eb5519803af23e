"""Other tools that pip can install, side by side with shoal: Adult, 8 columns, the same k and the same measure.

Run `SHOAL_DATA=<folder> python bench/others.py [--env FOLDER]`. The others get an environment of their own, in a
folder that is gone afterwards unless `--env` names one; they are never a dependency. What they release is read by
shoal's own reader, priced as shoal prices its own, and verified by `shoal.check`; pyCANON counts it too. A tool that
fails, or takes longer than ten minutes, is reported as it is. Results go to bench/results/others.json. ARX needs Java
and was not run here: its figures are those of an earlier measurement, and are marked so.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from _others_run import COLUMNS, QUASI

import shoal
from shoal.decode.cells import Cells
from shoal.decode.table import decode
from shoal.encode.domain import Domain
from shoal.encode.encoder import encode
from shoal.encode.loss import column_costs
from shoal.reproduce.table import data_folder
from shoal.request.columns import described
from shoal.request.request import Request
from shoal.schema.hierarchy import hierarchies_in
from shoal.table.frame import Table

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "others.json"
PINS = ("anonypy==0.2.1", "anjana==1.2.3", "pycanon==1.3.5")
OTHERS = ("anonypy", "anjana", "anjana, 5 % suppressed")
OURS = ("shoal auto", "shoal auto, fast", "shoal mondrian", "shoal incognito")
KS = (5, 10, 50)
PATIENCE = 600.0
SMALL = 1000
MEASURED_ELSEWHERE = [
    {"tool": "ARX, local recoding", "k": 5, "gcp": 0.0529, "seconds": 20.0},
    {"tool": "ARX, local recoding", "k": 10, "gcp": 0.0793, "seconds": 26.0},
    {"tool": "ARX, local recoding", "k": 50, "gcp": 0.1564, "seconds": 24.0},
]
"""ARX's best settings on the same rows, columns and hierarchies, on one busy core of another machine."""


def environment(folder: Path) -> Path:
    """Return the Python of an environment with the other tools, made if it is not there."""
    python = folder / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PINS], check=True)
    return python


def run(python: Path | str, tool: str, table: Path, trees: Path, k: int, released: Path) -> dict[str, Any]:
    """Return time and memory of one tool, or why there is nothing."""
    command = [
        str(python),
        str(HERE / "_others_run.py"),
        tool,
        str(table),
        str(trees),
        str(released),
        str(k),
        str(table.with_name("small.csv")),
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return {"fault": f"not done after {PATIENCE:.0f} s"}
    if done.returncode:
        return {"fault": (done.stderr.strip().splitlines() or ["no message"])[-1][:200]}
    return json.loads(done.stdout.splitlines()[-1])


def columns_of(frame: pl.DataFrame, trees: Path) -> tuple[Any, ...]:
    """Return the quasi columns with ARX's hierarchies; age is a number."""
    asked = Request.of(None, None, quasi=QUASI, hierarchies=hierarchies_in(trees, QUASI))
    schema, _ = described(asked.schema, Table.of(frame))
    return schema.of_role("quasi")


def as_labels(released: pl.Series, leaves: list[str]) -> pl.Series:
    """Return sets of categories, as anonypy lists them, as intervals of leaves, which the reader knows."""
    place = {leaf: at for at, leaf in enumerate(leaves)}

    def label(cell: str) -> str:
        parts = cell.split(",")
        if len(parts) < 2 or not all(part in place for part in parts):  # noqa: PLR2004 - one value is itself
            return cell
        ends = min(place[part] for part in parts), max(place[part] for part in parts)
        return f"[{leaves[ends[0]]} - {leaves[ends[1]]}]"

    texts = released.cast(pl.String)
    return texts.replace({cell: label(cell) for cell in texts.unique().drop_nulls().to_list()})


def loss_of(original: pl.DataFrame, released: pl.DataFrame, columns: tuple[Any, ...]) -> dict[str, Any]:
    """Return the GCP of what was released; rows that are not there are wholly lost."""
    coded = encode(original, columns)
    total, unread = 0.0, 0
    for domain, column in zip(coded.domains, columns, strict=True):
        shown = released.select(column.name)
        if not domain.is_line:
            shown = shown.select(as_labels(shown[column.name], list(domain.tree.leaf_labels)))
        cells = decode(original, shown, (column,))[0]
        unread += int(np.isnan(cells.low[cells.codes]).sum())
        total += float(_prices(domain, cells)[cells.codes].sum())
    lost = original.height - released.height
    return {"gcp": (total + lost * len(columns)) / (original.height * len(columns)), "unread_cells": unread}


def _prices(domain: Domain, cells: Cells) -> np.ndarray:
    """Return the NCP of each label; one that cannot be read is wholly lost."""
    low, high = np.clip(cells.low, cells.least, cells.greatest), np.clip(cells.high, cells.least, cells.greatest)
    if domain.is_line:
        width = (high - low) / (cells.greatest - cells.least)
    else:
        ends = [np.nan_to_num(end).astype(np.int32) for end in (low, high)]
        width = column_costs(domain, *ends, "ncp")
    return np.where(np.isnan(cells.low), 1.0, width)


def judged(python: Path, released: Path, original: pl.DataFrame, columns: tuple[Any, ...], k: int) -> dict[str, Any]:
    """Return the loss of a release and the k that it has, as shoal and pyCANON count it."""
    frame = pl.read_csv(released, infer_schema=False)
    if not frame.height:
        return {"fault": "the release is empty"}
    verdict = shoal.check(frame, k=k, quasi=QUASI)
    code = f"import pandas, pycanon.anonymity as a; print(a.k_anonymity(pandas.read_csv({str(released)!r}), {QUASI}))"
    done = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=False)
    counted = int(done.stdout.split()[-1]) if done.returncode == 0 and done.stdout.strip() else None
    facts = {"k_found": verdict.k, "pycanon_k": counted, "rows_left_out": original.height - frame.height}
    return facts | loss_of(original, frame, columns)


def main() -> None:
    """Measure, print and keep."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser()
    parser.add_argument("--env", type=Path)
    parser.add_argument("--k", type=int, nargs="*", default=KS)
    parser.add_argument("--rows", type=int, default=0)
    given = parser.parse_args()
    rows = []
    with data_folder(), tempfile.TemporaryDirectory() as folder:
        from shoal.datasets import benchmark

        python = environment(given.env or Path(folder, "env"))
        frame = benchmark.adult().frame.select(COLUMNS)
        frame = frame.head(given.rows) if given.rows else frame
        table, trees = Path(folder, "adult.csv"), benchmark._at_hand("hierarchies/adult")  # noqa: SLF001 - ARX's files
        frame.write_csv(table)
        frame.head(SMALL).write_csv(table.with_name("small.csv"))
        columns = columns_of(frame, trees)
        for k in given.k:
            for tool in (*OURS, *OTHERS):
                released = Path(folder, "released.csv")
                released.unlink(missing_ok=True)
                facts = run(python if tool in OTHERS else sys.executable, tool, table, trees, k, released)
                if "fault" not in facts:
                    facts |= judged(python, released, frame, columns, k)
                rows.append({"tool": tool, "k": k} | facts)
                print(json.dumps(rows[-1]), flush=True)
    kept = {
        "rows": frame.height,
        "pins": list(PINS),
        "machine": {"python": platform.python_version(), "system": platform.system(), "shoal": shoal.__version__},
        "runs": rows,
        "elsewhere": MEASURED_ELSEWHERE,
    }
    if not given.rows:
        RESULTS.write_text(json.dumps(kept, indent=2) + "\n")


if __name__ == "__main__":
    main()
