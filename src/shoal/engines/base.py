"""What every engine does: look at the pieces of a table, put its rows into parts, and run a function on each part.

An engine never decides which rows belong together: the functions that it is given do, and they are the same everywhere.
They are picklable, and so is what they return.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, TypeAlias, TypeVar, get_args, runtime_checkable

import polars as pl

from shoal.arrays import Ints, Sizes
from shoal.progress import Progress
from shoal.table.format import Format
from shoal.table.frame import Table

EngineName: TypeAlias = Literal["auto", "memory", "disk", "spark"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)

T = TypeVar("T")
Place: TypeAlias = Callable[[pl.DataFrame], tuple[pl.DataFrame, Ints]]
"""Takes a piece of a table; gives rows to keep, and the part that each belongs to."""


@dataclass(frozen=True, slots=True)
class Saving:
    """How a table is saved.

    Attributes:
        format: of the file.
        separator: what stands between the fields of a CSV file.
        guard: changes each piece before it is written, such as one that keeps formulas from being run.
        packed: whether a text file is packed with gzip.
        judge: looks at a text file before it takes its place, and refuses it.
    """

    format: Format
    separator: str = ","
    guard: Callable[[pl.DataFrame], pl.DataFrame] | None = None
    judge: Callable[[Data], None] | None = None
    packed: bool = False


class Parts(Protocol):
    """The rows of a table by the part that they belong to."""

    @property
    def sizes(self) -> Sizes:
        """Return the rows of each part."""

    def each(self, blocks: Sequence[Sequence[int]], do: Callable[[int, pl.DataFrame], T], tell: Progress) -> list[T]:
        """Return `do(number, rows)` for each block, which is one part or several, in the order of the blocks."""

    def release(
        self, blocks: Sequence[Sequence[int]], do: Callable[[int, pl.DataFrame], tuple[pl.DataFrame, T]], tell: Progress
    ) -> tuple[Data, list[T]]:
        """Return the table that `do` makes of all blocks, written where this engine writes, and what else it returns.

        Blocks follow each other in an order that the system draws.
        """


@runtime_checkable
class Cuttable(Parts, Protocol):
    """Parts that can be cut where they are: nobody has to hold one that is too large."""

    def cut(self, most: int) -> Parts:
        """Return the same rows, parts with more than so many cut by position into some that follow each other."""


@runtime_checkable
class Closable(Protocol):
    """What a run may leave behind, and takes away."""

    def close(self) -> None:
        """Remove all that was kept for the run."""


class Data(Protocol):
    """A table of any size, which is never whole in memory."""

    @property
    def first(self) -> Table:
        """Return its first rows."""

    @property
    def name(self) -> EngineName:
        """Return the name of the engine."""

    def block_rows(self, row_bytes: int) -> int:
        """Return how many rows a block may have whose rows take so many bytes while they are worked on."""

    def require_room(self, row_bytes: int, rows: int) -> None:
        """Refuse to begin where there is no room for so many rows of so many bytes.

        Raises:
            OutputError: there is not.
        """

    def fold(
        self, columns: Sequence[str], of: Callable[[pl.DataFrame], T], merge: Callable[[Sequence[T]], T], tell: Progress
    ) -> T:
        """Return what `of` tells of all pieces, merged; pieces have these columns."""

    def scatter(self, columns: Sequence[str], place: Place, parts: int, tell: Progress) -> Parts:
        """Put the rows into parts."""

    def frame(self, columns: Sequence[str]) -> object:
        """Return some columns as callers have tables of this engine: a lazy frame of polars, or one of Spark."""

    def save(self, columns: Sequence[str], path: Path, how: Saving) -> None:
        """Write some columns to a file, or to a folder of files, wholly or not at all.

        Raises:
            OutputError: that cannot be done; what was there stays as it was.
        """
