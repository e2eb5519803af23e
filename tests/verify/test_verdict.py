"""Groups are counted exactly, on any type of cell."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress
from decimal import Decimal
from itertools import permutations

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.criteria.alpha_k import AlphaK
from shoal.criteria.k_anonymity import KAnonymity
from shoal.criteria.l_diversity import LDiversity
from shoal.errors import SchemaError, VerificationError
from shoal.risks.risk import risk_of
from shoal.table.agree import groups_of, groups_of_both
from shoal.verify.facts import read_facts
from shoal.verify.refuse import verify_groups, verify_release
from shoal.verify.two_tables import verify_two_tables
from shoal.verify.verdict import judge
from tests.reference.turns import in_turn

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


@in_turn("seed", range(8))
def test_keys_of_any_width_are_distinguished(seed):
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


NONE_LOOKED_AT = {
    "groups_of": lambda data: groups_of(data, []),
    "groups_of_both": lambda data: groups_of_both(data, data, []),
    "read_facts": lambda data: read_facts(data, [], {}),
    "judge": lambda data: judge(data, ()),
    "risk_of": lambda data: risk_of(data, []),
    "verify_release": lambda data: verify_release(data, columns=["a"], quasi=[], criteria=[KAnonymity(2)]),
    "verify_groups": lambda data: verify_groups(read_facts(data, ["a"], {}), [], [KAnonymity(1)]),
    "verify_two_tables": lambda _: verify_two_tables(*two_tables(), sensitive=["d"], quasi=[], k=2),
    "check": lambda data: shoal.check(data, quasi=[]),
    "risk": lambda data: shoal.risk(data, quasi=[]),
}


@pytest.mark.parametrize("name", NONE_LOOKED_AT)
def test_no_column_at_all_is_never_looked_at(name):
    with pytest.raises(SchemaError, match=r"no (quasi )?column"):
        NONE_LOOKED_AT[name](pl.DataFrame({"a": [1, 2, 3]}))


def test_names_that_can_be_read_once_only_are_looked_at_or_refused():
    with suppress(shoal.ShoalError):
        assert shoal.check(pl.DataFrame({"a": [1, 2, 3]}), quasi=iter(["a"])).k == 1


def test_a_release_that_lacks_a_quasi_column_is_refused():
    with pytest.raises(VerificationError, match="'b'"):
        verify_release(pl.DataFrame({"a": [1, 1]}), columns=["a"], quasi=["a", "b"], criteria=[KAnonymity(2)])


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_a_release_that_breaks_one_of_its_criteria_is_refused_wherever_that_stands(order):
    data = pl.DataFrame({"a": [1, 1, 2, 2], "s": [*"xyzz"]})
    asked = [KAnonymity(2), LDiversity(2, "distinct", "s"), AlphaK(1, "s")]
    call = {"columns": ["a", "s"], "quasi": ["a"], "sensitive": {"s": None}}
    assert verify_release(data, criteria=[asked[0], asked[2]], **call).k == 2
    with pytest.raises(VerificationError, match="1 of 2 groups break the promise that 's' has at least 2"):
        verify_release(data, criteria=[asked[place] for place in order], **call)


def two_tables(**changes):
    """Return two tables of two groups with two rows each, and two values in each."""
    exact = pl.DataFrame({"age": [1, 2, 3, 4], "group": [0, 0, 1, 1]})
    cells = {"group": [0, 0, 1, 1], "d": ["x", "y", "x", "z"], "count": [1, 1, 1, 1]}
    return exact, pl.DataFrame(cells | changes)


def test_two_tables_that_keep_values_apart():
    verdict = verify_two_tables(*two_tables(), sensitive=["d"], quasi=["age"], k=2)
    assert (verdict.k, verdict.groups, verdict.rows, verdict.quasi) == (2, 2, 4, ("age",))


@pytest.mark.parametrize(
    "changes",
    [
        {"d": ["x", "x", "x", "z"]},
        {"d": ["x", "y", "x", None], "count": [1, 1, 1, None]},
        {"count": [2, 1, 1, 1]},
        {"count": [3, -1, 1, 1]},
        {"group": [0, 0, 1, 2]},
        {"group": [0, 0, 0, 0]},
    ],
)
def test_two_tables_that_do_not(changes):
    with pytest.raises(VerificationError, match="share 1/2"):
        verify_two_tables(*two_tables(**changes), sensitive=["d"], quasi=["age"], k=2)


def test_two_tables_promise_nothing_without_a_sensitive_column():
    with pytest.raises(SchemaError, match="sensitive"):
        verify_two_tables(*two_tables(), sensitive=[], quasi=["age"], k=2)


@pytest.mark.parametrize("lost", ["group", "d", "count"])
def test_two_tables_that_lack_what_they_meet_in_are_refused(lost):
    exact, meeting = two_tables()
    with pytest.raises(VerificationError, match="lack"):
        verify_two_tables(exact, meeting.drop(lost), sensitive=["d"], quasi=["age"], k=2)
    with pytest.raises(VerificationError, match="lack"):
        verify_two_tables(exact.drop("group"), meeting, sensitive=["d"], quasi=["age"], k=2)
