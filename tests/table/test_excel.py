"""Excel workbooks: what their cells are taken for, and that nothing is said of them."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys

import polars as pl
import pytest

from shoal.errors import InputError
from shoal.table.files import read_table


def test_nothing_is_printed_about_an_empty_column(tmp_path):
    pl.DataFrame({"a": [1, 2], "b": [None, None]}).write_excel(tmp_path / "x.xlsx")
    code = f"from shoal.table.files import read_table; read_table({str(tmp_path / 'x.xlsx')!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""


@pytest.mark.parametrize("name", ["*", "^a.*$"])
def test_a_pattern_in_the_header_is_refused(name, tmp_path):
    pl.DataFrame({"a": [1.0, 2.5], "b": [1.5, 2.5]}).rename({"b": name}).write_excel(tmp_path / "x.xlsx")
    with pytest.raises(InputError, match="column 2 has a pattern for a name"):
        read_table(tmp_path / "x.xlsx")


def test_whole_numbers_and_days_are_read_as_such_and_huge_ones_as_they_are(tmp_path):
    day = dt.datetime(2024, 3, 5)
    frame = pl.DataFrame({"whole": [1.0, 2.0], "huge": [1e30, 1.0], "day": [day, None], "none": [None, None]})
    frame.write_excel(tmp_path / "x.xlsx")
    data = read_table(tmp_path / "x.xlsx").data
    assert data.dtypes == [pl.Int64, pl.Float64, pl.Date, pl.String]
    assert data["huge"].to_list() == [1e30, 1.0]
