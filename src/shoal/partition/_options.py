"""What the options of a method may be: by the types that the method declares for them, and what it refuses itself."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import ClassVar, Literal, TypeGuard, Union, get_args, get_origin, get_type_hints

from shoal.checks import MOST_WHOLE, Check, Choice, Number, Several, Text, Truth, Whole
from shoal.errors import SettingError

CHECKS: Mapping[type, Check[object]] = {
    bool: Truth(),
    int: Whole(-MOST_WHOLE),
    float: Number(-math.inf, words="a finite number"),
    str: Text(least=0),
}


@dataclass(frozen=True, slots=True)
class Rule:
    """What an option may be within its type; it stands in the annotation of the option.

    Attributes:
        fits: says whether a value may be.
        words: what it must be, as a message says it.
        hint: what to try.
    """

    fits: Callable[[object], bool]
    words: str
    hint: str = ""

    def breach(self, value: object, declared: object) -> str:
        """Return what a value of the declared type must be and is not; nothing where it may be."""
        del declared
        return "" if self.fits(value) else self.words


@dataclass(frozen=True, slots=True)
class Listed:
    """The rule of one of the words of a `Literal`; `called` is how a message begins to list them."""

    called: str
    hint: str = ""

    def breach(self, value: object, declared: object) -> str:
        """Return what a value of the declared type must be and is not; nothing where it may be."""
        known = get_args(declared)
        return "" if value in known else f"{self.called}: {', '.join(known)}"


@dataclass(frozen=True, slots=True)
class Checked:
    """A method whose options are checked when it is made, each by its rule; what may be left out may be None.

    `name` is what messages call the method, as its file is called unless it says otherwise.

    Example:
        >>> from shoal.partition.mondrian import Mondrian
        >>> Mondrian(mode="loose")
        Traceback (most recent call last):
        shoal.errors.SettingError: mondrian has mode = 'loose'; modes are: strict, relaxed
    """

    name: ClassVar[str] = ""

    def __post_init__(self) -> None:
        """Refuse an option that breaks its rule.

        Raises:
            SettingError: one does.
        """
        method: type = self.__class__
        for option, rule in _rules_of(method).items():
            value, declared = getattr(self, option), _hints_of(method)[option]
            left_out = value is None and NoneType in get_args(declared)
            breach = "" if left_out else rule.breach(value, declared)
            if breach:
                name = self.name or method.__module__.rpartition(".")[2]
                message = f"{name} has {option} = {value!r}; {breach}"
                raise SettingError(message, hint=rule.hint)


def whole(least: int, words: str = "", hint: str = "") -> Rule:
    """Return the rule of a whole number, `least` or more; `words` say what is least where the table decides that."""
    return Rule(
        lambda value: is_whole(value) and value >= least, f"it must be a whole number, {words or least} or more", hint
    )


def number(least: int, hint: str = "") -> Rule:
    """Return the rule of a finite number, `least` or more."""
    return Rule(
        lambda value: is_number(value) and least <= value < math.inf, f"it must be a number, {least} or more", hint
    )


def share() -> Rule:
    """Return the rule of a share of all, from 0 to 1."""
    return Rule(lambda value: is_number(value) and 0 <= value <= 1, "it must be a share from 0 to 1")


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> TypeGuard[int | float]:
    """Return whether a value is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def taken_options(name: str, method: type, options: Mapping[str, object]) -> dict[str, object]:
    """Return options of a method in plain Python; their ranges are the method's own concern.

    Raises:
        SettingError: one is not of the type that the method declares.
    """
    hints = _hints_of(method)
    found: dict[str, object] = {}
    for option, value in options.items():
        left_out = value is None and NoneType in get_args(hints[option])
        what = f"the option {option!r} of method {name!r}"
        found[option] = None if left_out else _check_of(hints[option]).take(what, value)
    return found


@functools.cache
def _rules_of(method: type) -> Mapping[str, Rule | Listed]:
    """Return the rule of each option that has one."""
    declared = get_type_hints(method, include_extras=True)
    return {
        option: rule for option, hint in declared.items() for rule in get_args(hint) if isinstance(rule, Rule | Listed)
    }


@functools.cache
def _hints_of(method: type) -> Mapping[str, object]:
    return get_type_hints(method)


def _check_of(hint: object) -> Check[object]:
    """Return the check that a declared type stands for.

    Raises:
        TypeError: a method declares a type that is not known here.
    """
    if get_origin(hint) in (Union, UnionType):
        (hint,) = [each for each in get_args(hint) if each is not NoneType]
    if get_origin(hint) is Literal:
        return Choice(get_args(hint))
    if get_origin(hint) is tuple:
        return Several(_check_of(get_args(hint)[0]), "a list of whole numbers")
    for declared, check in CHECKS.items():
        if hint is declared:
            return check
    message = f"no check for options of the type {hint}"
    raise TypeError(message)
