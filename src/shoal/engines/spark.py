"""Tables on a cluster: pieces and blocks are worked on where Spark has them, and what is in between lies at a path.

Only calls that Spark Connect has: operations on data frames, `mapInArrow`, and `applyInArrow` on groups. Every stage
whose outcome others rest on is written before it is read, so that a stage that runs twice cannot change anything.
Nothing comes to the driver but the first rows, counts, and what functions tell of pieces and blocks.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
import polars as pl

from shoal.arrays import Ints, Sizes
from shoal.engines.base import EngineName, Place, Saving
from shoal.engines.room import memory_of
from shoal.engines.shelf import Shelf, put_in_place
from shoal.engines.spark_session import open_table, require_spark
from shoal.engines.worker import (
    AT,
    PACKED,
    TURN,
    Types,
    doing,
    error_in,
    folding,
    mapping,
    merging,
    packed_schema,
    place_in,
    placing,
    releasing,
    unpacked,
)
from shoal.errors import InputError, OutputError
from shoal.progress import Progress, Step
from shoal.secret import SystemSecret
from shoal.table.format import TITLES
from shoal.table.frame import Table
from shoal.table.written import Written, written_of

if TYPE_CHECKING:
    import pyarrow as pa

    from shoal.engines.choose import Where

T = TypeVar("T")
Frame: TypeAlias = Any
"""A data frame of Spark: those of Connect and the classic ones have no type in common."""

FIRST = 1000
"""Rows that are looked at to see what the table is like."""

FOLDED = 4
"""Places at which what all pieces tell is merged, before the driver sees it."""

MEMORY = 2**30
"""Bytes that a worker may take, unless said otherwise: the same on every cluster, so that results are the same."""

OF_BLOCK = 0.3
"""The share of the memory that the rows of a block may take while they are worked on."""

MOST_BLOCK, LEAST_BLOCK = 500_000, 20_000
"""Rows of a block: with more, few workers have something to do; with fewer, too much is lost along the borders."""

PART, KEY = "shoal_part", "shoal_key"
"""Columns for the part of a row, and for what rows of a block have in common."""


@dataclass(frozen=True, eq=False)
class SparkData:
    """A data frame of Spark. Of a table of texts, the kinds of the columns are still to be found."""

    rows: Frame
    shelf: Shelf
    memory: int = MEMORY
    textual: bool = False
    written: Written = Written()  # noqa: RUF009 - a tuple

    @classmethod
    def of(cls, table: object, where: Where, read: Mapping[str, object] | None = None) -> SparkData:
        """Return a data frame of Spark, or the files at a path, as this engine takes it.

        Raises:
            SettingError: Spark is not installed, or there is no path for what is kept in between.
            InputError: the files cannot be read.
        """
        require_spark()
        shelf = Shelf(where.tmp)
        with explained():
            rows, textual = open_table(table, where.master, read or {})
        return cls(
            rows, shelf, MEMORY if where.memory is None else memory_of(where.memory), textual, written_of(read or {})
        )

    @cached_property
    def first(self) -> Table:
        """Return its first rows."""
        with explained():
            found = self.rows.limit(FIRST).toArrow()
        table = Table.of(found)
        return Table(table.data, textual=self.textual, notes=table.notes, written=self.written)

    @property
    def name(self) -> EngineName:
        """Return the name of the engine."""
        return "spark"

    def block_rows(self, row_bytes: int) -> int:
        """Return how many rows a block may have whose rows take so many bytes while they are worked on."""
        return max(LEAST_BLOCK, min(MOST_BLOCK, int(OF_BLOCK * self.memory / row_bytes)))

    def require_room(self, row_bytes: int, rows: int) -> None:
        """Refuse to begin where a disk of this machine has no room for so many rows of so many bytes.

        Raises:
            OutputError: it has not.
        """
        self.shelf.require_room(row_bytes * rows)

    def fold(
        self, columns: Sequence[str], of: Callable[[pl.DataFrame], T], merge: Callable[[Sequence[T]], T], tell: Progress
    ) -> T:
        """Return what `of` tells of all pieces, merged: for each place of rows, then at a few places, then here."""
        from pyspark.sql import functions as F  # noqa: N812 - as everyone calls it

        with explained():
            schema = _schema(packed_schema())
            found = self._only(columns).mapInArrow(folding(of, merge), schema)
            found = found.withColumn(AT, F.spark_partition_id().cast("long")).repartition(FOLDED, AT)
            parts = unpacked(found.mapInArrow(merging(merge), schema).toArrow())
        tell(Step("read", 1.0))
        return merge(list(parts.values()) or [of(self.first.data.select(columns).clear())])

    def scatter(self, columns: Sequence[str], place: Place, parts: int, tell: Progress) -> SparkParts:
        """Put the rows into parts, and write them."""
        import pyarrow as pa

        types = Types.of(place(self.first.data.select(columns))[0])
        schema = _schema(types.schema.append(pa.field(PART, pa.int32())))
        path = self.shelf.place("parts")
        with explained():
            self._only(columns).mapInArrow(placing(place, types, PART), schema).write.parquet(path)
            rows = self.rows.sparkSession.read.schema(schema).parquet(path)
        tell(Step("read", 1.0))
        return SparkParts(rows, types, _counts(rows, parts), self)

    def frame(self, columns: Sequence[str]) -> Frame:
        """Return some columns as a data frame of Spark."""
        return self._only(columns)

    def save(self, columns: Sequence[str], path: Path, how: Saving) -> None:
        """Write some columns to a folder of Parquet or CSV files, which appears whole or not at all.

        Raises:
            OutputError: it cannot be written, or does not hold what is promised.
        """
        if how.format not in ("csv", "parquet"):
            message = f"a release on Spark cannot be written as {TITLES[how.format]}"
            raise OutputError(message, hint="write it as Parquet or CSV")
        with put_in_place(path) as draft:
            rows = self._only(columns)
            with explained():
                if how.format == "parquet":
                    rows.write.parquet(draft)
                    return
                if how.guard is not None:
                    rows = rows.mapInArrow(mapping(how.guard), rows.schema)
                rows.write.csv(draft, sep=how.separator, header=True, escape='"')
            if how.judge is not None:
                written, textual = open_table(draft, None, {"separator": how.separator, "format": "csv"})
                how.judge(SparkData(written, self.shelf, self.memory, textual))

    def close(self) -> None:
        """Remove all that was kept for the run, where that is on this machine."""
        self.shelf.close()

    def _only(self, columns: Sequence[str]) -> Frame:
        return self.rows.select(["`" + name.replace("`", "``") + "`" for name in columns])


@dataclass(frozen=True, eq=False)
class SparkParts:
    """Rows in Parquet files, with the part that each belongs to."""

    rows: Frame
    types: Types
    sizes: Sizes
    data: SparkData

    def each(self, blocks: Sequence[Sequence[int]], do: Callable[[int, pl.DataFrame], T], tell: Progress) -> list[T]:
        """Return `do(number, rows)` for each block, in the order of the blocks."""
        numbers = list(range(len(blocks)))
        with explained():
            grouped = self._grouped(blocks, numbers)
            found = grouped.applyInArrow(doing(do, self.types, numbers), _schema(packed_schema())).toArrow()
        facts = unpacked(found)
        tell(Step("verify", 1.0))
        return [facts[number] if number in facts else do(number, self.types.empty) for number in numbers]

    def release(
        self, blocks: Sequence[Sequence[int]], do: Callable[[int, pl.DataFrame], tuple[pl.DataFrame, T]], tell: Progress
    ) -> tuple[SparkData, list[T]]:
        """Return the table that `do` makes of all blocks, as Parquet files, and what else it returns.

        What blocks are known by is drawn by the system, and so is the order in which they are written. A block without
        rows shows the columns that all of them have.
        """
        from pyspark.sql import functions as F  # noqa: N812 - as everyone calls it

        like = do(0, self.types.empty)[0]
        after = Types.of(like.rename({name: f"r{at}" for at, name in enumerate(like.columns)}))
        numbers = SystemSecret().permutation(len(blocks)).tolist()
        schema, path = _schema(_with_packed(after.schema)), self.data.shelf.place("release")
        with explained():
            grouped = self._grouped(blocks, numbers)
            grouped.applyInArrow(releasing(do, self.types, after, numbers), schema).write.parquet(path)
            written = self.rows.sparkSession.read.schema(schema).parquet(path)
            facts = unpacked(written.filter(F.col(PACKED).isNotNull()).select(AT, TURN, PACKED).toArrow())
        if len(facts) != len(blocks):
            message = f"Spark wrote {len(facts)} of the {len(blocks)} blocks of the release"
            raise OutputError(message, hint="run it again, with a path of its own: tmp=, --tmp")
        tell(Step("search", 1.0))
        released = written.filter(F.col(PACKED).isNull()).select(list(after.names)).toDF(*like.columns)
        return SparkData(released, self.data.shelf, self.data.memory), [facts[at] for at in range(len(blocks))]

    def cut(self, most: int) -> SparkParts:
        """Return the same rows, parts with more than so many cut into some that follow each other, and written.

        Rows are counted in an order that they themselves decide, so that the same rows are together whenever it runs.
        """
        from pyspark.sql import Window
        from pyspark.sql import functions as F  # noqa: N812 - as everyone calls it

        pieces = np.maximum(1, -(-self.sizes // most))
        begin = np.cumsum(pieces) - pieces
        spark, path = self.rows.sparkSession, self.data.shelf.place("parts")
        with explained():
            count, size, start = (_looked_up(values).cast("long") for values in (pieces, self.sizes, begin))
            turn = F.row_number().over(Window.partitionBy(PART).orderBy(*self.types.names)) - 1
            large = self.rows.filter(count > 1).withColumn(PART, (start + F.floor(turn * count / size)).cast("int"))
            small = self.rows.filter(count == 1).withColumn(PART, start.cast("int"))
            small.unionByName(large).write.parquet(path)
            rows = spark.read.schema(self.rows.schema).parquet(path)
        return SparkParts(rows, self.types, _counts(rows, int(pieces.sum())), self.data)

    def _grouped(self, blocks: Sequence[Sequence[int]], numbers: Sequence[int]) -> Any:  # noqa: ANN401 - as of a frame
        """Return the rows grouped by block: `numbers` has the block of each key."""
        from pyspark.sql import functions as F  # noqa: N812 - as everyone calls it

        keys = np.full(len(self.sizes), -1)
        for key, number in enumerate(numbers):
            keys[list(blocks[number])] = key
        rows = self.rows.withColumn(KEY, _looked_up(keys).cast("int"))
        return rows.filter(F.col(KEY) >= 0).drop(PART).groupBy(KEY)


def _counts(rows: Frame, parts: int) -> Sizes:
    """Return the rows of each part."""
    with explained():
        counts = rows.groupBy(PART).count().toArrow()
    sizes = np.zeros(parts, np.int64)
    sizes[counts.column(PART).to_numpy()] = counts.column("count").to_numpy()
    return sizes


def _looked_up(values: Ints | Sizes) -> Any:  # noqa: ANN401 - an expression of Spark's
    """Return what stands in a list at the part of a row.

    The list is one literal, which Spark splits once: an expression for each of a thousand parts takes long to plan.
    """
    from pyspark.sql import functions as F  # noqa: N812 - as everyone calls it

    return F.element_at(F.split(F.lit(",".join(map(str, values))), ","), F.col(PART) + 1)


def _with_packed(schema: pa.Schema) -> pa.Schema:
    """Return the columns of released rows with those of what is told of a block."""
    import pyarrow as pa

    return pa.unify_schemas([schema, packed_schema()])


def _schema(schema: pa.Schema) -> Any:  # noqa: ANN401 - a type of Spark's
    """Return columns as Spark names their types."""
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(schema, prefer_timestamp_ntz=True)


@contextmanager
def explained() -> Iterator[None]:
    """Let what Spark raises leave as an error of shoal: its own texts may hold cells, or lines of several screens.

    Raises:
        ShoalError: the one that a worker raised, or one that names the kind of Spark's error.
    """
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", category=FutureWarning, module="pyspark")  # of pandas, not used here
            yield
    except (PySparkException, Py4JError) as error:
        found = error_in(str(error))
        if found is not None:
            raise found from None
        condition = getattr(error, "getCondition", lambda: None)()
        kind = place_in(str(error)) or condition or type(error).__name__
        message = f"Spark could not run this, and says {kind}"
        hint = "Spark's log says more, and may show cells; look at what the table is made from, memory, and tmp"
        raise InputError(message, hint=hint) from None
