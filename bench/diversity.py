"""He et al.'s CB with l-diversity on Adult: is it ever broken, and what does it lose against other ways to keep it?

Run `SHOAL_DATA=<folder> python bench/diversity.py [l ...]`. 30,162 rows, 7 quasi columns, the occupation is sensitive,
l = 2 to 6 and k = l: in no group does an occupation fill more than a share 1/l. cb_diverse keeps that as the paper
does; `cb` and `mondrian` keep it while they cut, `auto` in every step of its search; "cb, then repair" does not look at
it, and failing groups are merged with those that this costs least. Each is warmed by a small run; seconds are of one
call. Results go to bench/results/diversity.json.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from _coded import Facts, coded, loss_of, problem_of

from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.sensitive import SensitiveColumn, code_sensitive
from shoal.datasets import adult
from shoal.encode.encoder import Coded
from shoal.partition.auto import Auto
from shoal.partition.base import Partition, Problem
from shoal.partition.cb import Cb
from shoal.partition.cb_diverse import CbDiverse
from shoal.partition.mondrian import Mondrian
from shoal.partition.repair import repair

RESULTS = Path(__file__).parent / "results" / "diversity.json"
SENSITIVE = "occupation"
WARM_ROWS = 2_000


def repaired(problem: Problem) -> Partition:
    """Return CB's groups, merged where one is not diverse enough."""
    return repair(problem, Cb().partition(replace(problem, criteria=())))


def ways(l: int) -> dict[str, Callable[[Problem], Partition]]:  # noqa: E741 - the letter of l-diversity
    """Return the ways to keep l-diversity, by name."""
    return {
        "cb_diverse": CbDiverse(l=l).partition,
        "cb": Cb().partition,
        "cb, then repair": repaired,
        "mondrian": Mondrian().partition,
        "auto": Auto().partition,
    }


def asked(table: Coded, jobs: SensitiveColumn, l: int) -> Problem:  # noqa: E741 - as above
    """Return the table as a method is given it, with k = l."""
    criteria = (LDiversity(l, "frequency", SENSITIVE),)
    return replace(problem_of(table, l), criteria=criteria, sensitive=(jobs,))


def run(table: Coded, jobs: SensitiveColumn, way: str, l: int) -> Facts:  # noqa: E741 - as above
    """Return what one way gave."""
    some = np.sort(np.random.default_rng(0).permutation(len(table.codes))[:WARM_ROWS])
    ways(l)[way](replace(asked(table, jobs, l), effort="fast").part(some))
    problem = asked(table, jobs, l)
    start = time.perf_counter()
    found = ways(l)[way](problem)
    seconds = time.perf_counter() - start
    broken = int((~problem.holds(found)).sum())
    sizes = np.bincount(found.labels, minlength=found.groups)
    return {
        "l": l, "way": way, "gcp": loss_of(table, found, l), "groups": found.groups, "broken": broken,
        "smallest": int(sizes.min()), "largest": int(sizes.max()), "seconds": seconds,
    }  # fmt: skip


def main(levels: list[int]) -> None:
    """Run every way for every l, print and keep."""
    warnings.simplefilter("ignore")
    data = adult()
    table = coded(data.frame, [name for name in data.quasi if name != SENSITIVE], data.hierarchies)
    jobs = code_sensitive(data.frame[SENSITIVE])
    rows = []
    for l in levels or range(2, 7):  # noqa: E741 - as above
        for way in ways(l):
            rows.append(run(table, jobs, way, l))
            shown = "l = {l}  {way:16} gcp {gcp:.4f}  groups {groups:5}  largest {largest:5}  broken {broken}"
            sys.stdout.write(shown.format(**rows[-1]) + f"  {rows[-1]['seconds']:.2f} s\n")
            sys.stdout.flush()
    if not levels:
        RESULTS.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main([int(level) for level in sys.argv[1:]])
