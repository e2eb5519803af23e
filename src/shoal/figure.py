"""Figures as they are reported to others: few digits, so that nobody can solve them for a cell."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, is_dataclass
from decimal import Decimal

DIGITS = 3
"""What is reported of a loss. Every digit more is one more that anyone who knows all other cells learns of the last."""

MOST_NAMES = 5
"""How many columns a sentence names."""

FAR = 10
"""A loss beyond so many times its bound says nothing of what could be gained."""

ONE = {"rows": "row", "people": "person"}
"""What one of those is called that are counted."""

LEAST_SHOWN, MOST_SHOWN = 0.001, 0.999
"""Shares beyond these, and short of 0 and 1, are not told in digits."""

DUST = 1e-9
"""Differences below this share of a number come from binary fractions."""


def reported(number: float) -> float:
    """Return a number with few digits, the nearest one.

    Example:
        >>> reported(0.0712345), reported(1234.5), reported(0.0)
        (0.0712, 1230.0, 0.0)
    """
    return float(f"{number:.{DIGITS}g}")


def reported_in(facts: Mapping[str, object]) -> dict[str, object]:
    """Return facts with few digits in each number that is not whole.

    Example:
        >>> reported_in({"rows": 12345, "errors": [{"mean": 0.0712345}]})
        {'rows': 12345, 'errors': [{'mean': 0.0712}]}
    """
    return {name: _reported_value(value) for name, value in facts.items()}


def _reported_value(value: object) -> object:
    if isinstance(value, Mapping):
        return reported_in(value)
    if isinstance(value, list | tuple):
        return [_reported_value(each) for each in value]
    return reported(value) if isinstance(value, float) else value


def plain_of(result: object, *names: str) -> dict[str, object]:
    """Return what a result holds under some names as plain values, in this order.

    Example:
        >>> plain_of(slice(1, (2, 3)), "start", "stop")
        {'start': 1, 'stop': [2, 3]}
    """
    return {name: plain(getattr(result, name)) for name in names}


def plain(value: object) -> object:
    """Return a value as what JSON knows; what can say so itself does.

    Example:
        >>> plain({"interval": (0.1, 0.2), "notes": ()})
        {'interval': [0.1, 0.2], 'notes': []}
    """
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


def reported_least(number: float) -> float:
    """Return a positive number with few digits, never more than it is: what is reported of a bound.

    Example:
        >>> reported_least(0.0376999), reported_least(0.5)
        (0.0376, 0.5)
    """
    near = reported(number)
    return near if near <= number * (1 + DUST) else reported(near - _unit(number))


def helps(bound: float, loss: float) -> bool:
    """Return whether a bound is worth telling: below a tenth of the loss, it is the bound that is poor.

    Example:
        >>> helps(0.02, 0.2), helps(0.019, 0.2), helps(0.0, 0.0)
        (True, False, True)
    """
    return bound * FAR >= loss * (1 - DUST)


def reported_bound(loss: float, bound: float) -> float:
    """Return what is reported of a bound beside the loss: the same as of the loss only where they are the same.

    Example:
        >>> reported_bound(0.12306, 0.12306), reported_bound(0.12306, 0.12304), reported_bound(0.25, 0.12)
        (0.123, 0.122, 0.12)
    """
    if loss <= bound * (1 + DUST):
        return reported(loss)
    least = reported_least(bound)
    return least if least < reported(loss) else reported(least - _unit(least))


def reported_gap(loss: float, bound: float) -> float | None:
    """Return by how much of itself a bound is exceeded, with few digits; None where the bound is 0.

    Example:
        >>> reported_gap(0.3, 0.2), reported_gap(0.2, 0.2), reported_gap(0.2, 0.0)
        (0.5, 0.0, None)
    """
    if not bound:
        return None
    gap = loss / bound - 1.0
    return reported(gap) if gap > DUST else 0.0


def counted(number: float | str, what: str) -> str:
    """Return a number of things in words, one of them in the singular; a text stands for a number, or for several.

    Example:
        >>> counted(1, "row"), counted(1200, "row"), counted(2, "person"), counted("3 to 4", "value")
        ('1 row', '1,200 rows', '2 people', '3 to 4 values')
    """
    shown = number if isinstance(number, str) else f"{number:,.12g}"
    if shown == "1":
        return f"{shown} {what}"
    return f"{shown} {what.removesuffix('person')}people" if what.endswith("person") else f"{shown} {what}s"


def ranged(least: int, most: int, what: str) -> str:
    """Return how many things there are at the least and at the most, in words.

    Example:
        >>> ranged(2, 5, "row"), ranged(1, 1, "row")
        ('2 to 5 rows', '1 row')
    """
    return counted(f"{least:,}" if least == most else f"{least:,} to {most:,}", what)


def short(number: float, digits: int = DIGITS) -> str:
    """Return a number with few digits, written out: people do not read exponents.

    Example:
        >>> short(0.0712345), short(0.00001234), short(36123.4, 4)
        ('0.0712', '0.0000123', '36120')
    """
    return f"{Decimal(f'{number:.{digits}g}'):f}"


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


def _unit(number: float) -> float:
    """Return one in the last digit that is reported of a positive number."""
    return float(10.0 ** (math.floor(math.log10(number)) - DIGITS + 1)) if number > 0 else 0.0


def in_words(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Return names in words, the first few and how many more there are.

    Example:
        >>> in_words(["age", "zip", "sex"]), in_words(["a", "b", "c", "d"], most=2), in_words(["age"])
        ('age, zip and sex', 'a, b and 2 more', 'age')
    """
    shown = [*names[:most], f"{len(names) - most:,} more"] if len(names) > most else list(names)
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}" if shown else ""
