"""How large a packed file becomes, found out before it is read: a small one may unpack to more than a machine holds.

What an archive says of its members may be a lie, so they are unpacked once, a little at a time, and thrown away.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO

from shoal.errors import InputError

PIECE = 1 << 18
ZIP_MARK, GZIP_MARK = b"PK\x03\x04", b"\x1f\x8b"
HEAD = struct.Struct("<26xHH")
"""Of the header of a member: how long its name is, and what follows the name."""


def require_room(path: Path, most: int) -> None:
    """Refuse a workbook, or a file packed with gzip, that unpacks to more than `most` bytes.

    Raises:
        InputError: it does, or it cannot be unpacked.
    """
    with path.open("rb") as stream:
        mark = stream.read(4)
        stream.seek(0)
        if mark == ZIP_MARK:
            _require_members(stream, most)
        elif mark[:2] == GZIP_MARK:
            _inflate(stream, None, most, zlib.MAX_WBITS | 16)


def _require_members(stream: BinaryIO, most: int) -> None:
    try:
        members = zipfile.ZipFile(stream).infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise _damaged() from None
    if sum(member.file_size for member in members) > most:
        raise _too_large(most)
    for member in members:
        stream.seek(member.header_offset)
        head = stream.read(HEAD.size)
        if len(head) < HEAD.size:
            raise _damaged()
        stream.seek(sum(HEAD.unpack(head)), 1)
        if member.compress_type == zipfile.ZIP_DEFLATED:
            most -= _inflate(stream, member.compress_size, most, -zlib.MAX_WBITS)
        elif member.compress_type != zipfile.ZIP_STORED:
            raise _damaged()


def _inflate(stream: BinaryIO, packed: int | None, most: int, form: int) -> int:
    """Return how many bytes a stream unpacks to; gzip may have several parts after each other."""
    found, left, rest, part = 0, packed, b"", zlib.decompressobj(form)
    while True:
        piece = rest or stream.read(PIECE if left is None else min(PIECE, left))
        if not rest and left is not None:
            left -= len(piece)
        if not piece:
            return found
        try:
            found += len(part.decompress(piece, PIECE))
        except zlib.error:
            return found  # padding after the end; what is damaged, the reader explains
        if found > most:
            raise _too_large(most)
        rest = part.unconsumed_tail
        if part.eof:
            if packed is not None:
                return found
            rest, part = part.unused_data, zlib.decompressobj(form)


def _too_large(most: int) -> InputError:
    message = f"the file is packed, and unpacks to more than {most:,} bytes"
    return InputError(message, hint="give fewer rows, or a Parquet file")


def _damaged() -> InputError:
    message = "the file cannot be unpacked: it is another format, damaged or has a password"
    return InputError(message, hint="save it as .xlsx or .csv without a password")
