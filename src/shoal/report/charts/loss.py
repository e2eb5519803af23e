"""What was lost in total and by column, and what no release could go below."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoal.report.charts._frame import Bar, Mark, Row, label_room, lying
from shoal.report.svg import picture
from shoal.report.words import percent

WIDTH = 960.0
TOTAL = "all columns"


def rows(loss: Mapping[str, Any]) -> list[Row]:
    """Return a row for the total and one for each column, the greatest loss first."""
    found = [
        Row(
            TOTAL,
            (Bar(loss["total"], percent(loss["total"]), "total", f"in total {percent(loss['total'])} of the detail"),),
        )
    ]
    for column in sorted(loss["columns"], key=lambda column: -column["loss"]):
        about = f"{column['name']}: {percent(column['loss'])} of the detail"
        found.append(Row(column["name"], (Bar(column["loss"], percent(column["loss"]), "after", about),)))
    return found


def marker(loss: Mapping[str, Any]) -> Mark | None:
    """Return where the bound lies on the row of the total, if there is one."""
    return Mark(0, loss["bound"], f"no release loses less than {percent(loss['bound'])}") if loss["bound"] else None


def draw(loss: Mapping[str, Any], width: float = WIDTH) -> str:
    """Return the picture of the losses of the facts, on a scale from 0 to all of the detail."""
    found = rows(loss)
    marks, height = lying(
        found, width, top=1.0, label_room=label_room([row.label for row in found], 200.0), mark=marker(loss)
    )
    about = f"In total {percent(loss['total'])} of the detail is lost."
    return picture(width, height, marks, title="Loss by column", about=about)
