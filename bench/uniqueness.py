"""Estimators of population uniqueness on populations that are known: draw a sample, estimate, compare.

Run `python bench/uniqueness.py` (or `make bench`). The populations are Adult and 100,000 generated patients, each with
fewer and with more quasi columns. Prints the table of docs/guides/risk.md; results go to bench/results/uniqueness.json.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl

from shoal.arrays import Labels
from shoal.datasets import adult, patients
from shoal.risks.tally import Tally
from shoal.risks.uniqueness import ESTIMATORS, uniqueness
from shoal.table.agree import groups_of

RESULTS = Path(__file__).parent / "results" / "uniqueness.json"
FRACTIONS = (0.01, 0.05, 0.1, 0.2, 0.5)
DRAWS = 11


def populations() -> dict[str, tuple[pl.DataFrame, list[str]]]:
    """Return each population with the columns that others know."""
    people, census = patients(100_000, seed=1).frame, adult()
    return {
        "patients, 3 columns": (people, ["age", "sex", "zip"]),
        "patients, 4 columns": (people, ["age", "sex", "zip", "occupation"]),
        "Adult, 4 columns": (census.frame, list(census.quasi[:4])),
        "Adult, 8 columns": (census.frame, list(census.quasi)),
    }


def estimates(labels: Labels, fraction: float, rng: np.random.Generator) -> dict[str, list[float | None]]:
    """Return what each estimator says of each sample, and what the rule chooses."""
    found: dict[str, list[float | None]] = {name: [] for name in (*ESTIMATORS, "rule")}
    for _ in range(DRAWS):
        drawn = np.bincount(rng.choice(labels, int(len(labels) * fraction), replace=False))
        said = uniqueness(Tally.of(drawn[drawn > 0]), fraction)
        for name, estimate in said.estimates.items():
            found[name].append(estimate.share)
        found["rule"].append(said.population)
    return found


def main() -> None:
    """Print and keep the median of what each estimator says, and how often it says nothing."""
    rng = np.random.default_rng(0)
    runs = []
    print("| population | unique | fraction | pitman | zayatz | snb | rule |\n|---|---|---|---|---|---|---|")
    for name, (frame, quasi) in populations().items():
        labels, groups = groups_of(frame, quasi)
        true = int(np.count_nonzero(np.bincount(labels, minlength=groups) == 1)) / frame.height
        for fraction in FRACTIONS:
            said = estimates(labels, fraction, rng)
            answers = {key: [share for share in shares if share is not None] for key, shares in said.items()}
            medians = {key: float(np.median(shares)) if shares else None for key, shares in answers.items()}
            answered = {key: len(shares) for key, shares in answers.items()}
            runs.append({"population": name, "true": true, "fraction": fraction, "median": medians, "of": answered})
            cells = [_cell(medians[key], answered[key]) for key in said]
            print(f"| {name} | {true:.3f} | {fraction:g} | {' | '.join(cells)} |")
    RESULTS.write_text(json.dumps({"draws": DRAWS, "runs": runs}, indent=2) + "\n")


def _cell(median: float | None, answered: int) -> str:
    if median is None:
        return "-"
    return f"{median:.3f}" + ("" if answered == DRAWS else f" ({answered} of {DRAWS})")


if __name__ == "__main__":
    main()
