"""Options that a command takes together: several on the command line, one parameter of the command."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar, get_args

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Gather:
    """Stands in the annotation of a parameter whose value is made of several options.

    Attributes:
        make: takes the options by name, and returns the value.
        listed: returns the options; by default they are the parameters of `make`.
    """

    make: Callable[..., object]
    listed: Callable[[], Sequence[inspect.Parameter]] | None = None

    @property
    def options(self) -> Sequence[inspect.Parameter]:
        """Return the options, in the order of the help."""
        listed = parameters_of(self.make) if self.listed is None else self.listed()
        return [option.replace(kind=inspect.Parameter.KEYWORD_ONLY) for option in listed]


def gathered(command: Callable[..., Made]) -> Callable[..., Made]:
    """Return a command that has the options themselves in the place of each parameter that gathers some.

    Example:
        >>> from typing import Annotated
        >>> def point(x: int, y: int) -> tuple[int, int]:
        ...     return x, y
        >>> @gathered
        ... def show(name: str, *, at: Annotated[tuple[int, int], Gather(point)]) -> str:
        ...     return f"{name} {at}"
        >>> str(inspect.signature(show)), show("here", x=1, y=2)
        ('(name: str, *, x: int, y: int)', 'here (1, 2)')
    """
    parameters: list[inspect.Parameter] = []
    gathers: dict[str, tuple[Gather, list[str]]] = {}
    for parameter in parameters_of(command):
        gather = next((each for each in get_args(parameter.annotation) if isinstance(each, Gather)), None)
        options = [parameter] if gather is None else gather.options
        parameters += options
        if gather is not None:
            gathers[parameter.name] = gather, [option.name for option in options]

    @functools.wraps(command)
    def expanded(*args: object, **kwargs: object) -> Made:
        for name, (gather, options) in gathers.items():
            kwargs[name] = gather.make(**{option: kwargs.pop(option) for option in options if option in kwargs})
        return command(*args, **kwargs)

    expanded.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what `inspect` looks for
    expanded.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return expanded


def parameters_of(function: Callable[..., object]) -> list[inspect.Parameter]:
    """Return the parameters of a function with their annotations evaluated, once: typer would do so several times."""
    return list(inspect.signature(function, eval_str=True).parameters.values())
