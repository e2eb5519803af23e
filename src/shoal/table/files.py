"""Tables from files: CSV and fixed width, Parquet, Arrow, Excel, SPSS, Stata and SAS."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import BinaryIO, NamedTuple

import numpy as np
import polars as pl

from shoal.errors import InputError, SettingError
from shoal.table._csv import read_csv, top_of
from shoal.table._empty import empty_rows, skipped_note
from shoal.table._excel import read_excel, sheets_of
from shoal.table._fixed import as_separated
from shoal.table._source import Source, open_source
from shoal.table._statistics import is_statistics, read_statistics
from shoal.table.format import STREAM_MARK, SUFFIXES, TITLES, Format, marked_format, named_format
from shoal.table.frame import Table
from shoal.table.missing import nulls_of
from shoal.table.written import require_known, written_of


def table_of(source: object, read: Mapping[str, object] | None = None, *, perhaps: Collection[str] = ()) -> Table:
    """Return the table behind a frame or a path; `read` says how to read the file, in keywords of `read_table`.

    `perhaps` names those of them that were said of another file: a sheet or a format that this one does not have is
    left aside then.
    """
    if not isinstance(source, str | PathLike):
        return Table.of(source)
    if not {"sheet", "format"} & {*perhaps} & {*(read or {})}:
        return read_table(source, **(read or {}))  # type: ignore[arg-type]  # checked as the setting `read`
    found = open_source(source)
    return _read(found, _How(**_fitting(found, dict(read or {}), perhaps)))  # type: ignore[arg-type]  # checked likewise


def read_table(  # noqa: PLR0913 - every option is a keyword
    source: str | PathLike[str] | BinaryIO,
    *,
    format: str | None = None,
    separator: str | None = None,
    encoding: str | None = None,
    null: Sequence[str] | Mapping[str, Sequence[str]] = ("",),
    sheet: str | None = None,
    decimal: str | None = None,
    thousands: str | None = None,
    date_format: Mapping[str, str] | None = None,
    header: bool = True,
    columns: Sequence[str] = (),
    skip: int = 0,
    skip_end: int = 0,
    widths: Sequence[int] = (),
) -> Table:
    """Return the table in a file; a CSV file comes back with every column as text.

    Args:
        source: the path of a file, "-" for standard input, or a binary stream; it may be packed with gzip.
        format: csv, tsv, parquet, arrow or excel; by default detected from the suffix, else from the first bytes.
        separator: what stands between the fields of a CSV file; by default detected from its first lines.
        encoding: of a CSV file; by default UTF-8, UTF-16 if so marked, else Windows-1252.
        null: the strings that mean missing in a CSV file, besides the empty cell; for some columns alone, a mapping
            from these to strings, with "*" for all columns. None at all (`()`) leaves the empty cell a text. Lines
            without any value are skipped all the same.
        sheet: the name of an Excel sheet; by default the first one.
        decimal: the mark before fractions in the numbers of a CSV file; by default told by its columns.
        thousands: the mark between thousands, likewise.
        date_format: for some columns of texts the strftime pattern of their dates.
        header: whether the first line of a CSV file names the columns; else they are named by their places.
        columns: names for the columns of a CSV file, in its order.
        skip: lines at its top that are left out, such as a title.
        skip_end: rows at its end that are left out, such as a total.
        widths: of a text file of fixed width, how many characters each column has.

    Raises:
        InputError: the file is not there, cannot be read, or holds no table.
        SettingError: there is no such format or separator.
    """
    if format is not None:
        named_format(format)  # a wrong name is refused before the file is looked at
    how = _How(
        format,
        separator,
        encoding,
        null,
        sheet,
        decimal,
        thousands,
        date_format,
        header,
        columns,
        skip,
        skip_end,
        widths,
    )
    return _read(open_source(source), how)


class _How(NamedTuple):
    """How a file is read; the fields are the keywords of `read_table`."""

    format: str | None = None
    separator: str | None = None
    encoding: str | None = None
    null: object = ("",)
    sheet: str | None = None
    decimal: str | None = None
    thousands: str | None = None
    date_format: Mapping[str, str] | None = None
    header: bool = True
    columns: Sequence[str] = ()
    skip: int = 0
    skip_end: int = 0
    widths: Sequence[int] = ()


def _read(found: Source, how: _How) -> Table:
    """Return the table in a file that is open."""
    kind = _format_seen(found) if how.format is None else named_format(how.format)
    if how.sheet is not None and kind != "excel":
        message = f"a sheet was named, but {found.name} is read as {TITLES[kind]}"
        raise SettingError(message, hint="only Excel files have sheets")
    if not found.head(1):
        message = f"{found.name} is empty"
        raise InputError(message)
    if how.format is None and is_statistics(found):
        return _with_written(Table.of(read_statistics(found)), how)
    if kind == "csv":
        tabbed = how.format == "tsv" or (how.format is None and found.suffix in {".tsv", ".tab"})
        usual = "\t" if tabbed else ","
        nulls, encoding, separator = nulls_of(how.null), how.encoding, how.separator
        if how.widths:
            found, encoding, separator = as_separated(found, how.widths, how.encoding)[0], "utf-8", ","
        read = read_csv(
            found, separator=separator, usual=usual, encoding=encoding, null=nulls, top=top_of(how._asdict()),
            skip_end=how.skip_end,
        )  # fmt: skip
        require_known("null", nulls.by_column, read.columns, read.data)
        return _with_written(read, how)
    if kind == "excel":
        return _with_written(_without_empty_rows(read_excel(found, how.sheet)), how)
    return _with_written(Table.of(_read_binary(found, kind)), how)


def _with_written(table: Table, how: _How) -> Table:
    """Return a table with what is said of how its cells are written."""
    written = written_of(how._asdict())
    require_known("date_format", written.dates, table.columns, table.data)
    return replace(table, written=written)


def _fitting(source: Source, read: dict[str, object], perhaps: Collection[str]) -> dict[str, object]:
    """Return how to read a file without a format and a sheet that were perhaps meant for it, and are not."""
    if "format" in perhaps and "format" in read:
        wanted = named_format(str(read["format"]))
        found = {SUFFIXES.get(source.suffix), marked_format(source.head(8))} - {None}
        if found and wanted not in found:
            del read["format"]
    if "sheet" in perhaps and "sheet" in read:
        kind = named_format(str(read["format"])) if "format" in read else _format_seen(source)
        if kind != "excel" or read["sheet"] not in sheets_of(source):
            del read["sheet"]
    return read


def _format_seen(source: Source) -> Format:
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
