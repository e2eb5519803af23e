"""Hierarchies in one word, as the command line and callers in Python say them: `prefix:5,3,1`, `calendar`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeAlias

from shoal.errors import HierarchyError
from shoal.schema.classified import GROUPS, Classified
from shoal.schema.listed import Flat
from shoal.schema.ranges import Quantiles, Ranges, is_range
from shoal.schema.recoding import TopCoded, Years, ZipThree
from shoal.schema.stepwise import Bands, Calendar, Prefix

Rule: TypeAlias = Flat | Prefix | Calendar | Bands | Ranges | Quantiles | TopCoded | Years | ZipThree | Classified


def rule_in_words(text: str) -> Rule | None:
    """Return the rule that a word stands for; None where it is no such word, and so the path of a file.

    >>> rule_in_words("prefix:5,3,1"), rule_in_words("zip.csv")
    (Prefix(steps=(2, 4), mask='*'), None)

    Raises:
        HierarchyError: what follows the word does not fit.
    """
    word, _, rest = text.partition(":")
    reader = WORDS.get(word.strip())
    if reader is None:
        return None
    return reader([part.strip() for part in rest.split(",")] if rest.strip() else [])


def _prefix(parts: Sequence[str]) -> Prefix:
    shown = [int(part) if part.isascii() and part.isdecimal() else -1 for part in parts]
    if any(high <= low for high, low in pairwise(shown)) or (shown and min(shown) < 1):
        message = "prefix takes how many characters are shown at each level, the whole code first"
        raise HierarchyError(message, hint="write prefix:5,3,1 for codes of five characters")
    return Prefix(tuple(shown[0] - one for one in shown[1:]) if shown else ())


def _bands(parts: Sequence[str]) -> Bands | Ranges:
    if parts and all(map(is_range, parts)):
        return Ranges(tuple(parts))
    return Bands(tuple(_number("bands", part) for part in parts))


def _one(word: str, parts: Sequence[str]) -> float:
    if len(parts) != 1:
        message = f"{word} takes one number"
        raise HierarchyError(message, hint=f"write {word}:10")
    return _number(word, parts[0])


def _quantiles(parts: Sequence[str]) -> Quantiles:
    return Quantiles(int(_one("quantiles", parts)))


def _years(parts: Sequence[str]) -> Years:
    return Years(int(_one("years", parts))) if parts else Years()


def _bare(word: str, make: Callable[[], Rule]) -> Callable[[Sequence[str]], Rule]:
    def read(parts: Sequence[str]) -> Rule:
        if parts:
            message = f"{word} takes nothing after it"
            raise HierarchyError(message, hint=f"write {word}")
        return make()

    return read


def _number(word: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        message = f"{word} takes numbers, or ranges of them"
        raise HierarchyError(message, hint=f"write {word}:5,10,20" if word == "bands" else f"write {word}:10") from None
    return int(number) if number.is_integer() else number


WORDS: dict[str, Callable[[Sequence[str]], Rule]] = {
    "flat": _bare("flat", Flat),
    "prefix": _prefix,
    "calendar": lambda parts: Calendar(tuple(parts)) if parts else Calendar(),
    "bands": _bands,
    "quantiles": _quantiles,
    "top": lambda parts: TopCoded(_one("top", parts)),
    "years": _years,
    "zip3": _bare("zip3", ZipThree),
    **{name: _bare(name, lambda name=name: Classified(name)) for name in GROUPS},  # type: ignore[misc]  # name is bound
}
"""What reads each word."""
