"""A table that is read a piece at a time, as often as is needed: a file, several, or a folder of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from glob import glob, has_magic
from os import PathLike
from pathlib import Path

import numpy as np
import polars as pl

from shoal.errors import InputError
from shoal.table._csv import COMMENT, refuse_comments, top_of
from shoal.table._empty import END_MARK, is_empty, rows_where
from shoal.table._layout import Layout, lay_out, title
from shoal.table._lines import require_plain_lines
from shoal.table._source import Source, open_source
from shoal.table._text import as_utf8
from shoal.table.format import (
    PACKED,
    SUFFIXES,
    TITLES,
    Format,
    marked_format,
    named_format,
    require_separator,
    suffix_of,
)
from shoal.table.frame import Table
from shoal.table.missing import Nulls, nulls_of, without
from shoal.table.path import user_path
from shoal.table.written import require_known, written_of

PIECE = 1 << 20
"""Rows that are read at a time, unless said otherwise."""

FIRST = 1000
"""Rows that are read to see what the table is like."""

SAMPLED = 1 << 20
"""Bytes of a text file that are looked at to tell how long its lines are."""

READABLE: tuple[Format, ...] = ("csv", "parquet", "arrow")


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """A table in files. Every piece of it has the same columns of the same types.

    Attributes:
        paths: the files, in the order in which they are read.
        format: of all of them.
        first: the first rows.
        lazy: what polars makes of the files.
        clean: takes out of a piece what is no row, and says what is missing; rows only become fewer by it.
    """

    paths: tuple[Path, ...]
    format: Format
    first: Table
    lazy: pl.LazyFrame
    clean: Callable[[pl.DataFrame], pl.DataFrame]

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        return self.first.columns

    @property
    def bytes(self) -> int:
        """Return how large the files are."""
        return sum(path.stat().st_size for path in self.paths)

    @property
    def rows_about(self) -> int:
        """Return how many rows there are: counted in Parquet and Arrow files, told by the first lines of text files."""
        if self.format != "csv":
            return int(self.lazy.select(pl.len()).collect().item())
        with self.paths[0].open("rb") as stream:
            lines = stream.read(SAMPLED).splitlines(keepends=True)
        each = max(1.0, sum(map(len, lines)) / max(1, len(lines)))
        return int(self.bytes / each)

    def read(self) -> pl.DataFrame:
        """Return all rows."""
        return pl.concat([self.first.data.clear(), *self.pieces()])

    def whole(self) -> Table:
        """Return the whole table."""
        return replace(self.first, data=self.read())

    def pieces(self, columns: Sequence[str] | None = None, rows: int = PIECE) -> Iterator[pl.DataFrame]:
        """Yield the table piece by piece, in its order, with some of its columns or all.

        Raises:
            InputError: a file cannot be read.
        """
        names = list(self.columns if columns is None else columns)
        lazy = self.lazy if self.format == "csv" else self.lazy.select(names)
        try:
            for piece in lazy.collect_batches(chunk_size=rows, maintain_order=True):
                if piece.height:
                    yield Table.of(self.clean(piece).select(names)).data
        except (pl.exceptions.PolarsError, OSError):  # no cause: the error of polars may hold cells
            message = f"cannot read all of {self.paths[0]}"
            hint = "read it without an engine to see where it is wrong, or write it as Parquet"
            raise InputError(message, hint=hint) from None


def scan_table(source: str | PathLike[str], read: Mapping[str, object] | None = None, *, is_own: bool = False) -> Scan:
    """Return a table that is read piece by piece: of a file, of all files that a pattern names, or of a folder.

    `read` says how to read it, in keywords of `read_table`. In a file that shoal wrote itself (`is_own`) nobody has to
    look where lines end.

    Raises:
        InputError: there is no such file, it cannot be read in pieces, or files differ in format.
    """
    how, paths = dict(read or {}), files_of(source)
    found = {_format_of(path, how) for path in paths}
    if len(found) > 1:
        message = f"{source} holds files of several formats: {', '.join(sorted(TITLES[one] for one in found))}"
        raise InputError(message, hint="name the files of one format, e.g. folder/*.parquet")
    format = found.pop()
    if format not in READABLE:
        message = f"{TITLES[format]} files cannot be read in pieces"
        raise InputError(message, hint="write the table as Parquet or CSV first")
    return _text(paths, how, is_own=is_own) if format == "csv" else _binary(paths, format)


def files_of(source: str | PathLike[str]) -> tuple[Path, ...]:
    """Return the files that a path means: itself, what it matches as a pattern, or all of a folder, in their order.

    Raises:
        InputError: there are none.
    """
    path = user_path(source, "the table", InputError)
    if path.is_file():
        return (path,)
    if path.is_dir():
        held = sorted(one for one in path.rglob("*") if one.is_file() and not one.name.startswith(("_", ".")))
        found = [one for one in held if suffix_of(one) in SUFFIXES]
    else:
        matching = glob(str(path), recursive=True) if has_magic(str(path)) else []  # noqa: PTH207 - may be absolute
        found = sorted(Path(one) for one in matching)
    if not found:
        message = f"there is no file {source}" if not path.is_dir() else f"the folder {source} holds no table"
        raise InputError(message, hint="check the name and the folder")
    return tuple(found)


def is_several(source: object) -> bool:
    """Return whether a path means a folder or a pattern rather than a file."""
    if not isinstance(source, str | PathLike) or str(source) == "-":
        return False
    path = user_path(source, "the table", InputError)
    return path.is_dir() or (has_magic(str(path)) and not path.exists())


def _format_of(path: Path, read: Mapping[str, object]) -> Format:
    if "format" in read:
        return named_format(str(read["format"]))
    with path.open("rb") as stream:
        marked = marked_format(stream.read(8))
    return SUFFIXES.get(suffix_of(path)) or marked or "csv"


def _binary(paths: tuple[Path, ...], format: Format) -> Scan:
    names = [str(path) for path in paths]
    try:
        if format == "parquet":
            lazy = pl.scan_parquet(names, glob=False, hive_partitioning=False)
        else:
            lazy = pl.scan_ipc(names, glob=False, hive_partitioning=False)
        first = lazy.head(FIRST).collect()
    except (pl.exceptions.PolarsError, OSError):
        message = f"cannot read {paths[0]} as {TITLES[format]}, or its columns differ from those of the other files"
        raise InputError(message, hint="check that all files are whole and alike") from None
    return Scan(paths, format, Table.of(first), lazy, lambda piece: piece)


def _text(paths: tuple[Path, ...], read: Mapping[str, object], *, is_own: bool) -> Scan:
    """Return CSV files as a table of texts; all have the same header, and are UTF-8."""
    null = nulls_of(read.get("null", ("",)))
    separator = read.get("separator")
    wanted = None if separator is None else require_separator(str(separator))
    sources = [_plain_utf8(path, read.get("encoding")) for path in paths]
    usual = "\t" if read.get("format") == "tsv" or sources[0].suffix in {".tsv", ".tab"} else ","
    for source in () if is_own else sources:
        require_plain_lines(source)
    for key, what in (("skip_end", "whose last rows are left out"), ("widths", "of fixed width")):
        if read.get(key):
            message = f"a file {what} cannot be read in pieces"
            raise InputError(message, hint="read it in memory (engine='memory'), or write it as Parquet")
    layouts = [lay_out(source, wanted, usual, top_of(read)) for source in sources]
    layout = layouts[0]
    for source, other in zip(sources, layouts, strict=True):
        if (other.names, other.separator) != (layout.names, layout.separator):
            message = f"{source.name} has another header or separator than {sources[0].name}"
            raise InputError(message, hint="all files of a table must have the same columns")
    clean = _Cleaner(sources, layouts, null)
    try:
        lazy = pl.concat(_lazy_text(source, one) for source, one in zip(sources, layouts, strict=True))
        first = clean(lazy.head(FIRST).collect())
    except (pl.exceptions.PolarsError, ValueError):
        message = f"cannot read {paths[0]} as CSV with the {len(layout.names)} columns of its header"
        raise InputError(message) from None
    written = written_of(read)
    for what, named in (("null", null.by_column), ("date_format", written.dates)):
        require_known(what, named, first.columns, first)
    notes = () if layout.separator == usual else (f"fields are separated by {title(layout.separator)}",)
    return Scan(paths, "csv", Table(first, textual=True, notes=notes, written=written), lazy, clean)


def _plain_utf8(path: Path, encoding: object) -> Source:
    """Return a text file that can be read in pieces.

    Raises:
        InputError: it is packed, or not UTF-8.
    """
    source = open_source(path) if path.suffix.lower() not in PACKED else None
    text = source if source is None else as_utf8(source, None if encoding is None else str(encoding))[0]
    if text is None or text.path is None:
        message = f"{path} is packed or not UTF-8, so it cannot be read in pieces"
        raise InputError(message, hint="unpack it and write it as UTF-8, or as Parquet")
    return text


def _lazy_text(source: Source, layout: Layout) -> pl.LazyFrame:
    lazy = pl.scan_csv(
        source.native, separator=layout.separator, infer_schema=False, skip_lines=layout.lead, glob=False,
        has_header=layout.is_named, null_values=None, empty_string_is_null=True,
    )  # fmt: skip
    return lazy.rename(dict(zip(lazy.collect_schema().names(), layout.names, strict=True)))


class _Cleaner:
    """Takes lines that are no rows out of a piece, and lets texts that mean missing be missing.

    A line without any value is no row, nor is one that repeats the header, as where a whole file is read.
    """

    def __init__(self, sources: Sequence[Source], layouts: Sequence[Layout], null: Nulls) -> None:
        """Take the files, and the texts that mean missing."""
        self.sources, self.layouts, self.null = sources, layouts, null

    def __call__(self, piece: pl.DataFrame) -> pl.DataFrame:
        """Return the rows of a piece.

        Raises:
            InputError: a line may or may not be a row.
        """
        blank = rows_where(piece, lambda _, cells: cells.is_null() | (is_empty(cells) & (cells != "")))
        self._refuse_end_marks(piece, blank)
        kept = np.ones(piece.height, np.bool_)
        kept[blank.to_numpy()] = False
        texts = list(self.null.everywhere)
        if "" not in texts:
            piece = piece.with_columns(pl.all().fill_null(""))
        piece = piece.with_columns(pl.when(pl.all().is_in(texts)).then(None).otherwise(pl.all()).name.keep())
        piece = without(piece, self.null)
        if piece.width > 1 and self.layouts[0].is_named:
            header = self.layouts[0].header
            again = rows_where(piece, lambda place, cells: cells == header[place])
            kept[again.to_numpy()] = False
            looks_so = piece.to_series().str.starts_with(COMMENT).any()
            for source, layout in zip(self.sources, self.layouts, strict=True) if looks_so else ():
                refuse_comments(piece, source, layout)
        return piece if kept.all() else piece.filter(pl.Series(kept))

    def _refuse_end_marks(self, piece: pl.DataFrame, blank: pl.Series) -> None:
        for cells in piece.iter_columns() if len(blank) else ():
            if cells.gather(blank).str.contains(END_MARK, literal=True).any():
                message = f"a line of {self.sources[0].name} holds nothing but the end mark 0x1A, and lines follow"
                raise InputError(message, hint="look whether what follows belongs to the table, and remove the mark")
