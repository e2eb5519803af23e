"""Levels of sensitive columns, as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from shoal.cli._output import count, results, shown, table
from shoal.criteria.base import Model
from shoal.criteria.level import ROUNDED, Level
from shoal.criteria.registry import CRITERIA

if TYPE_CHECKING:
    from shoal.criteria.base import Criterion
    from shoal.verify.levels import Levels

ABREAST = 4
"""Sensitive columns that are printed side by side."""

VALUES = "different values"

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
        grid = table("sensitive values in the groups")
        grid.add_column("level", style="dim", no_wrap=True)
        for name in abreast:
            grid.add_column(shown(name), justify="right", overflow="fold")
        for label in _labels():
            if any(label in lines for lines in found):
                grid.add_row(label, *(lines.get(label, "") for lines in found))
        console.print(grid)
    for line in LEGEND:
        console.print(line, style="dim")


def shortfall(criterion: Criterion, levels: Levels) -> str:
    """Return what a column reaches where a criterion asks for more, in words."""
    words = criterion.shortfall(_reached(levels)) if isinstance(criterion, Model) else ""
    return words or f"it does not hold that {criterion.sentence}"


def _reached(levels: Levels) -> dict[str, Any]:  # Any: each level has a type of its own
    """Return the levels by name."""
    return {level.name: getattr(levels, level.name) for level in _known()}


def _labels() -> list[str]:
    """Return the labels of all levels, in the order of the lines."""
    return [VALUES, *(label for level in _known() for _, label in _keyed(level))]


def _lines(levels: Levels) -> dict[str, str]:
    """Return the levels of a column by their labels, those that it has."""
    lines = {VALUES: count(levels.values)}
    for level in _known():
        value = getattr(levels, level.name)
        for key, label in _keyed(level):
            if key is None or key in value:
                lines[label] = ROUNDED[level.rounding](value if key is None else value[key])
    return lines


def _known() -> list[Level]:
    """Return the levels of all criteria."""
    return [level for criterion in CRITERIA.values() for level in criterion.levels]


def _keyed(level: Level) -> list[tuple[object, str]]:
    """Return the labels of a level by its keys; one without has one, under None."""
    return [(key, level.label.format(key)) for key in level.keys or (None,)]
