"""What it costs to count people rather than rows: time and loss, beside the two ways without it.

Run `python bench/people.py`. Two tables: the generated census with its rows dealt out to people, a few of whom have
many (Zipf), and the generated visits, in which rows of one person are alike. k = 10, `auto` fast, seed 0; times are the
best of several, and what counts is the ratio in one run. The naive way keeps one row of each person, and loses the
others wholly. Distinct l-diversity on the person, with l = k, asks for the same groups. Results go to
bench/results/people.json.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import polars as pl

import shoal
from shoal.datasets import census, visits

RESULTS = Path(__file__).parent / "results" / "people.json"
K, SHARE, POWER = 10, 0.3, 0.5


def census_of_people(rows: int) -> tuple[pl.DataFrame, list[str]]:
    """Return the census with its rows dealt out to about a third as many people."""
    data, people = census(rows, seed=0), int(SHARE * rows)
    chance = np.arange(1, people + 1) ** -POWER
    who = np.random.default_rng(0).choice(people, rows, p=chance / chance.sum())
    return data.frame.with_columns(pl.Series("who", who)), list(data.quasi)


def visits_of_people(rows: int) -> tuple[pl.DataFrame, list[str]]:
    """Return the visits; about half as many people."""
    data = visits(rows, seed=0)
    return data.frame.rename({"patient_id": "who"}), list(data.quasi)


def run(table: pl.DataFrame, quasi: list[str], times: int, **asked: object) -> dict[str, object]:
    """Return the least seconds of several runs, and what the last one lost."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        release = shoal.anonymize(table, k=K, quasi=quasi, effort="fast", seed=0, **asked)
        seconds.append(time.perf_counter() - start)
    return {"seconds": round(min(seconds), 2), "loss": round(release.loss, 4), "groups": release.groups}


def measured(table: pl.DataFrame, quasi: list[str], times: int) -> dict[str, object]:
    """Return the figures on one table."""
    rows, people = table.height, table["who"].n_unique()
    found: dict[str, object] = {"rows": rows, "people": people}
    found["rows counted"] = plain = run(table, quasi, times, identifiers="who")
    found["people counted"] = counted = run(table, quasi, times, person="who")
    found["ratio"] = round(float(str(counted["seconds"])) / float(str(plain["seconds"])), 2)
    guard = shoal.LDiversity(K, "distinct", "who")
    found["distinct l on the person"] = run(table, quasi, 1, sensitive="who", criteria=guard)
    one = run(table.unique("who", keep="first", maintain_order=True), quasi, 1, identifiers="who")
    kept = people / rows
    found["one row a person"] = one | {"loss of all rows": round(kept * float(str(one["loss"])) + 1 - kept, 4)}
    return found


def main(rows: int = 1_000_000, times: int = 3) -> None:
    """Measure both tables and keep the figures."""
    warnings.simplefilter("ignore", shoal.PrivacyWarning)
    small, quasi = census_of_people(5_000)
    for asked in ({"identifiers": "who"}, {"person": "who"}):
        run(small, quasi, 1, **asked)  # compile
    found = {
        "machine": {"cores": os.cpu_count(), "python": platform.python_version()},
        "k": K,
        "census": measured(*census_of_people(rows), times),
        "visits": measured(*visits_of_people(rows // 10), times),
    }
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
