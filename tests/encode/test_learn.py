"""A table that is coded a piece at a time is coded as it is as a whole, whatever its cells and its pieces are."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.encode.encoder import encode
from shoal.encode.learn import coded_piece, learn_domains
from shoal.errors import InputError, SchemaError
from shoal.schema.column import Column
from shoal.schema.hierarchy import Prefix
from shoal.schema.infer import complete
from shoal.schema.schema import Schema
from shoal.table.frame import Table
from shoal.table.learn import Learnt
from tests.property.test_release import tables

NAN = float("nan")
COLUMNS = {
    "texts that are numbers": (pl.Series(["10", "9", None, "-3.5", "1e3", "9"] * 4), {"kind": "numeric"}),
    "texts that are dates": (pl.Series(["2020-01-02", "1999-12-31", None, "2020-01-02"] * 4), {"kind": "date"}),
    "floats": (pl.Series([0.0, -0.0, NAN, None, 1e100, -1e100, 5e-324, 0.1] * 3), {"kind": "numeric"}),
    "small": (pl.Series([-128, 127, 0, 45, -10, None, 72] * 3, dtype=pl.Int8), {"kind": "numeric"}),
    "short": (pl.Series([-32768, 32767, 0, 12000, -21000, None] * 3, dtype=pl.Int16), {"kind": "numeric"}),
    "unsigned": (pl.Series([0, 255, 7, None] * 3, dtype=pl.UInt8), {"kind": "numeric"}),
    "huge": (pl.Series([-(2**63), 2**63 - 1, 0, None, 5] * 3), {"kind": "numeric"}),
    "huge and near": (pl.Series([2**63 - 1, 2**63 - 2, 2**63 - 9] * 3), {"kind": "numeric"}),
    "huge without a sign": (pl.Series([2**64 - 1, 0, 2**63, None] * 3, dtype=pl.UInt64), {"kind": "numeric"}),
    "decimals": (
        pl.Series([Decimal("1.10"), Decimal("1.1"), Decimal("-10.01"), None, Decimal("9.99")] * 3), {"kind": "numeric"},
    ),
    "dates": (pl.Series([date(2020, 1, 1), None, date(1800, 5, 5), date(9999, 12, 31)] * 3), {"kind": "date"}),
    "moments": (
        pl.Series([datetime(2020, 1, 1, 5, 6, 7, 8), None, datetime(1969, 1, 1)] * 3), {"kind": "date"},
    ),
    "moments of a zone": (
        pl.Series(
            [datetime(2020, 1, 1, tzinfo=UTC), datetime(2020, 1, 1, tzinfo=timezone(timedelta(hours=2))), None] * 3,
            dtype=pl.Datetime("us", "Europe/Berlin"),
        ),
        {"kind": "date"},
    ),
    "flags": (pl.Series([True, False, None, True] * 3), {"kind": "categorical"}),
    "labels": (pl.Series(["b", "a", None, "ä", ""] * 3, dtype=pl.Categorical), {"kind": "categorical"}),
    "ordered": (pl.Series(["lo", "hi", None, "mid"] * 3, dtype=pl.Enum(["lo", "mid", "hi"])), {"kind": "categorical"}),
    "unicode": (pl.Series(["é", "é", "日本", "\U0001f600", " ", "", None] * 3), {"kind": "categorical"}),
    "numbers as names": (pl.Series([10, 9, None, 100] * 3), {"kind": "categorical"}),
    "nothing": (pl.Series([None] * 6, dtype=pl.Null), {"kind": "categorical"}),
    "prefixes": (pl.Series(["12345", "12399", "99999", None] * 3), {"kind": "categorical", "hierarchy": Prefix()}),
    "many": (pl.Series([f"value {i % 10_007}" for i in range(20_000)]), {"kind": "categorical"}),
    "declared": (pl.Series([1, 5, None, 9] * 3), {"kind": "numeric", "domain": (0, 10)}),
}  # fmt: skip


def in_pieces(frame, columns, cuts):
    """Return the codes and domains of a table that is cut after these rows."""
    ends = [0, *sorted(cuts), frame.height]
    pieces = [frame[low:high] for low, high in itertools.pairwise(ends) if high > low]
    names = tuple(column.name for column in columns)
    learnt = Learnt.merged([Learnt.of(piece, names, names) for piece in pieces])
    domains, lookups = learn_domains(learnt, columns)
    return domains, np.concatenate([coded_piece(lookups, piece) for piece in pieces])


def same(frame, columns, cuts):
    """Hold the codes of pieces to those of the whole."""
    whole = encode(frame, columns)
    domains, codes = in_pieces(frame, columns, cuts)
    np.testing.assert_array_equal(codes, whole.codes)
    for one, other in zip(domains, whole.domains, strict=True):
        assert (one.size, one.missing, one.kind, one.weight) == (other.size, other.missing, other.kind, other.weight)
        assert one.values.to_list() == other.values.to_list()
        assert (one.position is None) == (other.position is None)
        if one.position is not None:
            np.testing.assert_array_equal(one.position, other.position)
        if one.tree is not None:
            assert one.tree.labels == other.tree.labels


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("each", [1, 2, 5, 10_000])
def test_a_column_is_coded_alike_in_pieces(name, each):
    series, details = COLUMNS[name]
    if name == "many":
        each = max(each, 3000)
    same(pl.DataFrame([series.alias("x")]), (Column("x", "quasi", **details),), range(each, len(series), each))


@given(tables(), st.lists(st.integers(0, 30), max_size=5))
def test_any_table_is_coded_alike_in_pieces(frame, cuts):
    schema, _ = complete(Schema(tuple(Column(name, "quasi") for name in frame.columns)), Table.of(frame))
    same(frame, schema.columns, [cut for cut in cuts if cut < frame.height])


def test_whole_numbers_of_a_byte_that_are_far_apart_keep_their_codes():
    cells = pl.Series("x", list(range(-100, 101)), dtype=pl.Int8)
    same(pl.DataFrame([cells]), (Column("x", "quasi", "numeric"),), [50])


def test_missing_cells_are_counted_by_rows_where_they_are_refused():
    frame = pl.DataFrame({"x": [1, None, None, 2]})
    learnt = Learnt.of(frame, ("x",), ("x",))
    with pytest.raises(SchemaError, match="2 missing cells among 4"):
        learn_domains(learnt, (Column("x", "quasi", "numeric"),), missing="error")


@pytest.mark.parametrize("cells", [["a", "b"], [1, 2], [1.5, 2.5], [date(2020, 1, 1), date(2021, 1, 1)]])
def test_a_cell_that_was_not_learnt_is_refused(cells):
    frame = pl.DataFrame({"x": cells})
    kind = "date" if isinstance(cells[0], date) else "categorical" if isinstance(cells[0], str) else "numeric"
    _, lookups = learn_domains(Learnt.of(frame[:1], ("x",), ("x",)), (Column("x", "quasi", kind),))
    with pytest.raises(InputError, match="not there when it was read first"):
        coded_piece(lookups, frame)
