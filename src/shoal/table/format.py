"""Which format a file has, by its name or by its first bytes."""

from __future__ import annotations

from pathlib import PurePath
from typing import Final, Literal, TypeAlias

from shoal.checks import Text
from shoal.errors import SettingError

Format: TypeAlias = Literal["csv", "parquet", "arrow", "excel"]
FormatName: TypeAlias = Literal["csv", "tsv", "parquet", "arrow", "feather", "excel", "xlsx"]

# The names that a caller may give, and what they mean; the type above lists them for type checkers.
NAMES: Final[dict[str, Format]] = {
    "csv": "csv",
    "tsv": "csv",
    "parquet": "parquet",
    "arrow": "arrow",
    "feather": "arrow",
    "excel": "excel",
    "xlsx": "excel",
}
SUFFIXES: Final[dict[str, Format]] = {
    ".csv": "csv",
    ".tsv": "csv",
    ".tab": "csv",
    ".txt": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
    ".xlsx": "excel",
    ".xlsm": "excel",
}
TITLES: Final[dict[Format, str]] = {"csv": "CSV", "parquet": "Parquet", "arrow": "Arrow", "excel": "Excel"}

PACKED: Final = (".gz", ".zip", ".zst")
"""The ends of names of packed files."""

STREAM_MARK: Final = b"\xff\xff\xff\xff"
_MARKS: Final[dict[bytes, Format]] = {
    b"PAR1": "parquet",
    b"ARROW1": "arrow",
    STREAM_MARK: "arrow",
    b"PK\x03\x04": "excel",
}


def named_format(name: str) -> Format:
    """Return the format that a caller means, e.g. csv for "tsv"."""
    name = Text("the name of a format").take("format", name)
    try:
        return NAMES[name.lower().removeprefix(".")]
    except KeyError:
        message = f"there is no format {name!r}; formats are: {', '.join(NAMES)}"
        raise SettingError(message) from None


def suffix_of(name: str | PurePath) -> str:
    """Return the suffix of a file name in lower case, without a .gz at its end: ".csv" for "Patients.CSV.gz"."""
    path = PurePath(name)
    if path.suffix.lower() in PACKED:
        path = path.with_suffix("")
    return path.suffix.lower()


def marked_format(head: bytes) -> Format | None:
    """Return the format whose mark the first bytes bear, if any."""
    return next((format for mark, format in _MARKS.items() if head.startswith(mark)), None)


def require_separator(separator: str) -> str:
    """Return the separator as one character; the ways to type a tab on a command line mean the tab."""
    separator = Text("one character", least=0).take("separator", separator)
    separator = {"tab": "\t", "\\t": "\t"}.get(separator, separator)
    if len(separator) != 1 or not separator.isascii() or separator in '"\r\n\0':
        message = f"the separator {separator!r} is not one ASCII character other than a quote or the end of a line"
        raise SettingError(message, hint="usual separators are , ; | and tab")
    return separator
