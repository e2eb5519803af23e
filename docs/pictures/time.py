"""Draw time a cell over the shape of a table, and loss against time on five tables.

Run `python docs/pictures/time.py [results [folder]]`. It reads the sections `grid`, `k` and `curves` of
bench/results/time.json, which `bench/time.py` measures, and writes time-grid.svg and time-curves.svg beside this file,
each if its sections were measured. All axes are logarithmic. A method that did not finish on a table is not in its
results, and so not in the picture.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from curves import HERE, Axis, Spot, Trail, is_power, labelled, lines, picture, reach, ruled, trails_of

RESULTS = HERE.parent.parent / "bench" / "results" / "time.json"

WIDTH = 760
EFFORTS = ("fast", "balanced")
STYLE = """
.fast, .balanced { stroke: none } .fast { fill: #b3541e } .balanced { fill: #00796b }
polyline.fast, polyline.balanced { fill: none; stroke-width: 2 }
polyline.fast { stroke: #b3541e } polyline.balanced { stroke: #00796b } .one { fill-opacity: 0.55 }
@media (prefers-color-scheme: dark) {
.fast { fill: #ffab76 } .balanced { fill: #4db6ac }
polyline.fast { stroke: #ffab76 } polyline.balanced { stroke: #4db6ac }
}
"""

GRID_HEIGHT, GRID_TOP, GRID_BOTTOM = 292, 52, 244
GRID_LEFT, GRID_STEP, GRID_WIDE = 50, 178, 158
ROWS_COLUMNS, ROWS_VALUES = 10, (50, 2_000)
"""Columns and values of the tables that differ in their rows."""

CENSUS_COLUMNS = 7

CURVE_LEFT, CURVE_STEP, CURVE_WIDE = 52, 376, 312
CURVE_TOP, CURVE_DOWN, CURVE_HIGH = 64, 290, 222
LEGEND = (
    "Green: the house method as its search goes on.",
    "Grey: other methods that publish boxes and are",
    "done within a quarter of a minute.",
    "Lower is better, further left is quicker.",
)

Facts = Mapping[str, Any]


class Panel(NamedTuple):
    """What one part of the grid shows: points by effort, over something that its name says."""

    name: str
    points: dict[str, Trail]


# --------------------------------------------------------------------------------------------------------- time a cell


def panels(grid: Facts, by_k: Facts) -> list[Panel]:
    """Return microseconds a cell over rows, columns and values, and over k."""
    runs = grid["runs"]
    cells = Counter(run["cells"] for run in runs).most_common(1)[0][0]
    equal = [run for run in runs if run["cells"] == cells]
    longer = [run for run in runs if run["columns"] == ROWS_COLUMNS and run["values"] in ROWS_VALUES]
    size = by_k["rows"] * CENSUS_COLUMNS

    def each(some: Iterable[Facts], over: str, cells_of: Callable[[Facts], int]) -> dict[str, Trail]:
        points = [(run["effort"], (run[over], run["seconds"] / cells_of(run) * 1e6)) for run in some]
        return {effort: [point for name, point in points if name == effort] for effort in EFFORTS}

    return [
        Panel(f"rows, {ROWS_COLUMNS} columns", each(longer, "rows", lambda run: run["cells"])),
        Panel(f"columns, {cells:,} cells", each(equal, "columns", lambda run: run["cells"])),
        Panel(f"values, {cells:,} cells", each(equal, "values", lambda run: run["cells"])),
        Panel(f"k, {by_k['rows']:,} rows", each(by_k["runs"], "k", lambda _: size)),
    ]


def medians(points: Trail) -> Trail:
    """Return the median of the points at each place."""
    places = sorted({place for place, _ in points})
    return [(place, statistics.median(value for here, value in points if here == place)) for place in places]


def padded(values: Sequence[float], start: float, end: float) -> Axis:
    """Return an axis with some room at either side of the values."""
    room = max(1.25, (max(values) / min(values)) ** 0.08)
    return Axis(min(values) / room, max(values) * room, start, end)


def draw_grid(facts: Facts) -> str:
    """Return the picture of the sections `grid` and `k`."""
    found = panels(facts["grid"], facts["k"])
    heights = [value for panel in found for points in panel.points.values() for _, value in points]
    y = padded(heights, GRID_BOTTOM, GRID_TOP)
    marks = []
    for number, panel in enumerate(found):
        left = GRID_LEFT + number * GRID_STEP
        places = sorted({place for points in panel.points.values() for place, _ in points})
        x = padded(places, left, left + GRID_WIDE)
        marks += ruled(x, y, places, y.marks(), beside=number == 0)
        marks += [f'<text x="{left + GRID_WIDE / 2}" y="{GRID_BOTTOM + 34}" text-anchor="middle">{panel.name}</text>']
        for effort, points in panel.points.items():
            marks += [f'<circle class="{effort} one" cx="{x.at(a)}" cy="{y.at(b)}" r="3"/>' for a, b in points]
            marks += lines(x, y, [medians(points)], effort)
    about = f"a point: one table; a line: their median; k = {facts['grid']['k']} in the first three"
    marks += [f'<text class="head" x="{GRID_LEFT}" y="24">Microseconds a cell</text>']
    marks += [f'<text x="{GRID_LEFT}" y="41">{about}</text>']
    for effort, at in (("balanced", WIDTH - 140), ("fast", WIDTH - 56)):
        marks += [f'<circle class="{effort}" cx="{at - 9}" cy="20" r="4.5"/>']
        marks += [f'<text x="{at}" y="24">{effort}</text>']
    return picture(WIDTH, GRID_HEIGHT, "Time a cell over rows, columns, values and k", marks, STYLE)


# ---------------------------------------------------------------------------------------------------- loss against time


def draw_curves(facts: Facts) -> str:
    """Return the picture of the section `curves`: a panel for each table, two side by side."""
    marks = []
    tables = facts["tables"]
    everything = [reach(*_drawn(table))[0] for table in tables]
    seconds = [one for some in everything for one in some]
    for number, table in enumerate(tables):
        spots, trails = _drawn(table)
        left, top = _corner(number)
        x = Axis(min(seconds) * 0.7, max(seconds) * 1.6, left, left + CURVE_WIDE)
        y = padded(reach(spots, trails)[1], top + CURVE_HIGH, top)
        marks += ruled(x, y, filter(is_power, x.marks()), y.marks())
        marks += [f'<text class="head" x="{left}" y="{top - 8}">{table["table"].replace(" x ", " × ")}</text>']
        marks += lines(x, y, trails) + labelled(x, y, spots, trails)
    head = f"Loss (GCP) against seconds, k = {facts['k']}"
    marks += [f'<text class="head" x="{CURVE_LEFT}" y="24">{head}</text>']
    left, top = _corner(len(tables))
    for line, text in enumerate(LEGEND):
        marks += [f'<text x="{left}" y="{top + 20 * line}">{text}</text>']
    height = CURVE_TOP + (len(tables) + 1) // 2 * CURVE_DOWN - 30
    return picture(WIDTH, height, f"{head}: the house method as it goes on, others as points", marks)


def _corner(number: int) -> tuple[int, int]:
    """Return the upper left corner of a panel."""
    return CURVE_LEFT + number % 2 * CURVE_STEP, CURVE_TOP + number // 2 * CURVE_DOWN


def _drawn(table: Facts) -> tuple[list[Spot], list[Trail]]:
    """Return the points of a table, ours before others, and what ours did on its way to each of its own."""
    spots = [Spot(run["effort"], run["seconds"], run["gcp"], "ours") for run in table["auto"]]
    others = sorted(table["others"], key=lambda run: run["gcp"])
    spots += [Spot(run["method"], run["seconds"], run["gcp"], "other") for run in others]
    return spots, trails_of(table["auto"])


if __name__ == "__main__":
    source, goal = [*map(Path, sys.argv[1:]), *(RESULTS, HERE)[len(sys.argv) - 1 :]]
    known = json.loads(source.read_text("utf-8"))
    if {"grid", "k"} <= known.keys():
        (goal / "time-grid.svg").write_text(draw_grid(known), "utf-8")
    if "curves" in known:
        (goal / "time-curves.svg").write_text(draw_curves(known["curves"]), "utf-8")
