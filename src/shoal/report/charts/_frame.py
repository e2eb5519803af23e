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
MOST_LABEL = 0.45
"""The share of a picture that labels at the left may take."""


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
    """Return rows of lying bars and how high they are together; `top` is the value at the right end.

    Labels stand at the left, or above the bars where that leaves too little for these.
    """
    thick = 15.0 if all(len(row.bars) == 1 for row in rows) else 12.0
    left = label_room if label_room <= width * MOST_LABEL else 0.0
    value_room = LETTER_WIDTH * max((len(bar.shown) for row in rows for bar in row.bars), default=0) + 10
    scale = Scale(0.0, top or 1.0, left, width - value_room)
    marks: list[str] = []
    y = 2.0
    for number, row in enumerate(rows):
        height = len(row.bars) * (thick + 1)
        if left:
            words = shortened(row.label, left - 8, SIZE)
            marks.append(text(left - 8, y + height / 2 + SIZE * 0.35, words, class_="label", text_anchor="end"))
        else:
            marks.append(text(0, y + SIZE, shortened(row.label, width, SIZE), class_="label"))
            y += SIZE + 6
        for place, bar in enumerate(row.bars):
            marks += _lying_bar(bar, y + place * (thick + 1), thick, scale)
        if mark is not None and mark.row == number:
            marks += _across(mark, y, height, scale, width)
            y += 18
        y += height + 9
    return marks, y - 4


def _lying_bar(bar: Bar, at: float, thick: float, scale: Scale) -> list[str]:
    """Return one bar on its track, with what is written beside it."""
    length = scale(min(bar.value, scale.high)) - scale.start
    return [
        rect(scale.start, at, scale.end - scale.start, thick, class_="track", rx=2),
        rect(scale.start, at, length, thick, class_=bar.class_, rx=2, about=bar.about),
        text(scale.end + 8, at + thick / 2 + 4, bar.shown, class_="number"),
    ]


def _across(mark: Mark, y: float, height: float, scale: Scale, width: float) -> list[str]:
    """Return a line across a row, with its words below, all of them inside of the picture."""
    x = scale(min(mark.value, scale.high))
    half = LETTER_WIDTH * len(mark.words) / 2
    middle = max(half, min(x, width - half))
    return [
        line(x, y - 3, x, y + height + 4, "halo"),
        line(x, y - 3, x, y + height + 4, "marker"),
        text(middle, y + height + 14, mark.words, class_="note", text_anchor="middle"),
    ]


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
