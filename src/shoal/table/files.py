"""Tables from files: CSV, Parquet, Arrow and Excel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import BinaryIO

import numpy as np
import polars as pl

from shoal.errors import InputError, SettingError
from shoal.table._csv import read_csv
from shoal.table._empty import empty_rows, skipped_note
from shoal.table._excel import read_excel
from shoal.table._format import STREAM_MARK, SUFFIXES, TITLES, Format, marked_format, named_format
from shoal.table._source import Source, open_source
from shoal.table.frame import Table


def table_of(source: object, read: Mapping[str, object] | None = None) -> Table:
    """Return the table behind a frame or a path; `read` says how to read the file, in keywords of `read_table`."""
    if isinstance(source, str | PathLike):
        return read_table(source, **(read or {}))  # type: ignore[arg-type]  # checked as the setting `read`
    return Table.of(source)


def read_table(
    source: str | PathLike[str] | BinaryIO,
    *,
    format: str | None = None,
    separator: str | None = None,
    encoding: str | None = None,
    null: Sequence[str] = ("",),
    sheet: str | None = None,
) -> Table:
    """Return the table in a file; a CSV file comes back with every column as text.

    Args:
        source: the path of a file, "-" for standard input, or a binary stream; it may be packed with gzip.
        format: csv, tsv, parquet, arrow or excel; by default detected from the suffix, else from the first bytes.
        separator: what stands between the fields of a CSV file; by default detected from its first lines.
        encoding: of a CSV file; by default UTF-8, UTF-16 if so marked, else Windows-1252.
        null: the strings that mean missing in a CSV file. Lines without any value are skipped all the same.
        sheet: the name of an Excel sheet; by default the first one.

    Raises:
        InputError: the file is not there, cannot be read, or holds no table.
        SettingError: there is no such format or separator.
    """
    wanted = None if format is None else named_format(format)
    found = open_source(source)
    kind = wanted or _told(found)
    if sheet is not None and kind != "excel":
        message = f"a sheet was named, but {found.name} is read as {TITLES[kind]}"
        raise SettingError(message, hint="only Excel files have sheets")
    if not found.head(1):
        message = f"{found.name} is empty"
        raise InputError(message)
    if kind == "csv":
        tabbed = format == "tsv" or (format is None and found.suffix in {".tsv", ".tab"})
        return read_csv(found, separator=separator, usual="\t" if tabbed else ",", encoding=encoding, null=null)
    if kind == "excel":
        return _without_empty_rows(read_excel(found, sheet))
    return Table.of(_read_binary(found, kind))


def _told(source: Source) -> Format:
    return SUFFIXES.get(source.suffix) or marked_format(source.head(8)) or "csv"


def _without_empty_rows(frame: pl.DataFrame) -> Table:
    """Return the table of a sheet: rows without any value are no rows there, only cells that nobody filled."""
    empty = empty_rows(frame)
    if not len(empty):
        return Table.of(frame)
    kept = pl.Series(np.ones(frame.height, np.bool_)).scatter(empty, False)  # noqa: FBT003 - the value to put there
    return replace(Table.of(frame.filter(kept)), notes=(skipped_note(len(empty), "without any value"),))


def _read_binary(source: Source, kind: Format) -> pl.DataFrame:
    readers: dict[Format, Callable[[Source], pl.DataFrame]] = {"parquet": _read_parquet, "arrow": _read_arrow}
    try:
        return readers[kind](source)
    except pl.exceptions.DuplicateError:
        message = f"{source.name} has more than one column with the same name"
        raise InputError(message, hint="rename one of them") from None
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
        # No cause: the error of polars may hold cell values.
        message = f"{source.name} cannot be read as {TITLES[kind]}: it is another format, damaged or cut short"
        raise InputError(message, hint="fetch or copy the file again, or give its format") from None


def _read_parquet(source: Source) -> pl.DataFrame:
    return pl.read_parquet(source.native, glob=False, hive_partitioning=False)


def _read_arrow(source: Source) -> pl.DataFrame:
    if source.head(len(STREAM_MARK)) == STREAM_MARK:
        return pl.read_ipc_stream(source.native)
    return pl.read_ipc(source.native)
