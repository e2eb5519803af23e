"""Which format a file has that was given to the server: as it is said, by its name, or by its first bytes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from shoal.table.format import SUFFIXES, Format, marked_format, named_format, suffix_of


def format_seen(file: Path, read: Mapping[str, object]) -> Format:
    """Return the format that a file is read as.

    Raises:
        SettingError: one is said that is not known.
    """
    if "format" in read:
        return named_format(str(read["format"]))
    with file.open("rb") as stream:
        head = stream.read(8)
    return SUFFIXES.get(suffix_of(file)) or marked_format(head) or "csv"
