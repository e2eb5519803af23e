"""The table inside shoal, and the way from and to the data frames that people have."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl

from shoal.errors import InputError
from shoal.table._empty import empty_rows, kept_note
from shoal.table.header import PATTERN_HINT, called, patterned
from shoal.table.number import calendar_ends
from shoal.table.plain import columns_of, is_plain
from shoal.table.written import Written

# What pyarrow and polars raise on a column that they cannot take; their messages may hold cell values.
_REFUSALS = (TypeError, ValueError, ArithmeticError, NotImplementedError, pl.exceptions.PolarsError)
_ACCEPTED = "a pandas or polars data frame, a pyarrow table, columns or rows by name, or anything that narwhals takes"


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table in memory: rows are positions, missing is null and never NaN.

    Attributes:
        data: the columns.
        textual: all columns are text because the table came from a text file; their kinds are still to be found.
        notes: what was found out on the way in, a sentence each.
        doubts: what may be read otherwise, a sentence each with the option that says so.
        written: how cells are written, as far as that was said.
    """

    data: pl.DataFrame
    textual: bool = False
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    written: Written = Written()  # noqa: RUF009 - a tuple

    @classmethod
    def of(cls, frame: object) -> Table:
        """Return the table that `frame` holds; its index, if it has one, is left out.

        Raises:
            InputError: `frame` is no data frame, has no columns, has names twice or names that are not text,
                or has a column that mixes types.
        """
        if isinstance(frame, Table):
            return frame
        data = _settle(_to_polars(frame))
        empty = len(empty_rows(data))
        return cls(data, notes=(kept_note(empty),) if empty else ())

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return self.data.height

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the columns, in order."""
        return tuple(self.data.columns)


def like(frame: pl.DataFrame, original: object) -> object:
    """Return `frame` as the kind of data frame that `original` is.

    A pandas frame gets a fresh index; a table, or the path of a file, becomes a polars data frame.
    """
    if isinstance(original, Table | pl.DataFrame | str | Path | pl.Series) or is_plain(original):
        return frame
    if isinstance(original, pl.LazyFrame):
        return frame.lazy()
    if isinstance(original, nw.DataFrame | nw.LazyFrame):
        # The stable faces of narwhals have wrappers of their own; stay with the caller's.
        wrap: Any = getattr(sys.modules[type(original).__module__], "from_native", nw.from_native)
        result: object = wrap(like(frame, nw.to_native(original)))
        return result
    if nw.dependencies.is_pandas_dataframe(original):
        return _to_pandas(frame, original)
    if _is_arrow(original):
        return frame.to_arrow()
    return _to_backend(frame, original)


def _to_polars(frame: object) -> pl.DataFrame:
    if isinstance(frame, pl.DataFrame):
        return frame
    if isinstance(frame, pl.LazyFrame):
        return _collect(frame)
    if isinstance(frame, nw.DataFrame | nw.LazyFrame):
        return _to_polars(nw.to_native(frame))
    if nw.dependencies.is_pandas_dataframe(frame):
        return _from_pandas(frame)
    if _is_arrow(frame):
        return _from_arrow(frame)
    return _from_plain(frame) if is_plain(frame) else _from_backend(frame)


def _settle(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the frame with every missing value as null; the frame itself when there is nothing to change."""
    if not frame.width:
        message = "the table has no columns"
        raise InputError(message)
    pattern = patterned(frame.columns)
    if pattern is not None:
        message = f"column {pattern} of the table has a pattern for a name"
        raise InputError(message, hint=PATTERN_HINT)
    changes = []
    for column in frame.get_columns():
        if column.dtype.is_float() and column.is_nan().any():
            changes.append(column.fill_nan(None))
        elif column.dtype == pl.Null:
            changes.append(column.cast(pl.String))
        elif column.dtype == pl.Object or isinstance(column.dtype, pl.BaseExtension):
            (what,) = called([column.name], frame.columns)
            message = f"{what} has the type {column.dtype}, which is neither number, date nor text"
            raise InputError(message, hint="convert or drop it first")
        elif column.dtype == pl.Date or isinstance(column.dtype, pl.Datetime):
            _require_calendar(column, frame.columns)
    return frame.with_columns(changes) if changes else frame


def _require_calendar(dates: pl.Series, columns: Sequence[str]) -> None:
    """Refuse dates that no calendar in use has: polars can hold them, but neither compare nor write them safely."""
    outside = int((~dates.to_physical().is_between(*calendar_ends(dates.dtype))).sum())
    if outside:
        (what,) = called([dates.name], columns)
        message = f"{what} has the type {dates.dtype}, and {outside} of its cells lie outside the years 1 to 9999"
        raise InputError(message, hint="let such cells be missing, or drop the column")


def _collect(frame: pl.LazyFrame) -> pl.DataFrame:
    try:
        return frame.collect()
    except (pl.exceptions.PolarsError, OSError):
        # No cause: the error of polars may hold cell values.
        message = "the lazy frame cannot be computed"
        raise InputError(message, hint="call its collect() to see why") from None


def _require_names(names: Sequence[object]) -> None:
    """Refuse names that are not text, and names that occur twice."""
    others = [position for position, name in enumerate(names, 1) if not isinstance(name, str)]
    if others:
        message = f"column {others[0]} has a name that is not text but {type(names[others[0] - 1]).__name__}"
        raise InputError(message, hint="rename it, e.g. frame.columns = [str(name) for name in frame.columns]")
    texts = [str(name) for name in names]
    twice = [name for name, count in Counter(texts).items() if count > 1]
    if twice:
        first = texts.index(twice[0])
        message = f"columns {first + 1} and {texts.index(twice[0], first + 1) + 1} of the table have the same name"
        raise InputError(message, hint="rename one of them")


def _from_pandas(frame: Any) -> pl.DataFrame:  # noqa: ANN401 - pandas is not imported here
    _require_names(list(frame.columns))
    try:
        result = pl.from_pandas(frame)
    except _REFUSALS:
        raise _refuse_pandas(frame) from None
    for name, dtype in result.schema.items():
        # The one mixture that is taken without a word: dates among times of day, which lose their hours.
        if dtype == pl.Date and frame[name].dtype == object and len(set(map(type, frame[name].dropna()))) > 1:
            raise _refuse_column(frame, name, "object")
    return result


def _refuse_pandas(frame: Any) -> InputError:  # noqa: ANN401 - pandas is not imported here
    """Return the error for a pandas frame that cannot be taken, with the name of the first column to blame."""
    for name in frame.columns:
        try:
            pl.from_pandas(frame[[name]])
        except _REFUSALS:
            return _refuse_column(frame, name, str(frame[name].dtype))
    return InputError("the pandas frame cannot be taken", hint="convert its columns to numbers, dates or text first")


def _refuse_column(frame: Any, name: str, dtype: str) -> InputError:  # noqa: ANN401 - pandas is not imported here
    (what,) = called([name], list(frame.columns))
    if dtype == "object":
        message = f"{what} holds values of different types"
    else:
        message = f"{what} has the type {dtype}, which is neither number, date nor text"
    return InputError(message, hint="make it one type first, e.g. frame[name] = frame[name].astype(str)")


def _from_arrow(frame: Any) -> pl.DataFrame:  # noqa: ANN401 - pyarrow has no types
    _require_names(list(frame.schema.names))
    try:
        return pl.DataFrame(pl.from_arrow(frame))
    except _REFUSALS:
        message = "the pyarrow table has a column of a type that is neither number, date nor text"
        raise InputError(message, hint="convert or drop it first") from None


def _from_plain(frame: object) -> pl.DataFrame:
    columns = columns_of(frame)
    _require_names(list(columns))
    try:
        return pl.DataFrame(columns, infer_schema_length=None)
    except _REFUSALS:
        message = f"this {type(frame).__name__} is no table: its columns differ in length, or mix types"
        raise InputError(message, hint="give columns of one length and one type each, or a data frame") from None


def _is_arrow(frame: object) -> bool:
    pyarrow = sys.modules.get("pyarrow")
    return pyarrow is not None and isinstance(frame, pyarrow.Table | pyarrow.RecordBatch)


def _wrap(frame: Any) -> nw.DataFrame[Any] | nw.LazyFrame[Any]:  # noqa: ANN401 - whatever narwhals knows
    try:
        wrapped: nw.DataFrame[Any] | nw.LazyFrame[Any] = nw.from_native(frame)
    except TypeError:
        message = f"a table is {_ACCEPTED}; this is {type(frame).__name__}"
        raise InputError(message) from None
    return wrapped


def _from_backend(frame: object) -> pl.DataFrame:
    wrapped = _wrap(frame)
    _require_names(wrapped.collect_schema().names())
    if isinstance(wrapped, nw.LazyFrame):
        wrapped = wrapped.collect(backend="polars")
    return wrapped.to_polars()


def _to_backend(frame: pl.DataFrame, original: object) -> object:
    wrapped = _wrap(original)
    backend = wrapped.implementation
    if isinstance(wrapped, nw.LazyFrame):
        return nw.to_native(nw.from_native(frame).lazy(backend=backend))
    return nw.to_native(nw.DataFrame.from_arrow(frame, backend=backend))


def _to_pandas(frame: pl.DataFrame, original: Any) -> object:  # noqa: ANN401 - pandas is not imported here
    """Return a pandas frame whose unchanged columns have the nullable types, and the orders, that they came with."""
    result: Any = frame.to_pandas()  # pandas is not imported here
    came = _from_pandas(original.head(0)).schema
    for name, kind in frame.schema.items():
        if came.get(name) != kind:
            if isinstance(kind, pl.Enum):  # labels, which have no order
                result[name] = result[name].cat.as_unordered()
            continue
        dtype = original[name].dtype
        if getattr(dtype, "ordered", False):  # categories that no row has any more stay at home
            there = set(result[name].cat.categories)
            result[name] = result[name].cat.set_categories([c for c in dtype.categories if c in there], ordered=True)
        elif dtype != result[name].dtype and hasattr(dtype, "__from_arrow__"):
            result[name] = dtype.__from_arrow__(frame[name].to_arrow())
    return result
