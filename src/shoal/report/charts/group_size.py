"""How many groups there are of which size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoal.figure import counted, ranged
from shoal.report.charts._frame import Bar, Column, standing
from shoal.report.svg import picture, whole_ticks
from shoal.report.words import count

WIDTH, HEIGHT = 960.0, 260.0


def columns(sizes: Mapping[str, Any]) -> list[Column]:
    """Return a column for each stretch of sizes."""
    found = zip(sizes["bins"], sizes["groups"], sizes["rows"], strict=True)
    return [
        Column(
            label,
            (
                Bar(
                    groups,
                    count(groups),
                    "after",
                    f"{counted(groups, 'group')} of {counted(label, 'row')}, {counted(rows, 'row')} in all",
                ),
            ),
        )
        for label, groups, rows in found
    ]


def draw(sizes: Mapping[str, Any], width: float = WIDTH) -> str:
    """Return the picture of what `size_facts` found."""
    about = f"{counted(sizes['count'], 'group')} of {ranged(sizes['smallest'], sizes['largest'], 'row')}."
    marks = standing(columns(sizes), width, HEIGHT, shown=count, steps=whole_ticks)
    return picture(width, HEIGHT, marks, title="Groups by their size", about=about)
