"""Small pictures as SVG inside a page: elements, scales and ticks. Colours come from classes that the page defines."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from shoal.report.bins import round_up

NARROW = 340.0
"""How wide pictures are on small screens; every one is drawn for them once more."""

LETTER = 0.55
"""How wide a letter is on average, as a share of the size of the type."""

_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
"""What XML cannot hold."""


class Scale(NamedTuple):
    """From numbers to places in a picture: `low` lies at `start`, `high` at `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, number: float) -> float:
        """Return where a number lies."""
        share = (number - self.low) / (self.high - self.low) if self.high != self.low else 0.0
        return self.start + share * (self.end - self.start)


def text_of(value: object) -> str:
    """Return any text safe to put in a page or a picture."""
    return escape(_UNFIT.sub("\ufffd", str(value)), quote=True)


def element(name: str, *content: str, **attributes: object) -> str:
    """Return an element; content is written as it is, attributes are escaped, `_` in their names stands for `-`.

    Example:
        >>> element("rect", x=1, width=2.5, class_="after")
        '<rect x="1" width="2.5" class="after"/>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(content)
    return f"<{name}{given}>{inside}</{name}>" if inside else f"<{name}{given}/>"


def text(x: float, y: float, words: object, **attributes: object) -> str:
    """Return words at a place."""
    return element("text", text_of(words), x=x, y=y, **attributes)


def rect(x: float, y: float, width: float, height: float, *, about: str = "", **attributes: object) -> str:
    """Return a rectangle; what it is about shows when it is pointed at."""
    tip = (element("title", text_of(about)),) if about else ()
    return element("rect", *tip, x=x, y=y, width=max(0.0, width), height=max(0.0, height), **attributes)


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> str:
    """Return a straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def picture(width: float, height: float, marks: Iterable[str], *, title: str, about: str) -> str:
    """Return a whole picture; the title and what it is about are read out to those who cannot see it."""
    words = element("title", text_of(title)) + element("desc", text_of(about))
    return element(
        "svg",
        words,
        *marks,
        viewBox=f"0 0 {_value(width)} {_value(height)}",
        role="img",
        aria_label=f"{title}. {about}",
    )


def ticks(high: float, most: int = 4) -> list[float]:
    """Return round numbers from 0 to at least `high`, a few of them.

    Example:
        >>> ticks(0.37), ticks(9)
        ([0.0, 0.1, 0.2, 0.3, 0.4], [0.0, 2.5, 5.0, 7.5, 10.0])
    """
    if not high > 0:
        return [0.0, 1.0]
    step = round_up(high / most)
    return [float(f"{step * place:.10g}") for place in range(math.ceil(high / step - 1e-9) + 1)]


def whole_ticks(high: float, most: int = 4) -> list[float]:
    """Return whole round numbers from 0 to at least `high`, a few of them."""
    step = max(1.0, math.ceil(round_up(max(1.0, high) / most, among=(1.0, 2.0, 5.0, 10.0))))
    return [step * place for place in range(math.ceil(max(1.0, high) / step - 1e-9) + 1)]


def shortened(words: str, room: float, size: float) -> str:
    """Return words cut to the room that there is, in a type of some size."""
    most = max(3, int(room / (LETTER * size)))
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return text_of(value)
