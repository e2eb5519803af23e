"""Hints for words that were spelt wrong."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str:
    """Return "did you mean ...?" with the known word that looks most like this one; empty when none does.

    >>> nearest("hierachy", ["role", "hierarchy"])
    "did you mean 'hierarchy'?"
    """
    by_case = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(word.casefold(), by_case, n=1)
    return f"did you mean {by_case[near[0]]!r}?" if near else ""
