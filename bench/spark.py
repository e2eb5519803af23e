"""Census rows on Spark: two executors of one core and 2 GiB each, all on this machine.

`python bench/spark.py` takes the same tables and the same request as `bench/engines.py`, prints the time without that
of the start, the loss, and what was verified, and keeps it beside what the other engines took, in
bench/results/engines.json. Peak memory is what this process and all below it hold at once (their proportional share of
pages, twice a second). `--kill` runs it again, kills an executor in the middle, and compares what came out, row for row
by a hash.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import threading
import time
import warnings
from pathlib import Path

from engines import METHODS, RESULTS, table_of, trees_in

import shoal
from shoal.engines.spark import SparkParts

MASTER = "local-cluster[2,1,2048]"
EXECUTOR = "CoarseGrainedExecutorBackend"
LOOK = 0.5


def session(master: str):  # noqa: ANN201 - a type of Spark's
    """Return a session that only this machine can reach."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).appName("bench")
    options = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        "spark.executor.memory": "2g",
        "spark.executorEnv.POLARS_MAX_THREADS": "1",
    }
    for name, value in options.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def below() -> dict[int, str]:
    """Return the processes below this one, and this one itself, with their command lines."""
    parents, commands = {}, {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            commands[int(path.name)] = (path / "cmdline").read_text("utf-8", errors="ignore")
            parents[int(path.name)] = int((path / "stat").read_text("utf-8").rsplit(")", 1)[1].split()[1])
        except OSError:
            continue

    def is_ours(process: int) -> bool:
        while process in parents:
            if process == os.getpid():
                return True
            process = parents[process]
        return False

    return {process: command for process, command in commands.items() if is_ours(process)}


def executors() -> list[int]:
    """Return the processes below this one that are executors of Spark."""
    return [process for process, command in below().items() if EXECUTOR in command]


def held() -> int:
    """Return the bytes that this process and all below it hold, pages that several have being shared out."""
    total = 0
    for process in below():
        try:
            words = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8")
        except OSError:
            continue
        total += 1024 * sum(int(line.split()[1]) for line in words.splitlines() if line.startswith("Pss:"))
    return total


class Peak:
    """Looks at the memory twice a second, until it is asked for the most that it saw."""

    def __init__(self) -> None:
        """Begin to look."""
        self._most, self._end = held(), threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._end.wait(LOOK):
            self._most = max(self._most, held())

    def value(self) -> int:
        """End, and return the most that was held."""
        self._end.set()
        self._thread.join()
        return self._most


def killing(seconds: float) -> None:
    """Let an executor die so many seconds after blocks begin to be released."""
    release = SparkParts.release

    def and_kill(self: SparkParts, *given: object) -> object:
        victim = min(executors())
        threading.Timer(seconds, os.kill, (victim, signal.SIGKILL)).start()
        print(f"executor {victim} dies in {seconds} s", flush=True)
        return release(self, *given)

    SparkParts.release = and_kill


def digest(frame) -> str:  # noqa: ANN001 - a data frame of Spark
    """Return a hash of all rows that does not depend on their order."""
    from pyspark.sql import functions as F  # noqa: N812 - as everyone calls it

    each = F.xxhash64(*(f"`{name}`" for name in frame.columns)).cast("decimal(38,0)")
    return str(frame.select(F.sum(each)).toArrow().column(0)[0].as_py())


def run(spark, path: Path, request: Path, name: str, tmp: Path) -> dict[str, object]:  # noqa: ANN001 - Spark's
    """Return what one run took and gave."""
    method = {"method": "mondrian"} if "mondrian" in METHODS[name] else {"effort": "fast"}
    began, peak = time.perf_counter(), Peak()
    release = shoal.anonymize(spark.read.parquet(str(path)), request=request, tmp=tmp, engine="spark", **method)
    facts = {
        "rows": release.rows,
        "engine": "spark",
        "name": name,
        "seconds": round(time.perf_counter() - began, 1),
        "peak_bytes": peak.value(),
        "blocks": release.notes["blocks"],
        "gcp": round(release.measures.gcp, 6),
        "smallest": release.verdict.k,
        "verified": release.verified,
    }
    return facts | {"digest": digest(release.frame)}


def keep(facts: dict[str, object]) -> None:
    """Keep a run beside those of the other engines."""
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {"runs": []}
    same = {key: facts[key] for key in ("rows", "engine", "name")}.items()
    kept["runs"] = [one for one in kept["runs"] if not same <= one.items()] + [facts]
    RESULTS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


def main() -> None:
    """Run it, and print one line of JSON for each run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="*", type=int, default=[10_000_000])
    parser.add_argument("--master", default=MASTER)
    parser.add_argument("--only", choices=[*METHODS], nargs="*", default=["fast"])
    parser.add_argument("--kill", action="store_true", help="kill an executor in a second run")
    parser.add_argument("--after", type=float, default=3.0, help="seconds into the release at which it dies")
    parser.add_argument("--tmp", type=Path, default=Path(tempfile.gettempdir()))
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    tables, request = [table_of(rows, given.tmp) for rows in given.rows], trees_in(given.tmp)
    began = time.perf_counter()
    spark = session(given.master)
    spark.range(2).toArrow()
    print(json.dumps({"master": given.master, "start": round(time.perf_counter() - began, 1)}), flush=True)
    for path in tables:
        for name in given.only:
            facts = run(spark, path, request, name, given.tmp)
            print(json.dumps(facts), flush=True)
            keep(facts)
    if given.kill:
        before = set(executors())
        killing(given.after)
        again = run(spark, tables[-1], request, given.only[-1], given.tmp)
        again |= {"same": again["digest"] == facts["digest"], "died": len(before - set(executors()))}
        print(json.dumps(again), flush=True)
        keep(facts | {"killed": {key: again[key] for key in ("seconds", "same", "died")}})
    spark.stop()


if __name__ == "__main__":
    main()
