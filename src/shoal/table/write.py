"""Tables to files, whole or not at all."""

from __future__ import annotations

import errno
import gzip
import io
import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeGuard

import polars as pl
import polars.selectors as cs

from shoal.errors import OutputError
from shoal.table._empty import rows_where
from shoal.table._excel import require_writer, write_excel
from shoal.table.atomic import replacing
from shoal.table.format import NAMES, SUFFIXES, TITLES, Format, named_format, require_separator, suffix_of
from shoal.table.path import user_path
from shoal.table.text import ahead_form

CHUNK = 1 << 22
_ERROR_NUMBER = re.compile(r"os error (\d+)|\[Errno (\d+)\]")
_REASONS = {
    errno.ENOENT: ("its folder does not exist", "make the folder first"),
    errno.ENOTDIR: ("what should be its folder is a file", "check the path"),
    errno.EACCES: ("no permission to write there", "choose another folder"),
    errno.EPERM: ("no permission to write there", "choose another folder"),
    errno.EROFS: ("the disk is read-only", "choose another folder"),
    errno.ENOSPC: ("the disk is full", "make room, or choose another disk"),
    errno.EDQUOT: ("your share of the disk is used up", "make room, or choose another disk"),
    errno.EFBIG: ("the file would be larger than the system allows", "choose another disk, or write Parquet"),
    errno.EISDIR: ("it is a folder", "name a file in it"),
    errno.ENAMETOOLONG: ("the name is too long", "choose a shorter one"),
    errno.EPIPE: ("its reader has stopped", ""),
}


@dataclass(frozen=True, slots=True)
class _Form:
    """How a table is put into bytes."""

    format: Format
    separator: str = ","
    packed: bool = False


def write_table(
    frame: pl.DataFrame, target: str | Path | BinaryIO, *, format: str | None = None, separator: str = ","
) -> None:
    """Write the table; a file appears whole or, on any failure, stays as it was.

    Args:
        frame: the columns to write; values are never altered, also not those that a spreadsheet takes for formulas.
        target: the path of a file, "-" for standard output, or a binary stream.
        format: csv, tsv, parquet, arrow or excel; by default detected from the suffix, which may end in .gz for CSV.
        separator: what stands between the fields of a CSV file; a tab in a .tsv file.

    Raises:
        OutputError: the file cannot be written, or its suffix names no format that can.
    """
    if _is_stream(target):
        _write_stream(frame, target, "the stream", _form_of("", format, separator))
    elif target == "-":
        _write_stream(frame, sys.stdout.buffer, "standard output", _form_of("", format, separator))
    else:
        path = user_path(target, "the output", OutputError)
        _write_path(frame, path, _form_of(path, format, separator))


def write_pieces(pieces: Iterable[pl.DataFrame], path: Path, *, format: Format, separator: str = ",") -> None:
    """Write a table that comes piece by piece to a new file, as Parquet or CSV; a failure leaves part of it.

    Raises:
        OutputError: a column cannot be held by the format.
        OSError: the file cannot be written.
    """
    with path.open("wb") as stream:
        if format == "parquet":
            import pyarrow.parquet as pq

            with ExitStack() as stack:
                file = None
                for piece in pieces:
                    table = piece.to_arrow(compat_level=pl.CompatLevel.oldest())
                    file = file or stack.enter_context(pq.ParquetWriter(stream, table.schema, compression="zstd"))
                    file.write_table(table)
            return
        header = True
        for piece in pieces:
            write_rows(piece, stream, separator=separator, header=header)
            header = False


def write_rows(piece: pl.DataFrame, stream: BinaryIO, *, separator: str = ",", header: bool = True) -> None:
    """Write some rows as CSV.

    Raises:
        OutputError: a column cannot be held by the format.
    """
    _with_plain_rows(_as_text(piece)).write_csv(stream, separator=separator, include_header=header)


def format_of(target: str | Path | BinaryIO, format: str | None = None) -> Format:
    """Return the format that `write_table` writes to a target: CSV where neither its name nor the caller says.

    Raises:
        OutputError: the suffix names no format that can be written.
    """
    named = "" if target == "-" or _is_stream(target) else user_path(target, "the output", OutputError)
    return _form_of(named, format, ",").format


def text_form(target: str | Path, format: str | None, separator: str) -> tuple[str, bool]:
    """Return the separator of a text file that is written to a target, and whether it is packed.

    Raises:
        OutputError: the suffix names no format that can be written.
    """
    form = _form_of(user_path(target, "the output", OutputError), format, separator)
    return form.separator, form.packed


def put_file(source: Path, path: Path, *, packed: bool) -> None:
    """Copy a file to its place, where it appears whole or not at all; a device or a pipe is written to.

    Raises:
        OutputError: it cannot be written.
    """
    with explained(str(path)), source.open("rb") as stream, ExitStack() as stack:
        if _is_special(path):
            copy: BinaryIO = stack.enter_context(path.open("wb"))
        else:
            real = Path(os.path.realpath(path))
            _require_replaceable(real)
            copy = stack.enter_context(replacing(real))
        shutil.copyfileobj(stream, stack.enter_context(gzip.GzipFile("", "wb", 6, copy)) if packed else copy, CHUNK)


def second_place(path: str | Path) -> Path:
    """Return where the second table of a release goes: beside the first, with `-sensitive` added to its name."""
    first = user_path(path, "the output", OutputError)
    suffixes = "".join(first.suffixes)
    return first.with_name(first.name.removesuffix(suffixes) + "-sensitive" + suffixes)


def write_private(frame: pl.DataFrame, path: str | Path) -> None:
    """Write a CSV file that only its owner can read, from the first byte on; a symbolic link is not followed.

    Raises:
        OutputError: the file cannot be written, or the path is a link or something else that is no file.
    """
    path = require_private(path)
    with explained(str(path)), replacing(path, mode=0o600) as stream:
        _serialize(frame, stream, _Form("csv"))


def require_private(path: str | Path) -> Path:
    """Return the place of a private file, or refuse one that `write_private` could not write, before any work is done.

    Raises:
        OutputError: the path is a link or something else that is no file, or its folder is not there or closed.
    """
    path = user_path(path, "the private file", OutputError)
    with explained(str(path)):
        if path.is_symlink():
            message = f"{path} is a symbolic link, which a private file must not follow"
            raise OutputError(message, hint="name the file itself")
        _require_place(path)
    return path


def require_target(target: str | Path | BinaryIO, *, format: str | None = None) -> None:
    """Refuse, before any work is done, a target that `write_table` could not write.

    Raises:
        OutputError: the suffix names no format, the folder is not there or closed, or a library is not installed.
    """
    form = _form_of("" if target == "-" or _is_stream(target) else user_path(target), format, ",")
    if form.format == "excel":
        require_writer()
    if target == "-" or _is_stream(target):
        return
    path = user_path(target, "the output", OutputError)
    with explained(str(path)):
        if not _is_special(path):
            _require_place(Path(os.path.realpath(path)))


def _is_stream(target: object) -> TypeGuard[BinaryIO]:
    return hasattr(target, "write") and not isinstance(target, str | os.PathLike)


def _form_of(target: str | Path, format: str | None, separator: str) -> _Form:
    """Return the form that a name and the caller ask for."""
    separator = require_separator(separator)
    suffix = suffix_of(target)
    packed = Path(target).suffix.lower() == ".gz"
    if format is not None:
        kind = named_format(format)
    elif suffix in SUFFIXES and suffix != ".xlsm":
        kind = SUFFIXES[suffix]
    elif not suffix:
        kind = "csv"
    else:
        message = f"files that end in {suffix} cannot be written; formats are: {', '.join(NAMES)}"
        raise OutputError(message, hint="choose another suffix, e.g. .csv, or give the format")
    if packed and kind != "csv":
        message = f"{TITLES[kind]} files are packed already and cannot be written as .gz"
        raise OutputError(message, hint="leave .gz out")
    tabbed = format == "tsv" or (format is None and suffix in {".tsv", ".tab"})
    return _Form(kind, "\t" if tabbed and separator == "," else separator, packed)


def _write_path(frame: pl.DataFrame, path: Path, form: _Form) -> None:
    with explained(str(path)):
        if _is_special(path):
            with path.open("wb") as stream:
                _serialize(frame, stream, form)
            return
        real = Path(os.path.realpath(path))
        _require_replaceable(real)
        with replacing(real) as stream:
            _serialize(frame, stream, form)


def _write_stream(frame: pl.DataFrame, stream: BinaryIO, name: str, form: _Form) -> None:
    with explained(name):
        _serialize(frame, stream, form)
        stream.flush()


def _is_special(path: Path) -> bool:
    """Return whether the path is a device or a pipe, which is written to and not replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _require_place(path: Path) -> None:
    """Refuse what cannot be replaced, and a folder that is not there or closed."""
    _require_replaceable(path)
    if not stat.S_ISDIR(path.parent.stat().st_mode):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _require_replaceable(path: Path) -> None:
    """Refuse a folder, a device, and a file that is protected from writing."""
    if not path.exists():
        return
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not path.is_file():
        message = f"{path} is not a regular file"
        raise OutputError(message, hint="name a file")
    if not os.access(path, os.W_OK):
        message = f"{path} is protected from writing"
        raise OutputError(message, hint="choose another name, or lift the protection")


@contextmanager
def explained(name: str) -> Iterator[None]:
    """Turn the errors of the system and of polars, which may hold cell values, into one that says what to do."""
    try:
        yield
    except (OSError, ValueError, pl.exceptions.PolarsError) as error:
        number = getattr(error, "errno", None) or _number_in(str(error))
        if number is None:
            message, hint = f"the table cannot be written to {name}", ""
        else:
            reason, hint = _REASONS.get(number, (os.strerror(number), ""))
            message = f"cannot write {name}: {reason}"
        raise OutputError(message, hint=hint) from None


def _number_in(text: str) -> int | None:
    """Return the number of the system's error that a library only tells in words."""
    found = _ERROR_NUMBER.search(text)
    return int(found[1] or found[2]) if found else None


def _serialize(frame: pl.DataFrame, stream: BinaryIO, form: _Form) -> None:
    writers: dict[Format, Callable[[], object]] = {
        "csv": lambda: _with_plain_rows(_as_text(frame)).write_csv(
            stream,
            separator=form.separator,
            compression="gzip" if form.packed else "uncompressed",
            check_extension=False,
        ),
        "parquet": lambda: frame.write_parquet(stream),
        "arrow": lambda: frame.write_ipc(stream),
        "excel": lambda: stream.write(write_excel(_as_text(frame))),
    }
    writers[form.format]()


def _with_plain_rows(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the frame with an empty text in rows without any value, which is written as a pair of quotes.

    They would be lines of separators only, and those who read the file could not distinguish them from lines that are
    no rows.
    """
    empty = rows_where(frame, lambda _, cells: cells.is_null())
    if not len(empty):
        return frame
    texts = frame.select(cs.string()).columns
    column = frame.get_column(texts[0]) if texts else _written(frame.to_series())
    return frame.with_columns(column.scatter(empty, ""))


def _written(series: pl.Series) -> pl.Series:
    """Return a column as the text that a CSV file would have."""
    rows = io.BytesIO()
    pl.DataFrame([series, pl.Series("end", [0], pl.Int8).new_from_index(0, len(series))]).write_csv(rows)
    return pl.read_csv(rows.getvalue(), infer_schema=False).to_series().alias(series.name)


def _as_text(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the frame with the types that CSV or Excel lack as ISO text: times of day, durations, zoned moments."""
    nested = frame.select(cs.nested() | cs.binary() | cs.object()).columns
    if nested:
        message = f"column {nested[0]!r} holds lists, records or bytes, which neither CSV nor Excel can hold"
        raise OutputError(message, hint="write Parquet instead")
    zoned = cs.datetime(time_zone="*")
    if not frame.select(cs.time() | cs.duration() | zoned).width:
        return frame
    return frame.with_columns(
        cs.time().dt.to_string("%H:%M:%S%.f"),
        cs.duration().dt.to_string("iso"),
        *(
            moments.dt.strftime(f"%Y-%m-%dT%H:%M:%S%.f{ahead_form(moments)}")
            for moments in frame.select(zoned).get_columns()
        ),
    )
