"""Text that a spreadsheet takes for a formula when it opens a CSV file.

Such a cell can fetch what is on the machine of anyone who opens the file. It is text that begins with `=`, `+`, `-`,
`@`, a tab or the end of a line, and goes on. A plain number is none, whatever its sign.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

import polars as pl
import polars.selectors as cs

from shoal.errors import FormulaWarning, warn_caller
from shoal.table.header import called
from shoal.table.text import as_text

GUARD = "'"
"""What keeps a spreadsheet from reading on: the cell is text."""

MOST_COLUMNS = 20
"""How many columns a warning lists."""

Text = TypeVar("Text", pl.Series, pl.Expr)

FORMULA = r"(?s)^[=+\-@\t\r\n]."
NUMBER = r"^[+-](?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$"


def formulas(frame: pl.DataFrame) -> dict[str, int]:
    """Return how many cells of each column begin like a formula; columns that have none are left out."""
    texts = pl.DataFrame([_text(column) for column in frame.select(_texts(frame)).iter_columns()])
    if not texts.width:
        return {}
    found = texts.select(_are_formulas(pl.all()).sum()).row(0)
    return {name: cells for name, cells in zip(texts.columns, found, strict=True) if cells}


def neutralized(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the frame with `'` before every cell and every name that begins like a formula.

    Those that have such guards already get one more, so that cells that differ still do: groups, and the variety in
    them, stay as they are.
    """
    cells = [_guarded(_text(frame.get_column(name))) for name in _texts(frame)]
    names = _guarded(pl.Series(frame.columns, dtype=pl.String))
    return frame.with_columns(cells).rename(dict(zip(frame.columns, names, strict=True)))


def as_named(frame: pl.DataFrame, names: Collection[str]) -> pl.DataFrame:
    """Return the frame under the names that its columns are known by, where these were neutralized."""
    guarded = dict(zip(_guarded(pl.Series([*names], dtype=pl.String)), names, strict=True))
    known = set(names)
    return frame.rename({name: guarded.get(name, name) for name in frame.columns if name not in known})


def warn_of_formulas(frames: Mapping[str, pl.DataFrame]) -> None:
    """Warn of what a spreadsheet would take for formulas in tables, given by what they are called."""
    warn_of_counted({title: (formulas(frame), frame.columns) for title, frame in frames.items()})


def formulas_in(piece: pl.DataFrame) -> dict[str, int]:
    """Return the same as `formulas` of a piece of a large table: every different text is looked at once."""
    found = {}
    for name in _texts(piece):
        held = piece.get_column(name).alias("cell").value_counts(name="times")
        flags = _are_formulas(as_text(held.get_column("cell")))
        found[name] = int(held.get_column("times").filter(flags).sum())
    return {name: cells for name, cells in found.items() if cells}


def warn_of_counted(tables: Mapping[str, tuple[Mapping[str, int], Sequence[str]]]) -> None:
    """Warn of formulas that were counted: for each table how many in each column, and the names of all its columns."""
    parts = []
    for title, (found, columns) in tables.items():
        names = called(list(found)[:MOST_COLUMNS], columns)
        parts += [f"{cells:,} in {name} of {title}" for name, cells in zip(names, found.values(), strict=False)]
        more = len(found) - len(names)
        parts += [f"some in {more:,} more columns of {title}"] if more else []
        headers = int(_are_formulas(pl.Series(columns, dtype=pl.String)).sum())
        parts += [f"{headers:,} among the names of columns of {title}"] if headers else []
    if parts:
        message = (
            f"texts that a spreadsheet takes for formulas are in the file: {', '.join(parts)}; "
            "--neutralize-formulas, or save(neutralize_formulas=True), puts a ' before them"
        )
        warn_caller(message, FormulaWarning)


def _texts(frame: pl.DataFrame) -> list[str]:
    """Return the columns that a CSV file has as text."""
    return frame.select(cs.string() | cs.enum() | cs.categorical() | cs.duration()).columns


def _text(series: pl.Series) -> pl.Series:
    return as_text(series).alias(series.name)


def _guarded(text: pl.Series) -> pl.Series:
    return text.zip_with(~_are_formulas(text.str.strip_chars_start(GUARD)), GUARD + text)


def _are_formulas(text: Text) -> Text:
    return (text.str.contains(FORMULA) & ~text.str.contains(NUMBER)).fill_null(value=False)
