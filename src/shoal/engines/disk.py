"""Tables larger than memory, on this machine: pieces are read one after the other, parts are kept on disk.

Which block a row belongs to is decided in `make/placing.py`, by the cuts of `partition/cuts.py`; `table/runs.py` writes
and reads the files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

import numpy as np
import polars as pl

from shoal.arrays import Sizes
from shoal.engines.base import EngineName, Place, Saving
from shoal.engines.folder import Folder
from shoal.errors import OutputError
from shoal.progress import Progress, Step
from shoal.secret import SystemSecret
from shoal.table.format import TITLES
from shoal.table.frame import Table
from shoal.table.runs import CutRuns, Runs
from shoal.table.scan import Scan, scan_table
from shoal.table.write import explained, put_file, write_pieces

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

T = TypeVar("T")

OF_BLOCK, OF_PIECE = 0.3, 0.05
"""The share of the memory that the rows of a block, and of a piece, may take while they are worked on."""

MOST_BLOCK, LEAST_BLOCK = 2_000_000, 20_000
"""Rows of a block: beyond the first nothing is gained, and below the second too much is lost along the borders."""

MOST_PIECE, LEAST_PIECE = 1 << 19, 1 << 14
MERGED = 4
"""Pieces of which what they tell is merged at a time."""

FILE = "release.parquet"


@dataclass(frozen=True, slots=True, eq=False)
class DiskData:
    """A table in files."""

    scan: Scan
    folder: Folder
    memory: int

    @property
    def first(self) -> Table:
        """Return its first rows."""
        return self.scan.first

    @property
    def name(self) -> EngineName:
        """Return the name of the engine."""
        return "disk"

    def block_rows(self, row_bytes: int) -> int:
        """Return how many rows a block may have whose rows take so many bytes while they are worked on."""
        return max(LEAST_BLOCK, min(MOST_BLOCK, int(OF_BLOCK * self.memory / row_bytes)))

    def require_room(self, row_bytes: int, rows: int) -> None:
        """Refuse to begin where the disk has no room for so many rows of so many bytes.

        Raises:
            OutputError: it has not.
        """
        self.folder.require_room(row_bytes * rows)

    def close(self) -> None:
        """Remove all that was kept for the run."""
        self.folder.remove()

    def fold(
        self, columns: Sequence[str], of: Callable[[pl.DataFrame], T], merge: Callable[[Sequence[T]], T], tell: Progress
    ) -> T:
        """Return what `of` tells of all pieces, merged."""
        found: list[T] = []
        for piece in self._pieces(columns, tell):
            found.append(of(piece))
            if len(found) == MERGED:
                found = [merge(found)]
        return merge(found or [of(self.first.data.select(columns).clear())])

    def scatter(self, columns: Sequence[str], place: Place, parts: int, tell: Progress) -> DiskParts:
        """Put the rows into parts: two threads, one of which writes."""
        runs = Runs(self.folder.inside(f"parts-{_next(self.folder.path)}"), parts)
        with ThreadPoolExecutor(1) as writer:
            last: Future[None] | None = None
            for piece in self._pieces(columns, tell):
                rows, part = place(piece)
                if last is not None:
                    last.result()
                last = writer.submit(runs.add, rows, part)
            if last is not None:
                last.result()
        return DiskParts(runs, self)

    def frame(self, columns: Sequence[str]) -> pl.LazyFrame:
        """Return some columns as a lazy frame."""
        return self.scan.lazy.select(columns)

    def save(self, columns: Sequence[str], path: Path, how: Saving) -> None:
        """Write some columns to a Parquet or CSV file: what was counted is copied, or counted once more.

        Raises:
            OutputError: it cannot be written, or does not hold what is promised.
        """
        if how.format not in ("csv", "parquet"):
            message = f"a release that is on disk cannot be written as {TITLES[how.format]}"
            raise OutputError(message, hint="write it to a Parquet or CSV file")
        whole = self.scan.paths[0]
        if how.format == "parquet" and tuple(columns) == self.scan.columns:
            put_file(whole, path, packed=False)
            return
        draft = self.folder.path / f"saved.{how.format}"
        pieces = self.scan.pieces(columns)
        with explained(str(draft)):
            written = pieces if how.guard is None else map(how.guard, pieces)
            write_pieces(written, draft, format=how.format, separator=how.separator)
        if how.judge is not None:
            scan = scan_table(draft, {"separator": how.separator} if how.format == "csv" else {}, is_own=True)
            how.judge(DiskData(scan, self.folder, self.memory))
        put_file(draft, path, packed=how.packed)
        draft.unlink()

    def _pieces(self, columns: Sequence[str], tell: Progress) -> Iterator[pl.DataFrame]:
        """Yield the table piece by piece, and tell how far it is by the bytes of the files."""
        first = self.first.data.select(columns)
        each = max(1.0, first.estimated_size() / max(1, first.height))
        size = int(min(MOST_PIECE, max(LEAST_PIECE, OF_PIECE * self.memory / each)))
        seen, about = 0, max(1, self.scan.rows_about)
        for piece in self.scan.pieces(columns, size):
            yield piece
            seen += piece.height
            tell(Step("read", min(1.0, seen / about)))


@dataclass(frozen=True, slots=True, eq=False)
class DiskParts:
    """Rows in files, sorted by part."""

    runs: Runs | CutRuns
    data: DiskData

    def cut(self, most: int) -> DiskParts:
        """Return the same rows, parts with more than so many cut by position into some that follow each other."""
        return self if isinstance(self.runs, CutRuns) else DiskParts(CutRuns(self.runs, most), self.data)

    @property
    def sizes(self) -> Sizes:
        """Return the rows of each part."""
        return self.runs.sizes

    def each(self, blocks: Sequence[Sequence[int]], do: Callable[[int, pl.DataFrame], T], tell: Progress) -> list[T]:
        """Return `do(number, rows)` for each block, in the order of the blocks."""
        found = []
        for number, rows in self._read(blocks, range(len(blocks))):
            found.append(do(number, rows))
            tell(Step("verify", len(found) / len(blocks)))
        return found

    def release(
        self, blocks: Sequence[Sequence[int]], do: Callable[[int, pl.DataFrame], tuple[pl.DataFrame, T]], tell: Progress
    ) -> tuple[DiskData, list[T]]:
        """Return the table that `do` makes of all blocks, as a Parquet file, and what else it returns.

        Blocks are written in an order that the system draws, each as one row group, so that its labels are a
        dictionary of its own.
        """
        path = self.data.folder.path / FILE
        order = SystemSecret().permutation(len(blocks)).tolist()
        facts: dict[int, T] = {}
        with explained(str(path)), ThreadPoolExecutor(1) as writer, _Writer(path) as file:
            last: Future[None] | None = None
            for number, rows in self._read(blocks, order):
                released, facts[number] = do(number, rows)
                if last is not None:
                    last.result()
                last = writer.submit(file.add, released)
                tell(Step("search", len(facts) / len(blocks)))
            if last is not None:
                last.result()
        return DiskData(scan_table(path), self.data.folder, self.data.memory), [facts[at] for at in range(len(blocks))]

    def _read(self, blocks: Sequence[Sequence[int]], order: Sequence[int]) -> Iterator[tuple[int, pl.DataFrame]]:
        """Yield the rows of each block, the next one being read in the meantime."""
        with ThreadPoolExecutor(1) as reader:
            following = [reader.submit(self.runs.read, blocks[number]) for number in order[:1]]
            for at, number in enumerate(order):
                rows = following.pop().result()
                following = [reader.submit(self.runs.read, blocks[other]) for other in order[at + 1 : at + 2]]
                yield number, rows


class _Writer:
    """A Parquet file that grows by a row group at a time."""

    def __init__(self, path: Path) -> None:
        """Write to a file that is not there yet."""
        self.path = path
        self._file: pq.ParquetWriter | None = None

    def add(self, frame: pl.DataFrame) -> None:
        """Write rows as one row group; labels leave as texts, in a dictionary of their own."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        table = frame.rechunk().to_arrow(compat_level=pl.CompatLevel.oldest())
        fields = [pa.field(field.name, _common(field.type)) for field in table.schema]
        table = table.cast(pa.schema(fields))
        if self._file is None:
            self._file = pq.ParquetWriter(self.path, table.schema, compression="zstd", compression_level=1)
        self._file.write_table(table, row_group_size=max(1, table.num_rows))

    def __enter__(self) -> Self:
        """Use it in a block."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the file."""
        if self._file is not None:
            self._file.close()


def _common(kind: pa.DataType) -> pa.DataType:
    """Return the type that a column has in every block: of labels, how they are numbered depends on the block."""
    import pyarrow as pa

    return pa.dictionary(pa.int32(), pa.large_string()) if pa.types.is_dictionary(kind) else kind


def _next(folder: Path) -> int:
    """Return a number that no folder of parts has."""
    return int(np.sum([one.is_dir() for one in folder.iterdir()]))
