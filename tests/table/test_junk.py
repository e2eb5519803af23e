"""Lines of a text file that are no people: each file with the rows that are read from it, or with why it is refused."""

from __future__ import annotations

import io
from datetime import date

import polars as pl
import pytest
from tests.reference.turns import in_turn

from shoal import anonymize
from shoal.errors import InfeasibleError, InputError, OutputError
from shoal.table.files import read_table
from shoal.table.write import write_table

ONE, TWO = ("1", "2"), ("3", "4")
BOTH = [ONE, TWO]
BOM = "\ufeff"

ROWS = {
    "blank line": ("a,b\n1,2\n\n3,4\n", BOTH),
    "line of blanks": ("a,b\n1,2\n   \n3,4\n", BOTH),
    "line of tabs": ("a,b\n1,2\n\t\t\n3,4\n", BOTH),
    "line of wide blanks": ("a,b\n1,2\n\u00a0\u3000\n3,4\n", BOTH),
    "form feed at the end": ("a,b\n1,2\n3,4\n\x0c", BOTH),
    "separators only": ("a,b\n1,2\n,\n3,4\n", BOTH),
    "separators and blanks": ("a,b\n1,2\n , \n3,4\n", BOTH),
    "separators only, at the end": ("a,b\n1,2\n3,4\n,\n,\n,", BOTH),
    "semicolons only": ("a;b\n1;2\n;\n3;4\n", BOTH),
    "tabs only": ("a\tb\n1\t2\n\t\n3\t4\n", BOTH),
    "bars only": ("a|b\n1|2\n|\n3|4\n", BOTH),
    "quoted blanks": ('a,b\n1,2\n"  "," "\n3,4\n', BOTH),
    "end mark of DOS": ("a,b\r\n1,2\r\n3,4\r\n\x1a", BOTH),
    "end mark on a line of its own": ("a,b\r\n1,2\r\n3,4\r\n\x1a\r\n", BOTH),
    "end mark right after the last cell": ("a,b\n1,2\n3,4\x1a", BOTH),
    "end mark right after a quote": ('a,b\n1,2\n3,"4"\x1a', BOTH),
    "end marks up to the next sector": ("a,b\n1,2\n3,4\n" + "\x1a" * 100, BOTH),
    "mark inside a cell": ("a,b\n1,2\x1a\n3,4\n", [("1", "2\x1a"), TWO]),
    "carriage return at the end": ("a,b\n1,2\n3,4\n\r", BOTH),
    "carriage return for the last line end": ("a,b\n1,2\n3,4\r", BOTH),
    "two carriage returns at each line end": ("a,b\r\r\n1,2\r\r\n3,4\r\r\n", BOTH),
    "carriage returns only": ("a,b\r1,2\r3,4\r", BOTH),
    "carriage returns only, with blank lines": ("a,b\r\r1,2\r,\r3,4\r\r", BOTH),
    "carriage returns with a line break in quotes": ('a,b\r1,"x\ny"\r3,4\r', [("1", "x\ny"), TWO]),
    "windows line ends in some lines": ("a,b\r\n1,2\n3,4\r\n", BOTH),
    "carriage return in quotes": ('a,b\n1,"x\ry"\n3,4\n', [("1", "x\ry"), TWO]),
    "line breaks in quotes": ('a,b\n1,"x\n\n,\n\n"\n\n3,4\n', [("1", "x\n\n,\n\n"), TWO]),
    "no line end at the end": ("a,b\n1,2\n3,4", BOTH),
    "byte order mark on a line of its own": (f"a,b\n1,2\n{BOM}\n3,4\n", BOTH),
    "byte order mark twice": (f"{BOM}{BOM}a,b\n1,2\n3,4\n", BOTH),
    "byte order mark in a cell": (f"a,b\n1,2\n{BOM}3,4\n", [ONE, (f"{BOM}3", "4")]),
    "header again": ("a,b\n1,2\na,b\n3,4\n", BOTH),
    "header again, with its blanks": (" a , b\n1,2\n a , b\n3,4\n", BOTH),
    "lines of blanks before the header": ("\n  \n\na,b\n1,2\n3,4\n", BOTH),
    "lines of blanks before the header, windows": ("  \r\n\r\na,b\r\n1,2\r\n3,4\r\n", BOTH),
    "quoted nothing": ('a,b\n1,2\n"",\n3,4\n', [ONE, (None, None), TWO]),
    "short line": ("a,b\n1\n3,4\n", [("1", None), TWO]),
    "cell that begins like a comment": ("a,b\n#1,\n3,4\n", [("#1", None), TWO]),
    "single column, blank line": ("a\n1\n\n2\n\n", [("1",), ("2",)]),
    "single column, line of blanks": ("a\n1\n  \n2\n", [("1",), ("2",)]),
    "single column, quoted nothing": ('a\n1\n""\n2\n', [("1",), (None,), ("2",)]),
    "single column, the name as a value": ("a\na\n2\n", [("a",), ("2",)]),
    "header and junk": ("a,b\n,\n  \n", []),
}

REFUSED = {
    "end mark in the middle": ("a,b\n1,2\n\x1a\n3,4\n", "line 3 of the stream holds nothing but the end mark"),
    "carriage return between rows": ("a,b\n1,2\r3,4\n5,6\n", "line 2 of the stream has a carriage return"),
    "carriage return after the header": ("a,b\r1,2\n3,4\n", "line 1 of the stream has a carriage return"),
    "carriage return in a single column": ("a\n1\r2\n", "line 2 of the stream has a carriage return"),
    "comment in the middle": ("a,b\n1,2\n\n# note\n3,4\n", "line 4 of the stream begins with #"),
    "comment before the header": ("# note\na,b\n1,2\n", "the first line is a comment"),
    "separators after each row": ("a,b\n1,2,\n3,4,\n", "line 2 of the stream has 3 fields; the header has 2"),
    "separator after the header": ("a,b,\n1,2,\n", "column 3 has no name"),
    "separators before the header": (",\na,b\n1,2\n", "column 1 has no name"),
    "header of blanks": ("  ,  \n1,2\n", "column 1 has no name"),
    "names that differ in blanks": ("a,b,a \n1,2,3\n", "columns 1 and 3 have the same name"),
    "names that differ in a byte order mark": (f"a,{BOM}a\n1,2\n", "columns 1 and 2 have the same name"),
    "a long name": ("x" * 200_000 + ",b\n1,2\n", "column 1 has a name of more than"),
    "a long name in quotes": ('a,"' + "x" * 20_000 + '"\n1,2\n', "column 2 has a name of more than"),
    "a quote that never ends": ('a,b\n1,"' + "x,\n" * 100_000, "starts in line 2 of the stream"),
    "nul": ("a,b\n1,\0\n", "is not a text file"),
    "nul far into the file": ("a,b\n" + "1,2\n" * 50_000 + "3,\0\n", "is not a text file"),
    "only an end mark": ("\x1a", "is empty"),
    "only blanks": (" \n\t\n", "is empty"),
}


def read(content, **options):
    return read_table(io.BytesIO(content.encode()), **options)


@in_turn("case", ROWS)
def test_what_is_no_row_is_not_read_as_one(case):
    content, rows = ROWS[case]
    assert read(content).data.rows() == rows


@in_turn("case", ROWS)
def test_a_path_is_read_like_a_stream(write, case):
    content, rows = ROWS[case]
    assert read_table(write(content)).data.rows() == rows


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
@in_turn("case", ROWS)
def test_other_encodings_are_read_like_utf_8(case, encoding):
    content, rows = ROWS[case]
    assert read_table(io.BytesIO(content.encode(encoding))).data.rows() == rows


@pytest.mark.parametrize(("content", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_unclear_is_refused(content, words):
    with pytest.raises(InputError) as caught:
        read(content)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("null", [("",), ("NA",), ()], ids=["empty", "NA", "none"])
def test_what_is_no_row_does_not_depend_on_what_means_missing(null):
    table = read("a,b\n1,2\n\n , \n,\n3,4\n", null=null)
    assert table.data.rows() == BOTH
    assert table.notes == ("skipped 3 lines without any value",)


def test_rows_that_say_missing_in_words_are_rows():
    table = read("a,b\n1,2\nNA,NA\n,\n", null=("", "NA"))
    assert table.data.rows() == [ONE, (None, None)]
    assert table.notes == ("skipped 1 line without any value", "1 row has no value in any column, and counts as a row")


def test_every_kind_of_skipping_is_noted():
    table = read("a;b\n1;2\na;b\n\n;\n3;4\n\x1a")
    assert table.data.rows() == BOTH
    assert table.notes == (
        "left out the end mark 0x1A",
        "fields are separated by ';'",
        "skipped 2 lines without any value",
        "skipped 1 line that repeats the header",
    )


def test_nul_is_refused_alike_wherever_it_stands():
    messages = set()
    for rows in (1, 30_000):
        with pytest.raises(InputError) as caught:
            read("a,b\n" + "1,2\n" * rows + "3,\0\n")
        messages.add(caught.value.message.replace(str(rows + 2), "N"))
    assert messages == {"the stream is not a text file, so it cannot be read as CSV: line N holds a NUL byte"}


@pytest.mark.parametrize("junk", ["\n\n", "  \n", ",\n,\n", "\x1a", "\r", "age,zip\n"], ids=repr)
def test_junk_helps_nobody_to_reach_k(write, junk):
    path = write(f"age,zip\n31,47677\n{junk}")
    with pytest.raises(InfeasibleError, match="the table has 1 row"):
        anonymize(path, k=2, quasi=["age", "zip"], method="mondrian")


def test_what_was_skipped_shows_among_what_was_inferred(write):
    path = write("age,zip\n31,47677\n,\n31,47677\n\n")
    release = anonymize(path, k=2, quasi=["age", "zip"], method="mondrian")
    assert release.inferred[0] == "skipped 2 lines without any value"
    assert release.rows == 2


def test_a_bare_table_leaves_no_notes(write):
    assert read_table(write("a,b\n1,2\n3,4\n")).notes == ()


def test_rows_of_a_file_with_types_stay_and_are_noted(write):
    stream = io.BytesIO()
    pl.DataFrame({"a": [1, None], "b": ["x", None]}).write_parquet(stream)
    table = read_table(write(stream.getvalue(), "table.parquet"))
    assert table.data.rows() == [(1, "x"), (None, None)]
    assert table.notes == ("1 row has no value in any column, and counts as a row",)


def test_empty_rows_of_a_sheet_are_skipped_and_noted(write):
    stream = io.BytesIO()
    pl.DataFrame({"a": [1, None, 3, None], "b": ["x", None, "y", "  "]}).write_excel(stream)
    table = read_table(write(stream.getvalue(), "table.xlsx"))
    assert table.data.rows() == [(1, "x"), (3, "y")]
    assert table.notes == ("skipped 2 lines without any value",)


@pytest.mark.parametrize(
    "frame",
    [
        pl.DataFrame({"a": [1.5, None, 2e20], "b": ["x", None, ""]}),
        pl.DataFrame({"a": [1.5, None, 2e20]}),
        pl.DataFrame({"a": [date(2024, 1, 1), None, None], "b": [None, None, 7]}),
        pl.DataFrame({"a": ["x", None, "y"]}),
    ],
    ids=["with-text", "single-number", "dates", "single-text"],
)
def test_rows_without_a_value_come_back_from_a_file_that_shoal_wrote(tmp_path, frame):
    plain, bare = tmp_path / "plain.csv", io.BytesIO()
    write_table(frame, plain)
    frame.write_csv(bare)
    table = read_table(plain)
    assert table.data.rows() == pl.read_csv(bare.getvalue(), infer_schema=False, null_values=[""]).rows()
    assert table.notes == ("1 row has no value in any column, and counts as a row",)


def test_rows_without_a_value_are_not_written_to_a_sheet(tmp_path):
    with pytest.raises(OutputError, match="rows without any value"):
        write_table(pl.DataFrame({"a": [1, None], "b": ["x", None]}), tmp_path / "table.xlsx")
