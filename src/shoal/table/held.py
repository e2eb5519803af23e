"""What a file will hold of a table: the cells as those who read it see them.

A CSV file has one word for a missing cell and for an empty text; an Excel sheet has numbers of about 16 digits and
times to the millisecond. What is promised of a release is promised of the file, so it is judged on these cells.
"""

from __future__ import annotations

import io

import polars as pl

from shoal.errors import InputError, OutputError
from shoal.table.files import read_table
from shoal.table.format import TITLES, Format
from shoal.table.frame import Table
from shoal.table.write import write_table

EXACT: tuple[Format, ...] = ("parquet", "arrow")
"""The formats that hold every cell as it is."""

ROW = "row"


def as_held(frame: pl.DataFrame, format: Format) -> Table:
    """Return the table as it is read from a file in this format: by writing it, to memory, and reading it.

    What separates the fields of a CSV file does not change what they hold.

    Raises:
        OutputError: the format cannot hold it, or the file would not be read as the same rows and columns.
    """
    file = io.BytesIO()
    write_table(frame, file, format=format)
    try:
        read = read_table(io.BytesIO(file.getvalue()), format=format, separator="," if format == "csv" else None)
    except InputError as error:
        message = f"the table cannot be read again once it is in {TITLES[format]}: {error.message}"
        raise OutputError(message, hint="write Parquet instead") from None
    if read.data.shape != frame.shape:
        there = f"{read.rows} rows and {read.data.width} columns"
        message = f"{frame.height} rows and {frame.width} columns would be read from {TITLES[format]} as {there}"
        raise OutputError(message, hint="write Parquet instead")
    # By place: the blanks around a name do not come back.
    return Table(read.data.rename(dict(zip(read.data.columns, frame.columns, strict=True))), textual=read.textual)


def values_held(series: pl.Series, format: Format) -> Table:
    """Return a table of one column: what a file in this format holds for each of some values.

    Raises:
        OutputError: the format cannot hold them.
    """
    # A second column, so that no row is without a value.
    frame = pl.DataFrame([series, pl.int_range(len(series), eager=True).alias(ROW if series.name != ROW else "at")])
    held = as_held(frame, format)
    return Table(held.data.select(series.name), textual=held.textual)
