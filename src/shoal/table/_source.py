"""Where a table is read from: a file, standard input or a stream."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from shoal.errors import InputError
from shoal.table._packed import MARK_SIZE, unpacked_bytes
from shoal.table.format import suffix_of
from shoal.table.path import user_path

_STDIN = "standard input"


@dataclass(frozen=True, slots=True)
class Source:
    """Bytes to read a table from: those of the file at `path`, or `data`.

    `name` is what messages call it; `suffix` is the end of its name, in lower case, without .gz and the like.
    """

    name: str
    path: Path | None = None
    data: bytes = b""
    suffix: str = ""

    @property
    def native(self) -> str | bytes:
        """Return what polars reads: the path where there is one, which it reads fastest, else the bytes."""
        return self.data if self.path is None else str(self.path)

    def open(self) -> BinaryIO:
        """Return a new stream over the bytes."""
        return io.BytesIO(self.data) if self.path is None else self.path.open("rb")

    def head(self, size: int) -> bytes:
        """Return the first `size` bytes, or all where there are fewer."""
        if self.path is None:
            return self.data[:size]
        with self.path.open("rb") as stream:
            return stream.read(size)

    def tail(self, size: int) -> bytes:
        """Return the last `size` bytes, or all where there are fewer."""
        if self.path is None:
            return self.data[-size:]
        with self.path.open("rb") as stream:
            length = stream.seek(0, os.SEEK_END)
            stream.seek(max(0, length - size))
            return stream.read()

    def holding(self, data: bytes) -> Source:
        """Return a source of the same name with other bytes."""
        return replace(self, path=None, data=data)


def open_source(source: str | PathLike[str] | BinaryIO) -> Source:
    """Return the source that a caller names: a path, "-" for standard input, or a binary stream.

    What packs it, gzip, zip or zstd, is undone.

    Raises:
        InputError: there is no such file, or it cannot be read.
    """
    if source == "-":
        found = _from_stream(sys.stdin.buffer, _STDIN)
    elif isinstance(source, str | PathLike) or not hasattr(source, "read"):
        found = _from_path(user_path(source, "the table", InputError))
    else:
        found = _from_stream(source, "the stream")
    return unpacked(found)


def _from_stream(stream: BinaryIO, name: str) -> Source:
    try:
        data: object = stream.read()
    except OSError as error:
        message = f"cannot read {name}: {error.strerror}"
        raise InputError(message) from None
    if not isinstance(data, bytes):
        message = f"cannot read {name}: it gives text, not bytes"
        raise InputError(message, hint='open it in binary mode, "rb"')
    return Source(name, data=data)


def _from_path(path: Path) -> Source:
    name = str(path)
    try:
        if path.is_file() and _is_plain(name):
            with path.open("rb"):  # only to see that it can be read
                return Source(name, path, suffix=suffix_of(path))
        return Source(name, data=path.read_bytes(), suffix=suffix_of(path))
    except FileNotFoundError:
        message, hint = f"there is no file {name}", "check the name and the folder"
    except IsADirectoryError:
        message, hint = f"{name} is a folder, not a file", "name one file in it"
    except PermissionError:
        message, hint = f"no permission to read {name}", "ask its owner, or copy it to where you may read it"
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else "it is not a file name"
        message, hint = f"cannot read {name!r}: {reason}", ""
    raise InputError(message, hint=hint)


def _is_plain(name: str) -> bool:
    """Return whether the name can be handed to polars, which wants Unicode."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def unpacked(source: Source) -> Source:
    """Return a source whose packing, if it has any, is undone; a workbook is no packing.

    Raises:
        InputError: it is damaged, or holds several files.
    """
    found = unpacked_bytes(source.head(MARK_SIZE), source.suffix, source.name, source.open)
    return source if found is None else replace(source.holding(found.data), suffix=found.suffix or source.suffix)
