"""Print bench/results/attacks.json as the tables of docs/guides/attacks.md and docs/guides/utility.md, in Markdown.

Run `python bench/_attack_figures.py [results]`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results" / "attacks.json"

GROUPLESS = ("nh", "k_type")
"""Methods that publish each row as a box of its own."""

Facts = Mapping[str, Any]


def table(head: str, rows: Iterable[str]) -> str:
    """Return a table of which the cells are parted by bars already."""
    line = "|".join(["---"] * (head.count("|") + 1))
    return "\n".join([f"| {head} |", f"|{line}|", *(f"| {row} |" for row in rows)])


def share(attack: Facts) -> str:
    """Return a rate and its interval, in percent."""
    low, high = attack["interval"]
    return f"{100 * attack['rate']:.1f} ({100 * low:.1f} - {100 * high:.1f})"


def by_name(run: Facts) -> dict[str, Facts]:
    """Return the attacks of a run by name."""
    return {attack["name"]: attack for attack in run["attacks"]}


def finding(run: Facts) -> str:
    """Return how often rows are found."""
    found = by_name(run)
    facts = found["linkage"]["facts"]
    any_fit = 100 * facts["rate, of those that fit"]
    vague = share(found["linkage, not quite sure"])
    return (
        f"{run['release']} | {share(found['linkage'])} | {any_fit:.1f} | {facts['rows that fit, median']:.0f} | {vague}"
    )


def telling(run: Facts) -> str:
    """Return how often sensitive values are predicted."""
    found = by_name(run)
    alike = 100 * found["homogeneity"]["facts"]["rows whose group has one value"]
    groups = "no groups" if run["release"].startswith(GROUPLESS) else f"{alike:.1f}"
    gain = 100 * found["skewness"]["facts"]["gain, mean"]
    most = 100 * found["skewness"]["facts"]["gain, greatest"]
    without = found["learner"]["facts"].get("rate without their own rows")
    apart = "" if without is None else f"{100 * without:.1f}"
    return (
        f"{run['release']} | {share(found['homogeneity'])} | {groups} | {share(found['skewness'])} | {gain:.1f}, "
        f"{most:.1f} | {share(found['learner'])} | {apart}"
    )


def serving(run: Facts) -> str:
    """Return what a release is still good for."""
    found = run["utility"]
    far, counts = [column["hellinger"] for column in found["columns"]], found["counts"]
    change, right = found["categories"], " | ".join(f"{100 * one['released']:.1f}" for one in found["accuracy"])
    return (
        f"{run['release']} | {run['loss']:.4f} | {100 * counts['mean']:.1f}, {100 * counts['median']:.1f} | "
        f"{sum(far) / len(far):.3f}, {max(far):.3f} | {change['mean']:.3f}, {change['greatest']:.3f} | {right}"
    )


HEADS = {
    "release | linkage, % | among all that fit, % | rows that fit, median | linkage, not quite sure, %": finding,
    "release | homogeneity, % | rows in groups of one value, % | skewness, % | gain in points: mean, most | "
    "learner, % | without their own rows, %": telling,
    "release | loss | error of counts, %: mean, median | Hellinger: mean, most | change of V: mean, most | "
    "nearest row, % | gradient boosting, %": serving,
}

if __name__ == "__main__":
    runs = json.loads(Path(sys.argv[1] if sys.argv[1:] else RESULTS).read_text("utf-8"))
    for head, make in HEADS.items():
        sys.stdout.write(table(head, map(make, runs)) + "\n\n")
    (both,) = [one for run in runs for one in run["attacks"] if one["name"] == "intersection"]
    sys.stdout.write(f"{both['sentence']}\n{json.dumps(both['facts'], indent=2)}\n")
