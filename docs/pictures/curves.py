"""Draw loss against time: the house method as it goes on, every other method as a point.

Run `python docs/pictures/curves.py [results [picture]]`. It reads the section `curves` of bench/results/auto.json,
which `bench/auto.py curves` measures, and writes auto-curve.svg beside this file. Both axes are logarithmic.
`time.py` beside it draws with the same parts.
"""

from __future__ import annotations

import itertools
import json
import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
RESULTS = HERE.parent.parent / "bench" / "results" / "auto.json"
PICTURE = HERE / "auto-curve.svg"

WIDTH, HEIGHT = 760, 460
LEFT, RIGHT, TOP, BOTTOM = 64, 742, 40, 404
LETTER, LINE, FAR = 6.8, 13, 11
"""About how wide a letter of a label is, how high, and how far off its point a name needs a line to it."""

STEPS, FINE_STEPS, FEWEST = (1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 8), 3
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
        """Return the round values on the axis, closer together where the axis is short."""
        powers = range(math.floor(math.log10(self.least)), math.ceil(math.log10(self.most)) + 1)
        for steps in (STEPS, FINE_STEPS):
            values = [step * 10.0**power for power in powers for step in steps]
            found = [value for value in values if self.least * 0.999 <= value <= self.most * 1.001]
            if len(found) >= FEWEST:
                break
        return found


Box = tuple[float, float, float, float]
Trail = Sequence[tuple[float, float]]


class Spot(NamedTuple):
    """A labelled point."""

    name: str
    seconds: float
    loss: float
    look: str


def draw(facts: Mapping[str, object]) -> str:
    """Return the picture of one section `curves`."""
    trails = trails_of(facts["auto"])
    spots = [Spot(f"auto, {run['effort']}", run["seconds"], run["gcp"], "ours") for run in facts["auto"]]
    spots += [
        Spot(run["method"], run["seconds"], run["gcp"], "levels" if run["publishes"] == "levels" else "other")
        for run in sorted(facts["methods"], key=lambda run: run["gcp"])
    ]
    seconds, losses = reach(spots, trails)
    x = Axis(min(seconds) * 0.7, max(seconds) * 1.6, LEFT, RIGHT)
    y = Axis(min(*losses, facts["arx"]) * 0.9, max(*losses, facts["arx"]) * 1.15, BOTTOM, TOP)
    marks = ruled(x, y, x.marks(), y.marks())
    marks += [f'<text x="{RIGHT}" y="{BOTTOM + 36}" text-anchor="end">seconds of the method on the coded table</text>']
    marks += [f'<text x="{LEFT}" y="{BOTTOM + 36}">up: loss (GCP); filled: boxes, hollow: levels</text>']
    marks += lines(x, y, trails)
    arx = y.at(facts["arx"])
    marks += [f'<line class="arx" x1="{LEFT}" x2="{RIGHT}" y1="{arx}" y2="{arx}"/>']
    marks += [
        f'<text class="arx" x="{RIGHT - 4}" y="{arx - 4}" text-anchor="end">ARX, local recoding (as reported)</text>'
    ]
    marks += labelled(x, y, spots, trails, [(RIGHT - 190.0, arx - 15, RIGHT, arx), (LEFT, arx - 1, RIGHT, arx + 1)])
    head = f"Adult, {facts['rows']:,} rows, {facts['columns']} columns, k = {facts['k']}: loss against time"
    marks += [f'<text class="head" x="{LEFT}" y="24">{head}</text>']
    return picture(WIDTH, HEIGHT, head, marks)


def picture(width: int, height: int, about: str, marks: Iterable[str], style: str = "") -> str:
    """Return marks on paper, as a file that looks right by day and by night."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" aria-label="{about}">\n<style>{STYLE}{style}</style>\n'
        f'<rect class="paper" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>\n'
        + "\n".join(marks)
        + "\n</svg>\n"
    )


def trails_of(runs: Iterable[Mapping[str, object]]) -> list[Trail]:
    """Return the losses that runs had on their way, with the seconds."""
    return [[tuple(point) for point in run["curve"]] for run in runs]


def reach(spots: Iterable[Spot], trails: Iterable[Trail]) -> tuple[list[float], list[float]]:
    """Return all the seconds and all the losses there are."""
    points = [(spot.seconds, spot.loss) for spot in spots] + [point for trail in trails for point in trail]
    return [seconds for seconds, _ in points], [loss for _, loss in points]


def ruled(x: Axis, y: Axis, across: Iterable[float], up: Iterable[float], *, beside: bool = True) -> list[str]:
    """Return two axes with a line and a number at each of these values; without `beside` none at the left.

    A number below that would run into another is left out: powers of ten stay.
    """
    marks, taken = [], []
    for value in sorted(across, key=lambda value: (not is_power(value), value)):
        at, half = x.at(value), LETTER * len(short(value)) / 2 + 2
        marks += [f'<line class="grid" x1="{at}" x2="{at}" y1="{y.end}" y2="{y.start}"/>']
        if all(at + half <= left or right <= at - half for left, right in taken):
            marks += [f'<text x="{at}" y="{y.start + 16}" text-anchor="middle">{short(value)}</text>']
            taken.append((at - half, at + half))
    for value in up:
        at = y.at(value)
        marks += [f'<line class="grid" x1="{x.start}" x2="{x.end}" y1="{at}" y2="{at}"/>']
        marks += [f'<text x="{x.start - 6}" y="{at + 4}" text-anchor="end">{short(value)}</text>'] if beside else []
    return [*marks, f'<path class="axis" fill="none" d="M{x.start} {y.end}V{y.start}H{x.end}"/>']


def is_power(value: float) -> bool:
    """Return whether a value is a power of ten."""
    return math.isclose(math.log10(value), round(math.log10(value)), abs_tol=1e-9)


def short(value: float) -> str:
    """Return a round number in few letters."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def lines(x: Axis, y: Axis, trails: Iterable[Trail], look: str = "trail") -> list[str]:
    """Return a line through the points of each trail."""
    drawn = []
    for trail in trails:
        places = list(dict.fromkeys((x.at(seconds), y.at(loss)) for seconds, loss in trail))
        if len(places) > 1:
            drawn.append(f'<polyline class="{look}" points="{" ".join(f"{a},{b}" for a, b in places)}"/>')
    return drawn


def labelled(x: Axis, y: Axis, spots: Sequence[Spot], trails: Iterable[Trail], taken: Iterable[Box] = ()) -> list[str]:
    """Return the points with their names, each name at the first place by its point that is free, or near it."""
    places = [(x.at(spot.seconds), y.at(spot.loss)) for spot in spots]
    taken = [*taken, *((a - 4.0, b - 4.0, a + 4.0, b + 4.0) for a, b in places)]
    taken += [box for trail in trails for box in _along([(x.at(seconds), y.at(loss)) for seconds, loss in trail])]
    room = (x.start, y.end, x.end, y.start)
    marks = []
    for spot, (a, b) in zip(spots, places, strict=True):
        boxes = list(_beside(a, b, LETTER * len(spot.name)))
        free = [box for box in boxes if _inside(box, room) and not any(_overlap(box, other) for other in taken)]
        box = (free or boxes)[0]
        taken.append(box)
        look = "ours" if spot.look == "ours" else ""
        edge = min(max(a, box[0]), box[2]), min(max(b, box[1]), box[3])
        if math.dist(edge, (a, b)) > FAR:
            marks += [f'<line class="axis" x1="{a}" y1="{b}" x2="{edge[0]:.1f}" y2="{edge[1]:.1f}"/>']
        marks += [f'<circle class="{spot.look}" cx="{a}" cy="{b}" r="{5 if look else 3.5}"/>']
        at, anchor = (box[2], "end") if box[2] <= a else (box[0], "start") if box[0] >= a else (a, "middle")
        marks += [f'<text class="{look}" x="{at:.1f}" y="{box[3] - 2:.1f}" text-anchor="{anchor}">{spot.name}</text>']
    return marks


def _beside(a: float, b: float, wide: float) -> Iterator[Box]:
    """Yield where a name can be, the nearest places first."""
    for off in (0, 12, 24, 36, 48):
        corners = [(a + 7 + off, b + 4), (a - 7 - off - wide, b + 4), (a - wide / 2, b - 8 - off)]
        corners += [(a - wide / 2, b + 17 + off), (a + 6 + off, b - 7 - off), (a + 6 + off, b + 15 + off)]
        corners += [(a - 6 - off - wide, b - 7 - off), (a - 6 - off - wide, b + 15 + off)]
        yield from ((left, low - LINE + 3, left + wide, low + 2) for left, low in corners)


def _along(places: Trail) -> Iterator[Box]:
    """Yield small boxes that cover a line."""
    for (a, b), (c, d) in itertools.pairwise(places):
        parts = math.ceil(math.dist((a, b), (c, d)) / 4) or 1
        for part in range(parts + 1):
            at, up = a + (c - a) * part / parts, b + (d - b) * part / parts
            yield at - 1, up - 1, at + 1, up + 1


def _inside(box: Box, room: Box) -> bool:
    return box[0] >= room[0] and box[2] <= room[2] and box[1] >= room[1] and box[3] <= room[3]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


if __name__ == "__main__":
    source, goal = [*map(Path, sys.argv[1:]), *(RESULTS, PICTURE)[len(sys.argv) - 1 :]]
    goal.write_text(draw(json.loads(source.read_text("utf-8"))["curves"]), "utf-8")
