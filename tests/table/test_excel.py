"""Excel workbooks: what their library says is not shown."""

from __future__ import annotations

import subprocess
import sys

import polars as pl


def test_nothing_is_printed_about_an_empty_column(tmp_path):
    pl.DataFrame({"a": [1, 2], "b": [None, None]}).write_excel(tmp_path / "x.xlsx")
    code = f"from shoal.table.files import read_table; read_table({str(tmp_path / 'x.xlsx')!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
