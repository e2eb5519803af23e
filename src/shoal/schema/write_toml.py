"""Write TOML: text, numbers, truth values, lists and tables, with the order of all keys kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from numbers import Integral, Real

from shoal.errors import SchemaError

WIDTH = 100
"""Lists that would be longer take a line per item."""

HEADERS = 2
"""Tables up to this depth always have a header; deeper ones are written in one line where they are short."""

ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def dumps(document: Mapping[str, object]) -> str:
    """Return a document as TOML text that `tomllib` reads back equal, keys in the same order.

    Raises:
        SchemaError: it holds something that TOML has no form for, such as None.
    """
    lines: list[str] = []
    _write_table(document, (), lines)
    return "\n".join(lines[1:]) + "\n"


def _write_table(table: Mapping[str, object], path: tuple[str, ...], lines: list[str]) -> None:
    """Add a table to the lines: first what needs no header of its own, then the tables below.

    A table that comes before a plain entry is written in one line, so that no key changes its place. A list of tables
    has a header for each of them at the top of a document, and is written in one line elsewhere.
    """
    entries = list(table.items())
    flat = [i for i, (_, value) in enumerate(entries) if not isinstance(value, Mapping) and (path or not _rows(value))]
    below = 1 + max(flat, default=-1)
    while below < len(entries) and len(path) + 1 > HEADERS and _is_short(entries[below][1]):
        below += 1
    if below or not entries:
        lines.extend(("", f"[{'.'.join(map(_key, path))}]") if path else ("",))
        lines.extend(f"{_key(name)} = {_value(value)}" for name, value in entries[:below])
    for name, value in entries[below:]:
        if isinstance(value, Mapping):
            _write_table(value, (*path, name), lines)
        for row in _rows(value):
            lines.extend(("", f"[[{_key(name)}]]"))
            lines.extend(f"{_key(inner)} = {_value(cell)}" for inner, cell in row.items())


def _rows(value: object) -> list[Mapping[str, object]]:
    """Return the tables of a list that holds nothing else; nothing for any other value."""
    if not isinstance(value, list | tuple) or not all(isinstance(row, Mapping) for row in value):
        return []
    return list(value)


def _is_short(value: object) -> bool:
    """Return whether a table holds no tables and fits in a line."""
    nested = isinstance(value, Mapping) and any(isinstance(inner, Mapping) for inner in value.values())
    return not nested and len(_value(value)) <= WIDTH


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)


def _text(text: str) -> str:
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        message = "a setting holds text that is no valid Unicode"
        raise SchemaError(message)
    return f'"{"".join(ESCAPES.get(sign) or _sign(sign) for sign in text)}"'


def _sign(sign: str) -> str:
    return sign if sign >= " " and sign != "\x7f" else f"\\u{ord(sign):04x}"


def _value(value: object) -> str:
    """Return a value in TOML; tables and lists in one line, long lists with a line per item."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real):
        return str(float(value))
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(name)} = {_value(inner)}" for name, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        return _list([_value(item) for item in value])
    message = f"a {type(value).__name__} cannot be written to a settings file"
    raise SchemaError(message, hint="give text, numbers, lists or mappings")


def _list(items: Sequence[str]) -> str:
    line = f"[{', '.join(items)}]"
    if len(line) <= WIDTH:
        return line
    return "[\n" + "".join(f"    {item},\n" for item in items) + "]"
