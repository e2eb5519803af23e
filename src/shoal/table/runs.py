"""Rows on disk by the block that they belong to: a file for each batch, a record batch in it for each block.

A batch is sorted by block and written at once, so that the number of files depends on the size of the table and not on
the number of blocks. To read a block takes one piece of every file. Sums of all bytes stay in memory: a file that was
changed in the meantime is noticed.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import numpy as np
import polars as pl

from shoal.arrays import Ints, Sizes
from shoal.errors import InputError
from shoal.table.write import explained

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIX = ".run"


class Runs:
    """Batches of rows in a folder, each sorted by block.

    Memory: one batch while it is added, and one block while it is read; files are never mapped.
    """

    def __init__(self, folder: Path, blocks: int) -> None:
        """Begin without rows; the folder is there, and is removed by the one who made it."""
        self.folder, self.blocks = folder, blocks
        self.counts = np.zeros((0, blocks), np.int64)
        self.sums: list[list[Span]] = []

    @property
    def sizes(self) -> Sizes:
        """Return the rows of each block."""
        return np.asarray(self.counts.sum(axis=0), np.int64)

    def add(self, frame: pl.DataFrame, block: Ints) -> None:
        """Write a batch; block (n,) says where each row belongs.

        Raises:
            OutputError: it cannot be written, such as where the disk is full.
        """
        import pyarrow as pa

        order = np.argsort(block, kind="stable")
        counts = np.bincount(block, minlength=self.blocks)
        ends = np.cumsum(counts)
        table = frame[order].rechunk().to_arrow(compat_level=pl.CompatLevel.oldest())
        none = table.to_batches()[0].slice(0, 0) if table.num_rows else _none(table.schema)
        path = self._file(len(self.counts))
        with explained(str(path)), path.open("wb") as stream:
            summed = _Summed(stream)
            with pa.ipc.new_file(summed, table.schema) as file:
                file.write_batch(none)  # the labels of all blocks come before it
                summed.end_span()
                for end, count in zip(ends.tolist(), counts.tolist(), strict=True):
                    (piece,) = table.slice(end - count, count).combine_chunks().to_batches() or [none]
                    file.write_batch(piece)
                    summed.end_span()
            summed.end_span()
        self.counts = np.vstack([self.counts, counts])
        self.sums.append(summed.spans)

    def read(self, blocks: Sequence[int]) -> pl.DataFrame:
        """Return the rows of some blocks, in the order in which they were added.

        Raises:
            InputError: a file is gone or damaged.
        """
        import pyarrow as pa

        pieces = []
        for at, counts in enumerate(self.counts):
            wanted = [block for block in blocks if counts[block]]
            if wanted:
                pieces += self._pieces(at, wanted)
        table = pa.Table.from_batches(pieces)
        return pl.DataFrame(pl.from_arrow(table, rechunk=True))

    def read_some(self, block: int, start: int, stop: int) -> pl.DataFrame:
        """Return some rows of a block, by their places in it; memory: these, and what one file has of the block.

        Raises:
            InputError: a file is gone or damaged.
        """
        import pyarrow as pa

        ends = np.cumsum(self.counts[:, block])
        found = []
        for at, (end, count) in enumerate(zip(ends.tolist(), self.counts[:, block].tolist(), strict=True)):
            low, high = max(start, end - count), min(stop, end)
            if low < high:
                (piece,) = self._pieces(at, [block])
                found.append(piece.slice(low - end + count, high - low))
        return pl.DataFrame(pl.from_arrow(pa.Table.from_batches(found), rechunk=True))

    def _file(self, number: int) -> Path:
        return self.folder / f"{number}{SUFFIX}"

    def _pieces(self, at: int, blocks: Sequence[int]) -> list[pa.RecordBatch]:
        """Return what one file has of some blocks.

        Raises:
            InputError: it is gone or damaged.
        """
        import pyarrow as pa

        path, spans = self._file(at), self.sums[at]
        try:
            with path.open("rb") as stream:
                is_whole = all(span.is_in(stream) for span in (spans[0], spans[-1], *(spans[b + 1] for b in blocks)))
            if is_whole:
                with pa.OSFile(str(path)) as stream, pa.ipc.open_file(stream) as file:
                    return [file.get_batch(block + 1) for block in blocks]
        except (OSError, pa.ArrowException):  # no cause: it may hold cells
            pass
        message = f"a file that this run wrote to {path.parent} is gone or damaged"
        raise InputError(message, hint="run it again; give the run a folder of its own: tmp=, --tmp")


class Span(NamedTuple):
    """Some bytes of a file, and their sum."""

    start: int
    size: int
    total: int

    def is_in(self, stream: BinaryIO) -> bool:
        """Return whether a file still holds these bytes."""
        stream.seek(self.start)
        return zlib.crc32(stream.read(self.size)) == self.total


class _Summed:
    """A file that is written, with the sums of its spans."""

    closed = False

    def __init__(self, stream: BinaryIO) -> None:
        """Write to an open file."""
        self._stream, self._start, self._size, self._total = stream, 0, 0, 0
        self.spans: list[Span] = []

    def write(self, data: bytes) -> int:
        """Write some bytes."""
        self._total = zlib.crc32(data, self._total)
        self._size += len(data)
        return self._stream.write(data)

    def tell(self) -> int:
        """Return how much was written."""
        return self._start + self._size

    def flush(self) -> None:
        """Leave that to the file."""

    def close(self) -> None:
        """Leave that to the file."""

    def end_span(self) -> None:
        """Note the sum of what was written since the last one."""
        self.spans.append(Span(self._start, self._size, self._total))
        self._start, self._size, self._total = self._start + self._size, 0, 0


class CutRuns:
    """The same rows, each block with more than so many cut by position into some of about the same size."""

    def __init__(self, runs: Runs, most: int) -> None:
        """Cut what is too large; nothing is moved."""
        pieces = np.maximum(1, -(-runs.sizes // most))
        self.runs, self.block = runs, np.repeat(np.arange(runs.blocks), pieces)
        place = np.arange(len(self.block)) - np.repeat(np.cumsum(pieces) - pieces, pieces)
        of, size = pieces[self.block], runs.sizes[self.block]
        self.start, self.stop = size * place // of, size * (place + 1) // of

    @property
    def sizes(self) -> Sizes:
        """Return the rows of each block."""
        return np.asarray(self.stop - self.start, np.int64)

    def read(self, blocks: Sequence[int]) -> pl.DataFrame:
        """Return the rows of some blocks.

        Raises:
            InputError: a file is gone or damaged.
        """
        parts = [self.runs.read_some(int(self.block[at]), int(self.start[at]), int(self.stop[at])) for at in blocks]
        return pl.concat(parts, rechunk=True)


def _none(schema: pa.Schema) -> pa.RecordBatch:
    """Return a record batch without rows."""
    import pyarrow as pa

    return pa.RecordBatch.from_arrays([pa.array([], field.type) for field in schema], schema=schema)
