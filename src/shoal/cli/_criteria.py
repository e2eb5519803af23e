"""Options that ask for more than k: a number for every sensitive column, or `COLUMN=NUMBER` for one.

Which options there are, and their help, each criterion says itself: see `options` in `shoal/criteria/<model>.py`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from shoal.cli._gather import Gather, gathered
from shoal.cli._options import Many, cells, plain, short
from shoal.criteria.base import Option
from shoal.criteria.registry import CRITERIA, MODEL, criterion_from
from shoal.errors import SettingError

if TYPE_CHECKING:
    from shoal.criteria.base import Criterion

Aimed: TypeAlias = dict[str | None, object]
"""What an option gives for each column that it names, and under None for all others."""

NUMBERS = "[--criteria]"
"""What stands in the help of a command for the options that give numbers."""

_AIMED = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^=",]+?))\s*=(.*)', re.DOTALL)


def options_of_all() -> tuple[Option, ...]:
    """Return the options of all criteria."""
    return tuple(option for criterion in CRITERIA.values() for option in criterion.options)


def with_criteria(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that has the options of all criteria in the place of its parameter of the type `Asked`."""
    expanded = gathered(command)
    expanded.__doc__ = (command.__doc__ or "").replace(NUMBERS, _numbers())
    return expanded


def _parameters() -> list[inspect.Parameter]:
    """Return the options of all criteria as parameters of a command."""
    return [
        inspect.Parameter(
            _parameter(option),
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[Many, typer.Option(f"--{option.name}", metavar=option.metavar, help=option.words)],
        )
        for option in options_of_all()
    ]


def _parameter(option: Option) -> str:
    return option.name.replace("-", "_")


def _asked(**texts: Many) -> Mapping[str, Many]:
    """Return what the command line holds for each option, by its name without dashes."""
    return {option.name: texts.get(_parameter(option)) for option in options_of_all()}


Asked: TypeAlias = Annotated[Mapping[str, Many], Gather(_asked, _parameters)]
"""What the command line holds for each option, by its name without dashes; a parameter of a command."""


def _numbers() -> str:
    """Return the options that give the number of a criterion, as a list in a sentence."""
    *first, last = [f"--{criterion.options[0].name}" for criterion in CRITERIA.values() if criterion.options]
    return f"{', '.join(first)} and {last}"


def criteria_of(asked: Asked, sensitive: Sequence[str]) -> tuple[Criterion, ...]:
    """Return the criteria that the options ask for.

    A number alone is for every sensitive column that is not named with a number of its own. Where no column is named,
    one criterion stands for all.

    Raises:
        SettingError: no column is sensitive, one is named that is not, a setting lacks its number, or a value is out of
            range.
    """
    found: list[Criterion] = []
    for model, criterion in CRITERIA.items():
        if not criterion.options:
            continue
        given = {option.name: _aimed(option, asked.get(option.name)) for option in criterion.options}
        _require_sense(given, sensitive)
        numbers = given[next(iter(given))]
        named = {column for aimed in given.values() for column in aimed} - {None}
        for column in sensitive if named else (None,):
            if column in numbers or None in numbers:
                picked = {
                    option.setting: given[option.name].get(column, given[option.name].get(None))
                    for option in criterion.options
                }
                table = {MODEL: model, **picked, "column": column}
                found.append(criterion_from({key: value for key, value in table.items() if value is not None}))
    return tuple(found)


def _aimed(option: Option, values: Many) -> Aimed:
    """Return what a repeatable option gives for each column, and under None for the others.

    Example:
        >>> _aimed(Option("t", "t", "T", ""), ["0.2", "income=0.4", '"a=b"=0.3'])
        {None: 0.2, 'income': 0.4, 'a=b': 0.3}
    """
    found: Aimed = {}
    for value in values or ():
        match = _AIMED.fullmatch(value)
        column = None if match is None else match[1].replace('""', '"') if match[1] is not None else match[2]
        if column in found:
            message = f"--{option.name} is given twice" + (f" for {column!r}" if column is not None else "")
            raise SettingError(message, hint=f"write --{option.name} COLUMN=... for one column")
        found[column] = _read(option, (value if match is None else match[3]).strip())
    return found


def _read(option: Option, text: str) -> object:
    """Return the number, the name or the list of values that a text stands for."""
    if option.takes == "values":
        return _values(option.name, text)
    if option.takes == "name":
        return text
    number = plain(text)
    if isinstance(number, str | bool):
        message = f"--{option.name} is {short(text)}; it takes a number, or COLUMN=NUMBER"
        raise SettingError(message)
    return number


def _values(option: str, text: str) -> list[str]:
    """Return the values in one line of CSV; an error does not repeat them."""
    found = cells(text, f"--{option}")
    if "" in found or not found:
        message = f"--{option} holds an empty value"
        raise SettingError(message, hint=f"write --{option} a,b; quote a value that holds a comma")
    return found


def _require_sense(given: Mapping[str, Aimed], sensitive: Sequence[str]) -> None:
    """Refuse criteria without a column to guard, a column that is not sensitive, and a setting without its number."""
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
