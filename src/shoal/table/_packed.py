"""Files that are packed with gzip, zip or zstd."""

from __future__ import annotations

import gzip
import zipfile
import zlib
from collections.abc import Callable
from typing import BinaryIO, NamedTuple

from shoal.errors import InputError
from shoal.table.format import SUFFIXES, suffix_of

GZIP, ZIP, ZSTD = b"\x1f\x8b", b"PK\x03\x04", b"\x28\xb5\x2f\xfd"
MARK_SIZE = 4
WORKBOOK = "xl/"
"""A zip file with such names in it is a workbook of Excel."""


class Unpacked(NamedTuple):
    """What was in a packed file; `suffix` is that of its name there, if it has one."""

    data: bytes
    suffix: str = ""


def unpacked_bytes(head: bytes, suffix: str, name: str, open_it: Callable[[], BinaryIO]) -> Unpacked | None:
    """Return what is in a packed file; None where it is not packed.

    Raises:
        InputError: it is damaged, or holds several files.
    """
    try:
        with open_it() as stream:
            if head.startswith(GZIP):
                with gzip.open(stream) as packed:
                    return Unpacked(packed.read())
            if head.startswith(ZSTD):
                return Unpacked(_zstd(stream))
            if head.startswith(ZIP) and SUFFIXES.get(suffix, "csv") == "csv":
                return _only_file(stream, name)
    except (EOFError, gzip.BadGzipFile, zlib.error, zipfile.BadZipFile, OSError):
        kind = "gzip" if head.startswith(GZIP) else "zstd" if head.startswith(ZSTD) else "zip"
        message = f"cannot read {name}: its {kind} packing is damaged or cut short"
        raise InputError(message, hint="fetch or copy the file again") from None
    return None


def _zstd(stream: BinaryIO) -> bytes:
    import pyarrow as pa

    with pa.CompressedInputStream(stream, "zstd") as packed:
        return bytes(packed.read())


def _only_file(stream: BinaryIO, name: str) -> Unpacked | None:
    """Return the one file in a zip file; None for a workbook."""
    with zipfile.ZipFile(stream) as packed:
        names = [one for one in packed.namelist() if not one.endswith("/") and not one.startswith("__MACOSX/")]
        if any(one.startswith(WORKBOOK) for one in names):
            return None
        if len(names) != 1:
            message = f"{name} is a zip file with {len(names)} files in it, and a table is one of them"
            raise InputError(message, hint="unpack it and name the file")
        if packed.getinfo(names[0]).flag_bits & 1:
            message = f"{name} is a zip file with a password"
            raise InputError(message, hint="unpack it first")
        return Unpacked(packed.read(names[0]), suffix_of(names[0]))
