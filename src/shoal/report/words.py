"""Numbers in words, the same on every page."""

from __future__ import annotations

from shoal.figure import one_in, percent, short

__all__ = ["count", "figure", "one_in", "percent", "seconds"]

SHOWN = 4
WHOLE = 1000
"""From here on what is behind the point does not matter."""


def count(number: float) -> str:
    """Return a count with its thousands apart."""
    return f"{number:,.0f}"


def figure(number: float) -> str:
    """Return a number with four digits, or more before the point, its thousands apart.

    Example:
        >>> figure(36123.4), figure(0.071234), figure(12), figure(1.2e-7)
        ('36,123', '0.07123', '12', '0.00000012')
    """
    return f"{number:,.0f}" if isinstance(number, int) or abs(number) >= WHOLE else short(number, SHOWN)


def seconds(number: float) -> str:
    """Return a time with as many digits as matter."""
    return f"{number:.2f} s" if number < 10 else f"{number:,.0f} s"  # noqa: PLR2004 - hundredths matter below
