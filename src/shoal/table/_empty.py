"""Rows in which no cell has a value: lines that are no rows in text files and sheets, rows like others elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

END_MARK = "\x1a"
"""What programs of DOS put at the end of a text file."""

BLANKS = " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000\u200b\u2060\ufeff" + "".join(
    map(chr, range(0x2000, 0x200B))
)
"""Characters that leave a line blank: white space, those of no width, and the byte order mark."""


def rows_where(
    frame: pl.DataFrame, holds: Callable[[int, pl.Series], pl.Series], within: pl.Series | None = None
) -> pl.Series:
    """Return the positions of the rows, all or those of `within`, for which `holds` is true of every cell.

    It is given the place of a column and its cells in the rows that are left, so that most tables cost one column.
    """
    rows = within
    for place, series in enumerate(frame.iter_columns()):
        found = holds(place, series if rows is None else series.gather(rows)).arg_true()
        rows = found if rows is None else rows.gather(found)
        if not len(rows):
            break
    return pl.Series(dtype=pl.UInt32) if rows is None else rows


def empty_rows(frame: pl.DataFrame) -> pl.Series:
    """Return the positions of the rows in which every cell is missing or blank."""
    return rows_where(frame, lambda _, cells: is_empty(cells))


def is_empty(cells: pl.Series) -> pl.Series:
    """Return which cells are missing or blank; the end mark counts as blank."""
    if cells.dtype != pl.String:
        return cells.is_null()
    return (cells.str.strip_chars(BLANKS + END_MARK) == "").fill_null(value=True)


def skipped_note(lines: int, what: str) -> str:
    """Return the sentence on lines that are no rows."""
    return f"skipped {lines} line{'s' if lines > 1 else ''} {what}"


def kept_note(rows: int) -> str:
    """Return the sentence on rows without any value that stay, because the table says that they are rows."""
    if rows == 1:
        return "1 row has no value in any column, and counts as a row"
    return f"{rows} rows have no value in any column, and count as rows"
