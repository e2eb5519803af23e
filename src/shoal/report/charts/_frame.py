"""What several charts share: columns that stand up, bars that lie down, and the axes beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from shoal.report.svg import Scale, line, rect, shortened, text, ticks

SIZE = 12.0
"""The size of the type in pictures."""

LETTER_WIDTH = 6.6
TOP, BOTTOM = 12.0, 30.0
GAP = 4.0


class Bar(NamedTuple):
    """One bar: how long it is, what is written beside it, the class of its colour, and what it is about."""

    value: float
    shown: str
    class_: str
    about: str


class Row(NamedTuple):
    """A label with one bar or several below each other."""

    label: str
    bars: tuple[Bar, ...]


class Mark(NamedTuple):
    """A value that is marked across a row."""

    row: int
    value: float
    words: str


def lying(
    rows: Sequence[Row], width: float, *, top: float, label_room: float, mark: Mark | None = None
) -> tuple[list[str], float]:
    """Return rows of lying bars and how high they are together; `top` is the value at the right end."""
    thick = 15.0 if all(len(row.bars) == 1 for row in rows) else 12.0
    value_room = LETTER_WIDTH * max((len(bar.shown) for row in rows for bar in row.bars), default=0) + 10
    scale = Scale(0.0, top or 1.0, label_room, width - value_room)
    marks: list[str] = []
    y = 2.0
    for number, row in enumerate(rows):
        height = len(row.bars) * (thick + 1)
        middle = y + height / 2 + SIZE * 0.35
        marks.append(
            text(label_room - 8, middle, shortened(row.label, label_room - 8, SIZE), class_="label", text_anchor="end")
        )
        for place, bar in enumerate(row.bars):
            at = y + place * (thick + 1)
            marks.append(rect(label_room, at, scale.end - label_room, thick, class_="track", rx=2))
            marks.append(
                rect(
                    label_room,
                    at,
                    scale(min(bar.value, top)) - label_room,
                    thick,
                    class_=bar.class_,
                    rx=2,
                    about=bar.about,
                )
            )
            marks.append(text(width - value_room + 8, at + thick / 2 + 4, bar.shown, class_="number"))
        if mark is not None and mark.row == number:
            x = scale(min(mark.value, top))
            marks += [line(x, y - 3, x, y + height + 4, "halo"), line(x, y - 3, x, y + height + 4, "marker")]
            marks.append(text(x, y + height + 14, mark.words, class_="note", text_anchor="middle"))
            y += 18
        y += height + 9
    return marks, y - 4


class Column(NamedTuple):
    """A place on the axis with one standing bar or several beside each other."""

    label: str
    bars: tuple[Bar, ...]


def standing(
    columns: Sequence[Column],
    width: float,
    height: float,
    *,
    shown: Callable[[float], str],
    steps: Callable[[float], list[float]] = ticks,
) -> list[str]:
    """Return columns of standing bars with an axis at the left; labels below that would overlap are left out."""
    levels = steps(max((bar.value for column in columns for bar in column.bars), default=0.0))
    left = LETTER_WIDTH * max(len(shown(level)) for level in levels) + 10
    base = height - BOTTOM
    scale = Scale(0.0, levels[-1], base, TOP)
    marks: list[str] = []
    for level in levels:
        marks.append(line(left, scale(level), width, scale(level), "axis" if level == 0 else "grid"))
        marks.append(text(left - 6, scale(level) + 4, shown(level), class_="tick", text_anchor="end"))
    step = (width - left) / max(1, len(columns))
    every = _every([column.label for column in columns], step)
    for place, column in enumerate(columns):
        x = left + place * step
        room = step - min(GAP, step / 4)
        thick = min(46.0, room / max(1, len(column.bars)))
        start = x + (step - thick * len(column.bars)) / 2
        for number, bar in enumerate(column.bars):
            y = scale(bar.value)
            marks.append(
                rect(start + number * thick, y, thick - 0.8, base - y, class_=bar.class_, rx=1.5, about=bar.about)
            )
        if place % every == 0:
            marks.append(text(x + step / 2, base + 17, column.label, class_="tick", text_anchor="middle"))
    return marks


def _every(labels: Sequence[str], step: float) -> int:
    """Return which labels there is room for: all, every second, and so on."""
    longest = LETTER_WIDTH * max((len(label) for label in labels), default=0) + 8
    return max(1, -int(-longest // step)) if step else 1


def label_room(labels: Sequence[str], most: float) -> float:
    """Return how much room labels at the left take."""
    return min(most, LETTER_WIDTH * max((len(label) for label in labels), default=0) + 16)
