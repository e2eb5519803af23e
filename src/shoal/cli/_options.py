"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from shoal.cli._gather import Gather, gathered
from shoal.cli._places import files_in
from shoal.errors import SettingError

if TYPE_CHECKING:
    from shoal.engines.choose import Where
    from shoal.request.request import Request
    from shoal.table.frame import Table

One: TypeAlias = str | None
"""What an option holds that is given once, or not at all."""

Many: TypeAlias = list[str] | None
"""What an option holds that may be repeated."""

QUASI_HELP = "Columns that others may know: a,b,c, or one per option. Quote a name that holds a comma: '\"a,b\",c'."
_PAIR = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^="][^=]*?))\s*=(.*)', re.DOTALL)


def takes(name: str, metavar: str, words: str) -> Any:  # noqa: ANN401 - what typer takes for an option
    """Return an option that takes what its metavar names; `words` are its help."""
    return typer.Option(name, metavar=metavar, help=words)


Source = Annotated[str, typer.Argument(metavar="IN", help="The table: CSV, Parquet, Arrow, Excel, SPSS; - is stdin.")]
Quasi = Annotated[Many, takes("--quasi", "COLUMNS", QUASI_HELP)]
Sensitive = Annotated[Many, takes("--sensitive", "COLUMNS", "Columns to keep and to guard.")]
Keep = Annotated[Many, takes("--keep", "COLUMNS", "Columns to release as they are; else left out.")]
KeepOthers = Annotated[
    bool | None, typer.Option("--keep-others", help="Release all columns that are named nowhere as they are.")
]
Person = Annotated[One, takes("--person", "COLUMN", "Whose row it is: groups hold k people, not k rows.")]
PersonShare = Annotated[
    float | None, takes("--person-share", "SHARE", "The greatest share of a group's rows that one person has.")
]
Separator = Annotated[One, takes("--separator", "MARK", "What separates the cells of a text file; else detected.")]
Encoding = Annotated[One, takes("--encoding", "NAME", "Encoding of a text file; else detected.")]
Null = Annotated[Many, takes("--null", "TEXT", "Text that also means missing; COLUMN=TEXT for one column; repeat.")]
Decimal = Annotated[One, takes("--decimal", "MARK", "Mark before fractions in a text file, . or ,; else detected.")]
Thousands = Annotated[One, takes("--thousands", "MARK", "Mark between thousands in a text file; else detected.")]
NoHeader = Annotated[bool, typer.Option("--no-header", help="The first line of a text file is a row.")]
Names = Annotated[Many, takes("--columns", "NAMES", "Names for the columns of a text file, in its order: a,b,c.")]
Skip = Annotated[int | None, takes("--skip", "LINES", "Lines at the top of a text file to leave out: titles.")]
SkipEnd = Annotated[int | None, takes("--skip-end", "ROWS", "Rows at the end of a text file to leave out: totals.")]
Widths = Annotated[Many, takes("--widths", "SIZES", "Characters of each column of a file of fixed width: 5,3,10.")]
Sheet = Annotated[One, takes("--sheet", "NAME", "Sheet of an Excel file; else the first.")]
Format = Annotated[One, takes("--format", "NAME", "csv, tsv, parquet, arrow or excel; else told by the file.")]
Folder = Annotated[One, takes("--hierarchies", "DIR", "Folder with a hierarchy <column>.csv each.")]
TreeFiles = Annotated[
    Many, takes("--hierarchy", "COLUMN=RULE", "A file, or a word: zip=prefix:5,3,1, age=bands:5,10; repeat.")
]
Tops = Annotated[Many, takes("--top", "COLUMN=NUMBER", "Numbers from this on leave as one: age=90; repeat.")]
Finest = Annotated[Many, takes("--finest", "COLUMN=LEVEL", "The finest that leaves: born=year, zip=zip3; repeat.")]
FLOORS = {"year": "years", "zip3": "zip3"}
"""The levels that --finest takes, and the rule of each."""

Kinds = Annotated[Many, takes("--kind", "COLUMN=KIND", "numeric, categorical or date; else inferred; repeat.")]
DateForms = Annotated[Many, takes("--date-format", "COLUMN=FORM", "How dates are written, e.g. born=%d.%m.%Y; repeat.")]
Weights = Annotated[Many, takes("--weight", "COLUMN=W", "What the column counts, 1 by default.")]
Loss = Annotated[One, takes("--loss", "NAME", "ncp, height, lm or order; else that of the method.")]
Suppress = Annotated[float | None, takes("--suppress", "SHARE", "Share of rows that may be dropped, e.g. 0.01.")]
Missing = Annotated[One, takes("--missing", "NAME", "value (default): a value of its own; or error.")]
RunSchema = Annotated[One, takes("--schema", "FILE", "The shoal.toml of the run; options here win over it.")]
Original = Annotated[str, typer.Argument(metavar="ORIGINAL", help="The table that was released; - is stdin.")]
Released = Annotated[str, typer.Argument(metavar="RELEASED", help="Its release, no matter who made it.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Say nothing but warnings and errors.")]
NoProgress = Annotated[bool, typer.Option("--quiet", help="Show no progress.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")]

Engine = Annotated[One, takes("--engine", "NAME", "auto (default), memory, disk or spark: where it runs.")]
Memory = Annotated[One, takes("--memory", "SIZE", "What the engine disk may take, e.g. 4GB; else most that is free.")]
Tmp = Annotated[One, takes("--tmp", "DIR", "Folder for private files of the engine disk, or for Spark.")]
Master = Annotated[One, takes("--master", "URL", "The cluster of the engine spark, e.g. local[2].")]


def where_of(engine: One, memory: One, tmp: One, master: One = None) -> Where:
    """Return where a run is to take place, as far as the options say so."""
    from shoal.engines.choose import Where
    from shoal.request.settings import setting

    if engine is not None:
        setting("engine", engine)
    if memory is not None:
        setting("memory", memory)
    if master is not None and engine != "spark":
        message = f"--master {short(master)} is for the engine spark"
        raise SettingError(message, hint="add --engine spark, or leave it out")
    return Where(engine or "auto", memory, tmp, master)  # type: ignore[arg-type]  # just looked at


def looking(engine: Engine = None, memory: Memory = None, tmp: Tmp = None) -> dict[str, Any]:  # Any: as below
    """Return the keywords of `check`, `risk` and `profile` that say where a table is looked at."""
    where = where_of(engine, memory, tmp)
    return {"engine": where.engine, "memory": where.memory, "tmp": where.tmp}


Looking: TypeAlias = Annotated[dict[str, Any], Gather(looking)]
"""Where a table is looked at; a parameter of a command."""


def reading(  # noqa: PLR0913, PLR0917 - one parameter per option
    separator: Separator = None,
    encoding: Encoding = None,
    null: Null = None,
    sheet: Sheet = None,
    form: Format = None,
    decimal: Decimal = None,
    thousands: Thousands = None,
    date_format: DateForms = None,
    no_header: NoHeader = False,  # noqa: FBT002 - an option
    names: Names = None,
    skip: Skip = None,
    skip_end: SkipEnd = None,
    widths: Widths = None,
) -> dict[str, Any]:  # Any: keywords of `read_table`, which checks them
    """Return the keywords of `read_table` that the options ask for; a tab may be spelt out."""
    mark = "\t" if separator in ("\\t", "tab") else separator
    given = {"separator": mark, "encoding": encoding, "null": nulls(null), "sheet": sheet, "format": form}
    dates = pairs(date_format, "--date-format")
    sizes = [plain(text) for text in columns(widths, "--widths")]
    ends = {"columns": columns(names, "--columns"), "skip": skip, "skip_end": skip_end, "widths": sizes}
    found = filled({**given, **ends, "decimal": decimal, "thousands": thousands, "date_format": dates})
    return found | ({"header": False} if no_header else {})


def nulls(values: Sequence[str] | None) -> list[str] | dict[str, list[str]]:
    """Return the texts that mean missing, by column where a value has one: "*" stands for all columns.

    Example:
        >>> nulls(["NA"]), nulls(["NA", "age=?", "age=-"])
        (['NA'], {'*': ['NA'], 'age': ['?', '-']})
    """
    found: dict[str, list[str]] = {}
    for value in values or ():
        match = _PAIR.fullmatch(value)
        name = "*" if match is None else match[1].replace('""', '"') if match[1] is not None else match[2]
        found.setdefault(name, []).append(value if match is None else match[3])
    return found["*"] if {*found} == {"*"} else found


Reading: TypeAlias = Annotated[dict[str, Any], Gather(reading)]
"""How files are to be read; a parameter of a command."""


@gathered
def judging(
    hierarchies: Folder = None, kind: Kinds = None, schema: RunSchema = None, *, read: Reading
) -> dict[str, Any]:  # Any: keywords of `attack` and `utility`, which check them
    """Return what `attack` and `utility` are to know of the columns and the files of an original and its release."""
    return filled({"hierarchies": hierarchies, "kinds": pairs(kind, "--kind"), "schema": schema}) | {"read": read}


Judging: TypeAlias = Annotated[dict[str, Any], Gather(judging)]
"""What is known of an original and its release; a parameter of a command."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the columns of a table mean.

    Attributes:
        folder: a folder of hierarchies.
        files: the files of hierarchies, by column.
        columns: the keywords of a `Request` for kinds and weights.
    """

    folder: str | None
    files: Mapping[str, str]
    columns: Mapping[str, object]

    @property
    def places(self) -> list[str]:
        """Return all files that are read."""
        return [*self.files.values(), *files_in(self.folder)]

    def request(self, schema: str | None, **keywords: object) -> Request:
        """Return what is asked for in a schema file and by keywords, with the hierarchies."""
        from shoal.request.request import Request

        return Request.of(schema=schema, hierarchies=self.folder, **keywords).with_(hierarchies=self.files or None)


def meaning(
    hierarchies: Folder = None,
    hierarchy: TreeFiles = None,
    kind: Kinds = None,
    weight: Weights = None,
    top: Tops = None,
    finest: Finest = None,
) -> Meaning:
    """Return what the columns mean, as far as the options say so."""
    columns = {"weights": weights(weight), "kinds": pairs(kind, "--kind")}
    trees = pairs(hierarchy, "--hierarchy")
    for option, floors in (("--top", tops(top)), ("--finest", finests(finest))):
        for name, rule in floors.items():
            if trees.setdefault(name, rule) != rule:
                message = f"{option} is given for {short(name)}, which has another rule already"
                raise SettingError(message, hint="a column has one hierarchy, or one floor")
    return Meaning(hierarchies, trees, columns)


def tops(values: Sequence[str] | None) -> dict[str, str]:
    """Return the rule that `--top` stands for, by column: numbers from it on are one.

    Example:
        >>> tops(["age=90"])
        {'age': 'top:90'}
    """
    return {name: f"top:{text}" for name, text in pairs(values, "--top").items()}


def finests(values: Sequence[str] | None) -> dict[str, str]:
    """Return the rule that `--finest` stands for, by column.

    Raises:
        SettingError: there is no rule with that floor.
    """
    found = pairs(values, "--finest")
    for name, text in found.items():
        if text not in FLOORS:
            message = f"--finest for {short(name)} is {short(text)}; it takes {' or '.join(FLOORS)}"
            raise SettingError(message, hint="for other levels, give a hierarchy and a method that recodes columns")
    return {name: FLOORS[text] for name, text in found.items()}


Meant: TypeAlias = Annotated[Meaning, Gather(meaning)]
"""What the columns mean; a parameter of a command."""


def filled(values: Mapping[str, object]) -> dict[str, Any]:  # Any: keywords of a verb, which checks them
    """Return the values that are neither missing nor empty; the others are left to the verb."""
    return {name: value for name, value in values.items() if value}


def given(values: Mapping[str, object]) -> dict[str, Any]:  # Any: as above
    """Return the values that the command line holds, 0 among them; the others are left to the schema file."""
    return {name: value for name, value in values.items() if value not in (None, (), {})}


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
