from __future__ import annotations

import datetime as dt
import gzip
import io
import os
import re
import subprocess
import sys
import threading
import zipfile
from typing import get_args

import polars as pl
import pyarrow as pa
import pytest
from polars.testing import assert_frame_equal

from shoal.errors import InputError, SettingError
from shoal.table.files import read_table
from shoal.table.format import NAMES, FormatName

TEXT = "zip,name\n01234,Ann\n99999,\n"
ROWS = [("01234", "Ann"), ("99999", None)]
TYPED = pl.DataFrame(
    {
        "age": [34, None],
        "share": [0.1, -2.5],
        "name": ["Ann", None],
        "day": [dt.date(2024, 2, 29), None],
        "time": [dt.datetime.fromisoformat("2024-02-29T12:30"), None],
        "ok": [True, None],
    },
    schema_overrides={"time": pl.Datetime("ms")},
)


def read(content, **options):
    return read_table(io.BytesIO(content if isinstance(content, bytes) else content.encode()), **options)


def refusal(source, **options):
    with pytest.raises(InputError) as caught:
        read_table(source, **options)
    assert "secret" not in str(caught.value)
    return str(caught.value)


# -------------------------------------------------------------------------------------------------------------- sources


@pytest.mark.parametrize("as_text", [True, False], ids=["str", "Path"])
def test_a_path_is_read(write, as_text):
    path = write(TEXT)
    table = read_table(str(path) if as_text else path)
    assert table.data.rows() == ROWS
    assert table.textual
    assert table.notes == ()


def test_standard_input_is_read():
    code = "from shoal.table.files import read_table; print(read_table('-').data.rows())"
    done = subprocess.run([sys.executable, "-c", code], input=TEXT.encode(), capture_output=True, check=True)
    assert done.stdout.decode().strip() == str(ROWS)


def test_a_stream_is_read():
    assert read(TEXT).data.rows() == ROWS


def test_a_text_stream_is_refused():
    assert "binary mode" in refusal(io.StringIO(TEXT))


def test_a_pipe_in_the_file_system_is_read(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=(TEXT,))
    writer.start()
    assert read_table(path).data.rows() == ROWS
    writer.join()


def test_a_file_name_that_is_not_unicode_is_read(tmp_path):
    path = tmp_path / os.fsdecode(b"caf\xe9.csv")
    path.write_text(TEXT)
    assert read_table(path).data.rows() == ROWS


def test_a_file_name_is_no_pattern(write):
    write("a\nother\n", "1.csv")
    assert read_table(write("a\nmine\n", "[1].csv")).data.rows() == [("mine",)]


@pytest.mark.parametrize("name", ["table.csv.gz", "table.csv", "table"])
def test_gzip_is_undone(write, name):
    assert read_table(write(gzip.compress(TEXT.encode()), name)).data.rows() == ROWS


def test_gzip_that_is_cut_short_is_refused(write):
    packed = gzip.compress(os.urandom(1000))
    assert "cut short" in refusal(write(packed[: len(packed) // 2], "table.csv.gz"))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    assert re.search("there is no file .*nothing.csv", refusal(tmp_path / "nothing.csv"))


def test_a_folder_is_refused(tmp_path):
    assert "is a folder" in refusal(tmp_path)


@pytest.mark.parametrize(
    ("name", "words"),
    [("a\0b", "a character that no path can have"), ("x" * 300, "cannot read"), ("file.csv/inside", "cannot read")],
)
def test_an_impossible_name_is_refused(tmp_path, write, name, words):
    write(TEXT, "file.csv")
    assert words in refusal(str(tmp_path / name))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_closed_file_is_refused(write):
    path = write(TEXT)
    path.chmod(0)
    assert "no permission" in refusal(path)


# -------------------------------------------------------------------------------------------------------- other formats


def packed(format):
    stream = io.BytesIO()
    {
        "parquet": TYPED.write_parquet,
        "arrow": TYPED.write_ipc,
        "stream": TYPED.write_ipc_stream,
        "excel": TYPED.write_excel,
    }[format](stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("format", "name"),
    [
        ("parquet", "t.parquet"),
        ("parquet", "t.PQ"),
        ("parquet", "t"),
        ("parquet", "t.parquet.gz"),
        ("arrow", "t.arrow"),
        ("arrow", "t.feather"),
        ("arrow", "t"),
        ("stream", "t.arrow"),
        ("stream", "t"),
        ("excel", "t.xlsx"),
        ("excel", "t"),
    ],
)
def test_typed_formats_keep_their_types(write, format, name):
    content = packed(format)
    table = read_table(write(gzip.compress(content) if name.endswith("gz") else content, name))
    assert_frame_equal(table.data, TYPED)
    assert not table.textual


@pytest.mark.parametrize("format", ["parquet", "arrow", "excel"])
def test_typed_formats_are_read_from_streams(format):
    assert_frame_equal(read(packed(format)).data, TYPED)


def test_a_given_format_wins_over_the_suffix(write):
    assert_frame_equal(read_table(write(packed("parquet"), "t.csv"), format="parquet").data, TYPED)


def test_an_unknown_format_is_refused(write):
    with pytest.raises(SettingError, match="there is no format 'spss'; formats are: csv, tsv, parquet"):
        read_table(write(TEXT), format="spss")


@pytest.mark.parametrize("name", ["t.parquet", "t.arrow", "t.xlsx"])
@pytest.mark.parametrize("content", [TEXT.encode(), b"PAR1", b"ARROW1", b"PK\x03\x04junk"])
def test_a_file_that_is_not_what_its_suffix_says_is_refused(write, name, content):
    assert "another format, damaged or" in refusal(write(content, name))


@pytest.mark.parametrize("format", ["parquet", "arrow", "stream", "excel"])
@pytest.mark.parametrize("share", [0.2, 0.9])
def test_a_file_that_is_cut_short_is_refused(write, format, share):
    content = packed(format)
    assert "damaged or" in refusal(write(content[: int(len(content) * share)], "table"))


def test_nan_in_a_parquet_file_is_missing(write):
    stream = io.BytesIO()
    pl.DataFrame({"x": [1.0, float("nan")]}).write_parquet(stream)
    assert read_table(write(stream.getvalue(), "t.parquet")).data["x"].to_list() == [1.0, None]


def test_a_folder_that_looks_like_a_partition_adds_no_column(tmp_path):
    folder = tmp_path / "year=2024"
    folder.mkdir()
    TYPED.write_parquet(folder / "t.parquet")
    assert read_table(folder / "t.parquet").columns == tuple(TYPED.columns)


def workbook(rows, sheet="first"):
    xlsxwriter = pytest.importorskip("xlsxwriter")
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream, {"in_memory": True}) as book:
        page = book.add_worksheet(sheet)
        for number, row in enumerate(rows):
            page.write_row(number, 0, row)
        book.add_worksheet("second").write_column(0, 0, ["z", 9])
    return stream.getvalue()


def test_excel_text_stays_text_and_numbers_numbers():
    table = read(workbook([[" zip ", "n"], ["01234", 1], ["99999", 2.5]]))
    assert_frame_equal(table.data, pl.DataFrame({"zip": ["01234", "99999"], "n": [1.0, 2.5]}))


def test_a_text_after_many_numbers_is_not_lost():
    table = read(workbook([["n"], *[[i] for i in range(2000)], ["late"]]))
    assert table.data["n"].to_list()[-2:] == ["1999", "late"]


def test_a_sheet_can_be_named():
    assert read(workbook([["a"], [1]]), sheet="second").data.to_dict(as_series=False) == {"z": [9]}


def test_a_sheet_that_is_not_there_is_refused():
    assert "no sheet 'third'; it has: first, second" in refusal(io.BytesIO(workbook([["a"]])), sheet="third")


def test_a_sheet_of_a_csv_file_is_refused(write):
    with pytest.raises(SettingError, match="only Excel files have sheets"):
        read_table(write(TEXT), sheet="first")


def test_excel_headers_are_checked():
    assert "columns 1 and 2 have the same name" in refusal(io.BytesIO(workbook([["a", "a"], [1, 2]])))
    assert "column 2 has no name" in refusal(io.BytesIO(workbook([["a", None], [1, 2]])))


def test_an_empty_sheet_is_refused():
    assert "is empty" in refusal(io.BytesIO(workbook([])))


def test_a_zip_with_one_file_is_read_and_one_with_two_is_refused(write):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("table.csv", TEXT)
    assert read_table(write(stream.getvalue(), "table.zip")).data.equals(read_table(write(TEXT)).data)
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr("other.csv", TEXT)
    assert "zip file with 2 files" in refusal(write(stream.getvalue(), "table.zip"))


def test_zstd_is_undone(write):
    stream = pa.BufferOutputStream()
    with pa.CompressedOutputStream(stream, "zstd") as packing:
        packing.write(TEXT.encode())
    packed_text = stream.getvalue().to_pybytes()
    assert read_table(write(packed_text, "table.csv.zst")).data.equals(read_table(write(TEXT)).data)
    assert "zstd packing is damaged" in refusal(write(packed_text[:9], "table.csv.zst"))


def test_excel_without_its_library_says_what_to_install(write, monkeypatch):
    monkeypatch.setitem(sys.modules, "fastexcel", None)
    assert 'pip install "shoal[excel]"' in refusal(write(packed("excel"), "t.xlsx"))


def test_the_public_tables_are_read(shared_data):
    table = read_table(shared_data / "adult.csv")
    assert table.textual
    assert table.rows == 30_162


def test_type_checkers_know_every_format():
    assert set(get_args(FormatName)) == set(NAMES)
