"""Numbers: exact ranks, exact ranges, at any magnitude."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import polars as pl
import pytest

from shoal.encode.numeric import encode_numeric
from shoal.errors import InputError, SchemaError
from shoal.schema.column import Column
from shoal.schema.hierarchy import Bands

COLUMN = Column("x", "quasi", "numeric")


def encoded(values, column=COLUMN, dtype=None):
    return encode_numeric(column, pl.Series("x", values, dtype=dtype))


def test_codes_are_ranks_and_positions_are_shares_of_the_range():
    domain, codes = encoded([30, 10, 20, 10])
    assert codes.tolist() == [2, 0, 1, 0]
    assert domain.position.tolist() == [0.0, 0.5, 1.0]
    assert domain.values.to_list() == [10, 20, 30]
    assert (domain.size, domain.missing) == (3, -1)


def test_missing_and_nan_share_the_last_code():
    domain, codes = encoded([2.5, float("nan"), None, 1.0])
    assert codes.tolist() == [1, 2, 2, 0]
    assert (domain.size, domain.missing) == (3, 2)


def test_whole_floats_become_integers():
    assert encoded([1.0, 2.0, None])[0].values.dtype == pl.Int64
    assert encoded([1.0, 2.5])[0].values.dtype == pl.Float64


def test_text_numbers_are_parsed():
    domain, codes = encoded(["10", None, "9"])
    assert (domain.values.to_list(), codes.tolist()) == ([9, 10], [1, 2, 0])
    assert encoded(["1.5", "1e3"])[0].values.to_list() == [1.5, 1000.0]


def test_cells_that_are_no_numbers_are_counted_not_shown():
    with pytest.raises(SchemaError, match="1 of its 3 cells") as caught:
        encoded(["1", "swordfish", "3"])
    assert "swordfish" not in str(caught.value)


@pytest.mark.parametrize(
    "values",
    [
        [-(2**63), 0, 2**63 - 1],
        [2**53, 2**53 + 1, 2**53 + 2],
        ["170141183460469231731687303715884105726", "-170141183460469231731687303715884105728", "0"],
        [-1e150, 0.0, 1e150],
        [Decimal("0.1"), Decimal("0.2"), Decimal("0.3")],
    ],
)
def test_huge_and_close_numbers_keep_apart_and_in_order(values):
    domain, codes = encoded(values)
    assert domain.size == 3
    assert sorted(codes.tolist()) == [0, 1, 2]
    assert np.isfinite(domain.position).all()
    assert domain.position[0] == 0
    assert domain.position[-1] == pytest.approx(1)
    assert domain.position[1] == pytest.approx(0.5)


@pytest.mark.parametrize("huge", [1.1e150, -1.7e308])
def test_numbers_whose_squares_overflow_are_refused(huge):
    with pytest.raises(InputError, match="numbers beyond 1e"):
        encoded([huge, 0.0, 1.5])


def test_infinite_cells_are_refused():
    with pytest.raises(InputError, match="1 infinite"):
        encoded([1.0, float("inf")])


def test_a_constant_column_has_no_width():
    assert encoded([5, 5])[0].position.tolist() == [0.0]


def test_an_empty_or_missing_column_has_no_values():
    assert encoded([], dtype=pl.Int64)[0].size == 0
    domain, codes = encoded([None, None], dtype=pl.Float64)
    assert (domain.size, domain.missing, codes.tolist()) == (1, 0, [0, 0])


def test_a_declared_domain_sets_the_range_and_must_cover_the_data():
    wide = Column("x", "quasi", "numeric", domain=(0, 100))
    assert encoded([10, 60], wide)[0].position.tolist() == [0.0, 0.5]
    with pytest.raises(SchemaError, match="does not cover"):
        encoded([10, 160], wide)


def test_a_hierarchy_is_kept_beside_the_line():
    domain, _ = encoded([7, None, 3, 12], Column("x", "quasi", "numeric", hierarchy=Bands((5, 10))))
    assert domain.is_line
    labels = [domain.tree.labels[leaf] for leaf in domain.leaf]
    assert labels[:3] == ["3", "7", "12"]
    assert domain.leaf[3] == domain.tree.leaves - 1


@pytest.mark.parametrize("spread", [50, 10**12])
def test_ranks_agree_with_numpy_dense_or_sparse(spread):
    values = np.random.default_rng(spread).integers(-spread, spread, 400)
    _, codes = encoded(values)
    assert codes.tolist() == np.unique(values, return_inverse=True)[1].tolist()


@pytest.mark.parametrize(
    ("dtype", "ends"),
    [
        (pl.Int8, (-(2**7), 2**7 - 1)),
        (pl.Int64, (-(2**63), 2**63 - 1)),
        (pl.UInt64, (0, 2**64 - 1)),
        (pl.Int128, (-(2**127), 2**127 - 1)),
        (pl.UInt128, (0, 2**128 - 1)),
    ],
)
def test_the_whole_range_of_every_width_is_ranked(dtype, ends):
    domain, codes = encoded([ends[1], 1, ends[0], None, 2, ends[1]], dtype=dtype)
    assert codes.tolist() == [3, 1, 0, 4, 2, 3]
    assert domain.position[[0, 3]].tolist() == [0.0, 1.0]


@pytest.mark.parametrize("dtype", [pl.Int128, pl.UInt128])
def test_near_numbers_of_128_bits_are_ranked(dtype):
    assert encoded([2**126 + 1, 2**126, 2**126], dtype=dtype)[1].tolist() == [1, 0, 0]


def test_long_decimals_in_text_are_distinguished():
    text = ["1.00000000000000000001", "1", None, "2.5"]
    domain, codes = encoded(text)
    assert codes.tolist() == [1, 0, 3, 2]
    assert domain.values.to_list() == [Decimal(1), Decimal(text[0]), Decimal("2.5")]


def test_text_that_floats_tell_apart_stays_floats():
    assert encoded(["0.30000000000000004", "0.3"])[0].values.dtype == pl.Float64
    assert encoded(["1.00000000000000000000000", "1"])[0].size == 1
