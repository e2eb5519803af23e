"""What an attacker gets out of Adult, raw and released, and what the releases are still good for.

Run `SHOAL_DATA=<folder> python bench/attacks.py`. 30,162 rows, 7 quasi columns, occupation is sensitive, k = 10. Each
row carries its number, which leaves with its other cells and is taken away before the attacks: it tells whose row is
whose. Everything has a seed. Results go to bench/results/attacks.json.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl

import shoal
from shoal.criteria.l_diversity import LDiversity
from shoal.datasets import adult

RESULTS = Path(__file__).parent / "results" / "attacks.json"
SENSITIVE, TARGET, NUMBER = "occupation", "salary-class", "number"
K, PEOPLE, SEED = 10, 2000, 0
NOISE, UNKNOWN = 0.05, 0.2
FEW = 3_000

Facts = dict[str, object]


def table() -> tuple[pl.DataFrame, dict[str, object], tuple[str, ...]]:
    """Return Adult with a number for each row, its hierarchies, and its quasi columns."""
    data = adult()
    quasi = tuple(name for name in data.quasi if name != SENSITIVE)
    trees = {name: tree for name, tree in data.hierarchies.items() if name in quasi and name != "age"}
    frame = data.frame.select(*quasi, SENSITIVE, TARGET).with_columns(pl.int_range(pl.len()).alias(NUMBER))
    return frame, trees, quasi


def released(frame: pl.DataFrame, method: str, **options: object) -> tuple[pl.DataFrame, float]:
    """Return a release of the table, put back in order so that a later run sees the same, and its loss."""
    _, trees, quasi = table()
    roles = {"quasi": quasi, "sensitive": SENSITIVE, "keep": (TARGET, NUMBER)}
    release = shoal.anonymize(frame, k=K, hierarchies=trees, method=method, seed=SEED, **roles, **options)
    return release.data.sort(NUMBER), release.loss


def attacked(frame: pl.DataFrame, release: pl.DataFrame, second: pl.DataFrame | None) -> list[Facts]:
    """Return what every attack gets, linkage also by someone who is not quite sure of what is known."""
    _, trees, quasi = table()
    truth = np.full(frame.height, -1)
    truth[release[NUMBER].to_numpy()] = np.arange(release.height)
    call = {"quasi": quasi, "sensitive": SENSITIVE, "hierarchies": trees, "k": K, "people": PEOPLE, "seed": SEED}
    call["truth"] = truth
    seen = release.drop(NUMBER)
    found = [one.to_dict() for one in shoal.attack(frame, seen, second=second, **call)]
    (vague,) = shoal.attack(frame, seen, only="linkage", noise=NOISE, unknown=UNKNOWN, **call)
    return [*found, vague.to_dict() | {"name": "linkage, not quite sure"}]


def used(frame: pl.DataFrame, release: pl.DataFrame) -> Facts:
    """Return what the release is still good for."""
    _, trees, quasi = table()
    truth = np.full(frame.height, -1)
    truth[release[NUMBER].to_numpy()] = np.arange(release.height)
    found = shoal.utility(
        frame,
        release.drop(NUMBER),
        quasi=quasi,
        sensitive=SENSITIVE,
        target=TARGET,
        hierarchies=trees,
        truth=truth,
        people=PEOPLE,
        seed=SEED,
    )
    return found.to_dict()


def runs() -> dict[str, Callable[[], tuple[pl.DataFrame, pl.DataFrame, float]]]:
    """Return for each release a function that makes it: the original, the release and its loss."""
    frame, *_ = table()
    some = frame.sample(FEW, seed=SEED).with_columns(pl.int_range(pl.len()).alias(NUMBER))
    diverse = [LDiversity(3, kind="entropy", column=SENSITIVE)]
    return {
        "raw": lambda: (frame, frame, 0.0),
        "mondrian": lambda: (frame, *released(frame, "mondrian")),
        "auto": lambda: (frame, *released(frame, "auto")),
        "nh": lambda: (frame, *released(frame, "nh")),
        "mondrian, 3-diverse": lambda: (frame, *released(frame, "mondrian", criteria=diverse)),
        "auto, 3-diverse": lambda: (frame, *released(frame, "auto", criteria=diverse)),
        f"k_type, {FEW:,} rows": lambda: (some, *released(some, "k_type")),
    }


def main() -> None:
    """Attack, print and keep."""
    warnings.simplefilter("ignore", shoal.PrivacyWarning)
    rows, seconds = [], {}
    for name, make in runs().items():
        frame, release, loss = make()
        seconds[name] = release.drop(NUMBER)
        second = seconds["mondrian"] if name == "auto" else None
        facts = {"release": name, "rows": frame.height, "loss": loss, "attacks": attacked(frame, release, second)}
        rows.append(facts | {"utility": used(frame, release)})
        for one in rows[-1]["attacks"]:
            low, high = one["interval"]
            sys.stdout.write(
                f"{name:22} {one['name']:24} {one['rate']:.4f} ({low:.4f} - {high:.4f}), allowed {one['promise']:.4f}\n"
            )
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
