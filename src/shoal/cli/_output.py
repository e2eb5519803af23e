"""Where the command line prints: results on stdout, everything said about them on stderr.

rich is imported where it is used: `--help` and usage errors do without it, and start quickly.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

BAR = 24


def results() -> Console:
    """Return a console on stdout."""
    from rich.console import Console

    return Console(highlight=False, markup=False)


def remarks() -> Console:
    """Return a console on stderr."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False)


def say(label: str, message: str, style: str = "") -> None:
    """Print one line on stderr, never wrapped: the label in its style, then the message."""
    from rich.text import Text

    remarks().print(Text.assemble((label, style), " ", shown(message)), soft_wrap=True)


def shown(text: str) -> str:
    """Return the text with line breaks and control characters escaped, so that no name can steer a terminal."""
    return "".join(mark if mark.isprintable() else ascii(mark)[1:-1] for mark in text)


def print_json(facts: Mapping[str, object]) -> None:
    """Print one JSON object on stdout and nothing else."""
    sys.stdout.write(json.dumps(facts, indent=2, allow_nan=False) + "\n")


def count(number: int) -> str:
    """Return a count with its thousands apart."""
    return f"{number:,}"


def percent(share: float) -> str:
    """Return a share as a percentage; a share that is not quite 0 or 1 never reads as if it were.

    Example:
        >>> percent(0.125), percent(0.00001), percent(0.99999), percent(1.0)
        ('12.5 %', '<0.1 %', '>99.9 %', '100 %')
    """
    if share in (0.0, 1.0):
        return f"{share:.0%}".replace("%", " %")
    if share < 0.001:  # noqa: PLR2004 - the least share that one decimal shows
        return "<0.1 %"
    if share > 0.999:  # noqa: PLR2004 - the greatest share that one decimal shows
        return ">99.9 %"
    return f"{100 * share:.1f} %"


def seconds(number: float) -> str:
    """Return a time with as many digits as matter."""
    return f"{number:.2f} s" if number < 10 else f"{number:,.0f} s"  # noqa: PLR2004 - hundredths matter below


def bar(share: float, console: Console) -> Text:
    """Return a bar of fixed width, filled up to the share; plain ASCII where the console has no more."""
    from rich.text import Text

    full, rest = ("#", ".") if console.options.ascii_only else ("█", "░")
    filled = min(BAR, max(0, round(share * BAR)))
    return Text.assemble((full * filled, "cyan"), (rest * (BAR - filled), "dim"))


def table(title: str) -> Grid:
    """Return an empty table in the one style that all commands share."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Grid

    return Grid(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
