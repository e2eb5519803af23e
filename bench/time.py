"""Time that one can rely on: loss and time on tables of many shapes, and time over rows, columns, values and k.

Run `SHOAL_DATA=<folder> python bench/time.py [section ...]`: shapes, grid, k, seconds, curves. Each takes minutes and
replaces its own part of bench/results/time.json; `--quick` shrinks every table, so that the script can be tried, and
keeps nothing unless `--keep` says where. Loss is GCP, every method works against the NCP, k = 10 unless said otherwise;
seconds are of the method on the coded table, warm, all cores, without the bound. `docs/pictures/time.py` draws it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
from _coded import Facts, coded_census, runs
from _sections import measure_sections, say
from _shapes import SHAPES, drawn

import shoal

RESULTS = Path(__file__).parent / "results" / "time.json"
OTHERS = ("mondrian", "hilbert", "k_member")
FIVE = tuple(SHAPES)[:5]
TIMEOUT, CURVE_TIMEOUT = 240.0, 15.0

# tables of about as many cells, of ever more columns, of few and of many values; and rows from few to many
CELLS = 400_000
GRID_COLUMNS, GRID_VALUES = (4, 10, 20, 40), (2, 50, 2_000, 50_000)
GRID_ROWS = (10_000, 100_000, 1_000_000)
KS = (2, 5, 10, 50, 100, 1_000)
SECONDS = (1.0, 2.0, 5.0, 10.0)


def shapes(*, quick: bool) -> Facts:
    """Return every shape by both efforts, against the methods that may take as long as "fast" does."""
    found = []
    for name, make in SHAPES.items():
        if quick and name not in FIVE[3:4]:
            continue
        table = make()
        jobs = [{"method": "auto", "k": 10, "effort": effort} for effort in ("fast", "balanced")]
        ours = runs(table, jobs)
        others = [one for method in OTHERS for one in runs(table, [{"method": method, "k": 10}], timeout=TIMEOUT)]
        within = [one for one in others if one["seconds"] <= ours[0]["seconds"]]
        least = min((one["gcp"] for one in within), default=np.inf)
        found.append({"table": name, "cells": table.codes.size, "auto": ours, "others": others})
        found[-1]["reached"] = bool(ours[0]["gcp"] <= least)
        words = [f"{one['method']} {one['gcp']:.4f} in {one['seconds']:.2f} s" for one in [*ours, *others]]
        say(f"{name}: {'; '.join(words)}; fast {'not worse in its time' if found[-1]['reached'] else 'WORSE'}")
    return {"k": 10, "runs": found}


def grid(*, quick: bool) -> Facts:
    """Return time a cell at about equal cells, over columns and values; and over rows, at ten columns."""
    found = []
    cells = 8_000 if quick else CELLS
    tables = [(cells // columns, columns, values) for columns in GRID_COLUMNS for values in GRID_VALUES]
    tables += [] if quick else [(rows, 10, values) for rows in GRID_ROWS for values in (50, 2_000)]
    for rows, columns, values in tables:
        table = drawn(rows, columns, values)
        for effort in ("fast", "balanced"):
            (one,) = runs(table, [{"method": "auto", "k": 10, "effort": effort}])
            facts = {"rows": rows, "columns": columns, "values": values, "effort": effort, "cells": rows * columns}
            facts |= {"gcp": one["gcp"], "seconds": one["seconds"], "notes": one["notes"]}
            facts |= {"ns_per_cell": one["seconds"] / (rows * columns) * 1e9}
            found.append(facts)
            say(
                "{rows} x {columns}, {values} values, {effort}: {gcp:.4f} in {seconds:.2f} s, {ns_per_cell:.0f} ns a "
                "cell, {stopped}".format(**facts, stopped=one["notes"]["stopped"])
            )
    spread = {}
    for effort in ("fast", "balanced"):
        some = [one["seconds"] for one in found if one["effort"] == effort and one["cells"] == cells]
        spread[effort] = {"least": min(some), "median": float(np.median(some)), "most": max(some)}
        say(f"{effort}, {cells} cells: {min(some):.2f} to {max(some):.2f} s, {max(some) / min(some):.2f} times")
    return {"k": 10, "runs": found, "spread": spread}


def cost_of_k(*, quick: bool) -> Facts:
    """Return time and loss for k = 2 to 1,000 on 100,000 rows of the census."""
    table, found = coded_census(4_000 if quick else 100_000), []
    for effort in ("fast", "balanced"):
        for k in KS[:3] if quick else KS:
            (one,) = runs(table, [{"method": "auto", "k": k, "effort": effort}])
            found.append({"k": k, "effort": effort, "gcp": one["gcp"], "seconds": one["seconds"]})
            say("k = {k}, {effort}: {gcp:.4f} in {seconds:.2f} s".format(**found[-1]))
    return {"rows": len(table.codes), "runs": found}


def seconds(*, quick: bool) -> Facts:
    """Return how long whole runs take that were given so many seconds, everything included but compilation."""
    found = []
    for name in FIVE:
        table = SHAPES[name]()
        frame = pl.DataFrame({f"c{j}": table.codes[:, j] for j in range(table.codes.shape[1])})
        call = {"k": 10, "quasi": frame.columns}
        shoal.anonymize(frame.head(500), effort=0.5, **call)
        for wanted in SECONDS[:1] if quick else SECONDS:
            began = time.perf_counter()
            release = shoal.anonymize(frame, effort=wanted, **call)
            took = time.perf_counter() - began
            found.append({"table": name, "effort": wanted, "seconds": took, "gcp": release.loss})
            found[-1]["kept"] = took <= 1.1 * wanted + 1
            say("{table}, {effort} s asked for: {seconds:.2f} s, {gcp:.4f}, kept {kept}".format(**found[-1]))
        if quick:
            break
    return {"k": 10, "runs": found}


def curves(*, quick: bool) -> Facts:
    """Return loss against time: ours as it goes on at growing effort, every other quick method as a point."""
    found = []
    for name in FIVE[3:4] if quick else FIVE:
        table = SHAPES[name]()
        efforts = ("fast", "balanced") if quick else ("fast", "balanced", "best")
        ours = runs(table, [{"method": "auto", "k": 10, "effort": effort, "curve": True} for effort in efforts])
        others = []
        for method in shoal.methods():
            if method.name == "auto" or method.publishes != "box" or {"numeric", "sensitive"} & {*method.needs}:
                continue
            others += runs(table, [{"method": method.name, "k": 10}], timeout=CURVE_TIMEOUT)
        found.append({"table": name, "auto": ours, "others": others})
        say(f"{name}: {len(others)} other methods; auto " + ", ".join(f"{one['gcp']:.4f}" for one in ours))
    return {"k": 10, "tables": found}


SECTIONS: dict[str, Callable[..., Facts]] = {
    "shapes": shapes,
    "grid": grid,
    "k": cost_of_k,
    "seconds": seconds,
    "curves": curves,
}


if __name__ == "__main__":
    measure_sections(__doc__, SECTIONS, RESULTS)
