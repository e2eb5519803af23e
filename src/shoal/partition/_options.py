"""What the options of a method may be: by the types that the method declares for them, and what it refuses itself."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from shoal.checks import MOST_WHOLE, Check, Choice, Number, Several, Text, Truth, Whole
from shoal.errors import SettingError

CHECKS: Mapping[type, Check[object]] = {
    bool: Truth(),
    int: Whole(-MOST_WHOLE),
    float: Number(-math.inf, words="a finite number"),
    str: Text(least=0),
}


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


def require_whole(method: str, option: str, value: object, least: int, *, hint: str = "") -> None:
    """Refuse an option that is not a whole number of at least `least`.

    Raises:
        SettingError: it is not.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        message = f"{method} has {option} = {value!r}; it must be a whole number, {least} or more"
        raise SettingError(message, hint=hint)


def require_known(method: str, option: str, value: object, known: Sequence[str], *, called: str) -> None:
    """Refuse an option that is none of the known words; `called` is how the message begins to list them.

    Raises:
        SettingError: it is none of them.
    """
    if value not in known:
        message = f"{method} has {option} = {value!r}; {called}: {', '.join(known)}"
        raise SettingError(message)


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
