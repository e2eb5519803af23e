"""What all results have in common: they read as a sentence, as some lines, and in a notebook as cards and pictures."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, NamedTuple


class Card(NamedTuple):
    """A figure in large type: what it is, the figure, and a word on it."""

    name: str
    figure: str
    words: str


class Answer:
    """A result that people read; it says names, counts and shares, and no cell."""

    __slots__ = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the result in words: the one thing to know, then more, a line each."""
        raise NotImplementedError

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the few figures that most readers want."""
        return ()

    def picture(self) -> str:
        """Return a picture of the result for a page; nothing where there is none."""
        return ""

    def page(self) -> str:
        """Return the whole page of the result, where it has one of its own."""
        return ""

    def __repr__(self) -> str:
        """Return the result in one line."""
        return f"<{type(self).__name__}: {self.lines[0]}>"

    def __str__(self) -> str:
        """Return the result in some lines."""
        return "\n".join(self.lines)

    def _repr_html_(self) -> str:
        """Return cards and pictures for a notebook."""
        return str(_pages().in_notebook(self))

    def to_html(self, path: str | Path) -> None:
        """Write the result as a page that stands by itself; its name ends in `.html`.

        Raises:
            OutputError: it cannot be written, or its name ends otherwise.
        """
        _pages().write_page(self, path)

    def show(self) -> Path:
        """Open the page of the result in the browser, and return where it is: a private file, gone when Python ends."""
        place: Path = _pages().open_page(self)
        return place


def _pages() -> Any:  # noqa: ANN401 - a module, named and not imported
    """Return what makes pages, found when asked for: results come from below it."""
    return importlib.import_module("shoal.report.notebook")
