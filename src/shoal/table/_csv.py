"""CSV files, read as text: layout detected from the first lines, bulk read by polars, troubles explained."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

import numpy as np
import polars as pl

from shoal.errors import InputError
from shoal.table._empty import BLANKS, END_MARK, empty_rows, is_empty, kept_note, rows_where, skipped_note
from shoal.table._ends import doubts_on_ends
from shoal.table._layout import Layout, Top, lay_out, title
from shoal.table._lines import with_plain_lines
from shoal.table._source import Source
from shoal.table._text import as_fallback, as_utf8, is_utf8
from shoal.table.format import require_separator
from shoal.table.frame import Table
from shoal.table.missing import Nulls, without

_PATIENCE = 5_000_000  # records that are searched for the line to blame
COMMENT = "#"


def read_csv(  # noqa: PLR0913 - every option is a keyword
    source: Source,
    *,
    separator: str | None,
    usual: str,
    encoding: str | None,
    null: Nulls,
    top: Top = Top(),  # noqa: B008 - a tuple
    skip_end: int = 0,
) -> Table:
    """Return the table in a CSV file, every column as text; `usual` is the separator that goes without saying.

    Fields that a row lacks are missing. Lines without any value are no rows, nor are those that repeat the header; a
    row of nothing is one in which a field is quoted, or holds a text that means missing.
    """
    wanted = None if separator is None else require_separator(separator)
    text, guess = as_utf8(source, encoding)
    text, notes = with_plain_lines(text)
    layout = lay_out(text, wanted, usual, top)
    frame = _parse(text, layout, null)
    if frame is None and encoding is None and not is_utf8(text):
        text, guess = as_fallback(text)
        layout = lay_out(text, wanted, usual, top)
        frame = _parse(text, layout, null)
    if frame is None:
        raise _explain(text, layout, encoding)
    if wanted is None and layout.separator != usual:
        notes = (*notes, f"fields are separated by {title(layout.separator)}")
    frame, skipped = _only_rows(frame, text, layout)
    frame = frame.head(frame.height - skip_end) if skip_end else frame
    doubts = doubts_on_ends(frame, source.name, layout.lead, is_named=layout.is_named)
    return Table(frame, textual=True, notes=(*guess, *notes, *skipped), doubts=doubts)


def top_of(read: Mapping[str, object]) -> Top:
    """Return what is said of the first lines, in keywords of `read_table`."""
    columns, header, skip = read.get("columns") or (), read.get("header", True), read.get("skip") or 0
    names = [columns] if isinstance(columns, str) else columns
    return Top(tuple(map(str, names)), bool(header), int(skip))  # type: ignore[call-overload]  # checked as settings


def _parse(source: Source, layout: Layout, null: Nulls) -> pl.DataFrame | None:
    """Return the columns as text, or None where polars refuses."""
    texts = list(null.everywhere)
    frame = _columns(source, layout, null_values=texts, empty_string_is_null="" in texts)
    return frame if frame is None else without(frame, null)


def _as_written(source: Source, layout: Layout) -> pl.DataFrame | None:
    """Return the columns as text, missing where nothing is written and empty where a pair of quotes is."""
    return _columns(source, layout, null_values=None, empty_string_is_null=True)


def _columns(source: Source, layout: Layout, **null: Any) -> pl.DataFrame | None:  # noqa: ANN401 - options of polars
    """Return what polars reads, or None where it refuses: its errors are dropped, for they hold cell values."""
    try:
        frame = pl.read_csv(
            source.native,
            separator=layout.separator,
            infer_schema=False,
            skip_lines=layout.lead,
            has_header=layout.is_named,
            glob=False,
            **null,
        )
    except pl.exceptions.PolarsError:
        return None
    if frame.width != len(layout.names):
        return None
    frame.columns = list(layout.names)
    return frame


def _only_rows(frame: pl.DataFrame, source: Source, layout: Layout) -> tuple[pl.DataFrame, list[str]]:
    """Return the frame without the rows that polars makes of lines that are none, and notes on them."""
    notes = []
    kept = np.ones(frame.height, np.bool_)
    empty = empty_rows(frame)
    if len(empty):
        blank = _blank_lines(source, layout, empty)
        kept[blank.to_numpy()] = False
        if len(blank):
            notes.append(skipped_note(len(blank), "without any value"))
        if len(blank) < len(empty):
            notes.append(kept_note(len(empty) - len(blank)))
    if frame.width > 1 and layout.is_named:
        again = rows_where(frame, lambda place, cells: cells == layout.header[place])
        if len(again):
            kept[again.to_numpy()] = False
            notes.append(skipped_note(len(again), f"that repeat{'' if len(again) > 1 else 's'} the header"))
        refuse_comments(frame, source, layout)
    return (frame if kept.all() else frame.filter(pl.Series(kept))), notes


def _blank_lines(source: Source, layout: Layout, empty: pl.Series) -> pl.Series:
    """Return which of the empty rows are nothing in the file either: no text that means missing, no pair of quotes.

    Raises:
        InputError: one of them is an end mark, with lines after it.
    """
    written = _as_written(source, layout)
    if written is None:
        raise _explain(source, layout, None)
    blank = rows_where(written, lambda _, cells: cells.is_null() | (is_empty(cells) & (cells != "")), within=empty)
    for cells in written.iter_columns() if len(blank) else ():
        if cells.gather(blank).str.contains(END_MARK, literal=True).any():
            line = _line_where(source, layout, lambda record: "".join(record).strip(BLANKS).strip(END_MARK) == "")
            message = f"line {line} of {source.name} holds nothing but the end mark 0x1A, and lines follow"
            raise InputError(message, hint="look whether what follows belongs to the table, and remove the mark")
    return blank


def refuse_comments(frame: pl.DataFrame, source: Source, layout: Layout) -> None:
    """Refuse a line that begins like a comment and has fewer fields than the header: it may be no row."""
    if len(rows_where(frame, lambda place, cells: is_empty(cells) if place else cells.str.starts_with(COMMENT))):
        line = _line_where(source, layout, lambda record: _is_comment(record, frame.width))
        if line:
            message = f"line {line} of {source.name} begins with # and has fewer fields than the header"
            raise InputError(message, hint="remove it if it is a comment, else write the separators that it lacks")


def _is_comment(record: Sequence[str], width: int) -> bool:
    return 0 < len(record) < width and record[0].startswith(COMMENT)


def _line_where(source: Source, layout: Layout, holds: Callable[[Sequence[str]], bool]) -> int:
    """Return the line of the first record, after the header, of which something holds; 0 where there is none."""
    line = 1
    with source.open() as stream, io.TextIOWrapper(stream, "utf-8-sig", newline="") as lines, suppress(csv.Error):
        reader = csv.reader(lines, delimiter=layout.separator)
        for record in islice(reader, _PATIENCE):
            if line > layout.lead + 1 and holds(record):
                return line
            line = reader.line_num + 1
    return 0


def _explain(source: Source, layout: Layout, encoding: str | None) -> InputError:
    """Return the error that says why polars refuses a file, with the line where it can be found."""
    if not is_utf8(source):
        message = f"{source.name} holds bytes that do not fit the encoding {encoding or 'utf-8'}"
        return InputError(message, hint="leave the encoding out to have it detected, or give another")
    width = len(layout.names)
    with source.open() as stream, io.TextIOWrapper(stream, "utf-8-sig", newline="") as lines:
        reader = csv.reader(lines, delimiter=layout.separator, strict=True)
        line = 1
        try:
            for record in islice(reader, _PATIENCE):
                if len(record) > width:
                    return _too_many(f"line {line} of {source.name} has {len(record)} fields", layout)
                line = reader.line_num + 1
        except csv.Error as error:
            start = f"a field that starts in line {line} of {source.name}"
            if "limit" in str(error):
                message = f"{start} goes on for more than {csv.field_size_limit():,} characters"
                return InputError(message, hint="is the double quote at its end missing?")
            message = f"{start} has a double quote too many or too few"
            return InputError(message, hint='put such fields in double quotes, and write "" for a quote inside')
    message = f"{source.name} cannot be read as CSV with the {width} columns of its header"
    return InputError(message, hint="look for double quotes inside fields that are not in double quotes themselves")


def _too_many(what: str, layout: Layout) -> InputError:
    """Return the error for a line with more fields than the header has."""
    hint = "put fields that hold the separator in double quotes"
    if layout.header and layout.header[0].lstrip(BLANKS).startswith(COMMENT):
        hint = "if the first line is a comment, remove it: the header must come first"
    return InputError(f"{what}; the header has {len(layout.names)}", hint=hint)
