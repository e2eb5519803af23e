"""What a release promises once it is in a file: judged on the cells that the file will hold, before it is written."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from shoal.criteria.sensitive import code_sensitive
from shoal.errors import OutputError, ShoalError, VerificationError
from shoal.figure import counted
from shoal.forms.base import Form, Promise
from shoal.schema.column import Column
from shoal.schema.infer import complete, infer_kind
from shoal.schema.schema import Schema
from shoal.table.format import TITLES, Format
from shoal.table.frame import Table
from shoal.table.held import EXACT, as_held, values_held
from shoal.table.text import is_comparable

HINT = 'write Parquet, which holds every cell as it is, or make the release for this format: written_as="{}"'


def require_held(form: Form, data: pl.DataFrame, second: pl.DataFrame | None, promise: Promise, format: Format) -> None:
    """Refuse a format in which a release does not hold what it promises, or is not read as it is written.

    Where what is promised does not show in released cells, nothing can be counted in a file.

    Raises:
        OutputError: it does not; the message says where values are distinguished in the table and not in the file.
    """
    if format in EXACT or not data.height or not form.shows_promise:
        return
    read = as_held(data, format)
    try:
        kept = _with_types(read, data)
        known, _ = complete(Schema(tuple(c for c in promise.sensitive if c.name in data.columns)), kept)
        meant = {column.name: column for column in known.columns}
        sensitive = tuple(meant.get(column.name, column) for column in promise.sensitive)
        held = None if second is None else as_held(second, format).data
        form.count(kept.data, held, promise._replace(sensitive=sensitive))
    except VerificationError as error:
        where = "".join(_merged(read, data, promise))
        message = f"in {TITLES[format]} the release would not hold what it promises: {error.message}{where}"
        raise OutputError(message, hint=HINT.format(format)) from None
    except ShoalError as error:
        message = f"in {TITLES[format]} the release could not be judged: {error.message}"
        raise OutputError(message, hint=HINT.format(format)) from None


def made_for(source: Table, schema: Schema, format: Format) -> tuple[Table, Schema, tuple[str, ...]]:
    """Return a table whose sensitive columns are as a file in this format will hold them, what they mean, and notes.

    Values that the file would not tell apart become one, before any group is made, so that what groups promise holds
    in the file too. A column is taken for what its cells are taken for when they are read, unless its kind is given.

    Raises:
        OutputError: the format cannot hold a column.
    """
    if format in EXACT or not source.rows:
        return source, schema, ()
    changes, notes = [], []
    for column in schema.of_role("sensitive"):
        series = source.data.get_column(column.name)
        if not is_comparable(series):
            message = f"column {column.name!r} has the type {series.dtype}, which {TITLES[format]} cannot hold"
            raise OutputError(message, hint="write Parquet instead, or convert it first")
        values = series.unique().drop_nulls()
        held = values_held(values, format)
        one = _one_for_each(values, held.data.to_series())
        if not one.equals(values, null_equal=True):
            changes.append(_replaced(series, values, one))
            notes.append(_note(column, values, one, format))
        if column.kind is None and not source.textual:
            schema = schema.replaced(column.name, kind=infer_kind(held.data.to_series(), textual=held.textual))
    data = source.data.with_columns(changes) if changes else source.data
    return replace(source, data=data), schema, tuple(notes)


def _with_types(read: Table, data: pl.DataFrame) -> Table:
    """Return a release as it is read, columns without any value as the type that they had: nothing else tells it."""
    empty = [column.name for column in read.data.iter_columns() if column.null_count() == read.rows]
    return Table(read.data.with_columns(data.get_column(name).clear(read.rows) for name in empty), read.textual)


def _merged(read: Table, data: pl.DataFrame, promise: Promise) -> list[str]:
    """Return a sentence on each sensitive column that has fewer values in the file than in the table."""
    found = []
    for column in promise.sensitive:
        if column.name in data.columns:
            counts = [code_sensitive(table.get_column(column.name)).about.rows for table in (data, read.data)]
            before, after = (int((rows > 0).sum()) for rows in counts)
            if after < before:
                there = counted(before, "value")
                found.append(f"; column {column.name!r} has {there} in the table and {after} in the file")
    return found


def _one_for_each(values: pl.Series, held: pl.Series) -> pl.Series:
    """Return for each value the first one that is held alike; missing where what is held is missing."""
    text = held if held.dtype == pl.String else held.cast(pl.String, strict=False)
    places = pl.DataFrame({"held": held, "place": pl.int_range(len(held), eager=True)})
    first = places.select(pl.col("place").first().over("held")).to_series()
    return values.gather(first).set(text.is_null() | (text == ""), None)


def _replaced(series: pl.Series, values: pl.Series, one: pl.Series) -> pl.Series:
    """Return a column in which every value is the one that stands for it."""
    return series.replace_strict(values, one, default=None, return_dtype=series.dtype)


def _note(column: Column, values: pl.Series, one: pl.Series, format: Format) -> str:
    kept = one.drop_nulls().n_unique()
    return (
        f"{column.name}: {len(values)} values are {kept} in {TITLES[format]}, empty texts being missing, "
        "and are counted so"
    )
