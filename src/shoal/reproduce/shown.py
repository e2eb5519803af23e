"""What an experiment gave, as it is kept in a small file: for each point the mean over seeds, the least and the most.

Pages, pictures and verdicts are made of this and of nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from shoal.reproduce.cell import Cell, Facts
from shoal.reproduce.experiment import Figure, Line, Point

DIGITS = 6
"""How many digits are kept: verdicts are made of these, so that those who read the file come to the same ones."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of a line: the mean over its runs, the least, the most, and how many there are."""

    x: float
    mean: float
    low: float
    high: float
    runs: int


@dataclass(frozen=True, slots=True)
class Trace:
    """A line."""

    name: str
    stands: str
    value: str
    spots: tuple[Spot, ...]

    def at(self, x: float) -> float:
        """Return the mean at a place; NaN where there is none."""
        return next((spot.mean for spot in self.spots if spot.x == x), math.nan)

    @property
    def xs(self) -> tuple[float, ...]:
        """Return the places of its points."""
        return tuple(spot.x for spot in self.spots)


@dataclass(frozen=True, slots=True)
class Board:
    """A panel with its lines."""

    name: str
    title: str
    x: str
    y: str
    log: bool
    rows: tuple[str, ...]
    traces: tuple[Trace, ...]

    def trace(self, name: str) -> Trace:
        """Return the line of a name; one without points where there is none."""
        return next((trace for trace in self.traces if trace.name == name), Trace(name, "paper", "", ()))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A figure with its panels; `missing` says why it could not be made, where that is so."""

    id: str
    paper: str
    title: str
    about: str
    boards: tuple[Board, ...]
    missing: str = ""

    def board(self, name: str) -> Board:
        """Return the panel of a name; one without lines where there is none."""
        return next((board for board in self.boards if board.name == name), Board(name, "", "", "", False, (), ()))  # noqa: FBT003 - not logarithmic

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values, each point as a list of its five numbers."""
        held = asdict(self)
        for board in held["boards"]:
            for trace in board["traces"]:
                trace["spots"] = [list(spot.values()) for spot in trace["spots"]]
        return held

    @classmethod
    def of(cls, held: Mapping[str, Any]) -> Sheet:
        """Return the sheet that `to_dict` made plain."""
        boards = tuple(
            Board(**board | {"rows": tuple(board["rows"]), "traces": tuple(map(_trace, board["traces"]))})
            for board in held["boards"]
        )
        return cls(**{**held, "boards": boards})


class Sheets(dict[str, Sheet]):
    """All figures by id; one that was not run is there too, empty."""

    def __missing__(self, name: str) -> Sheet:
        """Return an empty figure."""
        return Sheet(name, "", "", "", (), "not run")


def sheet_of(figure: Figure, facts_of: Callable[[Cell], Facts | None]) -> Sheet:
    """Return what the runs of a figure gave; points without a finished run are left out."""
    boards = tuple(
        Board(
            panel.name,
            panel.title,
            panel.x,
            panel.y,
            panel.log,
            panel.rows,
            tuple(_traced(line, facts_of) for line in panel.lines),
        )
        for panel in figure.panels
    )
    return Sheet(figure.id, figure.paper, figure.title, figure.about, boards)


def _traced(line: Line, facts_of: Callable[[Cell], Facts | None]) -> Trace:
    spots = (_spot(point, line.value, facts_of) for point in line.points)
    return Trace(line.name, line.stands, line.value, tuple(spot for spot in spots if spot is not None))


def _spot(point: Point, value: str, facts_of: Callable[[Cell], Facts | None]) -> Spot | None:
    if point.printed is not None:
        return Spot(point.x, point.printed, point.printed, point.printed, 0)
    found = [facts[value] for cell in point.cells if (facts := facts_of(cell)) is not None and value in facts]
    if not found:
        return None
    mean, low, high = (float(f"{number:.{DIGITS}g}") for number in (sum(found) / len(found), min(found), max(found)))
    return Spot(point.x, mean, low, high, len(found))


def _trace(held: Mapping[str, Any]) -> Trace:
    return Trace(**{**held, "spots": tuple(Spot(*spot) for spot in held["spots"])})
