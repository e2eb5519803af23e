"""Options that ask for more than k: a number for every sensitive column, or `COLUMN=NUMBER` for one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from shoal.cli._options import cells, plain, short
from shoal.errors import SettingError

if TYPE_CHECKING:
    from shoal.criteria.base import Criterion

Texts: TypeAlias = list[str] | None
Aimed: TypeAlias = dict[str | None, object]
"""What an option gives for each column that it names, and under None for all others."""

_AIMED = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^=",]+?))\s*=(.*)', re.DOTALL)

L = Annotated[
    Texts, typer.Option("--l", metavar="[COLUMN=]L", help="l-diversity: how many sensitive values a group must have.")
]
LKind = Annotated[
    Texts, typer.Option("--l-kind", metavar="NAME", help="distinct (default), frequency, entropy or recursive.")
]
C = Annotated[Texts, typer.Option("--c", metavar="C", help="The c of recursive l-diversity, 3 by default.")]
Alpha = Annotated[
    Texts,
    typer.Option("--alpha", metavar="[COLUMN=]SHARE", help="(alpha,k): the greatest share of a value in a group."),
]
AlphaValues = Annotated[
    Texts, typer.Option("--alpha-values", metavar="VALUES", help="The values that --alpha guards: a,b; else all.")
]
T = Annotated[
    Texts, typer.Option("--t", metavar="[COLUMN=]T", help="t-closeness: the greatest distance from the whole table.")
]
TDistance = Annotated[
    Texts,
    typer.Option("--t-distance", metavar="NAME", help="equal, ordered or hierarchical; else what suits a column."),
]
Beta = Annotated[
    Texts, typer.Option("--beta", metavar="[COLUMN=]BETA", help="beta-likeness: the greatest relative gain of a value.")
]
BetaKind = Annotated[Texts, typer.Option("--beta-kind", metavar="NAME", help="enhanced (default) or basic.")]
Delta = Annotated[
    Texts,
    typer.Option("--delta", metavar="[COLUMN=]DELTA", help="delta-disclosure: the greatest |ln| of a gain or loss."),
]

MODELS: Mapping[str, Mapping[str, str]] = {
    "l-diversity": {"l": "l", "kind": "l-kind", "c": "c"},
    "alpha-k": {"alpha": "alpha", "values": "alpha-values"},
    "t-closeness": {"t": "t", "distance": "t-distance"},
    "beta-likeness": {"beta": "beta", "kind": "beta-kind"},
    "delta-disclosure": {"delta": "delta"},
}
"""For each model the option behind each of its settings; the first is its number, which the others need."""


def criteria_of(asked: Mapping[str, Texts], sensitive: Sequence[str]) -> tuple[Criterion, ...]:
    """Return the criteria that the options ask for; `asked` has their texts by the name of each, without dashes.

    A number alone is for every sensitive column that is not named with a number of its own. Where no column is named,
    one criterion stands for all.

    Raises:
        SettingError: no column is sensitive, one is named that is not, a setting lacks its number, or a value is out of
            range.
    """
    from shoal.criteria.registry import MODEL, criterion_from

    found: list[Criterion] = []
    for model, options in MODELS.items():
        given = {option: _aimed(option, asked.get(option)) for option in options.values()}
        _require_sense(given, sensitive)
        numbers = given[next(iter(given))]
        named = {column for aimed in given.values() for column in aimed} - {None}
        for column in sensitive if named else (None,):
            if column in numbers or None in numbers:
                picked = {key: given[option].get(column, given[option].get(None)) for key, option in options.items()}
                table = {MODEL: model, **picked, "column": column}
                found.append(criterion_from({key: value for key, value in table.items() if value is not None}))
    return tuple(found)


def _aimed(option: str, values: Texts) -> Aimed:
    """Return what a repeatable option gives for each column, and under None for the others.

    Example:
        >>> _aimed("t", ["0.2", "income=0.4", '"a=b"=0.3'])
        {None: 0.2, 'income': 0.4, 'a=b': 0.3}
    """
    found: Aimed = {}
    for value in values or ():
        match = _AIMED.fullmatch(value)
        column = None if match is None else match[1].replace('""', '"') if match[1] is not None else match[2]
        if column in found:
            message = f"--{option} is given twice" + (f" for {column!r}" if column is not None else "")
            raise SettingError(message, hint=f"write --{option} COLUMN=... for one column")
        found[column] = _read(option, (value if match is None else match[3]).strip())
    return found


def _read(option: str, text: str) -> object:
    """Return the number, the name or the list of values that a text stands for."""
    if option == "alpha-values":
        return _values(text)
    if option in ("l-kind", "t-distance", "beta-kind"):
        return text
    number = plain(text)
    if isinstance(number, str | bool):
        message = f"--{option} is {short(text)}; it takes a number, or COLUMN=NUMBER"
        raise SettingError(message)
    return number


def _values(text: str) -> list[str]:
    """Return the values in one line of CSV; an error does not repeat them."""
    found = cells(text, "--alpha-values")
    if "" in found or not found:
        message = "--alpha-values holds an empty value"
        raise SettingError(message, hint="write --alpha-values a,b; quote a value that holds a comma")
    return found


def _require_sense(given: Mapping[str, Aimed], sensitive: Sequence[str]) -> None:
    """Refuse a wish without a column to guard, a column that is not sensitive, and a setting without its number."""
    number, numbers = next(iter(given.items()))
    for option, aimed in given.items():
        if aimed and not sensitive:
            message = f"--{option} guards sensitive values, and no column is sensitive"
            raise SettingError(message, hint="name one with --sensitive")
        if aimed and not numbers:
            message = f"--{option} is given without --{number}, to which it belongs"
            raise SettingError(message, hint=f"add --{number}")
        for column in aimed.keys() - {None}:
            if column not in sensitive:
                message = f"--{option} names {column!r}, which is no sensitive column"
                raise SettingError(message, hint=f"sensitive columns are: {', '.join(sensitive)}")
            if not {column, None} & numbers.keys():
                message = f"--{option} is given for {column!r}, and --{number} is not"
                raise SettingError(message, hint=f"add --{number} {column}=...")
