from __future__ import annotations

import datetime as dt
import gzip
import io
import math
import os
import stat
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from shoal.errors import OutputError, SettingError
from shoal.table import atomic
from shoal.table.files import read_table
from shoal.table.write import require_target, write_private, write_table

FRAME = pl.DataFrame(
    {
        "age": pl.Series(["[34 - 51]", "*"], dtype=pl.Enum(["*", "[34 - 51]"])),
        "zip": ["01234", None],
        "visits": [3, None],
        "share": [0.1, -2.5],
        "day": [dt.date(2024, 2, 29), None],
        "time": [dt.datetime.fromisoformat("2024-02-29T12:30"), None],
        "ok": [True, False],
    },
    schema_overrides={"time": pl.Datetime("ms")},
)
OLD = b"what was there before"
HARD_FORMATS = ["csv", "csv.gz", "parquet", "arrow", "xlsx"]


def mode_of(path):
    return stat.S_IMODE(path.lstat().st_mode)


def refusal(target, frame=FRAME, **options):
    with pytest.raises(OutputError) as caught:
        write_table(frame, target, **options)
    assert "secret" not in str(caught.value)
    return str(caught.value)


# -------------------------------------------------------------------------------------------------------------- formats


@pytest.mark.parametrize("name", ["t.parquet", "t.pq", "t.arrow", "t.feather", "t.xlsx"])
def test_typed_formats_keep_everything(tmp_path, name):
    write_table(FRAME, tmp_path / name)
    labels = pl.String if name == "t.xlsx" else FRAME.schema["age"]
    assert_frame_equal(read_table(tmp_path / name).data, FRAME.with_columns(pl.col("age").cast(labels)))


@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz", "t.txt", "t.tsv", "t.tsv.gz", "t"])
def test_text_formats_keep_every_value(tmp_path, name):
    write_table(FRAME, tmp_path / name)
    assert read_table(tmp_path / name).data.rows() == [
        ("[34 - 51]", "01234", "3", "0.1", "2024-02-29", "2024-02-29T12:30:00.000", "true"),
        ("*", None, None, "-2.5", None, None, "false"),
    ]


def test_csv_is_exact(tmp_path):
    write_table(FRAME.select("age", "zip", "day"), tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_bytes() == b"age,zip,day\n[34 - 51],01234,2024-02-29\n*,,\n"


def test_a_tsv_file_has_tabs_and_gzip_is_gzip(tmp_path):
    write_table(FRAME.select("age", "zip"), tmp_path / "t.tsv.gz")
    assert gzip.decompress((tmp_path / "t.tsv.gz").read_bytes()).startswith(b"age\tzip\n[34 - 51]\t01234\n")


def test_the_separator_can_be_chosen(tmp_path):
    write_table(FRAME.select("age", "zip"), tmp_path / "t.csv", separator=";")
    assert (tmp_path / "t.csv").read_text().startswith("age;zip\n")


def test_a_format_wins_over_the_suffix(tmp_path):
    write_table(FRAME, tmp_path / "t.dat", format="parquet")
    assert_frame_equal(read_table(tmp_path / "t.dat").data, FRAME)


def test_cells_that_look_like_formulas_are_not_altered(tmp_path):
    frame = pl.DataFrame({"x": ["=1+1", "+1", "-1", "@x", "{=1}", "http://a.b"]})
    for name in ("t.csv", "t.xlsx"):
        write_table(frame, tmp_path / name)
        assert_frame_equal(read_table(tmp_path / name).data, frame)


def test_text_with_quotes_separators_and_lines_comes_back(tmp_path):
    frame = pl.DataFrame({"a": ['say "hi"', "1,2", "x\ny", "x\ry", " pad "], "b": ["é", "€", "あ", "🐟", "x"]})
    write_table(frame, tmp_path / "t.csv")
    assert_frame_equal(read_table(tmp_path / "t.csv").data, frame)


@given(st.lists(st.floats(allow_nan=False), min_size=1))
def test_floats_come_back_from_csv_bit_by_bit(values):
    stream = io.BytesIO()
    write_table(pl.DataFrame({"x": values, "y": 1}), stream)
    stream.seek(0)
    back = [float(text) for text in read_table(stream).data["x"]]
    assert [(x, math.copysign(1, x)) for x in back] == [(x, math.copysign(1, x)) for x in values]


@pytest.mark.parametrize("name", ["t.csv", "t.xlsx"])
def test_durations_and_zones_are_iso_text(tmp_path, name):
    when = pl.Series([dt.datetime.fromisoformat("2024-02-29T12:30")], dtype=pl.Datetime("us")).dt.replace_time_zone(
        "Europe/Berlin"
    )
    write_table(pl.DataFrame({"for": [dt.timedelta(minutes=90)], "at": when}), tmp_path / name)
    assert read_table(tmp_path / name).data.rows() == [("PT1H30M", "2024-02-29T12:30:00+01:00")]


@pytest.mark.parametrize("name", ["t.csv", "t.xlsx"])
def test_lists_do_not_fit_csv_and_excel(tmp_path, name):
    message = refusal(tmp_path / name, pl.DataFrame({"x": [["secret"]]}))
    assert "column 'x' holds lists" in message
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("columns", "what"),
    [
        ({"x": ["y" * 32_768]}, "column 'x' holds a text longer"),
        ({"x": [2**53 + 1]}, "column 'x' holds a whole number"),
        ({"x": [-(2**63)]}, "column 'x' holds a whole number"),
        ({"x": [math.inf]}, "column 'x' holds a number that is infinite"),
        ({"x": [1], "X": [2]}, "columns 1 and 2 have names"),
        ({"x": range(1_048_576)}, "too many for an Excel sheet"),
    ],
    ids=["text", "large", "least", "infinite", "names", "rows"],
)
def test_what_excel_would_change_is_refused(tmp_path, columns, what):
    assert what in refusal(tmp_path / "t.xlsx", pl.DataFrame(columns))


def test_excel_without_its_library_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    assert 'pip install "shoal[excel]"' in refusal(tmp_path / "t.xlsx")
    with pytest.raises(OutputError, match="xlsxwriter"):
        require_target(tmp_path / "t.xlsx")


def test_the_callers_frame_stays_as_it_was(tmp_path):
    before = FRAME.clone()
    for name in HARD_FORMATS:
        write_table(FRAME, tmp_path / f"t.{name}")
    assert_frame_equal(FRAME, before)


@pytest.mark.parametrize("name", ["t.json", "t.xlsm", "t.dat.gz"])
def test_a_suffix_without_a_format_is_refused(tmp_path, name):
    assert "cannot be written; formats are: csv" in refusal(tmp_path / name)
    with pytest.raises(OutputError, match="cannot be written"):
        require_target(tmp_path / name)


def test_gzip_is_for_csv(tmp_path):
    assert "leave .gz out" in refusal(tmp_path / "t.parquet.gz")


def test_an_impossible_separator_is_refused(tmp_path):
    with pytest.raises(SettingError, match="separator"):
        write_table(FRAME, tmp_path / "t.csv", separator="::")


# -------------------------------------------------------------------------------------------------------------- streams


@pytest.mark.parametrize("format", ["csv", "parquet", "arrow", "excel"])
def test_streams_are_written(format):
    stream = io.BytesIO()
    write_table(FRAME.select("zip", "share"), stream, format=format)
    stream.seek(0)
    assert read_table(stream).data["zip"].to_list() == ["01234", None]


def test_standard_output_is_written():
    code = "import polars as pl; from shoal.table.write import write_table; write_table(pl.DataFrame({'a': [1]}), '-')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b"a\n1\n"


def test_a_reader_that_has_stopped_is_an_error():
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as stream:
        assert "its reader has stopped" in refusal(stream)


def test_a_stream_that_is_closed_is_an_error():
    stream = io.BytesIO()
    stream.close()
    assert "cannot be written to the stream" in refusal(stream)


def test_a_pipe_in_the_file_system_is_written_and_stays_a_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with subprocess.Popen(["cat", path], stdout=subprocess.PIPE) as cat:
        write_table(pl.DataFrame({"a": [1]}), path)
        assert cat.communicate()[0] == b"a\n1\n"
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("format", ["csv", "parquet", "arrow", "excel"])
def test_a_full_device_is_an_error(format):
    assert "the disk is full" in refusal("/dev/full", format=format)


# ------------------------------------------------------------------------------------------------------------- refusals


def both_refuse(target, match):
    assert match in refusal(target)
    with pytest.raises(OutputError) as caught:
        require_target(target)
    assert match in str(caught.value)


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    both_refuse(tmp_path / "none" / "t.csv", "its folder does not exist")


def test_a_folder_in_place_of_the_file_is_refused(tmp_path):
    both_refuse(tmp_path, "it is a folder")


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "file").write_bytes(OLD)
    both_refuse(tmp_path / "file" / "t.csv", "what should be its folder is a file")


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_an_impossible_name_is_refused(tmp_path, name):
    refusal(str(tmp_path / name), format="csv")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_closed_folder_is_refused(tmp_path):
    tmp_path.chmod(0o500)
    both_refuse(tmp_path / "t.csv", "no permission to write there")
    tmp_path.chmod(0o700)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_protected_file_is_refused(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(OLD)
    path.chmod(0o400)
    both_refuse(path, "is protected from writing")
    assert path.read_bytes() == OLD


@pytest.mark.parametrize("target", ["t.csv", "-", "new.parquet"])
def test_a_good_target_is_not_refused_and_not_made(tmp_path, monkeypatch, target):
    monkeypatch.chdir(tmp_path)
    require_target(target)
    require_target(io.BytesIO())
    assert list(tmp_path.iterdir()) == []


# -------------------------------------------------------------------------------------------------------------- private


@pytest.mark.usefixtures("any_system")
@pytest.mark.parametrize("exists", [True, False])
def test_a_private_file_is_for_its_owner_alone(tmp_path, exists):
    path = tmp_path / "map.csv"
    if exists:
        path.write_bytes(OLD)
        path.chmod(0o666)
    write_private(pl.DataFrame({"row": [0], "id": ["x7"]}), path)
    assert (path.read_bytes(), mode_of(path)) == (b"row,id\n0,x7\n", 0o600)


@pytest.mark.usefixtures("any_system")
def test_a_private_file_is_private_from_the_first_byte_on(tmp_path):
    before = os.umask(0)
    try:
        with atomic.replacing(tmp_path / "map.csv", mode=0o600) as stream:
            assert stat.S_IMODE(os.fstat(stream.fileno()).st_mode) == 0o600
    finally:
        os.umask(before)


@pytest.mark.parametrize("dangling", [True, False])
def test_a_private_file_does_not_follow_a_link(tmp_path, dangling):
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    if not dangling:
        real.write_bytes(OLD)
    link.symlink_to(real)
    with pytest.raises(OutputError, match="is a symbolic link"):
        write_private(FRAME, link)
    assert link.is_symlink()
    assert dangling is not real.exists()


def test_a_private_file_is_a_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path, match in [(tmp_path, "is a folder"), (tmp_path / "pipe", "is not a regular file")]:
        with pytest.raises(OutputError, match=match):
            write_private(FRAME, path)
