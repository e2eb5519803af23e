"""Census rows on Spark: two executors of one core and 2 GiB each, all on this machine.

`python bench/spark.py` prints the time without that of the start, the loss, and what was verified. `--kill` runs it
twice, kills an executor in the middle of the second run, and compares what came out, row for row by a hash.
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

import shoal
from shoal.datasets import census
from shoal.engines import spark as spark_engine
from shoal.engines.spark import SparkParts

MASTER, SEED, K = "local-cluster[2,1,2048]", 1, 10
EXECUTOR = "CoarseGrainedExecutorBackend"


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


def executors() -> list[int]:
    """Return the processes below this one that are executors of Spark."""
    parents, found = {}, []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            command = (path / "cmdline").read_text("utf-8", errors="ignore")
            parents[int(path.name)] = int((path / "stat").read_text("utf-8").rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        if EXECUTOR in command:
            found.append(int(path.name))

    def is_ours(process: int) -> bool:
        while process in parents:
            if process == os.getpid():
                return True
            process = parents[process]
        return False

    return [process for process in found if is_ours(process)]


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


def run(spark, path: Path, tmp: Path) -> dict[str, object]:  # noqa: ANN001 - a session of Spark
    """Return what one run took and gave."""
    began = time.perf_counter()
    release = shoal.anonymize(
        spark.read.parquet(str(path)), k=K, quasi=list(census(10).quasi), effort="fast", seed=SEED, tmp=tmp
    )
    return {
        "seconds": round(time.perf_counter() - began, 1),
        "rows": release.rows,
        "blocks": release.notes["blocks"],
        "gcp": round(release.measures.gcp, 6),
        "k": release.verdict.k,
        "verified": release.verified,
        "digest": digest(release.frame),
    }


def main() -> None:
    """Run it, and print one line of JSON for each run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--master", default=MASTER)
    parser.add_argument("--kill", action="store_true", help="kill an executor in a second run")
    parser.add_argument("--after", type=float, default=3.0, help="seconds into the release at which it dies")
    parser.add_argument("--block", type=int, default=spark_engine.MOST_BLOCK, help="rows of a block at most")
    given = parser.parse_args()
    spark_engine.MOST_BLOCK = given.block
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "census.parquet"
        census(given.rows, seed=SEED).frame.write_parquet(path)
        began = time.perf_counter()
        spark = session(given.master)
        spark.range(2).toArrow()
        print(json.dumps({"master": given.master, "start": round(time.perf_counter() - began, 1)}), flush=True)
        first = run(spark, path, Path(folder))
        print(json.dumps(first), flush=True)
        if given.kill:
            before = set(executors())
            killing(given.after)
            second = run(spark, path, Path(folder))
            print(
                json.dumps(
                    {**second, "same": second["digest"] == first["digest"], "died": len(before - set(executors()))}
                )
            )
        spark.stop()


if __name__ == "__main__":
    main()
