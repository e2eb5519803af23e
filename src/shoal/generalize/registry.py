"""All styles of publication, and which publisher a column gets in each."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from shoal.encode.domain import Domain
from shoal.generalize.ancestor import Ancestor
from shoal.generalize.base import Publisher
from shoal.generalize.bounds import Bounds
from shoal.generalize.centre import Mean, Midpoint
from shoal.generalize.interval import Interval

Style: TypeAlias = Literal["interval", "bounds", "midpoint", "mean"]
STYLES: tuple[Style, ...] = get_args(Style)

PUBLISHERS: dict[Style, Publisher] = {
    "interval": Interval(),
    "bounds": Bounds(),
    "midpoint": Midpoint(),
    "mean": Mean(),
}


def publisher_for(domain: Domain, style: Style) -> Publisher:
    """Return how a column is published: on a tree by its ancestor, ordered categories as intervals, else by style."""
    if not domain.is_line:
        return Ancestor()
    return Interval() if domain.kind == "categorical" else PUBLISHERS[style]
