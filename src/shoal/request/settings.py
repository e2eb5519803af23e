"""The choices of a run, apart from what the columns mean, and what every setting may be.

`SETTINGS` has a check for each setting by its name: a keyword of a public function, a key of `[run]` in a settings file
and an option of the command line are all taken, or refused, by the same line of it.
"""

from __future__ import annotations

import functools
import inspect
import math
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, fields
from typing import ParamSpec, TypeVar, cast

from shoal.checks import (
    Anything,
    By,
    Callback,
    Check,
    Choice,
    Fields,
    Fit,
    Having,
    Made,
    Named,
    Number,
    OneOf,
    Place,
    Several,
    Text,
    Truth,
    Whole,
    items_of,
    nearest,
    refused,
    shown,
    taken,
)
from shoal.criteria.base import Criterion
from shoal.criteria.checks import K
from shoal.criteria.guarding import is_met_by, spread_over
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.people import about_people
from shoal.criteria.plain import LETTERS
from shoal.criteria.registry import criterion_from, criterion_table
from shoal.encode.encoder import MISSINGS, Missing
from shoal.encode.loss import LOSSES, LossName
from shoal.engines.base import ENGINES
from shoal.engines.room import memory_of
from shoal.errors import InfeasibleError, InputError, SchemaError, SettingError, ShoalError
from shoal.figure import counted
from shoal.forms.registry import form_of
from shoal.generalize.registry import STYLES, Style
from shoal.partition.base import EFFORTS, Effort
from shoal.partition.registry import HOUSE, IMPROVE, about_of, make_partitioner, searches
from shoal.progress import Cancel
from shoal.request.presets import PRESETS, PresetName, risk_in
from shoal.request.reading import FORMAT, READ
from shoal.risks.risk import AGAINST
from shoal.schema.column import KINDS, WEIGHT
from shoal.schema.schema import Schema

SEED_BITS = 32
MOST_THREADS = 4096
MOST_QUERIES = 10**6
NEAR = 1e-9
"""Rounding: one in three is not above a risk of 0.3333333333."""

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Settings:
    """What was asked for; checked before any data is read.

    Attributes:
        k: the least number of rows in a group, or of people where a person is named.
        method: the partition method, by name; with `+improve` its groups are where a search begins.
        options: the method's own options.
        seed: the seed of the partition; drawn and recorded when not given. Never used for the order of the rows.
        missing: "value" treats a missing cell as a value of its own, "error" refuses it.
        suppress: the share of rows that may be dropped.
        vary: the share of the loss that may be added for groups drawn at random among such that lose nearly as little.
        style: how numbers and dates are published; None is the way of the method, intervals for most.
        loss: which loss the method works against; None is the one of its paper.
        keep_order: leave the rows in their original order.
        pseudonymize: identifier columns to replace by random pseudonyms rather than drop.
        read: how the file was read, where that was said: separator, encoding, null, sheet, format.
        effort: how long to search: "fast", "balanced", "best" or seconds; None is "balanced", or no search at all.
        criteria: what every group must hold besides k rows.
        person: the identifier column that says whose row it is; groups hold k different people then.
        person_share: the greatest share of the rows of a group that one person may have.
        keep_others: release columns that are named nowhere as they are.
        max_risk: the highest chance of finding a person that is allowed; it sets k, or raises it.
        preset: thresholds and rules that others have published, by name.
    """

    k: int
    method: str = HOUSE
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = field(default_factory=lambda: secrets.randbits(SEED_BITS))
    missing: Missing = "value"
    suppress: float = 0.0
    vary: float = 0.0
    style: Style | None = None
    loss: LossName | None = None
    keep_order: bool = False
    pseudonymize: tuple[str, ...] = ()
    read: Mapping[str, object] = field(default_factory=dict)
    effort: Effort | None = None
    criteria: tuple[Criterion, ...] = ()
    person: str | None = None
    person_share: float | None = None
    keep_others: bool = False
    max_risk: float | None = None
    preset: PresetName | None = None

    def __post_init__(self) -> None:
        """Refuse what no run can do; keep values of plain Python."""
        for each in fields(self):
            value = getattr(self, each.name)
            if value is not None or each.default is not None:
                object.__setattr__(self, each.name, setting(each.name, value))
        make_partitioner(self.method, self.options)
        if self.effort is not None:
            _require_search(self.method, self.effort)
        if self.vary:
            _require_groups(self.method, self.vary)
        if self.person_share is not None and self.person is None:
            message = f"person_share is {self.person_share:g}, and no column says whose row it is"
            raise SettingError(message, hint="name that column with person, or --person")

    @classmethod
    def of(cls, run: Mapping[str, object]) -> Settings:
        """Return the settings of a `[run]` table.

        Raises:
            SettingError: k is missing, a name is unknown, or a value is out of range.
        """
        require_names(run)
        for name in ("max_risk", "preset"):
            if run.get(name) is not None:
                run = {**run, name: setting(name, run[name])}
        run = {**run, "max_risk": risk_in(run), "k": k_in(run)}
        if run["k"] is None:
            message = "k is not given; it is the least number of rows that must look alike"
            raise SettingError(message, hint="5 to 10 is customary")
        return cls(**{name: value for name, value in run.items() if value is not None})  # type: ignore[arg-type]  # checked in __post_init__

    def promised(self, sensitive: Sequence[str]) -> tuple[Criterion, ...]:
        """Return all that every group holds: rows, people where a person is named, and what guards sensitive columns.

        Raises:
            SchemaError: a criterion names a column that is not sensitive, or needs one and there is none.
        """
        people = about_people(self.k, self.person, self.person_share)
        return (KAnonymity(self.k), *people, *spread_over(self.criteria, sensitive))

    def require_promise(self) -> None:
        """Refuse a release that would promise nothing: k = 1, and nothing else that groups of one row may fail.

        Raises:
            SettingError: it is one.
        """
        shared = self.person_share is not None and self.person_share < 1
        if self.k == 1 and not shared and all(is_met_by(criterion, 1) for criterion in self.criteria):
            message = "k is 1 and no criterion is given, so rows may stand alone and nothing is promised"
            raise SettingError(message, hint="5 to 10 is customary; k = 1 needs a criterion, such as --l 3")

    def droppable(self, rows: int) -> int:
        """Return how many of so many rows may be dropped."""
        return math.floor(self.suppress * rows)

    def require_rows(self, rows: int) -> None:
        """Refuse a table without rows, or with fewer than k that may not all be dropped.

        Raises:
            InputError: there is no row.
            InfeasibleError: there are too few.
        """
        if rows == 0:
            message = "the table has no rows"
            raise InputError(message, hint="a header alone cannot be released")
        if rows < self.k and self.droppable(rows) < rows:
            message = f"the table has {counted(rows, 'row')}, so no group can have k = {self.k}"
            raise InfeasibleError(message, hint=f"choose k of at most {rows}")

    def to_run(self) -> dict[str, object]:
        """Return the settings as a `[run]` table: all that a later run needs to give the same groups."""
        run = {f.name: getattr(self, f.name) for f in fields(self)}
        run["criteria"] = [criterion_table(criterion) for criterion in self.criteria]
        run["options"] = dict(self.options)
        run["read"] = dict(self.read)
        run["pseudonymize"] = list(self.pseudonymize)
        return {name: value for name, value in run.items() if value not in ({}, [], None)}


def k_for(max_risk: object) -> int:
    """Return the least k for which the chance of finding a person, one in k, is not above the highest that is allowed.

    Example:
        >>> k_for(0.09), k_for(0.2), k_for(1 / 3)
        (12, 5, 3)
    """
    return math.ceil(1 / float(setting("max_risk", max_risk)) - NEAR)  # type: ignore[arg-type]  # a number by now


def k_in(run: Mapping[str, object]) -> int | None:
    """Return the k that the settings of a run ask for: of a k and a highest risk, the stricter; None without either.

    Example:
        >>> k_in({"k": 5}), k_in({"k": 5, "max_risk": 0.09}), k_in({"preset": "ema-0070"}), k_in({})
        (5, 12, 12, None)
    """
    risk, given = risk_in(run), run.get("k")
    asked = [] if given is None else [cast("int", setting("k", given))]
    return max([*asked, k_for(risk)] if risk is not None else asked, default=None)


RUN = tuple(each.name for each in fields(Settings))
"""The names of all settings of a run."""


def require_names(run: Mapping[str, object]) -> None:
    """Refuse a `[run]` table that names what is no setting.

    Raises:
        SettingError: it does.
    """
    for name in run:
        if name not in RUN:
            message = f"no setting {shown(name)}; settings are: {', '.join(RUN)}"
            raise SettingError(message, hint=nearest(name, RUN))


def criteria_of(given: object) -> tuple[Criterion, ...]:
    """Return criteria, one also without a list around it, and tables of a settings file as the criteria they describe.

    Raises:
        SettingError: something else is among them, or a table does not fit.
    """
    listed = list(given) if isinstance(given, Iterator | AbstractSet) else items_of(given)
    several = [given] if listed is None else listed
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
        if isinstance(given, str) and given == name:
            return name
    try:
        seconds = float(given) if isinstance(given, str) else float(Number(above=True).take("effort", given))
    except (ValueError, SettingError):
        seconds = math.nan
    if math.isfinite(seconds) and seconds > 0:
        return seconds
    wanted = f"one of: {', '.join(EFFORTS)}, or a number of seconds above 0"
    hint = nearest(given, EFFORTS) or "10 searches for ten seconds"
    raise refused(name="effort", value=given, wanted=wanted, hint=hint)


def _require_search(method: str, effort: Effort) -> None:
    """Refuse an effort where nothing is searched for."""
    if searches(method):
        return
    message = f"effort is {effort!r}, and method {method!r} does not search: it takes as long as it takes"
    better = f"{method + IMPROVE!r} or " if about_of(method).is_improvable else ""
    raise SettingError(message, hint=f"leave the effort out, or use {better}{HOUSE!r}")


def _require_groups(method: str, vary: float) -> None:
    """Refuse to vary groups that are not published as such."""
    form = form_of(method)
    if not form.changeable:
        why = f"method {method!r} publishes {form.name}: it has no groups that could be varied"
        message = f"vary is {vary!r}, and {why}"
        raise SettingError(message, hint=f"leave vary out, or use {HOUSE!r} or another method that publishes boxes")


NAME = Text("the name of a column")
NAMES = Several(NAME, "the name of a column, or a list of names")
METHOD = Fit(Text("the name of a method"), lambda name: make_partitioner(name, {}))
SHARE = Number(0, 1, words="a share, from 0 to 1")
SETTINGS: Mapping[str, Check[object]] = {
    "k": K,
    "ks": Several(K, "a whole number, or a list of them"),
    "method": METHOD,
    "methods": Several(METHOD, "the name of a method, or a list of names"),
    "options": Named(Anything(), "a mapping from the options of the method to their values"),
    "seed": Whole(0),
    "missing": Choice(MISSINGS),
    "suppress": Number(0, 1, "0.01 lets one row in a hundred be dropped", words="a share of the rows, from 0 to 1"),
    "vary": Number(0, words="a share of the loss, 0 or more", hint="0.1 lets the loss rise by a tenth"),
    "style": Choice(STYLES),
    "loss": Choice(LOSSES),
    "keep_order": Truth(),
    "pseudonymize": NAMES,
    "person": NAME,
    "person_share": Number(0, 1, above=True, words="a share of the rows of a group, above 0 and at most 1"),
    "keep": NAMES,
    "keep_others": Truth(),
    "max_risk": Number(1e-6, 1, words="a chance, above 0 and at most 1", hint="0.09 asks for groups of 12"),
    "preset": Choice(tuple(PRESETS)),
    **READ,
    "read": Fields(READ),
    "effort": By(effort_of),
    "criteria": By(criteria_of),
    **LETTERS,
    "quasi": NAMES,
    "sensitive": NAMES,
    "identifiers": NAMES,
    "weights": Named(WEIGHT, "a mapping from names of columns to weights"),
    "kinds": Named(Choice(KINDS), "a mapping from names of columns to kinds"),
    "hierarchies": OneOf(
        (Named(Anything(), ""), Place()), "a mapping from names of columns to hierarchies, or the path of a folder"
    ),
    "request": Anything(),
    "schema": OneOf((Made(Schema, ""), Place()), "a Schema, or the path of a settings file"),
    "mapping": Place(), "key": Place(), "resume": Place(), "tmp": Place(), "sign": Place(), "file": Place(),
    "cancel": Made(Cancel, "a Cancel"),
    "progress": OneOf((Truth(), Callback()), "true, false, or a function that takes a Step"),
    "threads": Whole(1, MOST_THREADS),
    "written_as": FORMAT,
    "for_report": Truth(),
    "engine": Choice(ENGINES),
    "memory": By(memory_of),
    "neutralize_formulas": Truth(),
    "attacks": Several(Having("promised_by", "what shoal.attack found"), "a list of what shoal.attack found"),
    "only": Several(Text(), "the name of an attack, or a list of names"),
    "learn": Text("the name of a learner"),
    "people": Whole(1),
    "noise": SHARE,
    "unknown": SHARE,
    "known_rows": Whole(2),
    "certainty": SHARE,
    "target": NAME,
    "queries": Whole(1, MOST_QUERIES),
    **AGAINST,
}  # fmt: skip
"""What each setting may be."""

ERRORS: Mapping[str, type[ShoalError]] = {"weights": SchemaError, "kinds": SchemaError}
"""What is raised where it is not a SettingError."""


def setting(name: str, value: object) -> object:
    """Return the value of a setting in plain Python.

    Example:
        >>> setting("k", 5), setting("quasi", ["age", "zip"]), setting("read", {"null": "NA"})
        (5, ('age', 'zip'), {'null': ('NA',)})

    Raises:
        ShoalError: it does not fit.
    """
    return taken(SETTINGS[name], name, value, ERRORS.get(name, SettingError))


def checked(verb: Callable[P, R]) -> Callable[P, R]:
    """Return a public function whose settings are checked, and brought into plain Python, before it begins.

    None leaves a setting out, so that it is what it is by default.
    """
    signature = inspect.signature(verb)
    many_k, several = SETTINGS["ks"], "ks" in inspect.signature(verb).parameters

    @functools.wraps(verb)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        given = signature.bind(*args, **kwargs)
        for name, value in [pair for pair in given.arguments.items() if pair[0] in SETTINGS]:
            if value is not None:
                given.arguments[name] = many_k.take(name, value) if name == "k" and several else setting(name, value)
            elif signature.parameters[name].default is not inspect.Parameter.empty:
                del given.arguments[name]
        return verb(*given.args, **given.kwargs)

    return call
