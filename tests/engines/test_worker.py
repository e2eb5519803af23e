"""What travels between machines arrives as it left, and what goes wrong there tells no cells; no JVM is needed."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from urllib.parse import urlparse

import polars as pl
import pyarrow as pa
import pytest

from shoal.engines.shelf import Shelf, put_in_place
from shoal.engines.worker import (
    CHUNK,
    Types,
    WorkerError,
    doing,
    error_in,
    explained,
    folding,
    merging,
    packed,
    place_in,
    placing,
    releasing,
    unpacked,
)
from shoal.errors import InfeasibleError, OutputError, SettingError

ODD = pl.DataFrame(
    {
        "byte": pl.Series([0, 255, None], dtype=pl.UInt8),
        "half": pl.Series([0, 2**16 - 1, None], dtype=pl.UInt16),
        "word": pl.Series([0, 2**32 - 1, None], dtype=pl.UInt32),
        "hash": pl.Series([0, 2**64 - 1, None], dtype=pl.UInt64),
        "text": ["a", "", None],
        "moment": pl.Series([dt.datetime(2020, 1, 1), None, None], dtype=pl.Datetime("ns")),
        "zoned": pl.Series([dt.datetime(2020, 1, 1), None, None], dtype=pl.Datetime("us", "UTC")),
        "list": [[1, 2], [], None],
        "label": pl.Series(["x", "y", None], dtype=pl.Enum(["x", "y"])),
    }
)


def test_every_type_arrives_as_it_left():
    types = Types.of(ODD)
    sent = pa.Table.from_batches(types.sent(ODD))
    assert not any(pa.types.is_unsigned_integer(kind) or pa.types.is_large_string(kind) for kind in sent.schema.types)
    assert types.received(sent).equals(ODD.with_columns(pl.col("label").cast(pl.String)))


def test_what_is_told_may_be_longer_than_a_row_of_it():
    table = pa.concat_tables([packed(3, b"x" * (2 * CHUNK + 1)), packed(1, [1, 2])])
    assert table.num_rows == 4
    assert unpacked(table) == {3: b"x" * (2 * CHUNK + 1), 1: [1, 2]}


def test_pieces_are_folded_and_merged():
    batches = pa.table({"x": [1, 2, 3]}).to_batches(max_chunksize=1)
    one = list(folding(lambda piece: piece["x"].sum(), sum)(iter(batches)))
    assert unpacked(pa.Table.from_batches(list(merging(sum)(iter([*one]))))) == {0: 6}
    assert list(folding(len, sum)(iter([]))) == list(merging(sum)(iter([]))) == []


def test_rows_are_put_into_parts_and_worked_on_in_an_order_of_their_own():
    types = Types(("x",), (pl.UInt8(),))
    put = placing(lambda piece: (piece.select(pl.col("x").cast(pl.UInt8)), piece["x"].to_numpy() % 2), types, "part")
    rows = pa.Table.from_batches(put(iter(pa.table({"x": [3, 1, 2]}).to_batches())))
    assert rows.to_pydict() == {"x": [3, 1, 2], "part": [1, 1, 0]}
    run = doing(lambda number, frame: (number, frame["x"].to_list(), frame.schema["x"]), types, [7, 8])
    assert unpacked(run((pa.scalar(1),), rows)) == {8: (8, [1, 2, 3], pl.UInt8())}


def test_what_is_told_of_a_block_stands_beside_its_rows():
    types = Types(("x",), (pl.Int64(),))
    after = Types(("r0",), (pl.String(),))
    run = releasing(lambda number, frame: (frame.select(pl.lit("*").alias("y")), number), types, after, [4])
    assert run((pa.scalar(0),), pa.table({"x": [1]})).drop_columns("packed").to_pydict() == {
        "r0": ["*", None],
        "at": [None, 4],
        "turn": [None, 0],
    }


def test_an_error_of_shoal_is_the_same_elsewhere():
    with pytest.raises(WorkerError) as caught, explained():
        raise InfeasibleError("no way", hint="go home")  # noqa: EM101, TRY003 - one statement
    error = error_in(f"Traceback ... {caught.value} SQLSTATE: 38000")
    assert (type(error), error.message, error.hint) == (InfeasibleError, "no way", "go home")
    assert error_in("anything else") is None


def test_another_error_says_where_and_nothing_of_its_text():
    with pytest.raises(WorkerError) as caught, explained():
        int("a secret cell")
    assert "secret" not in str(caught.value)
    assert place_in(f"WorkerError: {caught.value}\nmore").startswith("ValueError at ")
    assert place_in("nothing") == ""


def test_a_path_for_what_is_in_between_is_needed_and_is_gone_at_the_end(tmp_path):
    with pytest.raises(SettingError, match="path for what it keeps in between"):
        Shelf(None)
    with pytest.raises(OutputError, match="there is no folder"):
        Shelf(tmp_path / "nowhere")
    shelf = Shelf(tmp_path)
    assert (shelf.place("a").rsplit("/", 1)[1], shelf.place("a").rsplit("/", 1)[1]) == ("a-1", "a-2")
    assert len(list(tmp_path.iterdir())) == 1
    shelf.close()
    assert list(tmp_path.iterdir()) == []
    assert Shelf("s3a://bucket/tmp/").place("a").startswith("s3a://bucket/tmp/shoal-run-")


def test_a_folder_takes_its_place_whole_or_not_at_all(tmp_path):
    goal = tmp_path / "out.parquet"
    goal.write_text("before")
    with pytest.raises(FileExistsError), put_in_place(goal) as draft:
        _write(draft, draft)
    assert (goal.read_text(), list(tmp_path.iterdir())) == ("before", [goal])
    with put_in_place(goal) as draft:
        _write(draft)
    assert ((goal / "part").read_text(), list(tmp_path.iterdir())) == ("new", [goal])
    with pytest.raises(OutputError, match="a folder already"), put_in_place(goal):
        pass


def _write(*drafts):
    for draft in drafts:
        folder = Path(urlparse(draft).path)
        folder.mkdir()
        (folder / "part").write_text("new")
