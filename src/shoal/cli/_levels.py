"""Levels of sensitive columns, as people read them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from shoal.cli._output import count, results, shown, table

if TYPE_CHECKING:
    from shoal.criteria.base import Criterion
    from shoal.criteria.l_diversity import LDiversity
    from shoal.verify.levels import Levels

ABREAST = 4
"""Sensitive columns that are printed side by side."""

DIGITS = 10_000
"""Levels are shown to four places, rounded so that what is shown still holds."""

LEGEND = (
    "each level just holds in every group: the greatest l, the least of the others",
    "c and delta must be above the number shown; none: no number is enough",
)


def print_levels(levels: Mapping[str, Levels]) -> None:
    """Print the levels of each sensitive column on stdout, some columns side by side."""
    console = results()
    names = list(levels)
    for first in range(0, len(names), ABREAST):
        abreast = names[first : first + ABREAST]
        found = [_lines(levels[name]) for name in abreast]
        labels = {label: None for label in _LABELS if any(label in lines for lines in found)}
        grid = table("sensitive values in the groups")
        grid.add_column("level", style="dim", no_wrap=True)
        for name in abreast:
            grid.add_column(shown(name), justify="right", overflow="fold")
        for label in labels:
            grid.add_row(label, *(lines.get(label, "") for lines in found))
        console.print(grid)
    for line in LEGEND:
        console.print(line, style="dim")


def shortfall(criterion: Criterion, levels: Levels) -> str:
    """Return what a column reaches where a criterion asks for more, in words."""
    from shoal.criteria.alpha_k import AlphaK
    from shoal.criteria.beta_likeness import BetaLikeness
    from shoal.criteria.delta_disclosure import DeltaDisclosure
    from shoal.criteria.l_diversity import LDiversity
    from shoal.criteria.t_closeness import TCloseness

    reached: float | None
    match criterion:
        case LDiversity():
            return _diversity(criterion, levels)
        case AlphaK(values=None):
            what, reached, asked = "alpha", levels.alpha, f"{criterion.alpha:g}"
        case TCloseness():
            distance = criterion.distance or tuple(levels.t or ("equal",))[-1]
            what, reached, asked = f"t with {distance} distance", levels.t.get(distance), f"{criterion.t:g}"
        case BetaLikeness():
            reached = levels.beta_basic if criterion.kind == "basic" else levels.beta_enhanced
            what, asked = f"{criterion.kind} beta", f"{criterion.beta:g}"
        case DeltaDisclosure():
            what, reached, asked = "delta", levels.delta, f"below {criterion.delta:g}"
        case _:
            return f"it does not hold that {criterion.sentence}"
    return f"no {what} is enough" if reached is None else f"{what} is {_up(reached)}, not {asked}"


def _diversity(criterion: LDiversity, levels: Levels) -> str:
    """Return which l a column reaches, and for the recursive kind which c would do."""
    if criterion.kind != "recursive":
        reached = {"distinct": levels.distinct_l, "frequency": levels.frequency_l, "entropy": levels.entropy_l}
        return f"{criterion.kind} l is {_down(reached[criterion.kind])}, not {criterion.l:g}"
    if levels.distinct_l < criterion.l:
        return f"distinct l is {levels.distinct_l}, not {criterion.l:g}, so no c is enough"
    needed = levels.recursive_c.get(int(criterion.l))
    if needed is None:
        return f"it does not hold that {criterion.sentence}"
    return f"c for l = {criterion.l:g} must be {_above(needed)}, and is {criterion.factor:g}"


_LABELS = (
    "different values",
    "distinct l",
    "frequency l",
    "entropy l",
    *(f"c, recursive l = {rank}" for rank in range(2, 11)),
    "alpha",
    *(f"t, {distance} distance" for distance in ("equal", "ordered", "hierarchical")),
    "beta, basic",
    "beta, enhanced",
    "delta",
    "delta, of values present",
)


def _lines(levels: Levels) -> dict[str, str]:
    """Return the levels of a column by their labels, those that it has."""
    return {
        "different values": count(levels.values),
        "distinct l": count(levels.distinct_l),
        "frequency l": _down(levels.frequency_l),
        "entropy l": _down(levels.entropy_l),
        **{f"c, recursive l = {rank}": _above(c) for rank, c in levels.recursive_c.items()},
        "alpha": _up(levels.alpha),
        **{f"t, {distance} distance": _up(t) for distance, t in levels.t.items()},
        "beta, basic": _up(levels.beta_basic),
        "beta, enhanced": _up(levels.beta_enhanced),
        "delta": _above(levels.delta),
        "delta, of values present": _above(levels.delta_present),
    }


def _down(value: float) -> str:
    """Return a number rounded down, which a promise of at least this much survives."""
    return _plain(math.floor(value * DIGITS + 1e-6))


def _up(value: float | None) -> str:
    """Return a number rounded up, which a promise of at most this much survives."""
    return "none" if value is None else _plain(math.ceil(value * DIGITS - 1e-6))


def _above(value: float | None) -> str:
    """Return a number that others must be above, rounded up."""
    return "none" if value is None else f"above {_up(value)}"


def _plain(parts: int) -> str:
    """Return a number of ten-thousandths without needless zeros."""
    return f"{parts / DIGITS:,.4f}".rstrip("0").rstrip(".")
