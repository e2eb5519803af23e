"""The experiments of Lin and Wei, PAIS 2008: OKA against k-member on Adult.

Eight columns, of which age and education are numbers, as in the paper; its taxonomies are those of Fung et al., ours
those of ARX. Figures 3 and 4 are lost, and with them the values of k.
"""

from __future__ import annotations

from dataclasses import replace

from shoal.reproduce.cell import Cell, with_options
from shoal.reproduce.experiment import Figure, Line, Panel, Stands, line
from shoal.reproduce.plan import Plan

PAPER = "Lin and Wei 2008"
OTHERS = {
    "OKA, rows in random order": with_options(order="random"),
    "OKA, by the increase of the loss": with_options(distance="increment"),
    "OKA, without the size of a cluster": with_options(distance="centre"),
    "OKA, random order and increase": with_options(distance="increment", order="random"),
    "OKA, three passes": with_options(passes=3),
    "OKA, up to 5 % of the rows suppressed": with_options(drop_small=0.05),
}
"""Readings of the paper's steps, and what its outlook proposes."""

ABOUT = "UCI Adult, the rows without a missing value; age and education as numbers, six columns with ARX's hierarchies."


def figures(plan: Plan) -> tuple[Figure, ...]:
    """Return the figures of the paper."""
    return (_loss(plan), _time(plan))


def table_of(plan: Plan) -> str:
    """Return the name of the table."""
    return f"adult/lin-wei/{plan.adult_rows}" if plan.adult_rows else "adult/lin-wei"


def _loss(plan: Plan) -> Figure:
    ks, table = plan.lin_wei_k, table_of(plan)
    oka, member = Cell(table, "oka", 2), Cell(table, "k_member", 2)
    paper: tuple[Line, ...] = (
        line("OKA", "total_loss", oka, ks, seeds=plan.seeds),
        line("k-member", "total_loss", member, ks, seeds=plan.seeds),
    )
    ours = (
        line("Mondrian", "total_loss", Cell(table, "mondrian", 2), ks, stands="ours"),
        line("auto", "total_loss", Cell(table, "auto", 2, threads=2), ks, stands="ours"),
        line("least possible", "total_loss", Cell(table, "bound by height", 2, threads=2), ks, stands="bound"),
    )
    others = tuple(
        line(name, "total_loss", replace(oka, options=options), ks, seeds=plan.seeds, stands="reading")
        for name, options in OTHERS.items()
    )
    panels = (
        Panel("loss", "The paper's two methods, and others", "k", "total loss", (*paper, *ours), log=True),
        Panel("readings", "Readings of OKA", "k", "total loss", (*paper, *others), log=True),
    )
    return Figure("lin-wei-3", PAPER, "Fig. 3: total loss against k", ABOUT, panels)


def _time(plan: Plan) -> Figure:
    ks, table = plan.lin_wei_k, table_of(plan)
    methods: dict[str, tuple[str, Stands]] = {
        "OKA": ("oka", "paper"),
        "k-member": ("k_member", "paper"),
        "OKA, every cluster priced": ("oka, all priced", "reading"),
        "k-member, every row priced": ("k_member, all priced", "reading"),
        "Mondrian": ("mondrian", "ours"),
        "auto": ("auto", "ours"),
    }
    lines = tuple(
        line(name, "seconds", Cell(table, method, 2), ks, stands=stands) for name, (method, stands) in methods.items()
    )
    about = (
        "On one thread, the methods alone. Ours leave out rows that cannot win; the lines that say priced do all that "
        f"the paper's steps say, and make the same groups. {ABOUT}"
    )
    return Figure(
        "lin-wei-4", PAPER, "Fig. 4: time against k", about, (Panel("time", "Time", "k", "seconds", lines, log=True),)
    )
