"""Windows of rows out of private copies, which are mapped and never read whole."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from shoal.web import shape

LONGEST = 2000
"""Signs of a cell that are shown."""


def window(file: Path, offset: int, limit: int) -> shape.Rows:
    """Return some rows of a copy that holds text alone."""
    lazy = pl.scan_ipc(file)
    columns = lazy.collect_schema().names()
    rows = int(lazy.select(pl.len()).collect().item())
    part = lazy.slice(offset, limit).with_columns(pl.all().str.slice(0, LONGEST)).collect()
    return shape.Rows(offset=offset, rows=rows, columns=columns, cells=[list(row) for row in part.iter_rows()])
