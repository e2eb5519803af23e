"""Read hierarchies from the CSV files that ARX writes: one row per value, `value;level1;...;*`, without a header."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from shoal.errors import HierarchyError
from shoal.schema.listed import Levels
from shoal.table.path import user_path

FORM_HINT = "write one row per value in UTF-8: value;level1;...;*"


def read_levels(column: str, path: str | PathLike[str]) -> Levels:
    """Return the rows of a hierarchy file: UTF-8, separated by semicolons, else by tabs or commas.

    Raises:
        HierarchyError: the file cannot be read, is empty, is not UTF-8, has a NUL or a quote that does not end.
    """
    path = user_path(path, f"hierarchy of column {column!r}: the path", HierarchyError)
    text = _decoded(column, path)
    start = re.sub(r'"[^"]*"', "", text.lstrip("\r\n").partition("\n")[0])
    separator = next((sign for sign in ";\t," if sign in start), ";")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    line = 1
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                rows.append(_without_blank_end(cells))
                lines.append(line)
            line = reader.line_num + 1
    except csv.Error as error:
        where = f"hierarchy of column {column!r}: line {line} of {path.name}"
        if "limit" in str(error):
            message = f"{where} has a label of more than {csv.field_size_limit():,} characters"
            raise HierarchyError(message, hint="is the double quote at the end of a label missing?") from None
        message = f"{where} is no CSV"
        raise HierarchyError(message, hint="close every quote, and double the quotes inside quotes") from None
    if not rows:
        message = f"hierarchy of column {column!r}: the file {path.name} is empty"
        raise HierarchyError(message, hint=FORM_HINT)
    return Levels(tuple(rows), str(path), tuple(lines))


def hierarchies_in(folder: str | PathLike[str], columns: Iterable[str]) -> dict[str, Levels]:
    """Return the hierarchies of a folder with files `<column>.csv`, for those columns that have one.

    Raises:
        HierarchyError: the folder cannot be read, or one of the files is broken.
    """
    files = _files_in(folder)
    return {column: read_levels(column, files[_plain(column)]) for column in columns if _plain(column) in files}


def has_hierarchy_of(folder: str | PathLike[str], columns: Iterable[str]) -> bool:
    """Return whether a folder has a file for any of these columns.

    Raises:
        HierarchyError: the folder cannot be read.
    """
    return not {_plain(column) for column in columns}.isdisjoint(_files_in(folder))


def _files_in(folder: str | PathLike[str]) -> dict[str, Path]:
    """Return the files of a folder of hierarchies by the columns that they are named after."""
    folder = user_path(folder, "the folder of hierarchies", HierarchyError)
    try:
        return {_plain(path.stem): path for path in sorted(folder.iterdir()) if path.suffix.lower() == ".csv"}
    except OSError as error:
        message = f"the folder of hierarchies {str(folder)!r} cannot be read: {error.strerror}"
        raise HierarchyError(message, hint="give a folder with a file <column>.csv for each hierarchy") from None


def _plain(name: str) -> str:
    """Return a name in the one Unicode form, whatever form the file system keeps."""
    return unicodedata.normalize("NFC", name)


def _decoded(column: str, path: Path) -> str:
    """Return the text of a file in UTF-8, with or without a byte order mark."""
    try:
        content = path.read_bytes()
    except OSError as error:
        message = f"hierarchy of column {column!r}: the file {str(path)!r} cannot be read: {error.strerror}"
        raise HierarchyError(message, hint="give the path of a hierarchy file, or the word flat") from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"hierarchy of column {column!r}: line {line} of {path.name} is not UTF-8"
        raise HierarchyError(message, hint=FORM_HINT) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        message = f"hierarchy of column {column!r}: line {line} of {path.name} holds a NUL byte, so it is no text"
        raise HierarchyError(message, hint=FORM_HINT)
    return text.rstrip("\x1a")  # the end mark of DOS


def _without_blank_end(cells: list[str]) -> tuple[str, ...]:
    """Return a row without the blank cells that spreadsheets add to short rows."""
    end = len(cells)
    while end > 1 and not cells[end - 1].strip():
        end -= 1
    return tuple(cells[:end])
