"""What an experiment is made of: figures of panels of lines of points, and the runs behind each point."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from shoal.reproduce.cell import Cell

Stands: TypeAlias = Literal["paper", "reading", "ours", "bound", "printed"]
"""What a line stands for: a method of the paper as it says, another reading of it, a method that the paper did not
have, what cannot be gone below, and what the paper prints."""


def at_k(cell: Cell, k: int) -> Cell:
    """Return the same run with another k."""
    return replace(cell, k=k)


@dataclass(frozen=True, slots=True)
class Point:
    """A place on a line and the runs behind it, one for each seed; or a value that a paper prints."""

    x: float
    cells: tuple[Cell, ...] = ()
    printed: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a panel: `value` is which fact of its runs it shows."""

    name: str
    value: str
    points: tuple[Point, ...]
    stands: Stands = "paper"


@dataclass(frozen=True, slots=True)
class Panel:
    """Axes with lines; `name` is by what verdicts find it. `log` says that both axes are logarithmic.

    With `rows`, it is a table: the names of its rows, the first of which has x = 0, and a column for each line.
    """

    name: str
    title: str
    x: str
    y: str
    lines: tuple[Line, ...]
    log: bool = False
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure or table of a paper, run again."""

    id: str
    paper: str
    title: str
    about: str
    panels: tuple[Panel, ...]

    @property
    def cells(self) -> Iterator[Cell]:
        """Yield every run that the figure needs; some may come more than once."""
        for panel in self.panels:
            for line in panel.lines:
                for point in line.points:
                    yield from point.cells


def line(  # noqa: PLR0913 - all that decides a line
    name: str,
    value: str,
    cell: Cell,
    xs: Sequence[int],
    *,
    seeds: int = 1,
    stands: Stands = "paper",
    along: Callable[[Cell, int], Cell] = at_k,
) -> Line:
    """Return a line of runs that differ from one in what lies along the axis, k unless said otherwise, and in seed."""
    points = tuple(
        Point(float(x), tuple(replace(along(cell, x), seed=cell.seed + seed) for seed in range(seeds))) for x in xs
    )
    return Line(name, value, points, stands)


def printed(xs: Sequence[float], values: Sequence[float]) -> tuple[Point, ...]:
    """Return points that a paper prints."""
    return tuple(Point(x, (), value) for x, value in zip(xs, values, strict=True))
