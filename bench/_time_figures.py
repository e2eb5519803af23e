"""Tables in Markdown of bench/results/time.json and cores.json; `_figures.py` beside it prints and places them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping
from typing import Any

OTHERS = ("mondrian", "hilbert", "k_member")
EFFORTS = ("fast", "balanced")

AT_EQUAL_CELLS, OVER_K = 1.5, 2.0
"""By how much times may differ: of tables of as many cells, and of one table with k from 2 to 1,000."""

AT_MOST = {"credit 30,000 x 23": 15, "counts 20,000 x 20": 12, "survey 75,000 x 16": 25}
"""Seconds that "balanced" may take."""

QUIET = 0.05
"""The share of the machine that others may use while it still counts as idle, as in cores.py."""

STAGES = ("encode", "group", "search", "bound", "publish", "verify")
JOBS = {"fast": "`auto`, fast", "balanced": "`auto`, balanced", "mondrian": "Mondrian", "check": "`shoal.check`"}

Facts = Mapping[str, Any]


def table(head: str, rows: Iterable[str]) -> str:
    """Return a table of which the cells are parted by bars already."""
    line = "|".join(["---"] * (head.count("|") + 1))
    return "\n".join([f"| {head} |", f"|{line}|", *(f"| {row} |" for row in rows)])


def short(seconds: float) -> str:
    """Return seconds with two or three digits."""
    return f"{seconds:.0f}" if seconds >= 20 else f"{seconds:.1f}" if seconds >= 1 else f"{seconds:.2f}"  # noqa: PLR2004 - where a digit stops to matter


def both(run: Facts | None) -> str:
    """Return loss and time of a run."""
    return "not done" if run is None else f"{run['gcp']:.4f} in {short(run['seconds'])} s"


# ------------------------------------------------------------------------------------------------------------- shapes


def shapes(facts: Facts) -> str:
    """Return loss and time on twelve tables, ours and those of methods that may take as long as "fast"."""
    rows = []
    for one in facts["runs"]:
        ours = {run["effort"]: run for run in one["auto"]}
        others = {run["method"]: run for run in one["others"]}
        cells = [both(ours.get(effort)) for effort in EFFORTS] + [both(others.get(name)) for name in OTHERS]
        rows.append(f"{sized(one['table'])} | {' | '.join(cells)}")
    return table("table | `auto`, fast | `auto`, balanced | " + " | ".join(f"`{name}`" for name in OTHERS), rows)


# --------------------------------------------------------------------------------------------------------------- grid


def grid(facts: Facts) -> str:
    """Return the seconds at equal cells by columns and values, both efforts in one cell."""
    runs = equal_cells(facts)
    values = sorted({run["values"] for run in runs})
    rows = []
    for columns in sorted({run["columns"] for run in runs}):
        here = {(run["values"], run["effort"]): run for run in runs if run["columns"] == columns}
        cells = [" / ".join(short(here[value, effort]["seconds"]) for effort in EFFORTS) for value in values]
        rows.append(f"{here[values[0], 'fast']['rows']:,} × {columns} | {' | '.join(cells)}")
    return table("rows × columns | " + " | ".join(f"{value:,} values" for value in values), rows)


def spread(facts: Facts) -> str:
    """Return how far the seconds lie apart at equal cells: of all tables, and of those that are not solved at once."""
    rows = []
    for effort in EFFORTS:
        some = [run for run in equal_cells(facts) if run["effort"] == effort]
        for name, runs in (("all", some), ("with a loss above 0", [run for run in some if run["gcp"] > 0])):
            times = [run["seconds"] for run in runs]
            found = " | ".join(short(one) for one in (min(times), statistics.median(times), max(times)))
            rows.append(f"{effort} | {name}: {len(runs)} | {found} | {ratio(times):.1f}")
    return table("effort | tables | least seconds | median | most | most over least", rows)


def by_rows(facts: Facts) -> str:
    """Return loss and time over rows, at as many columns and values."""
    some = [run for run in facts["runs"] if run["columns"] == 10 and run["values"] in (50, 2_000)]  # noqa: PLR2004 - those of bench/time.py
    rows = []
    for count in sorted({run["rows"] for run in some}):
        here = {(run["values"], run["effort"]): run for run in some if run["rows"] == count}
        rows.append(f"{count:,} | " + " | ".join(both(here[v, e]) for v in (50, 2_000) for e in EFFORTS))
    return table("rows | " + " | ".join(f"{v:,} values, {e}" for v in (50, 2_000) for e in EFFORTS), rows)


def equal_cells(facts: Facts) -> list[Facts]:
    """Return the runs on tables of as many cells."""
    cells = statistics.mode(run["cells"] for run in facts["runs"])
    return [run for run in facts["runs"] if run["cells"] == cells]


# ------------------------------------------------------------------------------------------------------ k, and seconds


def by_k(facts: Facts) -> str:
    """Return loss and time over k."""
    runs = {(run["k"], run["effort"]): run for run in facts["runs"]}
    rows = [
        f"{k:,} | " + " | ".join(both(runs[k, effort]) for effort in EFFORTS)
        for k in sorted({run["k"] for run in facts["runs"]})
    ]
    return table("k | fast | balanced", rows)


def asked(facts: Facts) -> str:
    """Return what runs took that were given seconds, and what they lost."""
    runs = {(run["table"], run["effort"]): run for run in facts["runs"]}
    efforts = sorted({run["effort"] for run in facts["runs"]})
    rows = [
        f"{sized(name)} | " + " | ".join(both(runs[name, effort]) for effort in efforts)
        for name in dict.fromkeys(run["table"] for run in facts["runs"])
    ]
    return table("table | " + " | ".join(f"{effort:g} s asked for" for effort in efforts), rows)


# --------------------------------------------------------------------------------------------------------------- goals


def goals(shaped: Facts, gridded: Facts, over_k: Facts, timed: Facts) -> str:
    """Return what was aimed at, what was measured, and whether it was reached."""
    missed = [sized(one["table"]) for one in shaped["runs"] if not one["reached"]]
    late = [f"{sized(one['table'])} with {one['effort']:g} s" for one in timed["runs"] if not one["kept"]]
    rows = [
        counted("fast loses no more than Mondrian, Hilbert or k-member in its time", "table", shaped, missed),
        counted("seconds asked for are kept, within 10 % and a second", "run", timed, late),
        counted("more seconds asked for never lose more than fewer", "run", timed, worse_later(timed)),
    ]
    equal = [run for run in equal_cells(gridded) if run["gcp"] > 0]
    for what, most, runs in (
        ("at equal cells, where the loss is above 0", AT_EQUAL_CELLS, equal),
        ("k = 2 to 1,000", OVER_K, over_k["runs"]),
    ):
        for effort in EFFORTS:
            times = ratio(run["seconds"] for run in runs if run["effort"] == effort)
            got = f"{times:.2f} | {yes_or_no(reached=times <= most)}"
            rows.append(f"{effort}: most over least time, {what} | at most {most:g} times | {got}")
    for one in shaped["runs"]:
        if one["table"] in AT_MOST:
            took, most = one["auto"][1]["seconds"], AT_MOST[one["table"]]
            got = f"{short(took)} s | {yes_or_no(reached=took <= most)}"
            rows.append(f"balanced: {sized(one['table'])} | at most {most} s | {got}")
    return table("what | goal | measured | reached", rows)


def counted(what: str, thing: str, facts: Facts, missed: list[str]) -> str:
    """Return a goal that all of some things are to reach."""
    every = len(facts["runs"])
    got = f"{every - len(missed)}" + (f", not {' and '.join(missed)}" if missed else "")
    return f"{what} | all of {every} {thing}{'s' * (every > 1)} | {got} | {yes_or_no(reached=not missed)}"


def worse_later(timed: Facts) -> list[str]:
    """Return the runs that lost more than one on the same table that was given less time."""
    found, least = [], dict.fromkeys((run["table"] for run in timed["runs"]), math.inf)
    for run in sorted(timed["runs"], key=lambda run: run["effort"]):
        if run["gcp"] > least[run["table"]]:
            found.append(f"{sized(run['table'])} with {run['effort']:g} s")
        least[run["table"]] = min(least[run["table"]], run["gcp"])
    return found


def yes_or_no(*, reached: bool) -> str:
    """Return whether a goal was reached, and a miss so that it is seen."""
    return "yes" if reached else "**no**"


def ratio(seconds: Iterable[float]) -> float:
    """Return the most over the least."""
    times = list(seconds)
    return max(times) / min(times)


def sized(name: str) -> str:
    """Return the name of a table with the sign for its rows and columns."""
    return name.replace(" x ", " × ")


# --------------------------------------------------------------------------------------------------------------- cores


def core_stages(facts: Facts) -> str:
    """Return the CPU seconds of each stage, in brackets those that only one core worked, and the seconds of all."""
    rows = []
    for job, name in JOBS.items():
        found = facts["jobs"][job]
        stages = {**found["stages"], "verify": found["stages"].get("verify", found["stages"].get("check"))}
        spent = [stages.get(stage) for stage in STAGES] + [found]
        digits = digits_of(found)
        cells = ["" if one is None else f"{one['cpu']:.{digits}f} ({one['serial']:.{digits}f})" for one in spent]
        rows.append(f"{name} | {found['rows']:,} | {' | '.join(cells)} | {by_clock(found, digits)}")
    return table(" | rows | " + " | ".join(STAGES) + " | all | by the clock", rows)


def core_shares(facts: Facts) -> str:
    """Return what is serial, how busy two cores are, and what other numbers of cores would give."""
    rows = []
    for job, name in JOBS.items():
        found, digits = facts["jobs"][job], digits_of(facts["jobs"][job])
        cells = [by_clock(found["one_thread"], digits)]
        cells += [f"{seconds:.{digits}f} s" for seconds in found["by_cores"].values()]
        rows.append(f"{name} | {found['share_serial']:.0%} | {found['ratio_by_shares']:.2f} | {' | '.join(cells)}")
    cores = " | ".join(f"{cores} cores" for cores in facts["jobs"]["fast"]["by_cores"])
    return table(f" | serial | CPU seconds a second on 2 cores | one thread, measured | {cores}", rows)


def digits_of(found: Facts) -> int:
    """Return how many digits to show of the seconds of a job."""
    return 2 if found["cpu"] < 1 else 1


def by_clock(found: Facts, digits: int) -> str:
    """Return the seconds by the clock, where nobody else used the two cores meanwhile."""
    idle = found["machine_cpu"] - found["cpu"] < QUIET * found["seconds"] * 2
    return f"{found['seconds']:.{digits}f} s" if idle else "not idle"
