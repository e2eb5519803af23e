"""Tables whose memory holds nothing but their cells, in the order of their rows."""

from __future__ import annotations

import io

import polars as pl
from polars.datatypes import DataTypeClass


def rebuilt(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the frame with its texts, bytes and nested cells copied, one row after the other.

    A column that is made by picking rows of another one shares its memory: texts of rows that were left out are still
    there, and all stand in the order in which they came. An Arrow file holds that memory as it is. A cell in a column
    of nested categories has all categories of its type with it, so these become texts.
    """
    loose = [column for column in frame.iter_columns() if _is_loose(column.dtype)]
    if not loose:
        return frame
    copies = io.BytesIO()
    texts = [column.cast(_without_labels(column.dtype)) for column in loose]
    # The oldest level knows no texts that lie elsewhere: all are written in a row.
    pl.DataFrame(texts).write_ipc_stream(copies, compat_level=pl.CompatLevel.oldest())
    copies.seek(0)
    copied = {column.name: column for column in pl.read_ipc_stream(copies).iter_columns()}
    return pl.DataFrame([copied.get(column.name, column) for column in frame.iter_columns()])


def _is_loose(dtype: pl.DataType) -> bool:
    """Return whether the cells of a type lie elsewhere in memory than in its rows."""
    return dtype.is_nested() or dtype in (pl.String, pl.Binary)


def _without_labels(dtype: pl.DataType) -> pl.DataType:
    """Return the type with text in place of categories, which list more than the cells have."""
    if isinstance(dtype, pl.List):
        return pl.List(_without_labels(_type(dtype.inner)))
    if isinstance(dtype, pl.Array):
        return pl.Array(_without_labels(_type(dtype.inner)), dtype.size)
    if isinstance(dtype, pl.Struct):
        return pl.Struct([pl.Field(field.name, _without_labels(_type(field.dtype))) for field in dtype.fields])
    return pl.String() if isinstance(dtype, pl.Enum | pl.Categorical) else dtype


def _type(dtype: DataTypeClass | pl.DataType) -> pl.DataType:
    """Return the type itself where its class is given."""
    return dtype if isinstance(dtype, pl.DataType) else pl.Series(dtype=dtype).dtype
