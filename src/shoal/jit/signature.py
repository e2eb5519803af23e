"""Types of arguments in words, as Numba prints them, and back.

Words are what a list of signatures can be kept in: `array(int32, 2d, C)`, `readonly array(int64, 1d, C)`, `float64`,
`none`, `UniTuple(int64 x 2)`, and named tuples such as `Book(array(int64, 2d, C), array(float64, 1d, C))`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from numba.core import types

ARRAY = re.compile(r"(readonly )?array\((\w+), (\d)d, ([CFA])\)")
TUPLE = re.compile(r"(\w+)\((.*)\)")
EQUAL = re.compile(r"(.+) x (\d+)")
SCALARS = {"bool": "boolean"}

Classes = Mapping[str, type]
"""Named tuples by their names."""


def type_of(words: str, classes: Classes) -> Any:  # noqa: ANN401 - Numba has no types
    """Return the type that some words stand for.

    Raises:
        ValueError: they stand for none that is known.

    Example:
        >>> type_of("readonly array(int32, 1d, C)", {})
        Array(int32, 1, 'C', True, aligned=True)
    """
    if array := ARRAY.fullmatch(words):
        readonly, kind, dimensions, layout = array.groups()
        return types.Array(type_of(kind, classes), int(dimensions), layout, readonly=bool(readonly))  # type: ignore[arg-type]  # one of three letters
    if several := TUPLE.fullmatch(words):
        return _tuple(several[1], several[2], classes)
    found = getattr(types, SCALARS.get(words, words), None)
    if not isinstance(found, types.Type):
        message = f"no type is called {words!r}"
        raise ValueError(message)  # noqa: TRY004 - the words are wrong, not their type
    return found


def _tuple(name: str, inside: str, classes: Classes) -> Any:  # noqa: ANN401 - Numba has no types
    """Return the type of a tuple, named or not."""
    equal = EQUAL.fullmatch(inside)
    parts = [equal[1]] * int(equal[2]) if equal else _parts(inside)
    kinds = tuple(type_of(part, classes) for part in parts)
    if name in {"UniTuple", "Tuple"}:
        return types.UniTuple(kinds[0], len(kinds)) if equal else types.Tuple(kinds)
    if name not in classes:
        message = f"no named tuple is called {name!r}"
        raise ValueError(message)
    if equal:
        return types.NamedUniTuple(kinds[0], len(kinds), classes[name])
    return types.NamedTuple(kinds, classes[name])


def _parts(text: str) -> list[str]:
    """Return what stands between the commas that are inside no brackets."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]
