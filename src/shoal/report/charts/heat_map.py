"""How strongly columns go together, before and after: two squares of shades."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from shoal.report.svg import picture, rect, shortened, text

STEPS = 5
SIZE = 11.0
MOST_CELL, LEAST_CELL = 44.0, 18.0
MOST_LABEL = 0.28
WIDTH = 464.0
WRITTEN = 31.0
"""A cell of this side has room for its number."""


class Cell(NamedTuple):
    """One pair: where it stands, what is written, and the class of its shade."""

    row: int
    column: int
    shown: str
    class_: str
    about: str


def cells(names: Sequence[str], square: Sequence[Sequence[float | None]]) -> list[Cell]:
    """Return the pairs below the diagonal; shades go by strength, in five steps each way."""
    found = []
    for i, one in enumerate(names):
        for j in range(i):
            value = square[i][j]
            shown = "" if value is None else f"{value:.2f}".replace("-0.00", "0.00").replace("0.", ".", 1)
            words = "not defined" if value is None else f"{value:.2f}"
            found.append(Cell(i, j, shown, shade(value), f"{one} and {names[j]}: {words}"))
    return found


def shade(value: float | None) -> str:
    """Return the class of a shade, from n5 for -1 over z0 to p5 for 1."""
    if value is None:
        return "none"
    step = min(STEPS, round(abs(value) * STEPS + 1e-9))
    return f"{'n' if value < 0 else 'p'}{step}" if step else "z0"


def greatest_changes(facts: Mapping[str, Any], most: int = 3) -> list[tuple[str, str, float, float]]:
    """Return the pairs that changed most: two names, and the value before and after."""
    names, before, after = facts["columns"], facts["before"], facts["after"]
    pairs = [
        (one, names[j], before[i][j], after[i][j])
        for i, one in enumerate(names)
        for j in range(i)
        if before[i][j] is not None and after[i][j] is not None
    ]
    return sorted(pairs, key=lambda pair: -abs(pair[3] - pair[2]))[:most]


def draw(facts: Mapping[str, Any], which: str, width: float = WIDTH) -> str:
    """Return one square; `which` is "before" or "after"."""
    names = facts["columns"]
    left = min(width * MOST_LABEL, 6.2 * max(len(name) for name in names) + 12)
    cell = max(LEAST_CELL, min(MOST_CELL, (width - left - 4) / max(1, len(names) - 1)))
    bottom = left * 0.75 + 8
    side = cell * (len(names) - 1)
    marks = []
    for found in cells(names, facts[which]):
        x, y = left + found.column * cell, (found.row - 1) * cell
        marks.append(rect(x + 1, y + 1, cell - 2, cell - 2, class_=f"shade {found.class_}", rx=3, about=found.about))
        if cell >= WRITTEN:
            marks.append(
                text(x + cell / 2, y + cell / 2 + 4, found.shown, class_=f"cell {found.class_}", text_anchor="middle")
            )
    for place, name in enumerate(names):
        if place:
            words = shortened(name, left - 8, SIZE)
            marks.append(text(left - 7, (place - 0.5) * cell + 4, words, class_="label", text_anchor="end"))
        if place < len(names) - 1:
            x = left + (place + 0.5) * cell
            turned = f"rotate(-45 {x:.1f} {side + 13:.1f})"
            marks.append(
                text(x + 4, side + 13, shortened(name, left, SIZE), class_="label", text_anchor="end", transform=turned)
            )
    return picture(
        left + side + 4, side + bottom, marks, title=f"How columns go together, {which}", about=_about(facts, which)
    )


def _about(facts: Mapping[str, Any], which: str) -> str:
    found = [cell for cell in cells(facts["columns"], facts[which]) if cell.shown]
    strongest = sorted(found, key=lambda cell: -abs(float(cell.shown)))[:3]
    return "Strongest: " + "; ".join(cell.about for cell in strongest) + "." if strongest else "No pair varies."
