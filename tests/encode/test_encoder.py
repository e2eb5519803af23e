"""The whole table."""

from __future__ import annotations

import polars as pl
import pytest

from shoal.encode.encoder import encode
from shoal.errors import SchemaError
from shoal.schema.column import Column

FRAME = pl.DataFrame({"a": [3, 1, None], "b": ["x", "y", "x"]})


def test_columns_are_coded_in_the_order_asked_for():
    coded = encode(FRAME, (Column("b", "quasi", "categorical"), Column("a", "quasi", "numeric")))
    assert coded.codes.tolist() == [[0, 1], [1, 0], [0, 2]]
    assert [domain.name for domain in coded.domains] == ["b", "a"]
    assert coded.codes.flags["C_CONTIGUOUS"]


def test_missing_cells_can_be_an_error():
    with pytest.raises(SchemaError, match="'a' has 1 missing"):
        encode(FRAME, (Column("a", "quasi", "numeric"),), missing="error")
    with pytest.raises(SchemaError, match="'a' has 1 missing"):
        encode(pl.DataFrame({"a": ["1", "nan"]}), (Column("a", "quasi", "numeric"),), missing="error")


def test_a_column_without_a_kind_is_refused():
    with pytest.raises(SchemaError, match="no kind"):
        encode(FRAME, (Column("a", "quasi"),))
