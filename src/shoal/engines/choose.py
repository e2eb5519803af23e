"""Which engine a table runs on: the one that is asked for, else by its size and the memory that there is."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from shoal.engines.base import Data, EngineName
from shoal.engines.folder import shown
from shoal.engines.room import memory_of
from shoal.errors import InputError, SettingError
from shoal.table.scan import Scan, is_several, scan_table

WORK_BYTES, CELL_BYTES = 100, 16
"""Bytes that a row takes while it is worked on, and each of its cells, beside the table itself: estimates."""

LARGE = 64 * 2**20
"""A smaller file is read at once, and nobody looks how much memory there is."""


class Where(NamedTuple):
    """Where a run is to take place.

    Attributes:
        engine: "auto", "memory", "disk" or "spark".
        memory: the memory that it may take, in bytes or as a text such as "4GB".
        tmp: the folder for what it keeps on disk, or the path for what Spark keeps in between.
        master: the cluster that a session of Spark begins on, where there is none yet.
    """

    engine: EngineName = "auto"
    memory: str | float | None = None
    tmp: str | Path | None = None
    master: str | None = None


class Chosen(NamedTuple):
    """The engine of a run, why, the table as it is read in pieces, where it is, and how files are read."""

    engine: EngineName
    why: str
    scan: Scan | None = None
    read: Mapping[str, object] = MappingProxyType({})


def is_spark(table: object) -> bool:
    """Return whether a table is a data frame of Spark, classic or Connect."""
    return any(kind.__module__.startswith("pyspark.sql") and kind.__name__ == "DataFrame" for kind in type(table).mro())


def choose(table: object, where: Where, read: dict[str, object]) -> Chosen:
    """Return the engine for a table, and why.

    Raises:
        SettingError: the engine that is asked for cannot take such a table.
        InputError: the files cannot be read.
    """
    if is_spark(table) or where.engine == "spark":
        if where.engine not in ("auto", "spark"):
            message = f"the table is a data frame of Spark, which the engine {where.engine!r} cannot take"
            raise SettingError(message, hint='use engine="spark", or write it to Parquet first')
        why = "the table is a data frame of Spark" if is_spark(table) else "as asked for"
        return Chosen("spark", why, read=read)
    is_path = isinstance(table, str | PathLike) and str(table) != "-"
    if where.engine == "disk":
        if not is_path:
            message = "the engine 'disk' reads files, and the table is in memory"
            raise SettingError(message, hint="give the path of a CSV or Parquet file, of a folder, or a pattern")
        return Chosen("disk", "as asked for", scan_table(str(table), read))
    if where.engine == "memory" or not is_path:
        return Chosen("memory", "as asked for" if where.engine == "memory" else "the table is in memory")
    return _by_size(str(table), where, read)


def _by_size(table: str, where: Where, read: dict[str, object]) -> Chosen:
    """Return the engine for files: by how much memory the run would take."""
    several = is_several(table)
    if not several and not _is_large(table):
        return Chosen("memory", "the file is small")
    try:
        scan = scan_table(table, read)
    except InputError:
        if several:
            raise
        return Chosen("memory", "the file can only be read as a whole")
    needed, allowed = needed_for(scan), memory_of(where.memory)
    words = f"the run would take about {shown(needed)} of memory, and {shown(allowed)} is allowed"
    return Chosen("disk" if needed > allowed else "memory", words, scan)


def _is_large(table: str) -> bool:
    path = Path(table).expanduser()
    return path.is_file() and path.stat().st_size > LARGE


def needed_for(scan: Scan) -> int:
    """Return about how many bytes a run in memory would take at its peak."""
    first = scan.first
    each = first.data.estimated_size() / max(1, first.rows)
    return int(scan.rows_about * (2 * each + WORK_BYTES + CELL_BYTES * len(first.columns)))


def open_data(table: object, chosen: Chosen, where: Where) -> Data:
    """Return a table as the engine that was chosen for it takes it.

    Raises:
        ShoalError: the engine is not installed, or a folder that it needs is not there.
    """
    if chosen.engine == "spark":
        from shoal.engines.spark import SparkData

        return SparkData.of(table, where, chosen.read)
    if chosen.scan is not None:
        from shoal.engines.disk import DiskData
        from shoal.engines.folder import Folder

        return DiskData(chosen.scan, Folder(where.tmp), memory_of(where.memory))
    message = f"the engine {chosen.engine!r} does not read tables in pieces"
    raise SettingError(message)
