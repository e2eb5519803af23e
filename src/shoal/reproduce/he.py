"""The experiments of He, Chen, Chen, Dong, Wang and Huang, PAKDD 2012: CB against NH on SAL and INCOME.

The loss of the paper, its Definition 1, is a range in a global order of a column's values, whatever the column. That is
the reading `order`. Two others are run beside it, because the verdict depends on it: `leaves` prices categories by the
share of a hierarchy's leaves, as the paper that it cites for the loss does; `kinds` does so for the columns that Table
3 calls categorical. Which values of k, d and n are the defaults was marked in bold type, which is lost: k = 150 and
d = 7 are taken, and said with every figure.
"""

from __future__ import annotations

from dataclasses import replace

from shoal.reproduce.cell import Cell, with_options
from shoal.reproduce.experiment import Figure, Line, Panel, line
from shoal.reproduce.plan import Plan

PAPER = "He et al. 2012"
NAMES = {"sal": "SAL", "income": "INC"}
READINGS = {
    "order": "ranges in a global order (Definition 1)",
    "kinds": "ranges and leaf shares, by the kinds of Table 3",
    "leaves": "leaf shares in hierarchies",
}
K, D = 150, 7
ROUNDS = (1, 2, 4, 8, 15, 30, 60)
CORES = 2
"""Threads of runs that are not timed."""

ABOUT = "Generated census with the columns and domain sizes of Table 3, unless SAL and INCOME themselves are given."


def figures(plan: Plan) -> tuple[Figure, ...]:
    """Return the figures of the paper."""
    loss = [_against_k(plan, reading) for reading in READINGS]
    return (*loss, _against_d(plan), _against_n(plan), _time(plan), _rounds(plan))


def _cell(family: str, rows: int, d: int, reading: str, method: str) -> Cell:
    return Cell(f"{family}/{rows}/{d}/{reading}", method, K, threads=CORES)


def _against_k(plan: Plan, reading: str) -> Figure:
    panels = tuple(
        Panel(
            f"{family}-{d}",
            f"{NAMES[family]}-{d}",
            "k",
            "GCP",
            _lines(plan, family, d, reading),
        )
        for d in plan.he_d
        for family in NAMES
    )
    suffix = "" if reading == "order" else f"-{reading}"
    about = f"{plan.he_rows:,} rows. Loss measured, and worked against, by {READINGS[reading]}. {ABOUT}"
    return Figure(f"he-6{suffix}", PAPER, f"Fig. 6: loss against k, by {READINGS[reading]}", about, panels)


def _lines(plan: Plan, family: str, d: int, reading: str) -> tuple[Line, ...]:
    """Return CB and NH as the paper has them, and other readings and methods beside them."""
    cells = {m: _cell(family, plan.he_rows, d, reading, m) for m in ("cb", "nh", "mondrian", "auto", "bound")}
    ends = tuple(dict.fromkeys((plan.he_k[0], plan.he_k[-1])))
    main = reading == "order"
    ks = plan.he_k if main else tuple(dict.fromkeys((*ends[:1], K, *ends[1:])))
    seeds = plan.he_seeds if main else 1
    restart = replace(cells["cb"], options=with_options(restart=True))
    found = [
        line("CB", "gcp", cells["cb"], ks, seeds=seeds),
        line("NH", "gcp", cells["nh"], ks, seeds=seeds),
        line("CB, new centres each round", "gcp", restart, ks, stands="reading"),
    ]
    if main:
        found.append(line("NH, groups of 2k", "gcp", cells["nh"], ks, stands="reading", along=_wide_rings))
    found += [
        line("Mondrian", "gcp", cells["mondrian"], ks, stands="ours"),
        line("auto", "gcp", cells["auto"], ks, stands="ours"),
    ]
    if main and d in plan.he_bound_d:
        found.append(line("least possible", "gcp", cells["bound"], ends, stands="bound"))
    return tuple(found)


def _wide_rings(cell: Cell, k: int) -> Cell:
    return replace(cell, k=k, options=with_options(group_min=2 * k))


def _against_d(plan: Plan) -> Figure:
    def along(cell: Cell, d: int) -> Cell:
        family, rows, _, reading = cell.table.split("/")
        return replace(cell, table=f"{family}/{rows}/{d}/{reading}")

    ds = (*plan.he_d, D)
    panels = []
    for family, name in NAMES.items():
        cells = {m: _cell(family, plan.he_rows, D, "order", m) for m in ("cb", "nh", "mondrian", "auto")}
        lines = (
            line("CB", "gcp", cells["cb"], ds, seeds=plan.he_seeds, along=along),
            line("NH", "gcp", cells["nh"], ds, seeds=plan.he_seeds, along=along),
            line("Mondrian", "gcp", cells["mondrian"], ds, stands="ours", along=along),
            line("auto", "gcp", cells["auto"], ds, stands="ours", along=along),
        )
        panels.append(Panel(family, f"{name}-d", "d, the number of columns", "GCP", lines))
    about = f"k = {K}, {plan.he_rows:,} rows, by {READINGS['order']}. {ABOUT}"
    return Figure("he-7", PAPER, "Fig. 7: loss against the number of columns", about, tuple(panels))


def _along_n(cell: Cell, thousands: int) -> Cell:
    family, _, d, reading = cell.table.split("/")
    return replace(cell, table=f"{family}/{thousands * 1000}/{d}/{reading}")


def _grown(plan: Plan, value: str) -> tuple[Panel, ...]:
    """Return loss or time against the number of rows; the runs are the same, on one thread."""
    ns = [rows // 1000 for rows in plan.he_grown]
    ends = (ns[0], ns[-1])
    panels = []
    for family, name in NAMES.items():
        cells = {m: replace(_cell(family, 0, D, "order", m), threads=1) for m in ("cb", "nh", "mondrian", "auto")}
        lines = (
            line("CB", value, cells["cb"], ns, along=_along_n),
            line("NH", value, cells["nh"], ns, along=_along_n),
            line("Mondrian", value, cells["mondrian"], ns, stands="ours", along=_along_n),
            line("auto", value, cells["auto"], ends, stands="ours", along=_along_n),
        )
        y = "GCP" if value == "gcp" else "seconds"
        panels.append(Panel(family, f"{name}-{D}", "n, thousands of rows", y, lines, log=value == "seconds"))
    return tuple(panels)


def _against_n(plan: Plan) -> Figure:
    about = f"k = {K}, d = {D}, by {READINGS['order']}. {ABOUT}"
    return Figure("he-8", PAPER, "Fig. 8: loss against the number of rows", about, _grown(plan, "gcp"))


def _time(plan: Plan) -> Figure:
    about = f"k = {K}, d = {D}, on one thread: the methods alone, without reading, publishing and checking."
    return Figure("he-9", PAPER, "Fig. 9: time against the number of rows", about, _grown(plan, "seconds"))


def _rounds(plan: Plan) -> Figure:
    def along(cell: Cell, rounds: int) -> Cell:
        return replace(cell, options=(*cell.options, ("rounds", rounds)))

    panels = []
    for family, name in NAMES.items():
        cell = replace(_cell(family, plan.he_rows, 5, "order", "cb"), k=plan.he_k[0])
        again = replace(cell, options=with_options(restart=True))
        lines = (
            line("CB", "gcp", cell, ROUNDS, seeds=plan.he_seeds, along=along),
            line("CB, new centres each round", "gcp", again, ROUNDS, stands="reading", along=along),
        )
        panels.append(Panel(family, f"{name}-5", "rounds", "GCP", lines))
    about = (
        f"k = {plan.he_k[0]}, d = 5, {plan.he_rows:,} rows, by {READINGS['order']}. No figure of the paper shows it."
    )
    return Figure("he-rounds", PAPER, "Section 3: how many rounds a bisection needs", about, tuple(panels))
