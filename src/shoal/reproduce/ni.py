"""The experiments of Ni, Xie and Qian, 2017: GCCG against KACA and Incognito on Adult, and parallel GCCG.

Age, sex, race and education, with workclass as the sensitive column: the rows of Adult's training part whose workclass
is known, 30,725 of them; the paper has 30,661, and what became of the other 64 is not said. KACA begins with the
classes of equal rows in the paper that proposes it. The mean sizes that Ni et al. print for it are those of a KACA that
begins with single rows: both are run. Age is a number for the one, and labels of five levels for the other reading.
"""

from __future__ import annotations

from dataclasses import replace

from shoal.reproduce.cell import Cell, with_options
from shoal.reproduce.experiment import Figure, Line, Panel, Point, Stands, line
from shoal.reproduce.plan import Plan

PAPER = "Ni et al. 2017"
ROWS = with_options(start="rows")
PRINTED_KS = tuple(range(3, 11))
PRINTED = {
    "Incognito": (851.69, 851.69, *[1533.05] * 6),
    "KACA": (3.08, 4.14, 5.12, 6.09, 7.24, 8.20, 9.22, 10.30),
    "GCCG": tuple(float(k) for k in PRINTED_KS),
}
"""Table 10."""

PARTS = (2, 4)
READINGS = {"ni": "age as a number", "ni-labels": "age as labels of a hierarchy"}


def figures(plan: Plan) -> tuple[Figure, ...]:
    """Return the figures and the table of the paper."""
    return (_loss(plan), _sizes(plan), _time(plan), _parallel_time(plan), _parallel_loss(plan))


def _table(plan: Plan, reading: str) -> str:
    return f"adult/{reading}/{plan.adult_rows}" if plan.adult_rows else f"adult/{reading}"


def _about(plan: Plan) -> str:
    rows = f"{plan.adult_rows:,} drawn of the" if plan.adult_rows else "The"
    return f"{rows} 30,725 rows of UCI Adult with a known workclass; age, sex, race, education; ARX's hierarchies."


def _methods(plan: Plan, reading: str, value: str) -> tuple[Line, ...]:
    table = _table(plan, reading)
    return (
        line("GCCG", value, Cell(table, "gccg", 3), plan.ni_k),
        line("KACA", value, Cell(table, "kaca", 3), plan.ni_k, seeds=plan.seeds),
        line("KACA, from single rows", value, Cell(table, "kaca", 3, 0, ROWS), plan.kaca_k, stands="reading"),
        line("Incognito", value, Cell(table, "incognito", 3), plan.ni_k),
    )


def _loss(plan: Plan) -> Figure:
    panels = []
    for reading, words in READINGS.items():
        table = _table(plan, reading)
        ours = (
            line("Mondrian", "il", Cell(table, "mondrian", 3), plan.ni_k, stands="ours"),
            line("auto", "il", Cell(table, "auto", 3, threads=2), plan.ni_k, stands="ours"),
            line("least possible", "il", Cell(table, "bound", 3, threads=2), plan.ni_k, stands="bound"),
        )
        lines = (*_methods(plan, reading, "il"), *ours)
        panels.append(Panel(reading, words.capitalize(), "k", "information loss", lines, log=True))
    return Figure("ni-3", PAPER, "Fig. 3: information loss against k", _about(plan), tuple(panels))


def _sizes(plan: Plan) -> Figure:
    names = tuple(f"k = {k}" for k in PRINTED_KS)
    table = _table(plan, "ni")
    columns = [
        *(_column(f"{name}, printed", printed) for name, printed in PRINTED.items()),
        _measured("Incognito", "mean_size", Cell(table, "incognito", 3), plan.ni_k),
        _measured("KACA", "mean_size", Cell(table, "kaca", 3), plan.ni_k),
        _measured("KACA, from single rows", "mean_size", Cell(table, "kaca", 3, 0, ROWS), plan.kaca_k, "reading"),
        _measured("GCCG", "mean_size", Cell(table, "gccg", 3), plan.ni_k),
        _measured("GCCG, as shown", "mean_shown", Cell(table, "gccg", 3), plan.ni_k, "reading"),
    ]
    about = f"Groups that are published alike look like one: sizes as shown count them so. {_about(plan)}"
    panel = Panel("sizes", "Mean rows of a group", "k", "rows", tuple(columns), rows=names)
    return Figure("ni-table-10", PAPER, "Table 10: mean size of groups", about, (panel,))


def _column(name: str, printed: tuple[float, ...]) -> Line:
    return Line(name, "mean_size", tuple(Point(float(at), (), v) for at, v in enumerate(printed)), "printed")


def _measured(name: str, value: str, cell: Cell, ks: tuple[int, ...], stands: Stands = "paper") -> Line:
    """Return a column of a table of which the first row is that of k = 3."""
    return Line(name, value, tuple(Point(float(k - PRINTED_KS[0]), (replace(cell, k=k),)) for k in ks), stands)


def _time(plan: Plan) -> Figure:
    panels = []
    for reading, words in READINGS.items():
        auto = line("auto", "seconds", Cell(_table(plan, reading), "auto", 3), plan.ni_k, stands="ours")
        lines = (*_methods(plan, reading, "seconds"), auto)
        panels.append(Panel(reading, words.capitalize(), "k", "seconds", lines, log=True))
    about = f"On one thread, the methods alone. {_about(plan)}"
    return Figure("ni-4", PAPER, "Fig. 4: time against k", about, tuple(panels))


def _runs(table: str) -> dict[str, Cell]:
    whole = Cell(table, "gccg", 3)
    runs = {"GCCG": whole}
    for parts in PARTS:
        cell = replace(whole, method="gccg_parallel", options=with_options(parts=parts))
        runs[f"{parts} parts, 1 thread"] = cell
        runs[f"{parts} parts, 2 threads"] = replace(cell, threads=2)
    return runs


def _parallel_time(plan: Plan) -> Figure:
    panels = tuple(
        Panel(table, _named(table), "k", "seconds", _lines(plan, table, "seconds"), log=True) for table in plan.parallel
    )
    about = "The gain of cutting the table shows on one thread; what a second thread adds, beside it."
    return Figure("ni-5", PAPER, "Fig. 5: time of serial and parallel GCCG", about, panels)


def _parallel_loss(plan: Plan) -> Figure:
    panels = tuple(
        Panel(table, _named(table), "k", "information loss", _lines(plan, table, "il"), log=True)
        for table in plan.parallel
    )
    return Figure("ni-6", PAPER, "Fig. 6: loss of serial and parallel GCCG", "Threads do not change groups.", panels)


def _lines(plan: Plan, table: str, value: str) -> tuple[Line, ...]:
    ks = plan.ni_k if table.startswith("adult") else (plan.ni_k[0], plan.ni_k[-1])
    runs = {name: cell for name, cell in _runs(table).items() if value == "seconds" or "2 threads" not in name}
    return tuple(line(name, value, cell, ks) for name, cell in runs.items())


def _named(table: str) -> str:
    family, *rest = table.split("/")
    if family == "adult":
        words = "Adult, 4 columns" if rest[0] == "ni" else "Adult, 8 columns"
        return f"{words}, {int(rest[1]):,} rows" if rest[1:] else words
    return f"{family.upper()}-{rest[1]}, {int(rest[0]):,} rows"
