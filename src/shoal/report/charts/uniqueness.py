"""Which columns, and which pairs of columns, single people out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoal.figure import counted
from shoal.report.charts._frame import Bar, Row, label_room, lying
from shoal.report.svg import picture
from shoal.report.words import count, percent

WIDTH = 960.0


def columns(profile: Mapping[str, Any]) -> list[Row]:
    """Return a row for each column: the share of rows whose value no other row has, coloured by the proposed role."""
    return [
        Row(
            column["name"],
            (
                Bar(
                    column["unique"],
                    percent(column["unique"]),
                    f"role-{column['role']}",
                    f"{column['name']}: {percent(column['unique'])} of the rows have a value of their own",
                ),
            ),
        )
        for column in profile["columns"]
    ]


def distinct(profile: Mapping[str, Any]) -> list[Row]:
    """Return a row for each column: how many distinct values it has, as a share of the rows."""
    rows = max(1, profile["rows"])
    return [
        Row(
            column["name"],
            (
                Bar(
                    column["distinct"] / rows,
                    count(column["distinct"]),
                    f"role-{column['role']}",
                    f"{column['name']}: {counted(column['distinct'], 'distinct value')}",
                ),
            ),
        )
        for column in profile["columns"]
    ]


def pairs(profile: Mapping[str, Any]) -> list[Row]:
    """Return a row for each pair that singles most rows out, worst first."""
    return [
        Row(
            f"{pair['first']} + {pair['second']}",
            (
                Bar(
                    pair["unique"],
                    percent(pair["unique"]),
                    "after",
                    f"{percent(pair['unique'])} of the rows are alone in these two columns",
                ),
            ),
        )
        for pair in profile["pairs"]
    ]


def draw(rows: list[Row], title: str, width: float = WIDTH) -> str:
    """Return a picture of such rows."""
    marks, height = lying(rows, width, top=1.0, label_room=label_room([row.label for row in rows], 260.0))
    about = "; ".join(f"{row.label} {row.bars[0].shown}" for row in rows) + "."
    return picture(width, height, marks, title=title, about=about)
