"""Draw loss against time: the house method as it goes on, every other method as a point.

Run `python docs/pictures/curves.py [results [picture]]`. It reads the section `curves` of bench/results/auto.json,
which `bench/auto.py curves` measures, and writes auto-curve.svg beside this file. Both axes are logarithmic.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
RESULTS = HERE.parent.parent / "bench" / "results" / "auto.json"
PICTURE = HERE / "auto-curve.svg"

WIDTH, HEIGHT = 760, 460
LEFT, RIGHT, TOP, BOTTOM = 64, 742, 40, 404
LETTER, LINE = 6.4, 13
"""About how wide a letter of a label is, and how high."""

STEPS = (1, 2, 5)
STYLE = """
.paper { fill: #ffffff; stroke: #dfe3ea } .grid { stroke: #e6e9ef } .axis { stroke: #8a93a6 }
.ours { stroke: #00796b; fill: #00796b } .trail { stroke: #00796b; fill: none; stroke-width: 2 }
.other { fill: #6b7690 } .levels { fill: none; stroke: #6b7690; stroke-width: 1.5 }
.arx { stroke: #b3541e; stroke-dasharray: 5 4 }
text { font: 11.5px sans-serif; fill: #39415a } .head { font-size: 13px; font-weight: 600 }
text.ours { stroke: none; font-weight: 600 } text.arx { stroke: none; fill: #b3541e }
@media (prefers-color-scheme: dark) {
.paper { fill: #1c2130; stroke: #333b50 } .grid { stroke: #2b3246 } .axis { stroke: #6b7690 }
.ours { stroke: #4db6ac; fill: #4db6ac } .trail { stroke: #4db6ac } .arx { stroke: #ffab76 }
.other { fill: #9aa5bd } .levels { stroke: #9aa5bd } text { fill: #d5dae6 }
text.ours { fill: #4db6ac } text.arx { fill: #ffab76 }
}
"""


class Axis(NamedTuple):
    """A logarithmic axis: the least and greatest value, and where they are in the picture."""

    least: float
    most: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return where a value is."""
        share = math.log(value / self.least) / math.log(self.most / self.least)
        return round(self.start + share * (self.end - self.start), 1)

    def marks(self) -> list[float]:
        """Return the round values on the axis."""
        powers = range(math.floor(math.log10(self.least)), math.ceil(math.log10(self.most)) + 1)
        values = [step * 10.0**power for power in powers for step in STEPS]
        return [value for value in values if self.least * 0.999 <= value <= self.most * 1.001]


class Spot(NamedTuple):
    """A labelled point."""

    name: str
    seconds: float
    loss: float
    look: str


def draw(facts: Mapping[str, object]) -> str:
    """Return the picture of one section `curves`."""
    trails = [[tuple(point) for point in run["curve"]] for run in facts["auto"]]
    spots = [Spot(f"auto, {run['effort']}", run["seconds"], run["gcp"], "ours") for run in facts["auto"]]
    spots += [
        Spot(run["method"], run["seconds"], run["gcp"], "levels" if run["publishes"] == "levels" else "other")
        for run in sorted(facts["methods"], key=lambda run: run["gcp"])
    ]
    points = [(spot.seconds, spot.loss) for spot in spots] + [point for trail in trails for point in trail]
    seconds, losses = [point[0] for point in points], [point[1] for point in points] + [facts["arx"]]
    x = Axis(min(seconds) * 0.7, max(seconds) * 1.6, LEFT, RIGHT)
    y = Axis(min(losses) * 0.9, max(losses) * 1.15, BOTTOM, TOP)
    marks = _frame(x, y) + _trails(x, y, trails)
    arx = y.at(facts["arx"])
    marks += [f'<line class="arx" x1="{LEFT}" x2="{RIGHT}" y1="{arx}" y2="{arx}"/>']
    marks += [
        f'<text class="arx" x="{RIGHT - 4}" y="{arx - 4}" text-anchor="end">ARX, local recoding (as reported)</text>'
    ]
    marks += _labelled(x, y, spots, trails, arx)
    head = f"Adult, {facts['rows']:,} rows, {facts['columns']} columns, k = {facts['k']}: loss against time"
    marks += [f'<text class="head" x="{LEFT}" y="24">{head}</text>']
    body, space = "\n".join(marks), "http://www.w3.org/2000/svg"
    return (
        f'<svg xmlns="{space}" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{head}">\n<style>{STYLE}</style>\n'
        f'<rect class="paper" x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="8"/>\n{body}\n</svg>\n'
    )


def _frame(x: Axis, y: Axis) -> list[str]:
    marks = []
    for value in x.marks():
        at = x.at(value)
        marks += [f'<line class="grid" x1="{at}" x2="{at}" y1="{TOP}" y2="{BOTTOM}"/>']
        marks += [f'<text x="{at}" y="{BOTTOM + 16}" text-anchor="middle">{value:g}</text>']
    for value in y.marks():
        at = y.at(value)
        marks += [f'<line class="grid" x1="{LEFT}" x2="{RIGHT}" y1="{at}" y2="{at}"/>']
        marks += [f'<text x="{LEFT - 6}" y="{at + 4}" text-anchor="end">{value:g}</text>']
    marks += [f'<path class="axis" fill="none" d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}"/>']
    marks += [f'<text x="{RIGHT}" y="{BOTTOM + 36}" text-anchor="end">seconds of the method on the coded table</text>']
    marks += [f'<text x="{LEFT}" y="{BOTTOM + 36}">up: loss (GCP); filled: boxes, hollow: levels</text>']
    return marks


def _trails(x: Axis, y: Axis, trails: Sequence[Sequence[tuple[float, float]]]) -> list[str]:
    drawn = []
    for trail in trails:
        places = list(dict.fromkeys((x.at(seconds), y.at(loss)) for seconds, loss in trail))
        if len(places) > 1:
            drawn.append(f'<polyline class="trail" points="{" ".join(f"{a},{b}" for a, b in places)}"/>')
    return drawn


def _labelled(
    x: Axis, y: Axis, spots: Sequence[Spot], trails: Sequence[Sequence[tuple[float, float]]], arx: float
) -> list[str]:
    """Return the points with their names, each name at the first place beside its point that is free."""
    places = [(x.at(spot.seconds), y.at(spot.loss)) for spot in spots]
    taken = [(a - 4.0, b - 4.0, a + 4.0, b + 4.0) for a, b in places]
    taken += [(x.at(s) - 1, y.at(g) - 1, x.at(s) + 1, y.at(g) + 1) for trail in trails for s, g in trail]
    taken += [(RIGHT - 190.0, arx - 15, float(RIGHT), arx)]
    marks = []
    for spot, (a, b) in zip(spots, places, strict=True):
        wide = LETTER * len(spot.name)
        corners = [(a + 7, b + 4), (a - 7 - wide, b + 4), (a - wide / 2, b - 8), (a - wide / 2, b + 17)]
        corners += [(a + 6, b - 7), (a + 6, b + 15), (a - 6 - wide, b - 7), (a - 6 - wide, b + 15)]
        boxes = [(left, low - LINE + 3, left + wide, low + 2) for left, low in corners]
        free = [box for box in boxes if _inside(box) and not any(_overlap(box, other) for other in taken)]
        box = (free or boxes)[0]
        taken.append(box)
        look = "ours" if spot.look == "ours" else ""
        marks += [f'<circle class="{spot.look}" cx="{a}" cy="{b}" r="{5 if look else 3.5}"/>']
        marks += [f'<text class="{look}" x="{box[0]:.1f}" y="{box[3] - 2:.1f}">{spot.name}</text>']
    return marks


def _inside(box: tuple[float, float, float, float]) -> bool:
    return box[0] >= LEFT and box[2] <= RIGHT and box[1] >= TOP and box[3] <= BOTTOM


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


if __name__ == "__main__":
    source, goal = [*map(Path, sys.argv[1:]), *(RESULTS, PICTURE)[len(sys.argv) - 1 :]]
    goal.write_text(draw(json.loads(source.read_text("utf-8"))["curves"]), "utf-8")
