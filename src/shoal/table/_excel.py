"""Excel workbooks, through the optional libraries fastexcel (reading) and xlsxwriter (writing)."""

from __future__ import annotations

import importlib
import io
import logging
from types import ModuleType
from typing import Any, NoReturn

import polars as pl
import polars.selectors as cs

from shoal.errors import InputError, OutputError, ShoalError
from shoal.table._empty import empty_rows
from shoal.table._layout import repeated, require_single_names
from shoal.table._source import Source
from shoal.table.header import looks_like_cell

_UNNAMED = "__UNNAMED__"  # how fastexcel calls columns without a header
_MOST_ROWS = 1_048_576 - 1
_MOST_COLUMNS = 16_384
_LONGEST_TEXT = 32_767
_LARGEST_WHOLE = 2**53  # Excel keeps every number as a float
_FIRST_YEAR = 1900
_SILENT = logging.NullHandler()  # what the library logs goes to those who ask for logs, and not to the terminal
_OPTIONS = {
    "in_memory": True,  # no temporary file that could stay behind
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}


def read_excel(source: Source, sheet: str | None) -> pl.DataFrame:
    """Return the columns of a sheet, the first one by default, empty rows included; cells keep their types."""
    fastexcel = _reader()
    try:
        book = fastexcel.read_excel(source.native)
        name = _choose(book.sheet_names, sheet, source.name)
        # Without inference over all rows, a text after many numbers would be dropped without a word.
        frame = book.load_sheet(name, schema_sample_rows=None).to_polars()
        header = book.load_sheet(name, header_row=None, n_rows=1, dtypes="string").to_polars()
    except (fastexcel.FastExcelError, pl.exceptions.PolarsError):
        # No cause: the error of the library may hold cell values.
        raise _unreadable(source) from None
    if not frame.width:
        message = f"the sheet of {source.name} is empty"
        raise InputError(message, hint="name the sheet that holds the table")
    return _refined(_name_columns(_with_cells(frame), header, source.name))


def sheets_of(source: Source) -> list[str]:
    """Return the names of the sheets of a workbook."""
    fastexcel = _reader()
    try:
        return list(fastexcel.read_excel(source.native).sheet_names)
    except fastexcel.FastExcelError:
        raise _unreadable(source) from None


def _reader() -> Any:  # noqa: ANN401 - a module that may not be there
    """Return the library that reads workbooks."""
    fastexcel = _require("fastexcel", InputError)
    logging.getLogger(fastexcel.__name__).addHandler(_SILENT)
    return fastexcel


def _unreadable(source: Source) -> InputError:
    message = f"{source.name} cannot be read as Excel: it is another format, damaged or has a password"
    return InputError(message, hint="save it as .xlsx or .csv without a password")


def write_excel(frame: pl.DataFrame) -> bytes:
    """Return a workbook with the table on its only sheet; text stays text, also where it looks like a formula.

    Raises:
        OutputError: the library is not installed, or the table does not fit a sheet without loss.
    """
    xlsxwriter = _require("xlsxwriter", OutputError)
    _require_fit(frame)
    target = io.BytesIO()
    with xlsxwriter.Workbook(target, _OPTIONS) as book:
        plain = frame.with_columns((cs.enum() | cs.categorical()).cast(pl.String))
        whole = tuple(dtype for dtype in plain.dtypes if dtype.is_integer())
        broken = tuple(dtype for dtype in plain.dtypes if dtype.is_float())
        plain.write_excel(book, dtype_formats={whole: "0", broken: "General"})
    return target.getvalue()


def require_writer() -> None:
    """Refuse to promise a workbook when the library that writes it is not installed."""
    _require("xlsxwriter", OutputError)


def _require(name: str, error: type[ShoalError]) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError:
        message = f"Excel files need the library {name}, which is not installed"
        raise error(message, hint='pip install "shoal[excel]"') from None


def _choose(names: list[str], sheet: str | None, source: str) -> str:
    if sheet is None:
        return names[0]
    if sheet not in names:
        shown = f"{len(names)} sheets" if any(map(looks_like_cell, names)) else ", ".join(names)
        message = f"{source} has no sheet {sheet!r}; it has: {shown}"
        raise InputError(message)
    return sheet


def _name_columns(frame: pl.DataFrame, header: pl.DataFrame, source: str) -> pl.DataFrame:
    """Return the frame with blanks around its names gone, or refuse names that are missing or occur twice."""
    names = [name.strip() for name in frame.columns]
    for place, name in enumerate(names, 1):
        if not name or name.startswith(_UNNAMED):
            message = f"column {place} has no name in the header of {source}"
            raise InputError(message, hint="the first row must name every column")
    given = [str(name).strip() for name in header.row(0) if name is not None] if header.height else names
    require_single_names(names, given, source, hint="rename one of them")
    frame.columns = names
    return frame


def _with_cells(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the frame without columns that have neither a name nor a cell: a sheet may reach beyond its table."""
    empty = [at for at, name in enumerate(frame.columns) if name.startswith(_UNNAMED)]
    kept = [at for at in range(frame.width) if at not in empty or frame.to_series(at).null_count() < frame.height]
    return frame[:, kept]


def _refined(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the frame with whole numbers and days as such: a sheet has floats and moments only."""
    changes = []
    for column in frame.iter_columns():
        if column.dtype.is_float() and (column.floor() == column).all() and (column.abs() < _LARGEST_WHOLE).all():
            changes.append(column.cast(pl.Int64))
        elif isinstance(column.dtype, pl.Datetime) and (column.dt.truncate("1d") == column).all():
            changes.append(column.cast(pl.Date))
        elif column.dtype == pl.Null:
            changes.append(column.cast(pl.String))
    return frame.with_columns(changes)


def _require_fit(frame: pl.DataFrame) -> None:
    """Refuse what a sheet cannot hold, or would change."""
    if frame.height > _MOST_ROWS or frame.width > _MOST_COLUMNS:
        _refuse(f"the table has {frame.height} rows and {frame.width} columns, too many for an Excel sheet")
    if len(empty_rows(frame)):
        _refuse("the table has rows without any value, which an Excel sheet does not keep")
    twice = repeated([name.lower() for name in frame.columns])
    if twice:
        _refuse(f"columns {twice[0]} and {twice[1]} have names that Excel takes for the same")
    checks: dict[str, pl.Expr] = {
        "a text longer than Excel holds": cs.string().str.len_chars() > _LONGEST_TEXT,
        "a whole number of more digits than Excel holds": ~cs.integer().is_between(-_LARGEST_WHOLE, _LARGEST_WHOLE),
        "a number that is infinite or NaN, which Excel does not know": ~cs.float().is_finite(),
        "a date before 1900, which Excel does not know": (cs.date() | cs.datetime()).dt.year() < _FIRST_YEAR,
    }
    for what, wrong in checks.items():
        found = frame.select(wrong.any())
        for name in found.columns:
            if found[name][0]:
                _refuse(f"column {name!r} holds {what}")


def _refuse(message: str) -> NoReturn:
    raise OutputError(message, hint="write CSV or Parquet instead")
