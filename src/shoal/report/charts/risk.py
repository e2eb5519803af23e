"""What someone gains who looks for a person, before and after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoal.report.charts._frame import Bar, Row, label_room, lying
from shoal.report.svg import picture
from shoal.report.words import one_in, percent

WIDTH = 960.0
MEASURES = {
    "highest": "highest chance to find the row",
    "average": "average chance to find the row",
    "unique": "rows that are alone",
    "above": "rows above the limit",
}


def rows(risk: Mapping[str, Any]) -> list[Row]:
    """Return a row for each figure that is known, before above after."""
    found = []
    for name, words in MEASURES.items():
        bars = []
        for when, title in (("before", "originals"), ("after", "release")):
            value = None if risk[when] is None else risk[when].get(name)
            if value is not None:
                shown = (
                    percent(value)
                    if name in ("unique", "above") or value in (0.0, 1.0)
                    else f"{percent(value)}, {one_in(value)}"
                )
                bars.append(Bar(value, shown, when, f"{title}: {words}, {shown}"))
        if bars:
            found.append(Row(words, tuple(bars)))
    return found


def draw(risk: Mapping[str, Any], width: float = WIDTH) -> str:
    """Return the picture of the risks of the facts."""
    found = rows(risk)
    marks, height = lying(found, width, top=1.0, label_room=label_room([row.label for row in found], 230.0))
    about = " ".join(f"{row.label}: {', then '.join(bar.shown for bar in row.bars)}." for row in found)
    return picture(width, height, marks, title="Risk before and after", about=about)
