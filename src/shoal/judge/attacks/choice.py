"""Which attacks to run: those asked for, or all that can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shoal.checks import nearest
from shoal.errors import SettingError
from shoal.judge.attacks.attack import ATTACKS, AttackName
from shoal.judge.attacks.remake import Known
from shoal.judge.pair import Pair
from shoal.request.request import Request

ON_VALUES: tuple[AttackName, ...] = ("homogeneity", "skewness", "learner")
AFTER_VALUES: tuple[AttackName, ...] = (*ON_VALUES, "minimality")


class Possible(NamedTuple):
    """What attacks need, and whether it is there.

    Attributes:
        sensitive: a sensitive column.
        second: a second release.
        known: what is known of the run.
        kept: a column that leaves as it is.
        several: a column that says whose row it is, and someone who has several.
    """

    sensitive: bool
    second: bool
    known: Known | None
    kept: bool
    several: bool


def chosen(only: Sequence[str], there: Possible) -> tuple[AttackName, ...]:
    """Return the attacks to run, in their order: those asked for, else all that can be.

    Raises:
        SettingError: an attack is not known, or lacks what it needs.
    """
    for name in only:
        if name not in ATTACKS:
            message = f"no attack {name!r}; attacks are: {', '.join(ATTACKS)}"
            raise SettingError(message, hint=nearest(name, ATTACKS))
        _require(name, there)
    remade = there.sensitive and there.known is not None and there.known.is_reported_values
    possible = dict.fromkeys(ATTACKS, there.sensitive) | {
        "linkage": True, "intersection": there.second, "minimality": remade, "kept": there.kept,
        "history": there.several,
    }  # fmt: skip
    return tuple(name for name in ATTACKS if (name in only if only else possible[name]))


def _require(name: str, there: Possible) -> None:
    """Refuse an attack that lacks what it needs.

    Raises:
        SettingError: it does.
    """
    if name in AFTER_VALUES and not there.sensitive:
        message = f"the attack {name!r} needs a sensitive column to be after"
        raise SettingError(message, hint="name it under sensitive")
    if name == "intersection" and not there.second:
        message = "the attack 'intersection' needs a second release of the same people"
        raise SettingError(message)
    if name == "minimality" and there.known is None:
        message = "the attack 'minimality' needs the method that made the release, and k"
        raise SettingError(message, hint="give method, criteria and k, or the settings file of the run as schema")
    if name == "kept" and not there.kept:
        message = "the attack 'kept' needs a column besides the quasi columns that leaves as it is"
        raise SettingError(message)
    if name == "history" and not there.several:
        message = "the attack 'history' needs a column that says whose row it is, and people who have several rows"
        raise SettingError(message, hint="name it under person, or with --person")


def known_of(pair: Pair, base: Request, **given: object) -> Known | None:
    """Return what is known of the run: by the release itself, the settings file and the arguments; None without any."""
    asked = base.with_(**given)
    if not (base.run or given["method"] or given["criteria"]) or asked.k is None:
        return None
    settings = asked.settings
    is_complete = bool(base.schema.of_role("quasi")) and all(c.kind is not None for c in base.schema.of_role("quasi"))
    schema = base.schema if is_complete and base.schema.names == pair.schema.names else pair.schema
    return Known(settings, schema, settings.seed if "seed" in base.run else None)
