"""How the bytes of a text file become characters."""

from __future__ import annotations

import codecs
import io
import re
from typing import BinaryIO

from shoal.errors import InputError
from shoal.table._source import Source
from shoal.table.format import TITLES, marked_format

# The longer marks first: that of UTF-32 begins like that of UTF-16.
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_FALLBACK = "cp1252"
_FALLBACK_NOTE = "read as windows-1252: the file is not UTF-8"
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f]")
_HEAD = 1 << 16
_LONGEST_LINE = 1 << 24
_CHUNK = 1 << 22


def as_utf8(source: Source, encoding: str | None) -> tuple[Source, tuple[str, ...]]:
    """Return the source in UTF-8, and a note where its encoding was guessed.

    Only the first bytes of a file are looked at: one that turns out later not to be UTF-8 goes to `as_fallback`.

    Raises:
        InputError: the encoding is unknown or does not fit, or the bytes are no text.
    """
    head = source.head(_HEAD)
    if encoding is not None:
        name = _known(encoding)
        return (source, ()) if name in {"utf-8", "utf-8-sig"} else (_recode(source, name), ())
    marked = next((name for mark, name in _MARKS.items() if head.startswith(mark)), None)
    if marked is not None:
        return _recode(source, marked), ()
    if _is_utf8(io.BytesIO(head), whole=len(head) < _HEAD):
        return source, ()
    return as_fallback(source)


def as_fallback(source: Source) -> tuple[Source, tuple[str, ...]]:
    """Return the source in UTF-8, taken for Windows-1252, and the note that says so."""
    if _CONTROLS.search(source.head(_HEAD)):
        raise refuse_binary(source)
    try:
        return _recode(source, _FALLBACK), (_FALLBACK_NOTE,)
    except InputError:
        message = f"{source.name} is neither UTF-8 nor Windows-1252 text"
        raise InputError(message, hint="give its encoding, e.g. iso-8859-2 or shift-jis") from None


def is_utf8(source: Source) -> bool:
    """Return whether all the bytes are UTF-8."""
    with source.open() as stream:
        return _is_utf8(stream, whole=True)


def head_of(source: Source) -> tuple[str, bool]:
    """Return the first lines of a UTF-8 source, at least one whole line, and whether that is all of it.

    Raises:
        InputError: there is nothing in it.
    """
    size = _HEAD
    head = source.head(size)
    while b"\n" not in head and len(head) == size and size < _LONGEST_LINE:
        size *= 4
        head = source.head(size)
    text = codecs.getincrementaldecoder("utf-8-sig")("replace").decode(head, final=len(head) < size)
    if not text.strip():
        message = f"{source.name} is empty"
        raise InputError(message)
    return text, len(head) < size


def refuse_binary(source: Source, why: str = "") -> InputError:
    """Return the error for bytes that are no text, with a hint on what they look like."""
    message = f"{source.name} is not a text file, so it cannot be read as CSV{why}"
    head = source.head(_HEAD)
    marked = marked_format(head)
    if marked is not None:
        return InputError(message, hint=f"it looks like {TITLES[marked]}: give that as its format")
    if head[1::2].count(0) > len(head) // 4:
        return InputError(message, hint="it looks like UTF-16 without a mark: give the encoding utf-16-le")
    return InputError(message, hint="save it as CSV, Parquet or xlsx first")


def _known(encoding: str) -> str:
    try:
        io.TextIOWrapper(io.BytesIO(), encoding)  # refuses codecs that are not for text
        return codecs.lookup(encoding).name
    except (LookupError, ValueError):
        message = f"there is no encoding {encoding!r}"
        raise InputError(message, hint="usual encodings are utf-8, utf-16, windows-1252 and latin-1") from None


def _is_utf8(stream: BinaryIO, *, whole: bool) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while chunk := stream.read(_CHUNK):
            decoder.decode(chunk)
        decoder.decode(b"", final=whole)
    except UnicodeDecodeError:
        return False
    return True


def _recode(source: Source, encoding: str) -> Source:
    decoder = codecs.getincrementaldecoder(encoding)()
    target = io.BytesIO()
    try:
        with source.open() as stream:
            while chunk := stream.read(_CHUNK):
                target.write(decoder.decode(chunk).encode())
        target.write(decoder.decode(b"", final=True).encode())
    except UnicodeError:
        # No cause: the error of the codec holds the bytes.
        message = f"{source.name} holds bytes that do not fit the encoding {encoding}"
        raise InputError(message, hint="leave the encoding out to have it detected, or give another") from None
    return source.holding(target.getvalue())
