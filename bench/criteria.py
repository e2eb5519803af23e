"""What a criterion costs, by method: Adult, 7 quasi columns, occupation sensitive, k = 5.

Run `SHOAL_DATA=<folder> python bench/criteria.py`. For entropy l-diversity with l = 2 and t-closeness with t = 0.3
(equal distance): the loss of `auto`, of Mondrian, which keeps both natively, and of k_member with groups merged until
all hold ("repair") and, as `anonymize` does, improved by one round of search after that. Seconds are of the method on
the coded table, warm, seed 0, the best of two. Results go to bench/results/criteria.json.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
from _coded import coded, loss_of

from shoal import LDiversity, TCloseness
from shoal.criteria.base import Criterion
from shoal.criteria.sensitive import SensitiveColumn, code_sensitive
from shoal.datasets import adult
from shoal.encode.encoder import Coded
from shoal.encode.loss import costs_of
from shoal.partition.auto import Auto
from shoal.partition.base import Partition, Problem
from shoal.partition.k_member import KMember
from shoal.partition.keep import keep_criteria
from shoal.partition.mondrian import Mondrian
from shoal.partition.repair import repair

RESULTS = Path(__file__).parent / "results" / "criteria.json"
SENSITIVE, K, TIMES = "occupation", 5, 2
AGAINST_MONDRIAN, AGAINST_REPAIR, SLOWER = 0.8, 0.9, 3.0

WISHES: dict[str, tuple[Criterion, ...]] = {
    "k alone": (),
    "entropy l = 2": (LDiversity(2, "entropy", SENSITIVE),),
    "t = 0.3": (TCloseness(0.3, SENSITIVE, "equal"),),
}

METHODS: dict[str, Callable[[Problem], Partition]] = {
    "auto": lambda problem: Auto().partition(problem),
    "mondrian": lambda problem: Mondrian().partition(problem),
    "k_member + repair": lambda problem: repair(problem, KMember().partition(problem)),
    "k_member + repair + improve": lambda problem: keep_criteria(problem, KMember(), KMember().partition(problem)),
}


def run(table: Coded, column: SensitiveColumn, wish: str, method: str) -> dict[str, object]:
    """Return the loss and the seconds of one method under one wish, all criteria checked."""
    seconds = []
    for _ in range(TIMES):
        costs, rng = costs_of(table.domains, "ncp"), np.random.default_rng(0)
        problem = Problem(table.codes, table.domains, costs, K, rng, WISHES[wish], sensitive=(column,))
        start = time.perf_counter()
        found = METHODS[method](problem)
        seconds.append(time.perf_counter() - start)
        if not problem.holds(found).all():
            message = f"{method} breaks {wish}"
            raise RuntimeError(message)
    facts = {"wish": wish, "method": method, "gcp": loss_of(table, found, K), "groups": found.groups}
    facts |= {"seconds": min(seconds)}
    sys.stdout.write("{wish:14} {method:28} gcp {gcp:.4f}  {groups:5} groups  {seconds:.2f} s\n".format(**facts))
    sys.stdout.flush()
    return facts


def main() -> None:
    """Measure, print and keep."""
    data = adult()
    quasi = [name for name in data.quasi if name != SENSITIVE]
    table = coded(data.frame, quasi, data.hierarchies)
    column = code_sensitive(data.frame.get_column(SENSITIVE))
    rows = [run(table, column, wish, method) for wish in WISHES for method in METHODS]
    found = {(row["wish"], row["method"]): row for row in rows}
    ratios = []
    for wish in list(WISHES)[1:]:
        auto = found[wish, "auto"]
        ratio = {
            "wish": wish,
            "of_mondrian": auto["gcp"] / found[wish, "mondrian"]["gcp"],
            "of_k_member_repair": auto["gcp"] / found[wish, "k_member + repair"]["gcp"],
            "of_k_member_improved": auto["gcp"] / found[wish, "k_member + repair + improve"]["gcp"],
            "time_of_k_alone": auto["seconds"] / found["k alone", "auto"]["seconds"],
        }
        ratio["reached"] = (
            ratio["of_mondrian"] <= AGAINST_MONDRIAN
            and ratio["of_k_member_repair"] <= AGAINST_REPAIR
            and ratio["time_of_k_alone"] <= SLOWER
        )
        ratios.append(ratio)
        sys.stdout.write(f"{ratio}\n")
    machine = {"cpus": os.cpu_count(), "python": platform.python_version(), "numba": numba.__version__}
    RESULTS.write_text(json.dumps({"machine": machine, "rows": rows, "ratios": ratios}, indent=2) + "\n")


if __name__ == "__main__":
    main()
