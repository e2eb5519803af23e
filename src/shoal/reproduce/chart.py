"""Draw a panel: lines with the spread over seeds, linear or logarithmic, and the names of the lines below."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from shoal.report.style import style
from shoal.report.svg import Scale, element, line, picture, text, text_of, ticks
from shoal.reproduce.shown import Board, Sheet, Spot, Trace
from shoal.reproduce.verdict import figure

WIDTH, HEIGHT = 470.0, 250.0
LEFT, RIGHT, TOP, BOTTOM = 62.0, 12.0, 24.0, 42.0
LETTER, ROW, GAP, SAMPLE = 6.3, 18.0, 18.0, 22.0
COLOURS = ("c0", "c1", "c2", "c3", "c6", "c7")
OWN = {"auto": "c5", "Mondrian": "c4"}
"""The colours of lines that many figures have."""
FEWEST = 3
STEPS = ((1.0,), (1.0, 3.0), (1.0, 2.0, 5.0), (1.0, 1.5, 2.0, 3.0, 5.0, 7.0))
DASHES = {"reading": "5 3", "ours": "1.5 3.5", "bound": None, "paper": None, "printed": "2 2"}
"""How lines are drawn: whole for the paper's methods, broken for other readings, dotted for what it did not have."""


class Axes(NamedTuple):
    """Where numbers lie, both ways; `log` says that they are drawn by their logarithms."""

    x: Scale
    y: Scale
    log: bool

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the place of a point."""
        return (self.x(math.log(x)), self.y(math.log(y))) if self.log else (self.x(x), self.y(y))


def colours_of(sheet: Sheet) -> dict[str, str]:
    """Return the colour of each line of a figure, the same in all its panels; bounds have their own."""
    names = dict.fromkeys(t.name for b in sheet.boards if not b.rows for t in b.traces if t.stands != "bound")
    others = [name for name in names if name not in OWN]
    return OWN | {name: COLOURS[number % len(COLOURS)] for number, name in enumerate(others)}


def draw(board: Board, colours: Mapping[str, str]) -> str:
    """Return a panel as a picture."""
    traces = [trace for trace in board.traces if trace.spots]
    title = f"{board.title}: {board.y} against {board.x}"
    if not traces:
        words = [text(8, 24, "no run gave a value", class_="label")]
        return picture(WIDTH, 40, words, title=title, about="No values.")
    axes = _axes(board, traces)
    marks = [*_grid(board, traces, axes), *(mark for trace in traces for mark in _marks(trace, axes, colours, board))]
    names, height = _names(traces, colours)
    about = " ".join(f"{t.name}: " + ", ".join(f"{s.x:g} {figure(s.mean)}" for s in t.spots) + "." for t in traces)
    return picture(WIDTH, HEIGHT + height, [*marks, *names], title=title, about=about)


def standalone(svg: str) -> str:
    """Return a picture that is a file of its own, light or dark as its reader has it."""
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert size is not None  # noqa: S101 - `picture` writes it
    width, height = size.groups()
    rules = f"<style>{_rules()}</style>"
    paper = element("rect", width=width, height=height, rx="10", style="fill: var(--card)")
    opened = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
    return svg.replace("<svg", opened, 1).replace("</desc>", f"</desc>{rules}{paper}", 1) + "\n"


def _rules() -> str:
    """Return the rules of the page's style that pictures need."""
    sheet = style()
    root = re.findall(r"^:root \{.*?^\}", sheet, re.MULTILINE | re.DOTALL)[:1]
    dark = re.findall(r"^@media \(prefers-color-scheme: dark\) \{.*?^\}", sheet, re.MULTILINE | re.DOTALL)
    own = [each for each in sheet.splitlines() if re.match(r"svg (text|\.)|\.(trace|floor|dot|c\d)\b", each)]
    return "\n".join([*root, *dark, *own, "svg text { font-family: system-ui, sans-serif; }"])


def _axes(board: Board, traces: Sequence[Trace]) -> Axes:
    spots = [spot for trace in traces for spot in trace.spots]
    xs, ys = [spot.x for spot in spots], [end for spot in spots for end in (spot.low, spot.high)]
    log = board.log and min(xs) > 0 and min(ys) > 0
    if log:
        x_ends = math.log(min(xs)), math.log(max(xs))
        y_ends = math.log(min(ys)) - 0.08, math.log(max(ys)) + 0.08
    else:
        x_ends, y_ends = (min(xs), max(xs)), (0.0, ticks(max(ys), 5)[-1])
    if x_ends[0] == x_ends[1]:
        x_ends = x_ends[0] - 1, x_ends[1] + 1
    x = Scale(*x_ends, LEFT + 12, WIDTH - RIGHT - 12)
    return Axes(x, Scale(*y_ends, HEIGHT - BOTTOM, TOP), log)


def _grid(board: Board, traces: Sequence[Trace], axes: Axes) -> list[str]:
    low, high = axes.y.low, axes.y.high
    levels = _log_levels(math.exp(low), math.exp(high)) if axes.log else ticks(high, 5)
    marks = []
    for level in levels:
        at = axes.y(math.log(level) if axes.log else level)
        marks.append(line(LEFT, at, WIDTH - RIGHT, at, "axis" if level == 0 else "grid"))
        marks.append(text(LEFT - 8, at + 4, figure(level) if level else "0", class_="tick", text_anchor="end"))
    last = -math.inf
    for value in sorted({spot.x for trace in traces for spot in trace.spots}):
        place = axes.x(math.log(value) if axes.log else value)
        if place - last > LETTER * (len(f"{value:g}") + 2):
            marks.append(text(place, HEIGHT - BOTTOM + 18, f"{value:g}", class_="tick", text_anchor="middle"))
            last = place
    middle = (LEFT + WIDTH - RIGHT) / 2
    marks.append(text(middle, HEIGHT - BOTTOM + 34, board.x, class_="note", text_anchor="middle"))
    return [text(LEFT - 8, TOP - 11, board.y, class_="note"), *marks]


def _log_levels(low: float, high: float) -> list[float]:
    """Return round numbers between two ends, as few as make an axis.

    Example:
        >>> _log_levels(0.8, 120.0)
        [1.0, 10.0, 100.0]
    """
    found: list[float] = []
    for steps in STEPS:
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        found = [step * 10.0**power for power in powers for step in steps if low <= step * 10.0**power <= high]
        if len(found) >= FEWEST:
            return found
    return found or [low, high]


def _marks(trace: Trace, axes: Axes, colours: Mapping[str, str], board: Board) -> list[str]:
    colour = colours.get(trace.name, "")
    places = [axes.at(spot.x, spot.mean) for spot in trace.spots]
    steps = " ".join(f"{'L' if number else 'M'}{x:.1f} {y:.1f}" for number, (x, y) in enumerate(places))
    if trace.stands == "bound":
        marks = [element("path", d=steps, class_="floor")] if len(places) > 1 else []
        return marks + [_dot(trace, spot, place, "c7", board) for spot, place in zip(trace.spots, places, strict=True)]
    marks = [element("path", d=steps, class_=f"trace {colour}", stroke_dasharray=DASHES[trace.stands])]
    for spot, place in zip(trace.spots, places, strict=True):
        if spot.high > spot.low:
            ends = axes.at(spot.x, spot.low)[1], axes.at(spot.x, spot.high)[1]
            marks.append(
                element("line", x1=place[0], x2=place[0], y1=ends[0], y2=ends[1], class_=colour, opacity="0.6")
            )
        marks.append(_dot(trace, spot, place, colour, board))
    return marks


def _dot(trace: Trace, spot: Spot, place: tuple[float, float], colour: str, board: Board) -> str:
    spread = f", {figure(spot.low)} to {figure(spot.high)} over {spot.runs} seeds" if spot.runs > 1 else ""
    words = f"{trace.name}, {board.x.partition(',')[0]} = {spot.x:g}: {figure(spot.mean)}{spread}"
    about = element("title", text_of(words))
    return element("circle", about, cx=place[0], cy=place[1], r=3.0, class_=f"dot {colour}")


def _names(traces: Sequence[Trace], colours: Mapping[str, str]) -> tuple[list[str], float]:
    """Return the names of the lines in rows below the axes, each with a piece of its line, and how high they are."""
    marks, x, y = [], LEFT, HEIGHT + 10
    for trace in traces:
        wide = SAMPLE + LETTER * len(trace.name) + GAP
        if x > LEFT and x + wide > WIDTH + GAP:
            x, y = LEFT, y + ROW
        colour = colours.get(trace.name, "")
        kind = "floor" if trace.stands == "bound" else f"trace {colour}"
        marks.append(element("path", d=f"M{x:.1f} {y - 4:.1f}h16", class_=kind, stroke_dasharray=DASHES[trace.stands]))
        marks.append(text(x + SAMPLE, y, trace.name, class_=f"name {colour}".strip() if colour else "note"))
        x += wide
    return marks, y - HEIGHT + 8
