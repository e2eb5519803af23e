"""Text files of fixed width: every column has its place in the line, and nothing stands between them."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from itertools import accumulate, pairwise

from shoal.errors import InputError
from shoal.table._empty import BLANKS
from shoal.table._source import Source
from shoal.table._text import as_utf8


def as_separated(source: Source, widths: Sequence[int], encoding: str | None) -> tuple[Source, tuple[str, ...]]:
    """Return a file of fixed width as CSV in UTF-8, and a note where its encoding was guessed.

    Raises:
        InputError: a line goes on after the last column.
    """
    text, notes = as_utf8(source, encoding)
    ends = [0, *accumulate(widths)]
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    with text.open() as stream, io.TextIOWrapper(stream, "utf-8-sig") as lines:
        for number, line in enumerate(lines, 1):
            bare = line.rstrip("\r\n\x1a")
            if bare[ends[-1] :].strip(BLANKS):
                message = f"line {number} of {source.name} goes on after the {ends[-1]} characters of its columns"
                raise InputError(message, hint="give the widths of all columns, blanks between them included")
            writer.writerow([bare[start:end].strip(BLANKS) for start, end in pairwise(ends)])
    return source.holding(target.getvalue().encode()), notes
