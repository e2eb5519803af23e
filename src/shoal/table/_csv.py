"""CSV files, read as text: layout told from the first lines, bulk read by polars, troubles explained."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

import polars as pl

from shoal.errors import InputError
from shoal.table._format import require_separator
from shoal.table._source import Source
from shoal.table._text import as_fallback, as_utf8, head_of, is_utf8
from shoal.table.frame import Table

_CANDIDATES = (",", ";", "\t", "|")
_SAMPLE = 100  # records that the separator is told from
_PATIENCE = 5_000_000  # records that are searched for the line to blame
_BLANK_LINES = re.compile(rb'"[^"]*"|\n(?:\r?\n)+')


@dataclass(frozen=True, slots=True)
class _Layout:
    """What the first lines tell: the names in the header, without blanks around them, and the separator."""

    names: tuple[str, ...]
    separator: str


def read_csv(source: Source, *, separator: str | None, usual: str, encoding: str | None, null: Sequence[str]) -> Table:
    """Return the table in a CSV file, every column as text; `usual` is the separator that goes without saying.

    Fields that a row lacks are missing. Blank lines are skipped, but in a single column they are missing values.
    """
    wanted = None if separator is None else require_separator(separator)
    text, notes = as_utf8(source, encoding)
    layout = _lay_out(text, wanted, usual)
    frame = _parse(text, layout, null)
    if frame is None and encoding is None and not is_utf8(text):
        text, notes = as_fallback(text)
        layout = _lay_out(text, wanted, usual)
        frame = _parse(text, layout, null)
    if frame is None:
        raise _explain(text, layout, encoding)
    if wanted is None and layout.separator != usual:
        notes = (*notes, f"fields are separated by {_title(layout.separator)}")
    return _without_blank_lines(Table(frame, textual=True, notes=notes), text, layout, null)


def _parse(source: Source, layout: _Layout, null: Sequence[str]) -> pl.DataFrame | None:
    """Return the columns as text, or None where polars refuses: its errors are dropped, for they hold cell values."""
    try:
        frame = pl.read_csv(
            source.native,
            separator=layout.separator,
            infer_schema=False,
            null_values=list(null),
            empty_string_is_null="" in null,
            glob=False,
        )
    except pl.exceptions.PolarsError:
        return None
    if frame.width != len(layout.names):
        return None
    frame.columns = list(layout.names)
    return frame


def _lay_out(source: Source, wanted: str | None, usual: str) -> _Layout:
    """Return the layout of a UTF-8 source, or refuse its header.

    Positions stand for names in the messages: in a file without a header they would be cell values.
    """
    text, whole = head_of(source)
    separator = wanted or _sniff(text, usual, whole=whole)
    records = _records(text, separator, whole=whole)
    names = tuple(name.strip() for name in records[0]) if records else ()
    if wanted is not None and len(names) == 1:
        other = _sniff(text, wanted, whole=whole)
        if other != wanted:
            message = f"{source.name} has a single column when it is separated by {_title(wanted)}"
            raise InputError(message, hint=f"it looks separated by {_title(other)}")
    hint = "the first line must name every column, each by another name"
    if not all(names):
        message = f"column {names.index('') + 1} has no name in the header of {source.name}"
        raise InputError(message, hint=hint)
    if len(set(names)) < len(names):
        second = next(place for place, name in enumerate(names) if name in names[:place])
        first = names.index(names[second])
        message = f"columns {first + 1} and {second + 1} have the same name in the header of {source.name}"
        raise InputError(message, hint=hint)
    return _Layout(names, separator)


def _records(text: str, separator: str, *, whole: bool) -> list[list[str]]:
    """Return the first records, without blank lines, and without the last one where the text may end inside it."""
    # Strict, so that a quote that closes before something other than the separator speaks against the separator.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    found: list[list[str]] = []
    with suppress(csv.Error):  # polars reads the whole file and has the last word on what is wrong with it
        found.extend(islice((record for record in reader if record), _SAMPLE + 1))
    return found[:-1] if not whole and 1 < len(found) <= _SAMPLE else found


def _sniff(text: str, usual: str, *, whole: bool) -> str:
    """Return the separator that splits most records into as many fields as the header; then the most fields."""
    best, best_score = usual, (0.0, 1)
    for separator in (usual, *_CANDIDATES):
        records = _records(text, separator, whole=whole)
        width = len(records[0]) if records else 0
        if width > 1:
            score = (sum(len(record) == width for record in records) / len(records), width)
            if score > best_score:
                best, best_score = separator, score
    return best


def _without_blank_lines(table: Table, source: Source, layout: _Layout, null: Sequence[str]) -> Table:
    """Return the table without the rows that polars makes of blank lines; rows of empty fields stay."""
    if not _has_blank_row(table.data, null):
        return table
    with source.open() as stream:
        kept, skipped = _squeeze(stream.read())
    if not skipped:
        return table
    frame = _parse(source.holding(kept), layout, null)
    if frame is None:
        raise _explain(source, layout, None)
    note = f"skipped {skipped} blank line{'s' if skipped > 1 else ''}"
    return Table(frame, textual=True, notes=(*table.notes, note))


def _has_blank_row(frame: pl.DataFrame, null: Sequence[str]) -> bool:
    if frame.width < 2 or not frame.height:  # noqa: PLR2004 - a single column
        return False
    if "" in null and not all(frame.null_count().row(0)):
        return False
    blank = pl.all().is_null() if "" in null else pl.all() == ""
    return bool(frame.select(pl.all_horizontal(blank).any()).item())


def _squeeze(data: bytes) -> tuple[bytes, int]:
    """Return the bytes without blank lines, those in quotes excepted, and the number of lines that went."""
    kept = _BLANK_LINES.sub(lambda match: match[0] if match[0][:1] == b'"' else b"\n", data)
    return kept, data.count(b"\n") - kept.count(b"\n")


def _explain(source: Source, layout: _Layout, encoding: str | None) -> InputError:
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
                    message = f"line {line} of {source.name} has {len(record)} fields; the header has {width}"
                    return InputError(message, hint="put fields that hold the separator in double quotes")
                line = reader.line_num + 1
        except csv.Error:
            message = f"a field that starts in line {line} of {source.name} has a double quote too many or too few"
            return InputError(message, hint='put such fields in double quotes, and write "" for a quote inside')
    message = f"{source.name} cannot be read as CSV with the {width} columns of its header"
    return InputError(message, hint="look for double quotes inside fields that are not in double quotes themselves")


def _title(separator: str) -> str:
    return {"\t": "tabs", " ": "blanks"}.get(separator, f"{separator!r}")
