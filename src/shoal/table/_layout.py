"""What the first lines of a CSV file tell: its separator, and the names of its columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from shoal.errors import InputError
from shoal.figure import counted
from shoal.table._empty import BLANKS
from shoal.table._source import Source
from shoal.table._text import head_of
from shoal.table.header import PATTERN_HINT, patterned

_CANDIDATES = (",", ";", "\t", "|")
_BEFORE_COMMA = ";\t"
_SAMPLE = 100  # records that the separator is detected from
_LONGEST_NAME = 10_000
_HINT = (
    "the first line must name every column, each by another name; --columns a,b,c gives names, "
    "--no-header says that the first line is a row"
)
MOST_TITLES = 5
"""Lines that a title may have."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What the first lines tell.

    Attributes:
        names: the names in the header, without blanks around them.
        separator: what stands between fields.
        header: the fields of the header as they are written.
        lead: lines before the header: blank ones, and those to leave out.
        is_named: whether there is a header.
    """

    names: tuple[str, ...]
    separator: str
    header: tuple[str, ...] = ()
    lead: int = 0
    is_named: bool = True


class Top(NamedTuple):
    """What is said of the first lines: names for the columns, whether there is a header, and lines to leave out."""

    columns: Sequence[str] = ()
    header: bool = True
    skip: int = 0


def lay_out(source: Source, wanted: str | None, usual: str, top: Top = Top()) -> Layout:  # noqa: B008 - a tuple
    """Return the layout of a UTF-8 source, or refuse its header.

    Positions stand for names in the messages: in a file without a header they would be cell values.
    """
    text, whole = head_of(source)
    if not whole and "\n" not in text:
        message = f"the first line of {source.name} goes on for more than {len(text):,} characters"
        raise InputError(message, hint=_HINT)
    text = "".join(text.splitlines(keepends=True)[top.skip :])
    separator = wanted or _sniff(text, usual, whole=whole)
    records, lead = _records(text, separator, whole=whole)
    header = tuple(records[0]) if records else ()
    if not top.columns and top.header and sum(bool(name.strip(BLANKS)) for name in header) == 1:
        _refuse_title(text, separator, source.name, top.skip, whole=whole)
    names = _named(header, top, source.name)
    if wanted is not None and len(names) == 1:
        other = _sniff(text, wanted, whole=whole)
        if other != wanted:
            message = f"{source.name} has a single column when it is separated by {title(wanted)}"
            raise InputError(message, hint=f"it looks separated by {title(other)}")
    # Where the header could not be read, a field may be longer than the csv module takes.
    _require_names(names or text.partition("\n")[0].split(separator), source.name)
    return Layout(names, separator, header if top.header else (), lead + top.skip, top.header)


def _named(header: tuple[str, ...], top: Top, source: str) -> tuple[str, ...]:
    """Return the names of the columns: as given, as in the header, or by their places.

    Raises:
        InputError: there are more or fewer columns than names.
    """
    if top.columns and len(top.columns) != len(header):
        message = f"{len(top.columns)} names are given for columns, and the first line of {source} has {len(header)}"
        raise InputError(message, hint="give one for each column, in the order of the file")
    if top.columns or top.header:
        return tuple(top.columns) or tuple(name.strip(BLANKS) for name in header)
    return tuple(f"column_{place}" for place in range(1, len(header) + 1))


def _refuse_title(text: str, separator: str, source: str, skipped: int, *, whole: bool) -> None:
    """Refuse a file whose first lines have one field, and all lines after them several: they are titles.

    Raises:
        InputError: it is one.
    """
    for candidate in dict.fromkeys((separator, *_CANDIDATES)):
        records, lead = _records(text, candidate, whole=whole)
        widths = [sum(bool(field.strip(BLANKS)) for field in record) for record in records]
        titles = next((place for place, width in enumerate(widths) if width > 1), 0)
        rest = [len(record) for record in records[titles:]]
        is_title = 0 < titles <= MOST_TITLES and min(widths[:titles]) == 1 and not text.lstrip(BLANKS).startswith("#")
        if is_title and len(rest) > 1 and len({*rest}) == 1 and widths[titles] == rest[0] > 1:
            lines = lead + titles + skipped
            message = f"the first {counted(lines, 'line')} of {source} look like a title: {rest[0]} columns begin below"
            raise InputError(message, hint=f"leave them out: --skip {lines}")


def title(separator: str) -> str:
    """Return a separator in words."""
    return {"\t": "tabs", " ": "blanks"}.get(separator, f"{separator!r}")


def repeated(names: Sequence[str]) -> tuple[int, int] | None:
    """Return the places, from 1, of the first name that occurs again and of its repeat; None where all differ."""
    places: dict[str, int] = {}
    for place, name in enumerate(names, 1):
        if places.setdefault(name, place) < place:
            return places[name], place
    return None


def _require_names(names: Sequence[str], source: str) -> None:
    """Refuse names that are blank, too long, or occur twice."""
    for place, name in enumerate(names, 1):
        if not name:
            last = "; does the header end in a separator?" if place == len(names) > 1 else ""
            message = f"column {place} has no name in the header of {source}"
            raise InputError(message, hint=_HINT + last)
        if len(name) > _LONGEST_NAME:
            message = f"column {place} has a name of more than {_LONGEST_NAME:,} characters in the header of {source}"
            raise InputError(message, hint=_HINT)
    require_single_names(names, names, source, hint=_HINT)


def require_single_names(names: Sequence[str], given: Sequence[str], source: str, *, hint: str) -> None:
    """Refuse a name that is a pattern, and two columns that were given the same one.

    Raises:
        InputError: there is such a column.
    """
    pattern = patterned(names)
    if pattern is not None:
        message = f"column {pattern} has a pattern for a name in the header of {source}"
        raise InputError(message, hint=PATTERN_HINT)
    twice = repeated(given)
    if twice:
        message = f"columns {twice[0]} and {twice[1]} have the same name in the header of {source}"
        raise InputError(message, hint=hint)


def _records(text: str, separator: str, *, whole: bool) -> tuple[list[list[str]], int]:
    """Return the first records from the header on, and the number of blank lines before it.

    Blank lines are left out, and so is the last record where the text may end inside it.
    """
    # Strict, so that a quote that closes before something other than the separator speaks against the separator.
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    found: list[list[str]] = []
    lead = 0
    with suppress(csv.Error):  # polars reads the whole file and has the last word on what is wrong with it
        for record in reader:
            if any(field.strip(BLANKS) for field in record) or (not found and len(record) > 1):
                found.append(record)
            elif not found:
                lead = reader.line_num
            if len(found) > _SAMPLE:
                break
    return (found[:-1] if not whole and 1 < len(found) <= _SAMPLE else found), lead


def _sniff(text: str, usual: str, *, whole: bool) -> str:
    """Return the separator that splits most records into as many fields as the header; then the most fields.

    Where a comma and a semicolon, or a tab, do so equally well, the comma is the mark in the numbers.
    """
    best, best_score = usual, (0.0, 1)
    for separator in (usual, *_CANDIDATES):
        records, _ = _records(text, separator, whole=whole)
        width = len(records[0]) if records else 0
        if width > 1:
            score = (sum(len(record) == width for record in records) / len(records), width)
            if score > best_score or (score == best_score and best == "," and separator in _BEFORE_COMMA):
                best, best_score = separator, score
    return best
