"""A table that is read in pieces is the one that is read as a whole, or is refused; it is never another one."""

from __future__ import annotations

import gzip
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from shoal.errors import InputError
from shoal.table.files import read_table
from shoal.table.scan import files_of, is_several, scan_table

SAME = {
    "plain": b"a,b\n1,x\n2,y\n",
    "no last newline": b"a,b\n1,x\n2,y",
    "missing cells": b"a,b\n1,\n,y\n\n2,z\n",
    "quotes": b'a,b\n"1,5","x ""y"""\n"two\nlines",z\n',
    "quoted nothing": b'a,b\n"",""\n1,""\n',
    "blank lines": b"\n\na,b\n1,x\n\n   \n,\n , \n2,y\n\n",
    "blanks of other kinds": "a,b\n1,x\n\u200b,\u00a0\n\u2003\n2,y\n".encode(),
    "repeated header": b"a,b\n1,x\na,b\n2,y\n",
    "repeated header with blanks": b"a , b\n1,x\na , b\n2,y\n",
    "semicolons": b"a;b\n1,5;x\n2,5;y\n",
    "tabs": b"a\tb\n1\tx\n",
    "bars": b"a|b\n1|x\n",
    "byte order mark": b"\xef\xbb\xbfa,b\n1,x\n",
    "crlf": b"a,b\r\n1,x\r\n2,y\r\n",
    "crlf inside quotes": b'a,b\r\n"1\r\n2",x\r\n',
    "short lines": b"a,b,c\n1\n2,x\n3,y,z\n",
    "one column": b"a\n1\n\n2\na\n",
    "blanks around": b" a , b \n 1 , x \n",
    "unicode": "größe,ort\n1,Zürich €\n2,日本\n".encode(),
    "rows of nothing": b'a,b\n"",\n1,x\n',
    "a row that begins with a hash": b"a,b\n#1,x\n2,y\n",
    "null texts": b'a,b\nNA,x\n1,NA\n"NA",y\n,\nNA,NA\n',
    "header alone": b"a,b\n",
}
REFUSED = {
    "long lines": b"a,b\n1,x,3\n2,y\n",
    "another encoding": "a,b\n1,Zürich\n".encode("cp1252"),
    "another encoding far into the file": b"a,b\n" + b"1,2\n" * 50_000 + b"1,\xe9\n",
    "utf-16": "a,b\n1,x\n".encode("utf-16"),
    "a lone return": b"a,b\n1,x\r2,y\n3,z\n",
    "returns alone": b"a,b\r1,x\r2,y\r",
    "a NUL byte": b"a,b\n1,\0\n",
    "an end mark": b"a,b\n1,x\n\x1a",
    "an end mark with lines after it": b"a,b\n1,x\n\x1a\n2,y\n",
    "a comment": b"a,b\n1,x\n# a comment\n2,y\n",
    "an open quote": b'a,b\n1,"x\n2,y\n',
    "packed": gzip.compress(b"a,b\n1,x\n"),
    "empty": b"",
    "two columns of a name": b"a,a\n1,2\n",
    "a column without a name": b"a,\n1,2\n",
}


def whole_of(source, how=None):
    """Return all pieces of a table together."""
    scan = scan_table(source, how)
    return pl.concat([scan.first.data.clear(), *scan.pieces()])


def both(path, **how):
    """Return a table as read whole and as read in pieces, or None for each that was refused."""
    found = []
    for read in (lambda: read_table(path, **how).data, lambda: whole_of(path, how)):
        try:
            found.append(read())
        except InputError:
            found.append(None)
    return found


@pytest.mark.parametrize("name", SAME)
@pytest.mark.parametrize("null", [("",), ("", "NA"), ("NA",), ()])
def test_text_is_read_alike(tmp_path, name, null):
    path = tmp_path / "in.csv"
    path.write_bytes(SAME[name])
    whole, pieces = both(path, null=null)
    assert_frame_equal(pieces, whole)


@pytest.mark.parametrize("name", REFUSED)
def test_text_that_only_reads_as_a_whole_is_refused(tmp_path, name):
    path = tmp_path / "in.csv"
    path.write_bytes(REFUSED[name])
    assert both(path)[1] is None


@pytest.mark.parametrize("name", ["plain", "blank lines", "repeated header", "quotes", "short lines"])
def test_pieces_of_any_size_are_the_table(tmp_path, name):
    head, _, rest = SAME[name].lstrip().partition(b"\n")
    path = tmp_path / "in.csv"
    path.write_bytes(head + b"\n" + rest.rstrip(b"\n").join([b"", b"\n"]) * 700)
    scan = scan_table(path)
    whole = read_table(path).data
    for rows in (1, 7, 1000):
        pieces = list(scan.pieces(rows=rows))
        assert_frame_equal(pl.concat(pieces), whole)
    assert_frame_equal(pl.concat(scan.pieces(["b"], rows=50)), whole.select("b"))
    assert 0.2 < scan.rows_about / whole.height < 5


CELL = st.text(st.sampled_from('ab1,;"\n\r\t# \u200bé\x1a'), max_size=4)


@given(st.lists(st.lists(CELL, min_size=2, max_size=2), max_size=8), st.sampled_from([("",), ("a",), ("", "1")]))
def test_whatever_is_written_is_read_alike_or_refused(tmp_path_factory, rows, null):
    path = tmp_path_factory.mktemp("scan") / "in.csv"
    frame = pl.DataFrame(rows, schema={"x": pl.String, "y": pl.String}, orient="row")
    frame.write_csv(path)
    whole, pieces = both(path, null=null)
    if pieces is not None:
        assert whole is not None
        assert_frame_equal(pieces, whole)


@given(st.lists(st.text(st.sampled_from('ab,"\n\r# \x1a'), max_size=6), max_size=8))
def test_any_lines_are_read_alike_or_refused(tmp_path_factory, lines):
    path = tmp_path_factory.mktemp("scan") / "in.csv"
    path.write_bytes("\n".join(["x,y", *lines]).encode())
    whole, pieces = both(path)
    if pieces is not None:
        assert whole is not None
        assert_frame_equal(pieces, whole)


# -------------------------------------------------------------------------------------------------------- several files


def test_a_folder_and_a_pattern_are_one_table_in_the_order_of_names(tmp_path):
    for name, cell in (("b", 2), ("a", 1), ("c", 3)):
        pl.DataFrame({"x": [cell]}).write_parquet(tmp_path / f"{name}.parquet")
    (tmp_path / "_SUCCESS").write_text("")
    (tmp_path / ".hidden.parquet").write_text("")
    (tmp_path / "readme.txt2").write_text("")
    for source in (tmp_path, f"{tmp_path}/*.parquet"):
        assert is_several(source)
        assert whole_of(source)["x"].to_list() == [1, 2, 3]


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(tmp_path):
    path = tmp_path / "in[1].parquet"
    pl.DataFrame({"x": [1]}).write_parquet(path)
    pl.DataFrame({"x": [2]}).write_parquet(tmp_path / "in1.parquet")
    assert not is_several(path)
    assert whole_of(path)["x"].to_list() == [1]


def test_files_that_differ_are_refused(tmp_path):
    pl.DataFrame({"x": [1]}).write_parquet(tmp_path / "a.parquet")
    pl.DataFrame({"y": [1]}).write_parquet(tmp_path / "b.parquet")
    with pytest.raises(InputError):
        whole_of(tmp_path)
    pl.DataFrame({"x": [1]}).write_csv(tmp_path / "c.csv")
    with pytest.raises(InputError, match="several formats"):
        scan_table(tmp_path)


def test_text_files_with_other_headers_are_refused(tmp_path):
    (tmp_path / "a.csv").write_text("x,y\n1,2\n")
    (tmp_path / "b.csv").write_text("x,z\n1,2\n")
    with pytest.raises(InputError, match="another header"):
        scan_table(tmp_path)


def test_each_text_file_has_a_header_of_its_own(tmp_path):
    (tmp_path / "a.csv").write_text("x,y\n1,2\n")
    (tmp_path / "b.csv").write_text("\nx,y\n3,4\n")
    assert whole_of(tmp_path).rows() == [("1", "2"), ("3", "4")]


@pytest.mark.parametrize("source", ["nowhere.csv", "no*.csv"])
def test_a_file_that_is_not_there_is_refused(tmp_path, source):
    with pytest.raises(InputError, match="there is no file"):
        files_of(tmp_path / source)


def test_a_folder_without_tables_is_refused(tmp_path):
    with pytest.raises(InputError, match="holds no table"):
        files_of(tmp_path)


@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
def test_a_damaged_file_is_refused(tmp_path, suffix):
    path = tmp_path / f"in{suffix}"
    frame = pl.DataFrame({"x": ["secret"] * 5000})
    frame.write_parquet(path) if suffix == ".parquet" else frame.write_ipc(path)
    held = path.read_bytes()
    path.write_bytes(held[: len(held) // 2])
    with pytest.raises(InputError) as caught:
        whole_of(path)
    assert "secret" not in str(caught.value)


def test_excel_is_refused(tmp_path):
    path = Path(tmp_path / "in.xlsx")
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(InputError, match="cannot be read in pieces"):
        scan_table(path)
