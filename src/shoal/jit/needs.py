"""Which kernels a run needs, with arguments of which types, and about how long each takes to compile.

The list is made by running every method and looking at what was called (`python -m tests.ready`), and a test keeps it
true. A kernel that it lacks is compiled when it is called, as ever; one too many costs its time.
"""

from __future__ import annotations

import functools
import importlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from numba.core import config

from shoal.jit.signature import type_of

LIST = Path(__file__).with_name("needs.json")
KERNELS = "shoal.kernels"


class Need(NamedTuple):
    """A kernel, by the name of its file and its own, the types of its arguments in words, and seconds to compile it."""

    kernel: str
    arguments: tuple[str, ...]
    seconds: float

    @property
    def dispatcher(self) -> Any:  # noqa: ANN401 - Numba has no types
        """Return the kernel itself."""
        file, name = self.kernel.rsplit(".", 1)
        return getattr(importlib.import_module(f"{KERNELS}.{file}"), name)

    @property
    def is_there(self) -> bool:
        """Return whether it is compiled already, or need not be."""
        plain = config.DISABLE_JIT  # type: ignore[attr-defined]  # made when Numba is imported
        return plain or self.dispatcher._cache.path_of(self.arguments) is not None  # noqa: SLF001 - our own `Store`

    def compile(self) -> None:
        """Compile it, and keep the code in a file, unless it is there."""
        dispatcher = self.dispatcher
        known = _classes(dispatcher.py_func.__module__)
        dispatcher.compile(tuple(type_of(words, known) for words in self.arguments))


class Needs(NamedTuple):
    """What a run needs, in two parts: before it can find groups, and after that."""

    first: tuple[Need, ...]
    later: tuple[Need, ...]


def needs_of(*uses: str) -> Needs:
    """Return what some uses need together: the names of methods, also with ", criteria" behind them, and of settings.

    What nothing is known of needs nothing.
    """
    listed = _listed()
    first = dict.fromkeys(at for use in uses for at in listed["uses"].get(use, {}).get("first", ()))
    later = dict.fromkeys(at for use in uses for at in listed["uses"].get(use, {}).get("later", ()))
    every = every_need()
    return Needs(
        _longest_first(every[at] for at in first), _longest_first(every[at] for at in later if at not in first)
    )


def uses() -> tuple[str, ...]:
    """Return all uses of which it is known what they need."""
    return tuple(_listed()["uses"])


@functools.cache
def every_need() -> tuple[Need, ...]:
    """Return all kernels that any run needs."""
    return tuple(Need(each["kernel"], tuple(each["arguments"]), each["seconds"]) for each in _listed()["kernels"])


def _longest_first(needs: Iterable[Need]) -> tuple[Need, ...]:
    return tuple(sorted(needs, key=lambda need: -need.seconds))


@functools.cache
def _listed() -> Any:  # noqa: ANN401 - what is in the file
    return json.loads(LIST.read_text("utf-8"))


def _classes(module: str) -> dict[str, type]:
    """Return the named tuples that a file of kernels knows: its own, then those of the files that it imports from."""
    found: dict[str, type] = {}
    seen, waiting = {module}, [module]
    while waiting:
        held = vars(importlib.import_module(waiting.pop(0)))
        for name, value in held.items():
            if isinstance(value, type) and issubclass(value, tuple):
                found.setdefault(name, value)
            home = getattr(value, "__module__", None)
            if isinstance(home, str) and home.startswith(f"{KERNELS}.") and home not in seen:
                seen.add(home)
                waiting.append(home)
    return found
