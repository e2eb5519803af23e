"""What someone who knows the method learns from the groups, with and without `vary`, and what `vary` costs.

Run `python bench/minimality.py`. First the example of the docs: five rows, k = 2, l = 2, by every method that
keeps l-diversity. Then eight tables of six rows, k = 2, l = 2: for how many people the own value becomes certain, or
likelier than 1/l, for several shares of `vary`. Then the loss on 400 patients, k = 5 and l = 3. Tables and methods have
fixed seeds; the draws that protect are the system's and cannot be repeated, so figures differ a little from run to
run. Results go to bench/results/minimality.json, and to the terminal as the tables of docs/guides/attacks.md.
"""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from statistics import mean

import numpy as np
import polars as pl

import shoal
from shoal.datasets import patients
from shoal.partition.registry import PARTITIONERS

RESULTS = Path(__file__).parent / "results" / "minimality.json"
EXAMPLE = pl.DataFrame({"age": [20, 21, 50, 51, 52], "disease": ["HIV", "HIV", "flu", "cold", "gout"]})
SHARES, PRICES = (0, 0.2, 0.5, 1), (0, 0.05, 0.1, 0.2)
TABLES, ROWS, TIMES, PATIENTS = 8, 6, 5, 400
METHODS = ("mondrian", "mdav")
CERTAIN, GREATEST = "people who are certain", "chance of the own value, greatest"

Facts = dict[str, object]


def keeping() -> list[str]:
    """Return the methods that keep l-diversity and whose groups show; the genetic one is slow."""
    shown = {name for name, method in PARTITIONERS.items() if method.about.publishes in ("box", "centroid", "levels")}
    return sorted(name for name in shown - {"genetic"} if PARTITIONERS[name].about.keeps != "not")


def attacked(table: pl.DataFrame, quasi: list[str], method: str, vary: float = 0) -> shoal.Attack:
    """Return what the attack finds in a release of a table."""
    effort = "fast" if method == "auto" else None
    criteria = shoal.LDiversity(2, column="disease")
    call = {"k": 2, "quasi": quasi, "sensitive": "disease", "criteria": criteria, "method": method, "seed": 0}
    release = shoal.anonymize(table, vary=vary or None, effort=effort, **call)
    return shoal.attack(table, release, only="minimality")[0]


def example() -> list[Facts]:
    """Return how certain the attacker is by each method."""
    rows = []
    for method in keeping():
        facts = attacked(EXAMPLE, ["age"], method).facts
        rows.append({"method": method, "certain": facts[CERTAIN], "greatest": facts[GREATEST]})
    return rows


def six_rows(seed: int) -> pl.DataFrame:
    """Return a table of six rows in two columns, in which one disease occurs three times."""
    rng = np.random.default_rng(seed)
    cells = {name: rng.integers(20, 80, ROWS) for name in ("age", "zip")}
    return pl.DataFrame(cells).with_columns(disease=pl.Series(rng.permutation(list("aaabcd"))))


def varied() -> list[Facts]:
    """Return the shares of people whose own value becomes certain, or likelier than 1/l, for each share of `vary`."""
    rows = []
    for method in METHODS:
        for share in SHARES:
            found = [attacked(six_rows(seed), ["age", "zip"], method, share) for seed in range(TABLES)]
            certain = mean(float(one.facts[CERTAIN]) / one.trials for one in found)
            rows.append({"method": method, "vary": share, "certain": certain, "above": mean(one.rate for one in found)})
    return rows


def prices() -> list[Facts]:
    """Return the loss on patients for each share of `vary`, the mean of some draws."""
    table = patients(PATIENTS, seed=0)
    frame = table.frame.select(*table.quasi, *table.sensitive)
    call = {"k": 5, "quasi": list(table.quasi), "sensitive": table.sensitive, "hierarchies": table.hierarchies}
    rows = []
    for method in ("mondrian", "auto"):
        options = {"steps": 200} if method == "auto" else {}
        for share in PRICES:
            made = [
                shoal.anonymize(
                    frame, method=method, seed=0, options=options, vary=share or None,
                    criteria=shoal.LDiversity(3), **call,
                )
                for _ in range(TIMES)
            ]  # fmt: skip
            rows.append({
                "method": method, "vary": share, "loss": mean(one.loss for one in made),
                "groups": mean(one.groups for one in made), "seconds": mean(one.seconds for one in made),
            })  # fmt: skip
    return rows


def table(head: str, rows: list[str]) -> str:
    """Return a table in Markdown, of which the cells are parted by bars already."""
    return "\n".join(f"|{row}|" for row in [f" {head} ", "|".join(["---"] * (head.count("|") + 1)), *rows])


def main() -> None:
    """Measure, keep the results and print them."""
    warnings.simplefilter("ignore", shoal.PrivacyWarning)
    made: dict[str, list[Facts]] = {}
    for measure in (example, prices, varied):
        made[measure.__name__] = measure()
        RESULTS.write_text(json.dumps(made, indent=2) + "\n", "utf-8")
    one = [f" `{row['method']}` | {row['certain']} of 5 | {row['greatest']:.2f} " for row in made["example"]]
    two = [
        f" `{row['method']}` | {row['vary']} | {100 * row['certain']:.0f} % | {100 * row['above']:.0f} % "
        for row in made["varied"]
    ]
    three = [
        f" `{row['method']}` | {row['vary']} | {row['loss']:.4f} | {row['groups']:.0f} | {row['seconds']:.2f} "
        for row in made["prices"]
    ]
    sys.stdout.write(table("method | certain | greatest chance of an own value", one) + "\n\n")
    sys.stdout.write(table("method | `vary` | certain | likelier than 1/l", two) + "\n\n")
    sys.stdout.write(table("method | `vary` | loss | groups | seconds", three) + "\n")


if __name__ == "__main__":
    main()
