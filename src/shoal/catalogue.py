"""What there is to choose from: every method, and what to know of it."""

from __future__ import annotations

from typing import NamedTuple

from shoal.partition.registry import BASE_NAMES, PARTITIONERS, BaseName


class MethodInfo(NamedTuple):
    """One line of `shoal methods`.

    `keeps` says how criteria on sensitive values are kept: "natively", "by repair", or "not"; `why_not` is the reason.
    """

    name: BaseName
    title: str
    paper: str
    publishes: str
    needs: tuple[str, ...]
    cost: str
    advice: str
    keeps: str
    why_not: str


def methods() -> tuple[MethodInfo, ...]:
    """Return what there is to know of each method, by name."""
    return tuple(
        MethodInfo(name, a.title, a.paper, a.publishes, a.needs, a.cost, a.advice, a.keeps, a.why_not)
        for name, a in ((name, PARTITIONERS[name].about) for name in sorted(BASE_NAMES))
    )
