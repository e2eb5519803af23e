"""How varied the sensitive values of the groups are, as the release shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoal.figure import counted
from shoal.report.charts._frame import Bar, Column, standing
from shoal.report.svg import picture, whole_ticks
from shoal.report.words import count

WIDTH, HEIGHT = 470.0, 190.0


def by_values(column: Mapping[str, Any]) -> list[Column]:
    """Return how many groups have how many distinct values; groups of one value give it away."""
    found = zip(column["distinct"]["bins"], column["distinct"]["groups"], strict=True)
    return [
        Column(
            label.replace(" or more", "+"),
            (
                Bar(
                    groups,
                    count(groups),
                    "alarm" if label == "1" else "after",
                    f"{counted(groups, 'group')} with {counted(label, 'value')}",
                ),
            ),
        )
        for label, groups in found
    ]


def by_share(column: Mapping[str, Any]) -> list[Column]:
    """Return how many rows are in groups whose most frequent value fills which share."""
    found = zip(column["shares"]["bins"], column["shares"]["rows"], strict=True)
    return [
        Column(
            label,
            (
                Bar(
                    rows,
                    count(rows),
                    "after",
                    f"{counted(rows, 'row')} where the most frequent value fills up to {label}",
                ),
            ),
        )
        for label, rows in found
    ]


def draw_values(column: Mapping[str, Any], width: float = WIDTH) -> str:
    """Return the picture of the distinct values in the groups."""
    marks = standing(by_values(column), width, HEIGHT, shown=count, steps=whole_ticks)
    about = f"Groups have at least {counted(column['least_values'], 'value')} of {column['name']}."
    return picture(width, HEIGHT, marks, title="Groups by the number of distinct values", about=about)


def draw_shares(column: Mapping[str, Any], width: float = WIDTH) -> str:
    """Return the picture of the share of the most frequent value."""
    marks = standing(by_share(column), width, HEIGHT, shown=count, steps=whole_ticks)
    return picture(
        width, HEIGHT, marks, title="Rows by the share of the most frequent value", about=f"Column {column['name']}."
    )
