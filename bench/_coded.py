"""Coded tables, and timed runs of methods on them in a process of their own; used by the scripts beside it.

A run is warm (a small one first), on all cores, and gives loss, seconds, the seconds of one `numpy.lexsort` of the same
columns (best of five, just before), and by how many bytes the process grew above the coded table at the peak (Linux).
"""

from __future__ import annotations

import ctypes
import gc
import json
import pickle
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from shoal.datasets import adult, census
from shoal.encode.encoder import Coded, encode
from shoal.encode.loss import costs_of
from shoal.generalize.level import level_boxes
from shoal.kernels import threads
from shoal.measure.measures import measure
from shoal.partition.base import Partition, Problem, boxes_of
from shoal.partition.blocks import cut_blocks
from shoal.partition.k_member import KMember
from shoal.partition.registry import make_partitioner, searches
from shoal.progress import Step, silent
from shoal.request.request import Request
from shoal.table.frame import Table

FOUR = ("age", "sex", "race", "education")
BLOCKS = "k_member in blocks"
BLOCK = 5_000
REDRAWN = 0.15
WARM_ROWS, WARM_STEPS = 800, 20

Facts = dict[str, object]


def coded(frame: pl.DataFrame, quasi: Sequence[str], hierarchies: Mapping[str, object]) -> Coded:
    """Return the quasi columns of a table as codes."""
    table = Table.of(frame.select(*quasi))
    trees = {name: tree for name, tree in hierarchies.items() if name in quasi}
    schema, _ = Request.of(quasi=quasi, hierarchies=trees).described(table)
    return encode(table.data, schema.of_role("quasi"))


def coded_adult(columns: int = 8, rows: int | None = None) -> Coded:
    """Return Adult with 8 quasi columns, or with 4; `rows` for a sample of it."""
    data = adult()
    frame = data.frame if rows is None else data.frame.sample(rows, seed=0)
    return coded(frame, FOUR if columns == len(FOUR) else data.quasi, data.hierarchies)


def resampled_adult(rows: int) -> Coded:
    """Return rows drawn from Adult with replacement, each value redrawn from its column with a chance of 0.15."""
    source, rng = coded_adult(), np.random.default_rng(0)
    codes = source.codes[rng.integers(len(source.codes), size=rows)]
    for j in range(codes.shape[1]):
        some = np.flatnonzero(rng.random(rows) < REDRAWN)
        codes[some, j] = source.codes[rng.integers(len(source.codes), size=len(some)), j]
    return Coded(codes, source.domains)


def coded_census(rows: int) -> Coded:
    """Return the generated census, its 7 quasi columns."""
    data = census(rows, seed=0)
    return coded(data.frame, data.quasi, data.hierarchies)


def problem_of(table: Coded, k: int, effort: float | str = "balanced") -> Problem:
    """Return the table as a method is given it; every method works against the NCP here."""
    costs = costs_of(table.domains, "ncp")
    return Problem(table.codes, table.domains, costs, k, np.random.default_rng(0), effort=effort)


def loss_of(table: Coded, found: Partition, k: int) -> float:
    """Return the GCP of a partition; a suppressed row counts as wholly lost."""
    boxes = (
        boxes_of(table.codes, found)
        if found.nodes is None
        else level_boxes(table.codes, table.domains, found, found.nodes)
    )
    return measure(table.domains, boxes, suppressed=int((found.labels < 0).sum()), k=k).gcp


def lexsort_seconds(table: Coded) -> float:
    """Return the least seconds of five sorts of the rows by all columns."""
    seconds = []
    for _ in range(5):
        start = time.perf_counter()
        np.lexsort(table.codes.T)
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def in_blocks(problem: Problem) -> Partition:
    """Return the groups that k_member finds in blocks of at most 5,000 similar rows, on all cores."""
    order = np.arange(problem.rows, dtype=np.int32)
    codes, labels = problem.codes, np.empty(problem.rows, np.int32)
    starts, ends = cut_blocks(order, codes, codes, problem.costs, BLOCK, spread=0.0, rng=problem.rng)

    def one(run: tuple[int, int]) -> int:
        rows = order[run[0] : run[1]]
        part = Problem(codes[rows], problem.domains, problem.costs, problem.k, np.random.default_rng(run[0]))
        with threads(1):
            found = KMember().partition(part)
        labels[rows] = found.labels
        return found.groups

    with ThreadPoolExecutor(2) as pool:
        groups = np.array(list(pool.map(one, zip(starts.tolist(), ends.tolist(), strict=True))))
    labels[order] += np.repeat(np.cumsum(groups) - groups, ends - starts).astype(np.int32)
    return Partition(labels, int(groups.sum()), notes={"blocks": len(starts)})


def partition(problem: Problem, method: str, options: Mapping[str, object]) -> Partition:
    """Return the groups that a method finds."""
    return in_blocks(problem) if method == BLOCKS else make_partitioner(method, options).partition(problem)


def run(table: Coded, job: Mapping[str, object]) -> Facts:
    """Return what one job gave: `method`, `k`, and where given `effort`, `times` (the best counts) and `curve`."""
    method, k, effort = str(job["method"]), int(job["k"]), job.get("effort", "balanced")
    _warm(table, method, k, effort)
    lexsort = lexsort_seconds(table)
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)  # else room that the warm-up left behind hides what is used now
    Path("/proc/self/clear_refs").write_text("5")
    before = _status("VmRSS")
    seconds, found, curve = [], None, []
    for _ in range(int(job.get("times", 1))):
        start = time.perf_counter()
        points: list[tuple[float, float]] = []

        def tell(step: Step, start: float = start, points: list[tuple[float, float]] = points) -> None:
            if step.loss is not None:
                points.append((time.perf_counter() - start, step.loss))

        problem = replace(problem_of(table, k, effort), progress=tell if job.get("curve") else silent)
        found = partition(problem, method, {})
        seconds.append(time.perf_counter() - start)
        curve = points
    peak = _status("VmHWM") - before
    facts: Facts = {"method": method, "k": k} | ({"effort": effort} if searches(method) else {})
    facts |= {"gcp": loss_of(table, found, k), "groups": found.groups, "seconds": min(seconds)}
    facts |= {"lexsort_s": lexsort, "lexsorts": min(seconds) / lexsort, "peak_bytes": peak, "notes": dict(found.notes)}
    return facts | ({"curve": curve} if job.get("curve") else {})


def _warm(table: Coded, method: str, k: int, effort: object) -> None:
    rows = np.random.default_rng(0).permutation(len(table.codes))[: max(WARM_ROWS, 4 * k)]
    some = Coded(np.ascontiguousarray(table.codes[np.sort(rows)]), table.domains)
    problem = problem_of(some, k, effort)
    cut_blocks(np.arange(k, dtype=np.int32), some.codes, some.codes, problem.costs, 1, spread=0.1, rng=problem.rng)
    partition(problem, method, {"steps": WARM_STEPS} if searches(method) else {})


def _status(field: str) -> int:
    lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))


def runs(table: Coded, jobs: Sequence[Facts], *, timeout: float | None = None) -> list[Facts]:
    """Return what each job gave, all in one process of their own; nothing when they take longer than `timeout`."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.pickle"
        file.write_bytes(pickle.dumps(table))
        command = [sys.executable, __file__, str(file), json.dumps(list(jobs))]
        try:
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            return []
    return json.loads(done.stdout)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    here = pickle.loads(Path(sys.argv[1]).read_bytes())
    sys.stdout.write(json.dumps([run(here, job) for job in json.loads(sys.argv[2])]))
