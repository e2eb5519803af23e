"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.errors import SettingError

if TYPE_CHECKING:
    from shoal.table.frame import Table

QUASI_HELP = "Columns that others may know: a,b,c, or one per option. Quote a name that holds a comma: '\"a,b\",c'."
_PAIR = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^="][^=]*?))\s*=(.*)', re.DOTALL)

Source = Annotated[str, typer.Argument(metavar="IN", help="The table to read: CSV, Parquet, Arrow, Excel; - is stdin.")]
Quasi = Annotated[list[str] | None, typer.Option("--quasi", metavar="COLUMNS", help=QUASI_HELP)]
Sensitive = Annotated[
    list[str] | None, typer.Option("--sensitive", metavar="COLUMNS", help="Columns to keep and to guard.")
]
Keep = Annotated[
    list[str] | None, typer.Option("--keep", metavar="COLUMNS", help="Columns to release as they are; else left out.")
]
KeepOthers = Annotated[
    bool | None, typer.Option("--keep-others", help="Release all columns that are named nowhere as they are.")
]
Person = Annotated[
    str | None, typer.Option("--person", metavar="COLUMN", help="Whose row it is: groups hold k people, not k rows.")
]
PersonShare = Annotated[
    float | None,
    typer.Option("--person-share", metavar="SHARE", help="The greatest share of a group's rows that one person has."),
]
Separator = Annotated[
    str | None, typer.Option("--separator", metavar="MARK", help="What parts the cells of a text file; else detected.")
]
Encoding = Annotated[
    str | None, typer.Option("--encoding", metavar="NAME", help="Encoding of a text file; else detected.")
]
Null = Annotated[
    list[str] | None,
    typer.Option("--null", metavar="TEXT", help="Text that means missing; may be repeated; else the empty cell."),
]
Sheet = Annotated[str | None, typer.Option("--sheet", metavar="NAME", help="Sheet of an Excel file; else the first.")]
Format = Annotated[
    str | None,
    typer.Option("--format", metavar="NAME", help="csv, tsv, parquet, arrow or excel; else told by the file."),
]
Folder = Annotated[
    str | None, typer.Option("--hierarchies", metavar="DIR", help="Folder with a hierarchy <column>.csv each.")
]
TreeFiles = Annotated[
    list[str] | None, typer.Option("--hierarchy", metavar="COLUMN=FILE", help="Hierarchy of one column; repeat.")
]
Kinds = Annotated[
    list[str] | None,
    typer.Option("--kind", metavar="COLUMN=KIND", help="numeric, categorical or date; else inferred; repeat."),
]
Weights = Annotated[
    list[str] | None, typer.Option("--weight", metavar="COLUMN=W", help="What the column counts, 1 by default.")
]
Loss = Annotated[
    str | None, typer.Option("--loss", metavar="NAME", help="ncp, height, lm or order; else that of the method.")
]
Suppress = Annotated[
    float | None, typer.Option("--suppress", metavar="SHARE", help="Share of rows that may be dropped, e.g. 0.01.")
]
Missing = Annotated[
    str | None, typer.Option("--missing", metavar="NAME", help="value (default): a value of its own; or error.")
]
RunSchema = Annotated[
    str | None,
    typer.Option("--schema", metavar="FILE", help="The shoal.toml of the run; options here win over it."),
]
Original = Annotated[str, typer.Argument(metavar="ORIGINAL", help="The table that was released; - is stdin.")]
Released = Annotated[str, typer.Argument(metavar="RELEASED", help="Its release, whoever made it.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Say nothing but warnings and errors.")]
NoProgress = Annotated[bool, typer.Option("--quiet", help="Show no progress.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")]


def reading(
    separator: str | None, encoding: str | None, null: list[str] | None, sheet: str | None, form: str | None
) -> dict[str, Any]:  # Any: keywords of `read_table`, which checks them
    """Return the keywords of `read_table` that the options ask for; a tab may be spelt out."""
    mark = "\t" if separator in ("\\t", "tab") else separator
    asked = {"separator": mark, "encoding": encoding, "null": null, "sheet": sheet, "format": form}
    return {name: value for name, value in asked.items() if value}


def read(source: str, keywords: Mapping[str, Any]) -> Table:
    """Return the table in the file `source`, or on stdin where that is `-`."""
    from shoal.table.files import read_table

    return read_table(source, **keywords)


def columns(values: Sequence[str] | None, option: str) -> tuple[str, ...]:
    r"""Return the column names in the values of a repeatable option, each value one line of CSV.

    Example:
        >>> columns(["age, zip", '"a,b",c'], "--quasi")
        ('age', 'zip', 'a,b', 'c')
    """
    names: list[str] = []
    for value in values or ():
        names.extend(cells(value, option))
    if "" in names or (values and not names):
        message = f"{option} holds an empty column name"
        raise SettingError(message, hint=f"write {option} a,b,c")
    return tuple(names)


def cells(text: str, option: str) -> list[str]:
    """Return the cells in one line of CSV, without blanks around them.

    Raises:
        SettingError: it is no such line; the message does not repeat it.
    """
    try:
        return [cell.strip() for line in csv.reader([text], skipinitialspace=True) for cell in line]
    except csv.Error:
        message = f"{option} holds a line break outside of quotes, or more text than can be meant"
        raise SettingError(
            message, hint=f"write {option} a,b,c, and quote what holds a comma or a line break"
        ) from None


def pairs(values: Sequence[str] | None, option: str) -> dict[str, str]:
    """Return what a repeatable option of the form `name=value` gives for each name.

    Example:
        >>> pairs(["age=2", '"a=b"=3'], "--weight")
        {'age': '2', 'a=b': '3'}
    """
    found: dict[str, str] = {}
    for value in values or ():
        match = _PAIR.fullmatch(value)
        if match is None or not match[3].strip():
            message = f"{option} takes name=value, got {short(value)}"
            raise SettingError(message, hint=f"write {option} NAME=VALUE, once for each name")
        name = match[1].replace('""', '"') if match[1] is not None else match[2]
        if name in found:
            message = f"{option} is given twice for {short(name)}"
            raise SettingError(message)
        found[name] = match[3].strip()
    return found


def weights(values: Sequence[str] | None) -> dict[str, float]:
    """Return the weight that `--weight` gives to each column."""
    found: dict[str, float] = {}
    for name, text in pairs(values, "--weight").items():
        number = plain(text)
        if isinstance(number, str | bool):
            message = f"--weight for {short(name)} is {short(text)}; it takes a number, 0 or more"
            raise SettingError(message)
        found[name] = number
    return found


def short(text: str) -> str:
    """Return a text as a message shows it."""
    from shoal.checks import shown

    return shown(text)


def plain(text: str) -> int | float | bool | str:
    """Return the whole number, number or truth value that a text stands for, or else the text.

    Example:
        >>> plain("15"), plain("1e-3"), plain("true"), plain("best")
        (15, 0.001, True, 'best')
    """
    for form in (int, float):
        try:
            return form(text)
        except ValueError:
            continue
    return {"true": True, "false": False}.get(text.lower(), text)
