"""What a verdict is, and the arithmetic that verdicts share: numbers come from figures, words are written by hand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from shoal.figure import short
from shoal.reproduce.shown import Board, Sheets, Trace

Status: TypeAlias = Literal["holds", "holds in part", "does not hold", "cannot be decided"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read what a paper leaves open: its name, what comes out, and whether the claim is true then."""

    name: str
    found: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a claim.

    Attributes:
        id: R1 to R12.
        paper: whose claim it is.
        claim: what is claimed, in a sentence.
        status: what became of it.
        found: what was seen, in a line.
        why: a paragraph that its authors could accept.
        readings: where the verdict depends on a reading, all that were run.
        figures: where to look.
    """

    id: str
    paper: str
    claim: str
    status: Status
    found: str
    why: str
    readings: tuple[Reading, ...] = ()
    figures: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim to be judged."""

    id: str
    paper: str
    words: str
    figures: tuple[str, ...]

    def verdict(self, parts: Sequence[bool], found: str, why: str, readings: Iterable[Reading] = ()) -> Verdict:
        """Return what became of it, by which of its parts hold."""
        return Verdict(self.id, self.paper, self.words, status_of(parts), found, why, tuple(readings), self.figures)

    def undecided(self, sheets: Sheets) -> Verdict | None:
        """Return that it cannot be decided where a figure was not run or has no runs of the paper's methods."""
        for name in self.figures:
            sheet = sheets[name]
            if not any(trace.spots for board in sheet.boards for trace in board.traces if trace.stands == "paper"):
                why = f"{name} was not run: {sheet.missing or 'no run is there'}."
                return Verdict(self.id, self.paper, self.words, "cannot be decided", "", why, (), self.figures)
        return None


def status_of(parts: Sequence[bool]) -> Status:
    """Return what becomes of a claim of several parts.

    Example:
        >>> status_of([True, True]), status_of([True, False]), status_of([False])
        ('holds', 'holds in part', 'does not hold')
    """
    if all(parts):
        return "holds"
    return "holds in part" if any(parts) else "does not hold"


def quoted(holds: bool, yes: str, no: str) -> str:  # noqa: FBT001 - which of two words is true
    """Return the words that are true."""
    return yes if holds else no


def ratios(board: Board, above: str, below: str) -> list[float]:
    """Return, where both lines have a point, the one over the other."""
    return ratios_of(board.trace(above), board.trace(below))


def ratios_of(above: Trace, below: Trace) -> list[float]:
    """Return, at the places that two lines share, the mean of the one over that of the other."""
    pairs = [(spot.mean, below.at(spot.x)) for spot in above.spots]
    return [a / b for a, b in pairs if b > 0]


def span(numbers: Sequence[float]) -> str:
    """Return from where to where numbers go, with three digits.

    Example:
        >>> span([0.25, 0.592]), span([2.0]), span([])
        ('0.25 to 0.592', '2', 'none')
    """
    if not numbers:
        return "none"
    low, high = figure(min(numbers)), figure(max(numbers))
    return low if low == high else f"{low} to {high}"


def figure(number: float) -> str:
    """Return a number with three digits."""
    return f"{number:,.0f}" if abs(number) >= 100 else short(number, 3)  # noqa: PLR2004 - three digits before the point


def slope(trace: Trace) -> float:
    """Return the power of x that a line grows by: the slope where both axes are logarithmic."""
    points = [(math.log(spot.x), math.log(spot.mean)) for spot in trace.spots if spot.x > 0 and spot.mean > 0]
    return _fit(points)[0]


def straightness(trace: Trace) -> float:
    """Return the share of the variance that a straight line explains, R²."""
    return _fit([(spot.x, spot.mean) for spot in trace.spots])[1]


def rises(trace: Trace) -> bool:
    """Return whether every point is above the one before it."""
    return len(trace.spots) > 1 and all(a.mean < b.mean for a, b in zip(trace.spots, trace.spots[1:], strict=False))


def falls(trace: Trace) -> bool:
    """Return whether every point is below the one before it."""
    return len(trace.spots) > 1 and all(a.mean > b.mean for a, b in zip(trace.spots, trace.spots[1:], strict=False))


def below(board: Board, one: str, others: Iterable[str]) -> tuple[int, int]:
    """Return at how many places a line is below all of some others, and how many places there are."""
    trace, rest = board.trace(one), [board.trace(name) for name in others]
    wins = [all(spot.mean < other.at(spot.x) for other in rest) for spot in trace.spots]
    return sum(wins), len(wins)


def _fit(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return slope and R² of the straight line of least squares; NaN for fewer than two places."""
    n = len(points)
    if n < 2:  # noqa: PLR2004 - two points make a line
        return math.nan, math.nan
    mx, my = sum(x for x, _ in points) / n, sum(y for _, y in points) / n
    sxx = sum((x - mx) ** 2 for x, _ in points)
    syy = sum((y - my) ** 2 for _, y in points)
    sxy = sum((x - mx) * (y - my) for x, y in points)
    return sxy / sxx, sxy**2 / (sxx * syy) if syy else 1.0
