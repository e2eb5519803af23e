"""The choices of a run, apart from what the columns mean."""

from __future__ import annotations

import difflib
import math
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import cast

from shoal.criteria._base import Criterion
from shoal.criteria._registry import criterion_from, criterion_table
from shoal.criteria.k_anonymity import KAnonymity
from shoal.encode.cost import LOSSES, LossName
from shoal.encode.encoder import MISSINGS, Missing
from shoal.errors import SettingError
from shoal.generalize._registry import STYLES, Style
from shoal.partition._base import EFFORTS, Effort
from shoal.partition._registry import HOUSE, IMPROVE, about_of, make_partitioner, searches

SEED_BITS = 32
READING = ("separator", "encoding", "null", "sheet", "format")


@dataclass(frozen=True, slots=True)
class Settings:
    """What was asked for; checked before any data is read.

    Attributes:
        k: the least number of rows in a group.
        method: the partition method, by name; with `+improve` its groups are where a search begins.
        options: the method's own options.
        seed: the seed of the partition; drawn and recorded when not given. Never used for the order of the rows.
        missing: "value" treats a missing cell as a value of its own, "error" refuses it.
        suppress: the share of rows that may be dropped.
        style: how numbers and dates are published; None is the way of the method, intervals for most.
        loss: which loss the method works against; None is the one of its paper.
        keep_order: leave the rows in their original order.
        pseudonymize: identifier columns to replace by random pseudonyms rather than drop.
        read: how the file was read, where that was said: separator, encoding, null, sheet, format.
        effort: how long to search: "fast", "balanced", "best" or seconds; None is "balanced", or no search at all.
        criteria: what every group must hold besides k rows.
    """

    k: int
    method: str = HOUSE
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = field(default_factory=lambda: secrets.randbits(SEED_BITS))
    missing: Missing = "value"
    suppress: float = 0.0
    style: Style | None = None
    loss: LossName | None = None
    keep_order: bool = False
    pseudonymize: tuple[str, ...] = ()
    read: Mapping[str, object] = field(default_factory=dict)
    effort: Effort | None = None
    criteria: tuple[Criterion, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what no run can do."""
        KAnonymity(self.k)
        make_partitioner(self.method, self.options)
        if self.effort is not None:
            object.__setattr__(self, "effort", effort_of(self.effort))  # seconds given as a text become a number
            _require_search(self.method, self.effort)
        for name in self.read:
            _require_choice("a key of read", name, READING)
        _require_choice("missing", self.missing, MISSINGS)
        if self.style is not None:
            _require_choice("style", self.style, STYLES)
        if self.loss is not None:
            _require_choice("loss", self.loss, LOSSES)
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or self.seed < 0:
            message = f"seed is {self.seed!r}; it must be a whole number, 0 or more"
            raise SettingError(message)
        if not _is_share(self.suppress):
            message = f"suppress is {self.suppress!r}; it must be a share of the rows, from 0 to 1"
            raise SettingError(message, hint="0.01 lets one row in a hundred be dropped")

    @classmethod
    def of(cls, run: Mapping[str, object]) -> Settings:
        """Return the settings of a `[run]` table.

        Raises:
            SettingError: k is missing, a name is unknown, or a value is out of range.
        """
        known = [f.name for f in fields(cls)]
        for name in run:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1)
                message = f"no setting {name!r}; settings are: {', '.join(known)}"
                raise SettingError(message, hint=f"did you mean {near[0]!r}?" if near else "")
        if run.get("k") is None:
            message = "k is not given; it is the least number of rows that must look alike"
            raise SettingError(message, hint="5 to 10 is customary")
        given = {name: value for name, value in run.items() if value is not None}
        given |= {"pseudonymize": tuple(given.get("pseudonymize", ()))}  # type: ignore[arg-type]  # a list
        given |= {"criteria": criteria_of(given.get("criteria", ()))}
        return cls(**given)  # type: ignore[arg-type]  # checked in __post_init__

    def to_run(self) -> dict[str, object]:
        """Return the settings as a `[run]` table: all that a later run needs to give the same groups."""
        run = {f.name: getattr(self, f.name) for f in fields(self)}
        run["criteria"] = [criterion_table(criterion) for criterion in self.criteria]
        run["options"] = dict(self.options)
        run["read"] = dict(self.read)
        run["pseudonymize"] = list(self.pseudonymize)
        return {name: value for name, value in run.items() if value not in ({}, [], None)}


def criteria_of(given: object) -> tuple[Criterion, ...]:
    """Return criteria, one also without a list around it, and tables of a settings file as the criteria they describe.

    Raises:
        SettingError: something else is among them, or a table does not fit.
    """
    several = list(given) if isinstance(given, Iterable) and not isinstance(given, Mapping) else [given]
    for one in several:
        if not isinstance(one, Mapping) and (isinstance(one, type) or not hasattr(one, "holds")):
            message = f"criteria holds a {type(one).__name__}, which is no criterion"
            raise SettingError(message, hint="write criteria=[LDiversity(3)], or another model")
    return tuple(criterion_from(one) if isinstance(one, Mapping) else cast("Criterion", one) for one in several)


def effort_of(given: object) -> Effort:
    """Return an effort: one of the names, or a number of seconds, which may be given as a text.

    Example:
        >>> effort_of("best"), effort_of("10"), effort_of(2)
        ('best', 10.0, 2.0)

    Raises:
        SettingError: it is neither.
    """
    for name in EFFORTS:
        if given == name:
            return name
    try:
        seconds = math.nan if isinstance(given, bool) or not isinstance(given, str | int | float) else float(given)
    except (ValueError, OverflowError):
        seconds = math.nan
    if math.isfinite(seconds) and seconds > 0:
        return seconds
    near = difflib.get_close_matches(str(given), EFFORTS, n=1)
    message = f"effort is {given!r}; it must be one of: {', '.join(EFFORTS)}, or a number of seconds above 0"
    raise SettingError(message, hint=f"did you mean {near[0]!r}?" if near else "10 searches for ten seconds")


def _require_search(method: str, effort: Effort) -> None:
    """Refuse an effort where nothing is searched for."""
    if searches(method):
        return
    message = f"effort is {effort!r}, and method {method!r} does not search: it takes as long as it takes"
    better = f"{method + IMPROVE!r} or " if about_of(method).publishes == "box" else ""
    raise SettingError(message, hint=f"leave the effort out, or use {better}{HOUSE!r}")


def _require_choice(name: str, value: object, choices: Sequence[str]) -> None:
    if value not in choices:
        near = difflib.get_close_matches(str(value), choices, n=1)
        message = f"{name} is {value!r}; it must be one of: {', '.join(choices)}"
        raise SettingError(message, hint=f"did you mean {near[0]!r}?" if near else "")


def _is_share(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1
