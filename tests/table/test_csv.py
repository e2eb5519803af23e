from __future__ import annotations

import gzip
import io

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from shoal.errors import InputError, SettingError
from shoal.table.files import read_table

TEXT = "zip,name\n01234,Ann\n99999,\n"
ROWS = [("01234", "Ann"), ("99999", None)]


def read(content, **options):
    return read_table(io.BytesIO(content if isinstance(content, bytes) else content.encode()), **options)


def has_value(row):
    return any(cell and cell.strip("\x1a\u200b\u2060\ufeff").strip() for cell in row)


def refusal(source, **options):
    with pytest.raises(InputError) as caught:
        read_table(source, **options)
    assert "secret" not in str(caught.value)
    return str(caught.value)


# ------------------------------------------------------------------------------------------------------------ encodings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_is_detected(write, encoding):
    table = read_table(write("größe,ort\n1,Zürich €\n".encode(encoding)))
    assert table.data.to_dict(as_series=False) == {"größe": ["1"], "ort": ["Zürich €"]}
    assert table.notes == ()


def test_windows_1252_is_the_fallback_and_is_noted(write):
    table = read_table(write("größe,ort\n1,Zürich €\n".encode("cp1252")))
    assert table.data.to_dict(as_series=False) == {"größe": ["1"], "ort": ["Zürich €"]}
    assert table.notes == ("read as windows-1252: the file is not UTF-8",)


def test_windows_1252_is_found_far_into_a_file(write):
    content = b"a,b\n" + b"1,2\n" * 50_000 + b"1,\xe9\n"
    table = read_table(write(content))
    assert table.data["b"][-1] == "é"
    assert len(table.notes) == 1


def test_a_letter_of_several_bytes_at_the_edge_of_the_head_is_utf_8(write):
    content = ("a,b\n" + "x" * (65536 - 5) + "é,1\n").encode()
    table = read_table(write(content))
    assert table.notes == ()
    assert table.data["a"][0].endswith("xé")


@pytest.mark.parametrize("encoding", ["iso-8859-2", "utf-16-le", "UTF8", "shift-jis"])
def test_an_encoding_can_be_given(write, encoding):
    letter = "あ" if encoding == "shift-jis" else "ő"
    table = read_table(write(f"a,b\n{letter},2\n".encode(encoding)), encoding=encoding)
    assert table.data["a"].to_list() == [letter]
    assert table.notes == ()


@pytest.mark.parametrize("encoding", ["klingon", "base64", "rot13", "a\0b", ""])
def test_an_unknown_encoding_is_refused(write, encoding):
    assert "there is no encoding" in refusal(write(TEXT), encoding=encoding)


@pytest.mark.parametrize(
    ("encoding", "content"), [("utf-8", b"a\n\xe9secret\n"), ("ascii", b"a\n\xe9secret\n"), ("utf-16", b"a\nb")]
)
def test_bytes_that_do_not_fit_the_encoding_are_refused(write, encoding, content):
    assert f"do not fit the encoding {encoding}" in refusal(write(content), encoding=encoding)


def test_bytes_that_fit_no_usual_encoding_are_refused(write):
    assert "neither UTF-8 nor Windows-1252" in refusal(write(b"a,b\n\x81\x8d,secret\n"))


# ----------------------------------------------------------------------------------------------------------- separators


@pytest.mark.parametrize(("separator", "title"), [(";", "';'"), ("\t", "tabs"), ("|", "'|'")])
def test_the_separator_is_detected_and_noted(separator, title):
    content = f"size{separator}name\n1,5{separator}Ann, B.\n2,5{separator}Bob\n"
    table = read(content)
    assert table.data.rows() == [("1,5", "Ann, B."), ("2,5", "Bob")]
    assert table.notes == (f"fields are separated by {title}",)


def test_a_comma_beside_semicolons_is_the_mark_in_the_numbers():
    table = read("31;1.250,50\n34;28.700,00\n", header=False)
    assert table.data.row(0) == ("31", "1.250,50")


def test_separators_in_quotes_do_not_count():
    table = read('"a;b;c","d;e;f"\n"1;2;3","4;5;6"\n')
    assert table.columns == ("a;b;c", "d;e;f")


def test_tabs_go_without_saying_in_a_tsv_file(write):
    table = read_table(write("a\tb\n1\t2\n", "table.tsv"))
    assert (table.data.rows(), table.notes) == ([("1", "2")], ())


@pytest.mark.parametrize("separator", [";", "\t", "\\t", "tab", ":"])
def test_a_separator_can_be_given(separator):
    sign = {"\\t": "\t", "tab": "\t"}.get(separator, separator)
    table = read(f"a,x{sign}b\n1{sign}2\n", separator=separator)
    assert (table.columns, table.notes) == (("a,x", "b"), ())


@pytest.mark.parametrize("separator", ["", "::", '"', "\n", "é"])
def test_an_impossible_separator_is_refused(separator):
    with pytest.raises(SettingError, match="is not one ASCII character"):
        read(TEXT, separator=separator)


def test_the_wrong_separator_says_which_is_right():
    message = refusal(io.BytesIO(b"a;b\n1;2\n"), separator=",")
    assert "a single column when it is separated by ','" in message
    assert "it looks separated by ';'" in message


def test_one_column_needs_no_separator():
    assert read("name\nAnn\nBob\n").data.rows() == [("Ann",), ("Bob",)]


# ---------------------------------------------------------------------------------------------------------- CSV content


def test_blanks_around_names_go_and_those_around_values_stay():
    table = read(" a , b\n 1 ,2\n")
    assert table.data.to_dict(as_series=False) == {"a": [" 1 "], "b": ["2"]}


def test_quoted_fields_may_hold_separators_quotes_and_lines():
    table = read('a,"b\nc"\n"1,2","say ""hi""\n\nthen go"\n')
    assert table.columns == ("a", "b\nc")
    assert table.data.rows() == [("1,2", 'say "hi"\n\nthen go')]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["unix", "windows", "old-mac"])
def test_every_end_of_line_is_read(end):
    assert read(TEXT.replace("\n", end)).data.rows() == ROWS


@pytest.mark.parametrize("content", ["a,b", "a,b\n", "\n\na,b\r\n"])
def test_a_header_alone_is_a_table_of_no_rows(content):
    table = read(content)
    assert (table.rows, table.columns) == (0, ("a", "b"))


def test_only_the_empty_string_is_missing_by_default():
    assert read('a,b\n"",NA\n,?\n').data.rows() == [(None, "NA"), (None, "?")]


def test_other_strings_can_mean_missing():
    assert read("a,b\n,NA\n1,?\n", null=("NA", "?")).data.rows() == [(None, None), ("1", None)]


def test_nothing_can_mean_missing():
    assert read("a,b\n,NA\n", null=()).data.rows() == [("", "NA")]


def test_fields_that_a_row_lacks_are_missing():
    assert read("a,b\n1\n2,3\n").data.rows() == [("1", None), ("2", "3")]


@pytest.mark.parametrize("null", [("",), ("NA",)], ids=["empty-is-missing", "empty-is-empty"])
@pytest.mark.parametrize(
    "content", ["a,b\n1,2\n\n3,4\n\n\n", "a,b\r\n1,2\r\n\r\n3,4\r\n\r\n\r\n"], ids=["unix", "windows"]
)
def test_blank_lines_are_skipped_and_noted(content, null):
    table = read(content, null=null)
    assert table.data.rows() == [("1", "2"), ("3", "4")]
    assert table.notes == ("skipped 3 lines without any value",)


@given(
    st.lists(
        st.tuples(*[st.text(st.characters(codec="utf-8", exclude_characters="\0")) | st.none()] * 3).filter(has_value),
        min_size=1,
    )
)
def test_whatever_polars_writes_is_read_back(rows):
    frame = pl.DataFrame(rows, schema=dict.fromkeys(("first", "second", "third"), pl.String), orient="row")
    stream = io.BytesIO()
    frame.write_csv(stream)
    expected = frame.with_columns(pl.all().replace("", None))
    assert_frame_equal(read(stream.getvalue(), separator=",").data, expected)


# --------------------------------------------------------------------------------------------------------- CSV refusals


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf", b"\xff\xfe", gzip.compress(b"", mtime=0)])
@pytest.mark.parametrize("name", ["table.csv", "table"])
def test_an_empty_file_is_refused(write, content, name):
    assert "is empty" in refusal(write(content, name))


@pytest.mark.parametrize("content", ["a,b,a\n1,2,3\n", " a,b,a \n"])
def test_names_that_occur_twice_are_refused(content):
    assert "columns 1 and 3 have the same name" in refusal(io.BytesIO(content.encode()))


@pytest.mark.parametrize("content", ["a,,b\n1,2,3\n", "a, ,b\n", 'a,"",b\n'])
def test_a_column_without_a_name_is_refused(content):
    assert "column 2 has no name" in refusal(io.BytesIO(content.encode()))


def test_the_header_of_a_file_without_one_is_not_told():
    assert "columns 2 and 3" in refusal(io.BytesIO(b"1,secret,secret\n2,a,b\n"))


def test_too_many_fields_name_the_line():
    content = b'a,b\n"x\ny",2\n3,4\nsecret,secret,secret\n'
    assert "line 5 of the stream has 3 fields; the header has 2" in refusal(io.BytesIO(content))


@pytest.mark.parametrize("content", ['a,b\n1,2\n"secret,3\n4,5\n', 'a,b\n1,2\n"secret"x,3\n'], ids=["open", "early"])
def test_a_quote_too_many_names_the_line(content):
    assert "starts in line 3 of the stream has a double quote" in refusal(io.BytesIO(content.encode()))


def test_a_quote_inside_a_plain_field_is_explained():
    assert "look for double quotes" in refusal(io.BytesIO(b'a,b\n5" secret,1\n6,2\n'))


def test_errors_of_polars_do_not_hang_on(write):
    with pytest.raises(InputError) as caught:
        read_table(write('a,b\n"secret,3\n'))
    assert caught.value.__context__ is None


@pytest.mark.parametrize("name", ["table.csv", "table"])
@pytest.mark.parametrize(
    "junk", [bytes(range(256)), b"\x89PNG\r\n\x1a\n\x00\x01", b"BZh9\x17\x18\x81\xe9"], ids=["all", "png", "bz2"]
)
def test_binary_junk_is_refused(write, name, junk):
    assert "is not a text file" in refusal(write(junk, name))


def test_utf_16_without_a_mark_gets_a_hint(write):
    assert "utf-16-le" in refusal(write("a,b\n1,2\n".encode("utf-16-le")))


def test_parquet_under_the_name_of_csv_gets_a_hint(write):
    stream = io.BytesIO()
    pl.DataFrame({"a": [1]}).write_parquet(stream)
    assert "it looks like Parquet" in refusal(write(stream.getvalue(), "table.csv"))
