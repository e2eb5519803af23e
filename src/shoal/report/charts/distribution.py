"""One column before and after, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoal.decode.label import MASK
from shoal.report.charts._frame import Bar, Column, Row, label_room, lying, standing
from shoal.report.svg import picture, ticks
from shoal.report.words import percent

WIDTH, HEIGHT = 470.0, 190.0
IN_WORDS = {MASK: f"{MASK} (any value)"}


def pairs(column: Mapping[str, Any]) -> list[Column]:
    """Return for each bin the bar of the originals, where the column changed, and that of the release."""
    before = column["before"]
    found = []
    for place, (bin_, after) in enumerate(zip(column["bins"], column["after"], strict=True)):
        label = IN_WORDS.get(bin_, bin_)
        broad = place in column["broader"]
        bars = [
            Bar(after, percent(after), "after broad" if broad else "after", f"{label}: {percent(after)} of the release")
        ]
        if before:
            share = before[place]
            words = "too few of the originals to tell" if share is None else f"{percent(share)} of the originals"
            about = f"{label}: {words}"
            bars.insert(0, Bar(share or 0.0, "–" if share is None else percent(share), "before", about))
        found.append(Column(label, tuple(bars)))
    return found


def draw(column: Mapping[str, Any], width: float = WIDTH) -> str:
    """Return the picture of a column of the facts."""
    found = pairs(column)
    title = f"Column {column['name']}"
    about = "Shares of rows before and after." if column["before"] else "Shares of rows, the same before and after."
    if column["is_line"]:
        short = [Column(_start(bin_.label), bin_.bars) for bin_ in found]
        return picture(width, HEIGHT, standing(short, width, HEIGHT, shown=percent), title=title, about=about)
    rows = [Row(column_.label, column_.bars) for column_ in found]
    top = ticks(max((bar.value for row in rows for bar in row.bars), default=1.0), 10)[-1]
    marks, height = lying(rows, width, top=top, label_room=label_room([row.label for row in rows], 190.0))
    return picture(width, height, marks, title=title, about=about)


def _start(label: str) -> str:
    """Return where a stretch begins: enough of a label for an axis."""
    return label.partition(" to ")[0]
