"""Small files as they come, each with the column that it means: shoal reads it right, or asks. None is misread.

Every case is a file, what its column `c` means, and how shoal must be told to read it; nothing, where it finds out by
itself. What must be told is asked for: in an error, or in a doubt that names the option.
"""

from __future__ import annotations

import datetime as dt
import gzip
import io
import zipfile
from typing import NamedTuple

import pytest

from shoal.encode.dates import as_dates
from shoal.encode.numeric import as_numbers
from shoal.errors import ShoalError
from shoal.schema.column import Column
from shoal.schema.infer import as_seen, doubts_in
from shoal.schema.schema import Schema
from shoal.table.files import read_table


class Case(NamedTuple):
    """A file, what its column means, and what must be said of it."""

    content: bytes
    means: list
    told: dict = {}  # noqa: RUF012 - never written to


def day(*parts):
    return dt.date(*parts)


def lines(*cells, others="x", mark=","):
    """Return a file of two columns, `c` and another."""
    return "\n".join([f"c{mark}d", *(f"{cell}{mark}{others}" for cell in cells)]).encode() + b"\n"


def zipped(content):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("in.csv", content)
    return stream.getvalue()


TEN = [str(number) for number in range(50, 60)]
NUMBERS = [*range(50, 60)]
CASES = {
    "plain": Case(lines("1", "2"), [1, 2]),
    "leading zeros": Case(lines("007", "012"), ["007", "012"]),
    "blanks around": Case(lines(" 1", "2 "), [1, 2]),
    "no-break blanks around": Case(lines("\u00a01", "2"), [1, 2]),
    "semicolons": Case(lines("1", "2", mark=";"), [1, 2]),
    "tabs": Case(lines("1", "2", mark="\t"), [1, 2]),
    "bars": Case(lines("1", "2", mark="|"), [1, 2]),
    "latin-1": Case("c;d\nKöln;x\nÅbo;x\n".encode("latin-1"), ["Köln", "Åbo"]),
    "utf-16": Case("c,d\nKöln,x\n".encode("utf-16"), ["Köln"]),
    "byte order mark": Case(b"\xef\xbb\xbf" + lines("1", "2"), [1, 2]),
    "windows lines": Case(lines("1", "2").replace(b"\n", b"\r\n"), [1, 2]),
    "decimal comma": Case(lines("1,5", "2,25", mark=";"), [1.5, 2.25]),
    "german thousands": Case(lines("1.250,50", "28.700", mark=";"), [1250.5, 28700]),
    "german thousands alone": Case(lines("28.700", "950", mark=";"), [28700, 950], {"thousands": "."}),
    "decimals alone": Case(lines("28.700", "9.500"), [28.7, 9.5], {"decimal": "."}),
    "three decimals below one": Case(lines("0.125", "1.250"), [0.125, 1.25]),
    "millions": Case(lines("1.250.000", "950"), [1250000, 950]),
    "told by another column": Case(b"c;d\n28.700;1,5\n950;2,5\n", [28700, 950]),
    "english thousands": Case(lines('"1,250.50"', '"28,700"'), [1250.5, 28700]),
    "english thousands alone": Case(lines('"28,700"', "950"), [28700, 950], {"thousands": ","}),
    "swiss thousands": Case(lines("1'250.5", "950"), [1250.5, 950]),
    "french thousands": Case(lines("1\u202f250,5", "950", mark=";"), [1250.5, 950]),
    "euros": Case(lines("1.250,50 €", "3,00 €", mark=";"), [1250.5, 3]),
    "dollars": Case(lines('"$1,250.50"', "$3.00"), [1250.5, 3]),
    "percent": Case(lines("12 %", "3.5%"), [12, 3.5]),
    "true minus": Case(lines("\u22125", "3"), [-5, 3]),
    "NA": Case(lines(*TEN, "NA"), [*NUMBERS, None], {"null": "NA"}),
    "n/a and empty": Case(lines(*TEN, "n/a", ""), [*NUMBERS, None, None], {"null": ["n/a"]}),
    "dash": Case(lines(*TEN, "-"), [*NUMBERS, None], {"null": {"c": ["-"]}}),
    "point": Case(lines(*TEN, "."), [*NUMBERS, None], {"null": {"c": ["."]}}),
    "unknown": Case(lines(*TEN, "unknown"), [*NUMBERS, None], {"null": {"c": ["unknown"]}}),
    "keine Angabe": Case(lines(*TEN, "k.A."), [*NUMBERS, None], {"null": {"c": ["k.A."]}}),
    "blank": Case(lines(*TEN, " "), [*NUMBERS, None], {"null": " "}),
    "999": Case(lines(*TEN, "999", "999"), [*NUMBERS, None, None], {"null": {"c": ["999"]}}),
    "minus one": Case(lines(*TEN, "-1", "-1"), [*NUMBERS, None, None], {"null": {"c": ["-1"]}}),
    "NA among local numbers": Case(lines("1,5", "2,5", "NA", mark=";"), [1.5, 2.5, None], {"null": "NA"}),
    "iso dates": Case(lines("2021-03-04", "2021-12-13"), [day(2021, 3, 4), day(2021, 12, 13)]),
    "german dates": Case(lines("04.03.2021", "13.12.2021"), [day(2021, 3, 4), day(2021, 12, 13)]),
    "german dates up to the 12th": Case(lines("04.03.2021", "05.03.2021"), [day(2021, 3, 4), day(2021, 3, 5)]),
    "american dates": Case(lines("3/4/2021", "12/13/2021"), [day(2021, 3, 4), day(2021, 12, 13)]),
    "british dates": Case(lines("4/3/2021", "13/12/2021"), [day(2021, 3, 4), day(2021, 12, 13)]),
    "either way round": Case(
        lines("3/4/2021", "5/6/2021"), [day(2021, 4, 3), day(2021, 6, 5)], {"date_format": {"c": "%d/%m/%Y"}}
    ),
    "two digits": Case(lines("03.04.21"), [day(2021, 4, 3)], {"date_format": {"c": "%d.%m.%y"}}),
    "names of months": Case(lines("4 Mar 2021", "13 Dec 2021"), [day(2021, 3, 4), day(2021, 12, 13)]),
    "long names of months": Case(lines('"March 4, 2021"', '"May 5, 2021"'), [day(2021, 3, 4), day(2021, 5, 5)]),
    "minutes": Case(lines("2021-03-04 01:57"), [dt.datetime(2021, 3, 4, 1, 57)]),
    "german minutes": Case(lines("4.3.2021 01:57"), [dt.datetime(2021, 3, 4, 1, 57)]),
    "afternoon": Case(lines("3/14/2021 1:05 PM"), [dt.datetime(2021, 3, 14, 13, 5)]),
    "dates and NA": Case(
        lines("04.03.2021", "05.03.2021", "NA"), [day(2021, 3, 4), day(2021, 3, 5), None], {"null": "NA"}
    ),
    "no such day": Case(lines("31.02.2021"), ["31.02.2021"]),
    "no header": Case(b"1,2021-03-04\n2,2021-03-05\n", [1, 2], {"header": False, "columns": ["c", "d"]}),
    "title": Case(b"Visits of 2023\n" + lines("1", "2"), [1, 2], {"skip": 1}),
    "title of a spreadsheet": Case(b"Visits;\n;\n" + lines("1", "2", mark=";"), [1, 2], {"skip": 2}),
    "two header lines": Case(
        b"c,d\n(cm),(kg)\n1,2\n3,4\n5,6\n", [1, 3, 5], {"skip": 2, "header": False, "columns": ["c", "d"]}
    ),
    "total": Case(b"d,c\nx,1\ny,2\nz,3\nTotal,6\n", [1, 2, 3], {"skip_end": 1}),
    "names twice": Case(b"c,c\n1,2\n", [1], {"columns": ["c", "d"]}),
    "no name": Case(b"c,\n1,2\n", [1], {"columns": ["c", "d"]}),
    "blank lines": Case(b"\n\nc,d\n\n1,x\n\n2,x\n", [1, 2]),
    "gzip": Case(gzip.compress(lines("1", "2")), [1, 2]),
    "zip": Case(zipped(lines("1", "2")), [1, 2]),
    "quotes": Case(b'c,d\n"1","x, y"\n"2","z"\n', [1, 2]),
    "wide numbers": Case(lines("12345678901234567890", "1"), [12345678901234567890, 1]),
}
"""Files by what is odd about them."""


def read_as(case, **told):
    """Return the table, and what is asked about its column."""
    table = read_table(io.BytesIO(case.content), **told)
    column = Column("c", "quasi")
    Schema((column,)).require(table.columns, table.data)
    return table, (*doubts_in(Schema((column,)), table),)


def meaning(table):
    column = as_seen(Column("c", "quasi"), table)
    cells = table.data["c"]
    if column.kind == "categorical":
        return cells.to_list()
    return (as_numbers if column.kind == "numeric" else as_dates)(column, cells).to_list()


def test_there_are_enough():
    assert len(CASES) >= 40


@pytest.mark.parametrize("name", [name for name in CASES if not CASES[name].told])
def test_what_is_certain_is_read_right_and_nothing_is_asked(name):
    table, asked = read_as(CASES[name])
    assert (meaning(table), asked) == (CASES[name].means, ())


NAMES = {"header": "--no-header"}
"""Options that are not called after their keyword."""


@pytest.mark.parametrize("name", [name for name in CASES if CASES[name].told])
def test_what_is_not_certain_is_asked_for_and_right_once_it_is_said(name):
    case = CASES[name]
    try:
        _, asked = read_as(case)
        words = " ".join(asked)
    except ShoalError as error:
        words = str(error)
    wanted = {NAMES.get(key, "--" + key.replace("_", "-")) for key in case.told}
    assert all(option in words for option in wanted), words
    table, asked = read_as(case, **case.told)
    assert (meaning(table), asked) == (case.means, ())
