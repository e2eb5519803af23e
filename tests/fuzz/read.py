"""Released files, read without shoal: the csv module, pyarrow and fastexcel."""

from __future__ import annotations

import csv
import gzip
import io
import logging
import struct
from dataclasses import dataclass

import fastexcel
import polars as pl
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet

VIEW = struct.Struct("<i4sii")
"""A text in a column of views: its length, its beginning, and the buffer and place where it stands."""
INLINE = 12
"""Texts of up to this many bytes stand in the view itself."""


class Tick(int):
    """A moment, as nanoseconds since 1970 in UTC."""


@dataclass(frozen=True)
class Sheet:
    """A table as a file holds it.

    Attributes:
        columns: the cells of each column, by name, in order; None is missing.
        spare: texts that the file holds besides its cells: metadata, and labels of dictionaries.
        tangled: columns whose texts stand in the file in another order than its rows, which tells an older order.
    """

    columns: dict
    spare: tuple = ()
    tangled: tuple = ()

    @property
    def rows(self):
        """Return the number of rows."""
        return len(next(iter(self.columns.values()), ()))

    def tuples(self, names):
        """Return the rows, each the cells of some columns."""
        return list(zip(*(self.columns[name] for name in names), strict=True)) if names else [()] * self.rows


def read_sheet(path, separator=","):
    """Return the table in a file; the end of its name says which format it is."""
    if path.name.endswith((".csv", ".csv.gz", ".tsv")):
        return _read_text(path, "\t" if path.suffix == ".tsv" and separator == "," else separator)
    if path.suffix == ".xlsx":
        return _read_workbook(path)
    if path.suffix == ".parquet":
        return _read_parquet(path)
    return _read_ipc(path)


def _read_text(path, separator):
    packed = path.read_bytes()
    data = gzip.decompress(packed) if path.suffix == ".gz" else packed
    stream = io.StringIO(data.decode("utf-8"), newline="")
    names, *rows = csv.reader(stream, delimiter=separator, strict=True)
    rows = [row or [""] for row in rows]
    if any(len(row) != len(names) for row in rows):
        message = "a line of the file has another number of fields than its header"
        raise ValueError(message)
    columns = zip(*rows, strict=True) if rows else [()] * len(names)
    return Sheet({name: [cell or None for cell in cells] for name, cells in zip(names, columns, strict=True)})


def _read_workbook(path):
    logging.disable(logging.WARNING)  # fastexcel says which columns are empty
    try:
        return _read_arrow(fastexcel.read_excel(str(path)).load_sheet(0, schema_sample_rows=None).to_arrow(), "")
    finally:
        logging.disable(logging.NOTSET)


def _read_parquet(path):
    try:
        return _read_arrow(pa.parquet.read_table(path), str(pa.parquet.read_schema(path).metadata))
    except pa.ArrowNotImplementedError:  # integers of 128 bits, which pyarrow does not know
        return _read_polars(pl.read_parquet(path))


def _read_polars(frame):
    columns = {}
    for series in frame:
        if isinstance(series.dtype, pl.Datetime):
            ticks = series.to_physical().to_list()
            factor = {"ms": 10**6, "us": 10**3, "ns": 1}[series.dtype.time_unit]
            columns[series.name] = [None if tick is None else Tick(tick * factor) for tick in ticks]
        else:
            columns[series.name] = series.to_list()
    return Sheet(columns)


def _read_ipc(path):
    try:
        with pa.memory_map(str(path)) as stream:
            return _read_arrow(pa.ipc.open_file(stream).read_all(), "")
    except (pa.ArrowNotImplementedError, pa.ArrowInvalid):  # likewise
        return _read_polars(pl.read_ipc(path))


def _read_arrow(table, metadata):
    table = table if isinstance(table, pa.Table) else pa.Table.from_batches([table])
    spare = [metadata]
    columns = {}
    tangled = [name for name, column in zip(table.column_names, table.columns, strict=True) if _is_tangled(column)]
    for field_, column in zip(table.schema, table.columns, strict=True):
        spare.append(str(field_.metadata or ""))
        if pa.types.is_dictionary(field_.type):
            used = {cell for chunk in column.chunks for cell in chunk.to_pylist()}
            labels = {label for chunk in column.chunks for label in chunk.dictionary.to_pylist()}
            spare += [str(label) for label in labels - used]
        columns[field_.name] = _cells(column, field_.type)
    return Sheet(columns, tuple(spare), tuple(tangled))


def _is_tangled(column):
    """Return whether the texts that do not fit into the rows themselves lie in another order than the rows."""
    if not pa.types.is_string_view(column.type):
        return False
    seen = {}
    for number, chunk in enumerate(column.chunks):
        views = chunk.buffers()[1].to_pybytes()[VIEW.size * chunk.offset :]
        for row, (size, _, buffer, start) in enumerate(VIEW.iter_unpack(views[: VIEW.size * len(chunk)])):
            if size > INLINE and chunk.is_valid()[row].as_py():
                seen.setdefault((number, buffer, start))
    return list(seen) != sorted(seen)


def _cells(column, kind):
    if pa.types.is_timestamp(kind):
        factor = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}[kind.unit]
        return [None if cell is None else Tick(cell * factor) for cell in column.cast(pa.int64()).to_pylist()]
    if pa.types.is_duration(kind) or pa.types.is_time(kind):
        return column.cast(pa.int64()).to_pylist()
    return column.to_pylist()
