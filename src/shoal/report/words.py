"""Numbers in words, the same on every page."""

from __future__ import annotations

from shoal.figure import short

LEAST_SHOWN, MOST_SHOWN = 0.001, 0.999
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


def percent(share: float | None) -> str:
    """Return a share as a percentage; one that is not quite 0 or 1 never reads as if it were.

    Example:
        >>> percent(0.125), percent(0.5), percent(0.00001), percent(0.99999), percent(None)
        ('12.5 %', '50 %', 'under 0.1 %', 'over 99.9 %', 'not known')
    """
    if share is None:
        return "not known"
    if share in (0.0, 1.0):
        return f"{share:.0%}".replace("%", " %")
    if share < LEAST_SHOWN:
        return "under 0.1 %"
    if share > MOST_SHOWN:
        return "over 99.9 %"
    return f"{100 * share:.1f}".removesuffix(".0") + " %"


def one_in(share: float) -> str:
    """Return a chance the way people say it.

    Example:
        >>> one_in(1.0), one_in(0.2), one_in(0.03)
        ('certain', '1 in 5', '1 in 33')
    """
    return "certain" if share >= 1 else "none" if share <= 0 else f"1 in {round(1 / share):,}"


def seconds(number: float) -> str:
    """Return a time with as many digits as matter."""
    return f"{number:.2f} s" if number < 10 else f"{number:,.0f} s"  # noqa: PLR2004 - hundredths matter below
