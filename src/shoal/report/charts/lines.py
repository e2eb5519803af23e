"""Lines over k, one for each method: loss, and time."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from shoal.report.svg import Scale, element, line, picture, text, text_of, ticks
from shoal.report.words import percent

WIDTH, HEIGHT = 960.0, 400.0
LEFT, TOP, BOTTOM = 58.0, 16.0, 40.0
COLOURS = 8
LETTER_WIDTH = 6.6
APART = 15.0


class Line(NamedTuple):
    """One method: its points (k, value), in the order of k."""

    name: str
    points: tuple[tuple[int, float], ...]


def lines(rows: Sequence[dict[str, object]], value: str) -> list[Line]:
    """Return a line for each method that has a value, in the order in which methods come."""
    found: dict[str, list[tuple[int, float]]] = {}
    for row in rows:
        if row.get(value) is not None and not row.get("error"):
            found.setdefault(str(row["method"]), []).append((int(str(row["k"])), float(str(row[value]))))
    return [Line(name, tuple(sorted(points))) for name, points in found.items()]


def bounds(rows: Sequence[dict[str, object]]) -> Line:
    """Return the greatest bound that is known for each k."""
    best: dict[int, float] = {}
    for row in rows:
        if row.get("bound") is not None:
            k = int(str(row["k"]))
            best[k] = max(best.get(k, 0.0), float(str(row["bound"])))
    return Line("least possible", tuple(sorted(best.items())))


def draw_loss(rows: Sequence[dict[str, object]], knee: int | None = None, width: float = WIDTH) -> str:
    """Return loss against k, a line for each method, with the bound below and the knee marked."""
    floor = bounds(rows)
    known = floor if floor.points else None
    return _draw(lines(rows, "loss"), percent, "Loss against k", floor=known, knee=knee, width=width)


def draw_seconds(rows: Sequence[dict[str, object]], width: float = WIDTH) -> str:
    """Return seconds against k, a line for each method."""
    return _draw(lines(rows, "seconds"), lambda number: f"{number:.3g} s", "Time against k", width=width)


def _draw(
    found: Sequence[Line],
    shown: Callable[[float], str],
    title: str,
    *,
    floor: Line | None = None,
    knee: int | None = None,
    width: float = WIDTH,
) -> str:
    every = [*found, *([floor] if floor else [])]
    ks = sorted({k for each in every for k, _ in each.points})
    if not ks:
        return picture(width, 40, [text(8, 24, "no run gave a value", class_="label")], title=title, about="No values.")
    right = width - LETTER_WIDTH * max(len(each.name) for each in every) - 16
    levels = ticks(max(value for each in every for _, value in each.points), 5)
    y = Scale(0.0, levels[-1], HEIGHT - BOTTOM, TOP)
    low, high = math.log(ks[0]), math.log(ks[-1])
    x = Scale(low, high, LEFT + 14, right - 14) if high > low else Scale(low - 1, low + 1, LEFT, right)
    marks = [*_axes(ks, levels, x, y, right, shown), *(_knee(knee, x, y) if knee in ks else [])]
    if floor:
        marks.append(_path(floor, x, y, "floor"))
    for number, each in enumerate(found):
        colour = f"c{number % COLOURS}"
        marks.append(_path(each, x, y, f"trace {colour}"))
        marks += [_dot(each.name, point, x, y, colour, shown) for point in each.points]
    marks += _names(every, y, right, floored=floor is not None)
    about = " ".join(f"{each.name}: " + ", ".join(f"k {k} {shown(v)}" for k, v in each.points) + "." for each in every)
    return picture(width, HEIGHT, marks, title=title, about=about)


def _axes(
    ks: Sequence[int], levels: Sequence[float], x: Scale, y: Scale, right: float, shown: Callable[[float], str]
) -> list[str]:
    marks = []
    for level in levels:
        marks.append(line(LEFT, y(level), right, y(level), "axis" if level == 0 else "grid"))
        marks.append(text(LEFT - 8, y(level) + 4, shown(level), class_="tick", text_anchor="end"))
    last = -math.inf
    for k in ks:
        place = x(math.log(k))
        if place - last > LETTER_WIDTH * (len(str(k)) + 1):
            marks.append(text(place, HEIGHT - BOTTOM + 18, k, class_="tick", text_anchor="middle"))
            last = place
    marks.append(
        text(
            (LEFT + right) / 2,
            HEIGHT - 4,
            "k, the least number of rows that look alike",
            class_="note",
            text_anchor="middle",
        )
    )
    return marks


def _knee(k: int | None, x: Scale, y: Scale) -> list[str]:
    place = x(math.log(k or 1))
    return [
        line(place, y.start, place, y.end, "marker"),
        text(place, y.end - 4, f"k = {k}", class_="note", text_anchor="middle"),
    ]


def _path(each: Line, x: Scale, y: Scale, class_: str) -> str:
    steps = " ".join(
        f"{'L' if place else 'M'}{x(math.log(k)):.1f} {y(value):.1f}" for place, (k, value) in enumerate(each.points)
    )
    return element("path", d=steps, class_=class_)


def _dot(name: str, point: tuple[int, float], x: Scale, y: Scale, colour: str, shown: Callable[[float], str]) -> str:
    about = element("title", text_of(f"{name}, k = {point[0]}: {shown(point[1])}"))
    return element("circle", about, cx=x(math.log(point[0])), cy=y(point[1]), r=3.6, class_=f"dot {colour}")


def _names(every: Sequence[Line], y: Scale, right: float, *, floored: bool) -> list[str]:
    """Return the name of each line at its right end, moved apart where two would overlap."""
    places = sorted((y(each.points[-1][1]) + 4, number) for number, each in enumerate(every) if each.points)
    last = len(every) - 1
    marks = []
    for at, (_, number) in zip(apart([place for place, _ in places], y.start + 4), places, strict=True):
        class_ = "note" if floored and number == last else f"name c{number % COLOURS}"
        marks.append(text(right + 6, at, every[number].name, class_=class_))
    return marks


def apart(places: Sequence[float], lowest: float) -> list[float]:
    """Return ascending places moved so that none is nearer than a line of type to the next, nor below the lowest.

    Example:
        >>> apart([10, 12, 100], 110)
        [10, 25.0, 100]
    """
    found = list(places)
    for at in range(1, len(found)):
        found[at] = max(found[at], found[at - 1] + APART)
    if found and found[-1] > lowest:
        found[-1] = lowest
        for at in range(len(found) - 2, -1, -1):
            found[at] = min(found[at], found[at + 1] - APART)
    return found
