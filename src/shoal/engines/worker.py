"""What runs where the rows are: pieces and blocks of a table as Arrow, in a process of another machine.

Nothing here knows of Spark. Functions and what they tell travel as bytes; an error travels as a text without cells.
"""

from __future__ import annotations

import base64
import json
import pickle
import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import polars as pl

from shoal import errors
from shoal.engines.base import Place
from shoal.errors import InputError, ShoalError
from shoal.kernels import threads
from shoal.table.frame import Table

if TYPE_CHECKING:
    import pyarrow as pa

T = TypeVar("T")
Batches = Iterable["pa.RecordBatch"]

PIECE = 1 << 18
"""Rows of a piece: batches are put together until there are so many."""

BATCH = 1 << 16
"""Rows that are handed back at a time."""

CHUNK = 1 << 22
"""Bytes of what is told that are handed back in a row."""

AT, TURN, PACKED = "at", "turn", "packed"
"""Whose bytes these are, which of them come first, and the bytes."""

WIDER: Mapping[type[pl.DataType], type[pl.DataType]] = {pl.UInt8: pl.Int16, pl.UInt16: pl.Int32, pl.UInt32: pl.Int64}
"""Types without a sign, which Spark does not have, and those that hold all their numbers; 64 bits keep their bits."""

_MARK = re.compile(r"<shoal:([A-Za-z0-9+/=]+)>")
_WHERE = re.compile(r"WorkerError: (.+)")
_FRAMES = 4


class Types(NamedTuple):
    """The columns of a table on its way: their types here, and as Arrow has them on the way."""

    names: tuple[str, ...]
    kinds: tuple[pl.DataType, ...]

    @classmethod
    def of(cls, frame: pl.DataFrame) -> Types:
        """Return the columns of a frame; labels, whose numbers mean something in their own frame only, are texts."""
        kinds = [pl.String() if isinstance(k, pl.Enum | pl.Categorical | pl.Null) else k for k in frame.dtypes]
        return cls(tuple(frame.columns), tuple(kinds))

    @property
    def empty(self) -> pl.DataFrame:
        """Return a frame without rows."""
        return pl.DataFrame(schema=dict(zip(self.names, self.kinds, strict=True)))

    @property
    def schema(self) -> pa.Schema:
        """Return the columns as they travel."""
        return _sent(self.empty).schema

    def sent(self, frame: pl.DataFrame) -> Iterator[pa.RecordBatch]:
        """Yield rows as they travel."""
        schema = self.schema
        for rows in frame.iter_slices(BATCH):
            kept = rows.with_columns(
                pl.col(name).cast(kind)
                for name, kind, has in zip(self.names, self.kinds, rows.dtypes, strict=True)
                if kind != has
            )
            yield from _sent(kept).cast(schema).combine_chunks().to_batches()

    def received(self, table: pa.Table) -> pl.DataFrame:
        """Return rows that have travelled."""
        frame = pl.DataFrame(pl.from_arrow(table.select(list(self.names))))
        changed = []
        for name, kind, has in zip(self.names, self.kinds, frame.dtypes, strict=True):
            if kind == pl.UInt64 and has == pl.Int64:
                changed.append(pl.col(name).reinterpret(signed=False))
            elif kind != has:
                changed.append(pl.col(name).cast(kind))
        return frame.with_columns(changed)


def _sent(frame: pl.DataFrame) -> pa.Table:
    """Return a frame in types that Spark has."""
    import pyarrow as pa

    wide = [pl.col(name).cast(WIDER[type(kind)]) for name, kind in frame.schema.items() if type(kind) in WIDER]
    bits = [pl.col(name).reinterpret(signed=True) for name, kind in frame.schema.items() if kind == pl.UInt64]
    table = frame.with_columns(*wide, *bits).to_arrow(compat_level=pl.CompatLevel.oldest())
    return table.cast(pa.schema([pa.field(field.name, _small(field.type)) for field in table.schema]))


def _small(kind: pa.DataType) -> pa.DataType:
    """Return the type of Arrow that Spark takes: texts and bytes with short offsets, and times to the microsecond."""
    import pyarrow as pa

    if pa.types.is_large_string(kind):
        return pa.string()
    if pa.types.is_large_binary(kind):
        return pa.binary()
    if pa.types.is_large_list(kind):
        return pa.list_(_small(kind.value_type))
    if pa.types.is_struct(kind):
        return pa.struct([pa.field(field.name, _small(field.type)) for field in kind])
    if pa.types.is_timestamp(kind):
        return pa.timestamp("us", kind.tz)
    return pa.duration("us") if pa.types.is_duration(kind) else kind


# ------------------------------------------------------------------------------------------------- what is told


def packed_schema() -> pa.Schema:
    """Return the columns of what is told: whose it is, and its bytes in turns."""
    import pyarrow as pa

    return pa.schema([(AT, pa.int64()), (TURN, pa.int32()), (PACKED, pa.binary())])


def packed(at: int, what: object) -> pa.Table:
    """Return something as rows of bytes."""
    import pyarrow as pa

    data = pickle.dumps(what, protocol=5)
    chunks = [data[start : start + CHUNK] for start in range(0, len(data), CHUNK)]
    return pa.table([[at] * len(chunks), list(range(len(chunks))), chunks], schema=packed_schema())


def unpacked(table: pa.Table) -> dict[int, Any]:  # Any: whatever was told
    """Return what rows of bytes say, by whose they are."""
    chunks: dict[int, dict[int, bytes]] = {}
    for at, turn, data in zip(*(table.column(name).to_pylist() for name in (AT, TURN, PACKED)), strict=True):
        chunks.setdefault(at, {})[turn] = data
    return {at: pickle.loads(b"".join(data for _, data in sorted(c.items()))) for at, c in chunks.items()}  # noqa: S301 - what `packed` wrote, in this run


# ------------------------------------------------------------------------------------------------- what is run


def folding(
    of: Callable[[pl.DataFrame], T], merge: Callable[[Sequence[T]], T]
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Return what tells of all rows of one place together; Spark adds which place that is."""

    def fold(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with explained():
            found: list[T] = []
            for piece in _pieces(batches):
                found = [merge([*found, of(piece)])] if found else [of(piece)]
            for one in found:
                yield from packed(0, one).to_batches()

    return fold


def merging(
    merge: Callable[[Sequence[T]], T],
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Return what merges the things that several places tell."""

    def merge_some(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        with explained():
            there = list(batches)
            found = unpacked(pa.Table.from_batches(there)) if there else {}
            if found:
                yield from packed(min(found), merge(list(found.values()))).to_batches()

    return merge_some


def placing(place: Place, types: Types, part: str) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Return what puts the rows of pieces into parts; the part is one more column."""

    def put(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with explained():
            whole = Types((*types.names, part), (*types.kinds, pl.Int32()))
            for piece in _pieces(batches):
                rows, parts = place(piece)
                yield from whole.sent(rows.with_columns(pl.Series(part, parts, pl.Int32)))

    return put


def mapping(
    change: Callable[[pl.DataFrame], pl.DataFrame],
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Return what changes each piece of a table, and none of its types."""

    def each(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with explained():
            for piece in _pieces(batches):
                yield from Types.of(piece).sent(change(piece))

    return each


def doing(
    do: Callable[[int, pl.DataFrame], object], types: Types, numbers: Sequence[int]
) -> Callable[[tuple[pa.Scalar, ...], pa.Table], pa.Table]:
    """Return what runs a function on a block, and hands back what it tells; `numbers` has the block of each key."""

    def run(key: tuple[pa.Scalar, ...], table: pa.Table) -> pa.Table:
        with explained():
            number = numbers[key[0].as_py()]
            return packed(number, do(number, _sorted(types.received(table))))

    return run


def releasing(
    do: Callable[[int, pl.DataFrame], tuple[pl.DataFrame, object]], types: Types, after: Types, numbers: Sequence[int]
) -> Callable[[tuple[pa.Scalar, ...], pa.Table], pa.Table]:
    """Return what makes released rows of a block; what else is told of it stands in rows of its own."""

    def run(key: tuple[pa.Scalar, ...], table: pa.Table) -> pa.Table:
        import pyarrow as pa

        with explained():
            number = numbers[key[0].as_py()]
            released, fact = do(number, _sorted(types.received(table)))
            released.columns = list(after.names)
            rows = pa.Table.from_batches(after.sent(released), after.schema)
            facts = packed(number, fact)
            whole = pa.unify_schemas([after.schema, facts.schema])
            return pa.concat_tables([_filled(rows, whole), _filled(facts, whole)])

    return run


def _filled(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """Return a table with more columns, in which nothing stands."""
    import pyarrow as pa

    columns = [
        table.column(field.name) if field.name in table.column_names else pa.nulls(table.num_rows, field.type)
        for field in schema
    ]
    return pa.table(columns, schema=schema)


def _pieces(batches: Batches) -> Iterator[pl.DataFrame]:
    """Yield a table in pieces of several batches, missing cells being null."""
    import pyarrow as pa

    held: list[pa.RecordBatch] = []
    for batch in batches:
        held.append(batch)
        if sum(one.num_rows for one in held) >= PIECE:
            yield Table.of(pa.Table.from_batches(held)).data
            held = []
    if sum(one.num_rows for one in held):
        yield Table.of(pa.Table.from_batches(held)).data


def _sorted(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of a block in an order that does not depend on how they came here."""
    return rows.sort(rows.columns)


# ------------------------------------------------------------------------------------------------- what goes wrong


class WorkerError(RuntimeError):
    """Something went wrong where rows are; its text holds no cells."""


@contextmanager
def explained() -> Iterator[None]:
    """Run kernels on one thread, and let errors leave as texts without cells, from which `error_in` makes them again.

    Raises:
        WorkerError: something went wrong.
    """
    try:
        with threads(1):
            yield
    except ShoalError as error:
        held = {"kind": type(error).__name__, "message": error.message, "hint": error.hint}
        message = f"<shoal:{base64.b64encode(json.dumps(held).encode()).decode()}>"
        raise WorkerError(message) from None
    except Exception as error:  # noqa: BLE001 - raised again, without what it says: that may hold cells
        places = [f"{one.filename}:{one.lineno}" for one in traceback.extract_tb(error.__traceback__)[-_FRAMES:]]
        message = f"{type(error).__name__} at {', '.join(places)}"
        raise WorkerError(message) from None


def error_in(text: str) -> ShoalError | None:
    """Return the error of shoal that a text of Spark's tells of, if any."""
    found = _MARK.search(text)
    if found is None:
        return None
    held = json.loads(base64.b64decode(found[1]))
    kind = getattr(errors, held["kind"], InputError)
    error: ShoalError = kind(held["message"], hint=held["hint"])
    return error


def place_in(text: str) -> str:
    """Return the kind of another error that a worker had, and where, as a text of Spark's tells it; else nothing."""
    found = _WHERE.search(text)
    return "" if found is None else found[1]
