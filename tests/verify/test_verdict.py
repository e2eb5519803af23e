"""Groups are counted exactly, on any type of cell."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import numpy as np
import polars as pl
import pytest

from shoal.criteria.k_anonymity import KAnonymity
from shoal.errors import SchemaError, VerificationError
from shoal.verify.facts import read_facts
from shoal.verify.release import verify_release
from shoal.verify.verdict import judge

ODD = {
    "text": ["a", "b", "a", None, None, "a"],
    "float": [0.0, -0.0, float("nan"), None, 1.5, 0.0],
    "close": [1e300, 1.0000000000000002e300, 0.1, 0.2, 0.1, 5e-324],
    "huge": [2**63, 2**63 + 1, 2**63, 5, None, 2**63],
    "date": [dt.date(2020, 1, 1), None, dt.date(2020, 1, 1), None, dt.date(2021, 1, 1), dt.date(2020, 1, 1)],
    "flag": [True, False, None, True, True, True],
    "decimal": [Decimal("1.10"), Decimal("1.1"), Decimal("1.11"), None, None, Decimal("1.1")],
    "nothing": [None] * 6,
}


def frame(names):
    overrides = {"huge": pl.UInt64}
    return pl.DataFrame({name: ODD[name] for name in names}, strict=False, schema_overrides={
        name: overrides[name] for name in names if name in overrides
    })  # fmt: skip


@pytest.mark.parametrize("names", [[name] for name in ODD] + [["text", "float", "flag"], list(ODD)])
def test_sizes_agree_with_a_polars_group_by(names):
    data = frame(names)
    expected = data.with_columns(pl.selectors.float().fill_nan(None)).group_by(names).len()["len"]
    assert sorted(read_facts(data, names, {}).sizes) == sorted(expected)


def test_a_big_random_table_agrees_with_polars():
    rng = np.random.default_rng(0)
    data = pl.DataFrame({name: rng.integers(0, 6, 5000) for name in "abcd"})
    verdict = judge(data, list("abcd"))
    expected = data.group_by(list("abcd")).len()["len"]
    assert (verdict.k, verdict.groups, verdict.largest) == (expected.min(), len(expected), expected.max())
    assert (verdict.rows, verdict.smallest, verdict.quasi) == (5000, verdict.k, ("a", "b", "c", "d"))


@pytest.mark.parametrize("seed", range(8))
def test_keys_of_any_width_are_told_apart(seed):
    # Narrow keys share a number, wide ones fill it, and those of 64 bits stand alone.
    rng = np.random.default_rng(seed)
    ends = [(-(2**63), 2**63 - 1), (0, 5), (2**62, 2**63 - 1), (-9, 9), (-(2**61), 2**61), (0, 2**40), (3, 3)]
    columns = {}
    for number, (low, high) in enumerate([ends[i] for i in rng.permutation(len(ends))]):
        values = np.append(rng.integers(low, high, 3, endpoint=True), [low, high])
        columns[f"c{number}"] = rng.choice(values, 40)
    data = pl.DataFrame(columns)
    data = pl.concat([data, data.head(20)]).with_columns(pl.col("c0").sort())
    expected = data.group_by(data.columns).len()["len"]
    assert sorted(read_facts(data, data.columns, {}).sizes) == sorted(expected)


def test_a_table_without_rows_guarantees_nothing():
    assert judge(pl.DataFrame({"a": []}), ["a"]).k == 0


def test_lists_cannot_be_compared():
    with pytest.raises(SchemaError, match="'a'"):
        judge(pl.DataFrame({"a": [[1], [2]]}), ["a"])


def test_a_release_with_a_small_group_is_refused_without_naming_it():
    data = pl.DataFrame({"a": ["secret", "x", "x"]})
    with pytest.raises(VerificationError, match="1 of 2 groups") as caught:
        verify_release(data, columns=["a"], quasi=["a"], criteria=[KAnonymity(2)])
    assert "secret" not in str(caught.value)


def test_a_release_with_a_column_too_many_is_refused():
    data = pl.DataFrame({"a": ["x", "x"], "name": ["p", "q"]})
    with pytest.raises(VerificationError, match="2 columns where 1"):
        verify_release(data, columns=["a"], quasi=["a"], criteria=[KAnonymity(2)])
