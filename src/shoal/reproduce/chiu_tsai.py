"""The experiments of Chiu and Tsai, ADMA 2007: WF-C-means against three hierarchical clusterings on tables of numbers.

Columns are taken as they are, without scaling: only so the paper's errors on the original tables come out. Its third
table is called Zoo, but its errors are multiples of 1/32, and Lung Cancer, with 32 rows, gives the one that can be
checked: both are run.
"""

from __future__ import annotations

from shoal.reproduce.cell import Cell, with_options
from shoal.reproduce.experiment import Figure, Line, Panel, Point, line
from shoal.reproduce.plan import Plan

PAPER = "Chiu and Tsai 2007"
TABLES = {"iris": "Iris", "wine": "Wine", "zoo": "Zoo", "lung_cancer": "Lung Cancer"}
KS = (2, 4, 8, 16)
RAW = with_options(scale="none")
LINKS = {"single link": "single_link", "complete link": "complete_link", "average link": "average_link"}
RULERS = {
    "distortion": "its own ruler: learned weights for WF, 1/N for the others",
    "distortion_even": "one ruler: 1/N",
}
ERRORS = {
    "errors_excluded_first": "own row left out, class of the lowest row",
    "errors_excluded_majority": "own row left out, class of most rows",
    "errors_kept_first": "own row kept, class of the lowest row",
    "errors_kept_majority": "own row kept, class of most rows",
}
PRINTED = {
    "original": (4.47, 15.73, 56.25, 56.25),
    "WF-C-means": (6.67, 17.42, 59.38, 59.38),
    "single link": (8.67, 22.47, 65.63, 65.63),
    "complete link": (9.33, 21.91, 62.50, 62.50),
    "average link": (6.00, 19.66, 62.50, 62.50),
}
"""Table 1, in percent; the third row is called Zoo there, and stands beside both tables here."""


def figures(plan: Plan) -> tuple[Figure, ...]:
    """Return the figures and the table of the paper."""
    return (_distortion(plan), _time(plan), _errors(plan))


def _distortion(plan: Plan) -> Figure:
    panels = tuple(
        Panel(f"{table}-{value}", f"{name}, {words}", "k", "distortion", _lines(plan, table, value), log=True)
        for table, name in TABLES.items()
        for value, words in RULERS.items()
    )
    about = (
        "Equation 4: squares between rows and the centres they are published as, columns unscaled. The paper weighs "
        "the columns by what WF-C-means learned for itself, and evenly for the others: two rulers, shown beside one."
    )
    return Figure("chiu-tsai-4", PAPER, "Fig. 4: distortion against k", about, panels)


def _lines(plan: Plan, table: str, value: str) -> tuple[Line, ...]:
    links = [line(name, value, Cell(table, method, 2, options=RAW), KS) for name, method in LINKS.items()]
    return (
        line("WF-C-means", value, Cell(table, "wf_c_means", 2, options=RAW), KS, seeds=plan.number_seeds),
        *links,
        line("MDAV", value, Cell(table, "mdav", 2), KS, stands="ours"),
        line("Mondrian", value, Cell(table, "mondrian", 2), KS, stands="ours"),
        line("auto", value, Cell(table, "auto", 2), KS, stands="ours"),
        line("least possible", value, Cell(table, "least distortion", 2), KS, stands="bound"),
    )


def _time(plan: Plan) -> Figure:
    panels = []
    for table, name in TABLES.items():
        links = [line(link, "seconds", Cell(table, method, 2, options=RAW), KS) for link, method in LINKS.items()]
        own = line("WF-C-means", "seconds", Cell(table, "wf_c_means", 2, options=RAW), KS, seeds=plan.number_seeds)
        auto = line("auto", "seconds", Cell(table, "auto", 2), KS, stands="ours")
        panels.append(Panel(table, name, "k", "seconds", (own, *links, auto), log=True))
    about = "The methods alone, compiled, on one thread; the paper's are in the language of a spreadsheet."
    return Figure("chiu-tsai-5", PAPER, "Fig. 5: time against k", about, tuple(panels))


def _errors(plan: Plan) -> Figure:
    panels = tuple(
        Panel(value, words.capitalize(), "table", "errors, %", _columns(plan, value), rows=tuple(TABLES.values()))
        for value, words in ERRORS.items()
    )
    about = (
        "Errors of the nearest neighbour by city-block distance, k = 3, in percent of the rows; every original row is "
        "looked for in the published table. The paper does not say which of the four readings is its own."
    )
    return Figure("chiu-tsai-table-1", PAPER, "Table 1: errors of a nearest neighbour", about, panels)


def _columns(plan: Plan, value: str) -> tuple[Line, ...]:
    methods = {"original": ("original", (), 1), "WF-C-means": ("wf_c_means", RAW, plan.number_seeds)}
    methods |= {name: (method, RAW, 1) for name, method in LINKS.items()}
    lines = []
    for name, (method, options, seeds) in methods.items():
        cells = [tuple(Cell(t, method, 3, seed, options) for seed in range(seeds)) for t in TABLES]
        ours = tuple(Point(float(at), runs) for at, runs in enumerate(cells))
        lines.append(Line(name, f"{value}_share", ours))
        told = tuple(Point(float(at), (), number) for at, number in enumerate(PRINTED[name]))
        lines.append(Line(f"{name}, printed", f"{value}_share", told, "printed"))
    auto = tuple(Point(float(at), (Cell(t, "auto", 3),)) for at, t in enumerate(TABLES))
    return (*lines, Line("auto", f"{value}_share", auto, "ours"))
