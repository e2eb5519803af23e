"""The lines of a text file: where they end, and what is none of its text."""

from __future__ import annotations

import re

import numpy as np

from shoal.arrays import Flags
from shoal.errors import InputError
from shoal.table._source import Source
from shoal.table._text import refuse_binary

_CHUNK = 1 << 22
_TAIL = 1 << 16
_END_MARK = re.compile(rb"\x1a+\Z|(?<=[\r\n])\x1a+[\r\n]+\Z|\A\x1a+[\r\n]*\Z")
_FEED, _RETURN, _QUOTE = b'\n\r"'


def with_plain_lines(source: Source) -> tuple[Source, tuple[str, ...]]:
    """Return a UTF-8 source with lines that end in a newline and no end mark of DOS, and a note on what was left out.

    Raises:
        InputError: there is a NUL byte, or a carriage return outside quotes that may or may not end a line.
    """
    has_lone_return = _survey(source)
    source, notes = _without_end_mark(source)
    return (_with_one_line_end(source) if has_lone_return else source), notes


def require_plain_lines(source: Source) -> None:
    """Refuse a UTF-8 source whose lines only `with_plain_lines` can tell, which takes all of it into memory.

    Raises:
        InputError: there is a NUL byte, a carriage return without a newline after it, or an end mark of DOS.
    """
    what = "carriage returns" if _survey(source) else "an end mark" if _END_MARK.search(source.tail(_TAIL)) else ""
    if what:
        message = f"{source.name} has {what} where lines do not end, so it cannot be read in pieces"
        raise InputError(message, hint="end every line with a newline, or write the table as Parquet")


def _survey(source: Source) -> bool:
    """Return whether there is a carriage return without a newline after it; refuse a NUL byte."""
    lone, start, last = 0, 0, b""
    with source.open() as stream:
        while chunk := stream.read(_CHUNK):
            nul = chunk.find(b"\0")
            if nul >= 0:
                line = source.head(start + nul).count(b"\n") + 1
                raise refuse_binary(source, f": line {line} holds a NUL byte")
            returns = chunk.count(b"\r")
            if returns:
                lone += returns - chunk.count(b"\r\n")
            lone -= last == b"\r" and chunk[:1] == b"\n"
            start, last = start + len(chunk), chunk[-1:]
    return lone > 0


def _without_end_mark(source: Source) -> tuple[Source, tuple[str, ...]]:
    found = _END_MARK.search(source.tail(_TAIL))
    if found is None:
        return source, ()
    with source.open() as stream:
        data = stream.read()
    return source.holding(data[: len(data) - len(found[0])]), ("left out the end mark 0x1A",)


def _with_one_line_end(source: Source) -> Source:
    """Return the source with a newline at the end of every line; quoted fields stay as they are.

    Raises:
        InputError: lines end in newlines, and a carriage return stands elsewhere than before one.
    """
    with source.open() as stream:
        data = np.frombuffer(stream.read(), np.uint8)
    quoted = (np.cumsum(data == _QUOTE, dtype=np.uint8) % 2).astype(np.bool_)  # wraps around, which keeps odd odd
    returns = (data == _RETURN) & ~quoted
    feeds = (data == _FEED) & ~quoted
    if not feeds.any():  # as Macintosh programs once wrote
        return source.holding(np.where(returns, np.uint8(_FEED), data).tobytes())
    needless = _before_line_end(returns, feeds)
    unclear = np.flatnonzero(returns & ~needless)
    if len(unclear):
        line = int(np.count_nonzero(data[: unclear[0]] == _FEED)) + 1
        message = f"line {line} of {source.name} has a carriage return in its middle, outside double quotes"
        raise InputError(message, hint="end every line in the same way, or put the field in double quotes")
    return source.holding(data[~needless].tobytes())


def _before_line_end(returns: Flags, feeds: Flags) -> Flags:
    """Return which carriage returns have nothing but others between them and the end of their line."""
    places = np.flatnonzero(returns)
    last = np.flatnonzero(np.diff(places, append=-1) != 1)  # the last of each run of carriage returns
    after = places[last] + 1
    ends_line = np.append(feeds, True)[after]
    found = np.zeros(len(returns), np.bool_)
    found[places] = np.repeat(ends_line, np.diff(last, prepend=-1))
    return found
