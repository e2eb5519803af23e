"""A first look at the papers' claims that need no other table than Adult.

Run `SHOAL_DATA=<folder> python bench/claims.py`. 30,162 complete rows (the papers' own filters differ). Seconds are the
best of three calls, compiled; what counts are signs and ratios. Results go to bench/results/claims.json.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from pathlib import Path

import numpy as np

import shoal
from shoal.datasets import adult
from shoal.encode.encoder import Coded, encode
from shoal.encode.loss import costs_of
from shoal.kernels import threads
from shoal.partition.base import Problem
from shoal.partition.registry import make_partitioner

RESULTS = Path(__file__).parent / "results" / "claims.json"
FOUR = ("age", "sex", "race", "education")


def release(method: str, quasi: tuple[str, ...], k: int, **options: object) -> tuple[shoal.Release, float]:
    """Return a release and the least seconds of three calls."""
    data = adult()
    trees = {name: tree for name, tree in data.hierarchies.items() if name in quasi}
    table, seconds = data.frame.select(*quasi), []
    for _ in range(3):
        start = time.perf_counter()
        found = shoal.anonymize(table, k=k, quasi=quasi, hierarchies=trees, method=method, seed=0, options=options)
        seconds.append(time.perf_counter() - start)
    return found, min(seconds)


def oka_against_k_member() -> list[dict[str, float]]:
    """R5: OKA's loss below k-member's at every k, and much faster."""
    rows = []
    for k in (5, 10, 20, 50, 100):
        (a, a_s), (b, b_s) = release("oka", adult().quasi, k), release("k_member", adult().quasi, k)
        loss = a.measures.diversity / b.measures.diversity
        rows.append({"k": k, "oka_loss_over_k_member": loss, "oka_time_over_k_member": a_s / b_s})
    return rows


def gccg_against_kaca_and_incognito() -> list[dict[str, float]]:
    """R9 to R11: GCCG's IL about half of KACA's and a third of Incognito's; mean class sizes; time."""
    rows = []
    for k in range(3, 11):
        found = {name: release(name, FOUR, k) for name in ("gccg", "kaca", "incognito")}
        row: dict[str, float] = {"k": k}
        for name, (made, seconds) in found.items():
            row |= {f"{name}_il": made.measures.il, f"{name}_mean_size": made.measures.mean_size, f"{name}_s": seconds}
        rows.append(row)
    return rows


def coded_adult() -> Coded:
    """Return Adult's eight columns as codes, with all hierarchies."""
    data = adult()
    made = shoal.anonymize(data.frame.select(*data.quasi), k=10, quasi=data.quasi, hierarchies=data.hierarchies)
    return encode(data.frame, tuple(made.schema.of_role("quasi")))


def partition_seconds(coded: Coded, name: str, count: int = 1) -> float:
    """Return the least seconds of five runs of the method alone, at k = 10, on so many threads."""
    best = np.inf
    method = make_partitioner(name, {})
    costs = costs_of(coded.domains, method.about.loss)
    for _ in range(5):
        problem = Problem(coded.codes, coded.domains, costs, 10, np.random.default_rng(0))
        start = time.perf_counter()
        with threads(count):
            method.partition(problem)
        best = min(best, time.perf_counter() - start)
    return best


def gccg_parallel_gains(coded: Coded) -> dict[str, float]:
    """R12: what parting the table gains on one thread, and what a second thread gains on top."""
    whole, one = partition_seconds(coded, "gccg"), partition_seconds(coded, "gccg_parallel")
    two = partition_seconds(coded, "gccg_parallel", 2)
    return {"gccg_s": whole, "gain_by_parts": whole / one, "gain_by_threads": one / two}


def speed(coded: Coded) -> dict[str, dict[str, float]]:
    """Return each method's time on one thread, in lexsorts of the same columns and in runs of k-member."""
    lexsort = np.inf
    for _ in range(9):
        start = time.perf_counter()
        np.lexsort(coded.codes.T)
        lexsort = min(lexsort, time.perf_counter() - start)
    names = ("k_member", "gccg", "oka", "kaca", "incognito", "hilbert", "top_down", "mondrian", "cb")
    seconds = {name: partition_seconds(coded, name) for name in names}
    return {
        name: {"seconds": s, "lexsorts": s / lexsort, "of_k_member": s / seconds["k_member"]}
        for name, s in seconds.items()
    }


def main() -> None:
    """Measure, print and keep."""
    warnings.simplefilter("ignore")
    found = {
        "oka_against_k_member": oka_against_k_member(),
        "gccg_against_kaca_and_incognito": gccg_against_kaca_and_incognito(),
        "gccg_parallel": gccg_parallel_gains(coded_adult()),
        "speed": speed(coded_adult()),
    }
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")
    sys.stdout.write(RESULTS.read_text())


if __name__ == "__main__":
    main()
