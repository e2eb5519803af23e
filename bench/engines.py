"""Any size: rows against time and memory, on every engine that is here, with Mondrian and the house method.

Run `python bench/engines.py [rows ...]`: 1,000,000, 10,000,000 and 100,000,000 unless said otherwise; the last one
takes some minutes for each run and about 10 GB of disk. Tables are the generated census, ten million rows for each seed
from 0 on, 7 quasi columns, k = 10, as one Parquet file in the folder that `--tmp` names, which is made and kept.
Each run is the command line in a process of its own, warm: whole seconds and CPU seconds are those of the process, from
its start to the file that it has written and verified; memory is its peak (ru_maxrss). The engine "disk" gets 4 GB.
Results go to bench/results/engines.json, one entry for each run; `docs/pictures/engines.py` draws them.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import polars as pl

from shoal.datasets import census

RESULTS = Path(__file__).parent / "results" / "engines.json"
ROWS = (1_000_000, 10_000_000, 100_000_000)
PART = 10_000_000
MEMORY, IN_MEMORY = "4GB", 20_000_000
K, SEED = 10, 0
METHODS = {"mondrian": ["--method", "mondrian"], "fast": ["--effort", "fast"]}

Facts = dict[str, object]


def table_of(rows: int, folder: Path) -> Path:
    """Return a file with a census of so many rows, made where it is not there."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = folder / f"census-{rows}.parquet"
    if path.exists():
        return path
    draft, writer = path.with_suffix(".draft"), None
    for seed, start in enumerate(range(0, rows, PART)):
        frame = census(min(PART, rows - start), seed=seed).frame.with_columns(pl.col(pl.Enum).cast(pl.String))
        table = frame.to_arrow(compat_level=pl.CompatLevel.oldest())
        writer = writer or pq.ParquetWriter(draft, table.schema, compression="zstd", compression_level=1)
        writer.write_table(table, row_group_size=1_000_000)
    if writer is not None:
        writer.close()
    pa.default_memory_pool().release_unused()
    return draft.rename(path)


def trees_in(folder: Path) -> Path:
    """Return a settings file with the hierarchies of the census, made where it is not there."""
    from shoal import Request

    path = folder / "census.toml"
    data = census(1000, seed=0)
    trees = {name: tree for name, tree in data.hierarchies.items() if name in data.quasi}
    Request.of(k=K, quasi=list(data.quasi), hierarchies=trees, seed=SEED).save(path)
    return path


def run(source: Path, request: Path, engine: str, how: list[str], folder: Path) -> Facts:
    """Return what one run gave: seconds, CPU seconds, peak memory, and what the command line says of the release."""
    goal = folder / "released.parquet"
    command = [sys.executable, "-m", "shoal", "anonymize", str(source), "--schema", str(request), "-o", str(goal)]
    command += ["--engine", engine, "--json", *how]
    command += ["--memory", MEMORY, "--tmp", str(folder)] if engine == "disk" else []
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    said, _ = process.communicate()
    seconds, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode:
        return {"failed": process.returncode, "seconds": seconds}
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = json.loads(said)
    facts: Facts = {"seconds": seconds, "cpu_seconds": cpu, "peak_bytes": after.ru_maxrss * 1024}
    names = ("rows", "released", "groups", "smallest", "verified", "effort", "method")
    facts |= {name: found[name] for name in names} | {"gcp": found["loss"]["gcp"]}
    facts["rows_a_second_and_core"] = found["rows"] / seconds / (os.cpu_count() or 1)
    return facts


def isolated(*arguments: object) -> Facts:
    """Return what a run gave, in a process that has no other children: the peak of all of them is one number."""
    code = "import sys, json; sys.path.insert(0, sys.argv[1]); import engines; "
    code += "from pathlib import Path; a = json.loads(sys.argv[2]); "
    code += "print(json.dumps(engines.run(Path(a[0]), Path(a[1]), a[2], a[3], Path(a[4]))))"
    given = json.dumps([str(one) if isinstance(one, Path) else one for one in arguments])
    command = [sys.executable, "-c", code, str(Path(__file__).parent), given]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="*", type=int)
    parser.add_argument("--tmp", type=Path, default=Path(tempfile.gettempdir()))
    parser.add_argument("--only", nargs="*", choices=[*METHODS], default=[*METHODS])
    given = parser.parse_args()
    request = trees_in(given.tmp)
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {"runs": []}
    kept["machine"] = {"cores": os.cpu_count(), "python": platform.python_version()}
    for rows in given.rows or ROWS:
        source = table_of(rows, given.tmp)
        for name in given.only:
            for engine in ("memory", "disk") if rows <= IN_MEMORY else ("disk",):
                facts = {"rows": rows, "engine": engine, "name": name}
                facts |= isolated(source, request, engine, METHODS[name], given.tmp)
                print(json.dumps(facts), flush=True)
                same = {"rows": rows, "engine": engine, "name": name}.items()
                kept["runs"] = [one for one in kept["runs"] if not same <= one.items()] + [facts]
                RESULTS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
