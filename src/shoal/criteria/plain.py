"""Criteria that are asked for by their letter: l=3 is `LDiversity(3)`, t=0.2 is `TCloseness(0.2)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shoal.checks import Check, Fit, Number
from shoal.criteria.base import Criterion
from shoal.criteria.l_diversity import LDiversity
from shoal.criteria.t_closeness import TCloseness

LETTERS: Mapping[str, Check[object]] = {"l": Fit(Number(2), LDiversity), "t": Fit(Number(0, 1), TCloseness)}
"""What each letter may be: what its criterion takes."""


def with_letters(
    criteria: Criterion | Sequence[Criterion] | None,
    l: int | None,  # noqa: E741 - l keeps its letter
    t: float | None,
) -> tuple[Criterion, ...] | None:
    """Return criteria with those that letters ask for, each for every sensitive column; None where nothing is asked.

    Example:
        >>> with_letters(None, 3, None), with_letters(None, None, None)
        ((LDiversity(l=3, kind='distinct', column=None, c=None),), None)

    Raises:
        SettingError: a letter is out of range.
    """
    if l is None and t is None:
        return None if criteria is None else _listed(criteria)
    asked: list[Criterion] = [] if l is None else [LDiversity(l)]
    asked += [] if t is None else [TCloseness(t)]
    return (*(() if criteria is None else _listed(criteria)), *asked)


def _listed(criteria: Criterion | Sequence[Criterion]) -> tuple[Criterion, ...]:
    return tuple(criteria) if isinstance(criteria, list | tuple) else (criteria,)  # type: ignore[return-value]  # one, or what `Request` refuses
