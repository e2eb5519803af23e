"""Draw rows against time and memory, on every engine that was measured.

Run `python docs/pictures/engines.py [results [picture]]`. It reads bench/results/engines.json, which `bench/engines.py`
measures, and writes engines.svg beside this file. All axes are logarithmic.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from curves import HERE, Axis, Spot, Trail, labelled, lines, picture, ruled

RESULTS = HERE.parent.parent / "bench" / "results" / "engines.json"
PICTURE = HERE / "engines.svg"

WIDTH, HEIGHT, TOP, BOTTOM = 760, 330, 56, 276
LEFT, STEP, WIDE = 56, 376, 300
ROOM = 1.7
"""How much further than the points an axis reaches."""

STYLE = """
.fast { fill: #00796b } .mondrian { fill: #b3541e } polyline.fast, polyline.mondrian { fill: none; stroke-width: 2 }
polyline.fast { stroke: #00796b } polyline.mondrian { stroke: #b3541e }
@media (prefers-color-scheme: dark) {
.fast { fill: #4db6ac } .mondrian { fill: #ffab76 }
polyline.fast { stroke: #4db6ac } polyline.mondrian { stroke: #ffab76 }
}
"""

Run = Mapping[str, Any]
PANELS: Sequence[tuple[str, Callable[[Run], float]]] = (
    ("seconds, from the command to the verified file", lambda run: run["seconds"]),
    ("peak memory in GB", lambda run: run["peak_bytes"] / 1e9),
)


def draw(runs: Sequence[Run]) -> str:
    """Return the picture of all runs that came to an end."""
    done = [run for run in runs if "failed" not in run]
    marks = []
    for number, (title, value) in enumerate(PANELS):
        left = LEFT + number * STEP
        rows, values = [run["rows"] for run in done], [value(run) for run in done]
        x = Axis(min(rows) / ROOM, max(rows) * ROOM, left, left + WIDE)
        y = Axis(min(values) / ROOM, max(values) * ROOM, BOTTOM, TOP)
        marks += ruled(x, y, sorted(set(rows)), y.marks())
        marks += [f'<text class="head" x="{left}" y="{TOP - 10}">{title}</text>']
        spots, trails = [], []
        for engine, name in sorted({(run["engine"], run["name"]) for run in done}):
            trail: Trail = sorted((r["rows"], value(r)) for r in done if (r["engine"], r["name"]) == (engine, name))
            marks += lines(x, y, [trail], name)
            marks += [f'<circle class="{name}" cx="{x.at(a)}" cy="{y.at(b)}" r="3.5"/>' for a, b in trail]
            spots.append(Spot(f"{engine}, {name}", *trail[-1], name))
            trails.append(trail)
        marks += labelled(x, y, spots, trails)
    marks += [f'<text x="{LEFT}" y="{HEIGHT - 14}">rows of the generated census, 7 quasi columns, k = 10</text>']
    return picture(WIDTH, HEIGHT, "Rows against time and memory on every engine", marks, STYLE)


if __name__ == "__main__":
    source, goal = [*map(Path, sys.argv[1:]), *(RESULTS, PICTURE)[len(sys.argv) - 1 :]]
    goal.write_text(draw(json.loads(source.read_text("utf-8"))["runs"]), "utf-8")
