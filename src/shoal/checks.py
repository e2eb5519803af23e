"""What a given value may be: one check for each kind of setting, no matter who gives it and where it stands.

A check takes a value from Python, from TOML or from the command line, and returns it in plain Python: numbers, truth
values and texts of NumPy become Python's, lists become tuples. All else is refused with a sentence that says what would
be right. Nothing is converted that would change what was said: 2.0 is no whole number, and "no" is no truth value.
"""

from __future__ import annotations

import difflib
import math
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np

from shoal.errors import SettingError, ShoalError

LONGEST = 60
"""Characters of a text that a message repeats; digits of a number too."""

MOST_WHOLE = 2**63 - 1
"""The greatest whole number that TOML, JSON readers and the kernels all hold."""

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Check(Protocol[T_co]):
    """What takes a given value or refuses it."""

    def take(self, name: str, value: object) -> T_co:
        """Return the value in plain Python.

        Raises:
            SettingError: it does not fit; `name` is what the message calls it.
        """


def taken(check: Check[T], name: str, value: object, error: type[ShoalError]) -> T:
    """Return what a check takes; what it refuses is an error of the kind given."""
    try:
        return check.take(name, value)
    except SettingError as refusal:
        raise error(refusal.message, hint=refusal.hint) from None


def plain(value: object) -> object:
    """Return numbers, truth values and texts of NumPy as Python's; anything else as it is.

    >>> plain(np.int64(2)), plain(np.bool_(True)), plain(np.str_("a"))
    (2, True, 'a')
    """
    if isinstance(value, np.floating):
        return float(value)
    return value.item() if isinstance(value, np.bool_ | np.integer | np.str_) else value


def shown(value: object) -> str:
    """Return how a message speaks of a given value: short texts and numbers as they are, of all else the type alone.

    A caller who gives a table for a number must not find its cells in an error.

    >>> shown("fast"), shown(2.5), shown([1, 2]), shown(10**80)
    ("'fast'", '2.5', 'a list', 'a number of more than 60 digits')
    """
    value = plain(value)
    if value is None or isinstance(value, bool | float):
        return repr(value)
    if isinstance(value, int):
        return repr(value) if abs(value) < 10**LONGEST else f"a number of more than {LONGEST} digits"
    if isinstance(value, str):
        return repr(value) if len(value) <= LONGEST else f"{value[:LONGEST]!r}..."
    return f"a {type(value).__name__}"


def nearest(word: object, known: Iterable[str]) -> str:
    """Return "did you mean ...?" with the known word that looks most like this one; empty when none does.

    >>> nearest("hierachy", ["role", "hierarchy"])
    "did you mean 'hierarchy'?"
    """
    by_case = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(word[:LONGEST].casefold(), by_case, n=1) if isinstance(word, str) else []
    return f"did you mean {by_case[near[0]]!r}?" if near else ""


def refused(name: str, value: object, wanted: str, hint: str = "") -> SettingError:
    """Return the error on a value that does not fit."""
    return SettingError(f"{name} is {shown(value)}; it must be {wanted}", hint=hint)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number; 2.0 and True are none."""

    least: int = 0
    most: int = MOST_WHOLE
    hint: str = ""

    def take(self, name: str, value: object) -> int:
        """Return the number."""
        given = plain(value)
        if isinstance(given, int) and not isinstance(given, bool) and self.least <= given <= self.most:
            return given
        too_much = isinstance(given, int) and given > self.most
        upper = f"from {self.least} to {self.most}" if too_much else f"{self.least} or more"
        raise refused(name, value, f"a whole number, {upper}", self.hint)


@dataclass(frozen=True, slots=True)
class Number:
    """A finite number; with `above`, the least itself does not count. `words` say what it stands for."""

    least: float = 0.0
    most: float = math.inf
    hint: str = ""
    above: bool = False
    words: str = ""

    def take(self, name: str, value: object) -> float:
        """Return the number, whole ones as they are."""
        given = plain(value)
        if isinstance(given, int | float) and not isinstance(given, bool) and self._holds(given):
            return given
        raise refused(name, value, self.words or self._words(), self.hint)

    def _holds(self, given: float) -> bool:
        if abs(given) > sys.float_info.max or math.isnan(given):  # also whole numbers that no float holds
            return False
        return given <= self.most and (given > self.least if self.above else given >= self.least)

    def _words(self) -> str:
        lower = "above " if self.above else ""
        if self.most == math.inf:
            return f"a number, above {self.least:g}" if self.above else f"a number, {self.least:g} or more"
        return f"a number, {lower}{self.least:g} to {self.most:g}"


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false, and no number or word that might stand for one."""

    def take(self, name: str, value: object) -> bool:
        """Return the truth value."""
        given = plain(value)
        if isinstance(given, bool):
            return given
        raise refused(name, value, "true or false")


@dataclass(frozen=True, slots=True)
class Text:
    """A text of at least so many characters."""

    words: str = "a text"
    least: int = 1

    def take(self, name: str, value: object) -> str:
        """Return the text."""
        given = plain(value)
        if isinstance(given, str) and len(given) >= self.least:
            return given
        raise refused(name, value, self.words)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some words."""

    choices: tuple[str, ...]

    def take(self, name: str, value: object) -> str:
        """Return the word."""
        given = plain(value)
        if isinstance(given, str) and given in self.choices:
            return given
        raise refused(name, value, f"one of: {', '.join(self.choices)}", nearest(given, self.choices))


@dataclass(frozen=True, slots=True)
class Several:
    """A list of things of one kind, in order, or one of them without a list around it.

    A list, a tuple, an array, a series or an index; a set has no order, a mapping holds more, and bytes are no texts.
    """

    of: Check[object]
    words: str

    def take(self, name: str, value: object) -> tuple[object, ...]:
        """Return the things."""
        if isinstance(plain(value), str | int | float):
            return (self.of.take(name, value),)
        listed = items_of(value)
        if listed is None:
            raise refused(name, value, self.words)
        found: list[object] = []
        for one in listed:
            try:
                found.append(self.of.take(name, one))
            except SettingError:
                if isinstance(value, list | tuple):
                    self.of.take(f"{name}[{len(found)}]", one)
                # The items of a series may be the cells of a column, so no message shows one.
                raise refused(name, value, self.words) from None
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Named:
    """A mapping from names to things of one kind."""

    of: Check[object]
    words: str

    def take(self, name: str, value: object) -> dict[str, object]:
        """Return the things by their names."""
        if not isinstance(value, Mapping):
            raise refused(name, value, self.words)
        found: dict[str, object] = {}
        for key, one in value.items():
            if not isinstance(key, str):
                message = f"{name} has {shown(key)} for a name; it must be {self.words}"
                raise SettingError(message)
            found[str(plain(key))] = self.of.take(f"{name}[{shown(key)}]", one)
        return found


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping with some known keys, each with a check of its own; None leaves a key out."""

    of: Mapping[str, Check[object]]

    def take(self, name: str, value: object) -> dict[str, object]:
        """Return what is given for each key."""
        if not isinstance(value, Mapping):
            raise refused(name, value, f"a mapping with some of the keys {', '.join(self.of)}")
        found: dict[str, object] = {}
        for key, one in value.items():
            known = Choice(tuple(self.of)).take(f"a key of {name}", key)
            if one is not None:
                found[known] = self.of[known].take(f"{name}[{known!r}]", one)
        return found


@dataclass(frozen=True, slots=True)
class Place:
    """The path of a file or a folder, as text or as a path object."""

    words: str = "the path of a file"

    def take(self, name: str, value: object) -> str | os.PathLike[str]:
        """Return the path as it was given."""
        given = plain(value)
        if (isinstance(given, str) and given) or (isinstance(given, os.PathLike) and isinstance(os.fspath(given), str)):
            return given
        raise refused(name, value, self.words)


@dataclass(frozen=True, slots=True)
class OneOf:
    """What one of several checks takes."""

    checks: tuple[Check[object], ...]
    words: str

    def take(self, name: str, value: object) -> object:
        """Return what the first check takes that does not refuse."""
        for check in self.checks:
            try:
                return check.take(name, value)
            except SettingError:
                continue
        raise refused(name, value, self.words)


@dataclass(frozen=True, slots=True)
class Made:
    """An object of a class."""

    of: type
    words: str

    def take(self, name: str, value: object) -> object:
        """Return the object."""
        if isinstance(value, self.of):
            return value
        raise refused(name, value, self.words)


@dataclass(frozen=True, slots=True)
class Having:
    """An object, and no class, that has an attribute of some name: for what is made where this cannot look."""

    attribute: str
    words: str

    def take(self, name: str, value: object) -> object:
        """Return the object."""
        if not isinstance(value, type) and hasattr(value, self.attribute):
            return value
        raise refused(name, value, self.words)


@dataclass(frozen=True, slots=True)
class Callback:
    """A function, or anything else that can be called."""

    def take(self, name: str, value: object) -> Callable[..., object]:
        """Return the function."""
        if callable(value):
            return value
        raise refused(name, value, "a function")


@dataclass(frozen=True, slots=True)
class Fit:
    """What a check takes, and a function has nothing against."""

    of: Check[object]
    refuse: Callable[[Any], object]  # Any: what the check took

    def take(self, name: str, value: object) -> object:
        """Return what the check takes; the function refuses with a SettingError of its own."""
        found = self.of.take(name, value)
        self.refuse(found)
        return found


@dataclass(frozen=True, slots=True)
class By:
    """What a function makes of a value; it refuses with a SettingError of its own."""

    make: Callable[[object], object]

    def take(self, name: str, value: object) -> object:  # noqa: ARG002 - all checks are called alike
        """Return what the function makes."""
        return self.make(plain(value))


@dataclass(frozen=True, slots=True)
class Anything:
    """Whatever it is: someone else looks at it."""

    def take(self, name: str, value: object) -> object:  # noqa: ARG002 - all checks are called alike
        """Return the value."""
        return plain(value)


def items_of(value: object) -> list[object] | None:
    """Return the items of a list, a tuple, an array, a series or an index; None where it is something else.

    >>> items_of(np.array(["a", "b"])), items_of("ab"), items_of({"a"})
    (['a', 'b'], None, None)
    """
    if isinstance(value, str | bytes | bytearray | memoryview | Mapping | np.generic):
        return None
    if isinstance(value, Sequence):
        return list(value)
    for method in ("tolist", "to_list"):
        listed = getattr(value, method, None)
        if callable(listed) and not isinstance(value, type):
            found = listed()
            return found if isinstance(found, list) else None
    return None
