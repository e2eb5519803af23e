"""All experiments, by the papers they are of."""

from __future__ import annotations

from shoal.checks import nearest, shown
from shoal.errors import SettingError
from shoal.reproduce import chiu_tsai, he, lin_wei, ni
from shoal.reproduce.experiment import Figure
from shoal.reproduce.plan import Plan

PAPERS = (he, lin_wei, chiu_tsai, ni)


def every_figure(plan: Plan) -> tuple[Figure, ...]:
    """Return the figures of all papers."""
    return tuple(figure for paper in PAPERS for figure in paper.figures(plan))


def chosen(plan: Plan, names: tuple[str, ...]) -> tuple[Figure, ...]:
    """Return the figures of some names, or all: `he-6` also names `he-6-leaves`, `he` all that begin with it.

    Raises:
        SettingError: no figure has such a name.
    """
    every = every_figure(plan)
    for name in names:
        if not any(is_named(figure.id, name) for figure in every):
            ids = [figure.id for figure in every]
            message = f"no figure {shown(name)}; figures are: {', '.join(ids)}"
            raise SettingError(message, hint=nearest(name, ids))
    return tuple(figure for figure in every if not names or any(is_named(figure.id, name) for name in names))


def is_named(figure: str, name: str) -> bool:
    """Return whether a name stands for a figure.

    Example:
        >>> is_named("he-6-leaves", "he-6"), is_named("he-6", "he-60")
        (True, False)
    """
    return figure == name or figure.startswith(f"{name}-")
