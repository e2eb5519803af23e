"""The SHA-256 of a release: of the file that was written, or of the table as CSV."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path
from typing import BinaryIO, cast

import polars as pl

from shoal.errors import InputError, OutputError
from shoal.table.path import user_path
from shoal.table.write import write_rows, write_table

BLOCK = 1 << 20
PIECE = 1 << 18
"""Rows that are hashed at a time."""


def sha256_of_file(path: str | Path) -> str:
    """Return the SHA-256 of the bytes of a file.

    Raises:
        InputError: it cannot be read.
    """
    found = hashlib.sha256()
    try:
        with user_path(path, "the file", InputError).open("rb") as stream:
            while block := stream.read(BLOCK):
                found.update(block)
    except OSError as error:
        message = f"cannot read {path}: {error.strerror}"
        raise InputError(message) from None
    return found.hexdigest()


def sha256_of_table(data: pl.DataFrame) -> str:
    """Return the SHA-256 of a table as `Release.save` writes it to a CSV file: with commas, in UTF-8."""
    sink = _Hashing()
    write_table(data, cast("BinaryIO", sink), format="csv")  # all that is done with it is to write
    return sink.found.hexdigest()


def sha256_of_pieces(frame: object) -> str | None:
    """Return what `sha256_of_table` does for a table that is read in pieces; None where that cannot be done."""
    if not isinstance(frame, pl.LazyFrame):
        return None
    sink = _Hashing()
    header = True
    try:
        for piece in frame.collect_batches(chunk_size=PIECE, maintain_order=True):
            write_rows(piece, cast("BinaryIO", sink), header=header)  # all that is done with it is to write
            header = False
    except OutputError:
        return None
    return sink.found.hexdigest()


class _Hashing(io.RawIOBase):
    """A stream that keeps nothing of what it is given but its SHA-256."""

    def __init__(self) -> None:
        super().__init__()
        self.found = hashlib.sha256()

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        block = memoryview(data)  # type: ignore[arg-type]  # bytes, or what has their buffer
        self.found.update(block)
        return block.nbytes
