from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

from shoal.risks.profile import PAIR_COLUMNS, PAIRS_SHOWN, ColumnProfile, PairProfile, profile_table
from shoal.table.frame import Table

SMALL = pl.DataFrame(
    {
        "age": [30, 30, 40, None, 50, 50],
        "zip": ["01", "02", "01", "01", "03", "03"],
        "sex": ["f", "f", "f", "m", "m", "m"],
        "ward": ["a", "a", "a", "a", "a", "a"],
    }
)


def columns_of(frame):
    return {column.name: column for column in profile_table(Table.of(frame)).columns}


def test_a_column_is_counted_with_its_distinct_missing_and_unique_values():
    # age: 30 and 50 twice, 40 once, missing once: two of six rows stand alone.
    age = columns_of(SMALL)["age"]
    assert (age.kind, age.distinct, age.missing, age.unique) == ("numeric", 3, 1 / 6, 2 / 6)
    zipcode = columns_of(SMALL)["zip"]
    assert (zipcode.kind, zipcode.distinct, zipcode.missing, zipcode.unique) == ("categorical", 3, 0.0, 1 / 6)


def test_roles_come_with_a_reason():
    for column in profile_table(Table.of(SMALL)).columns:
        assert column.role in ("identifier", "quasi", "sensitive", "plain")
        assert column.reason


def test_pairs_are_ordered_by_the_rows_that_they_single_out():
    # age+zip: (30,01) (30,02) (40,01) (-,01) stand alone, (50,03) twice; zip+sex: (02,f) (01,m) stand alone.
    pairs = profile_table(Table.of(SMALL)).pairs
    assert pairs[0] == PairProfile("age", "zip", 4 / 6)
    assert PairProfile("zip", "sex", 2 / 6) in pairs
    assert [pair.unique for pair in pairs] == sorted((pair.unique for pair in pairs), reverse=True)


def test_pairs_that_single_nobody_out_are_left_away():
    frame = pl.DataFrame({"sex": ["f", "f", "m", "m"], "ward": ["a", "a", "b", "b"]})
    assert profile_table(Table.of(frame)).pairs == ()


def test_the_proposed_quasi_columns_are_counted_together():
    found = profile_table(Table.of(SMALL))
    assert {"age", "zip", "sex"} <= set(found.quasi)
    # All rows but the last two differ from each other.
    assert found.unique_share == 4 / 6


def test_identifiers_are_in_no_pair():
    frame = pl.DataFrame({"name": [f"p{i}" for i in range(40)], "age": list(range(20)) * 2, "sex": ["f", "m"] * 20})
    found = profile_table(Table.of(frame))
    assert found.columns[0].role == "identifier"
    assert all("name" not in (pair.first, pair.second) for pair in found.pairs)


def test_only_so_many_columns_are_tried_in_pairs_and_a_note_says_so():
    rng = np.random.default_rng(1)
    wide = pl.DataFrame({f"c{i:02}": rng.integers(0, 3 + i, 300) for i in range(PAIR_COLUMNS + 5)})
    found = profile_table(Table.of(wide))
    assert len(found.pairs) == PAIRS_SHOWN
    note = f"pairs were tried among the {PAIR_COLUMNS} of {PAIR_COLUMNS + 5} columns that have most distinct values"
    assert found.notes == (note,)
    tried = {name for pair in found.pairs for name in (pair.first, pair.second)}
    assert not tried & {f"c{i:02}" for i in range(5)}


@pytest.mark.parametrize("distinct", [50, 3_000])
def test_pairs_and_sets_agree_with_a_plain_group_by(distinct):
    # 3,000 x 3,000 combinations are too many to count directly, 50 x 50 are not: both ways are taken.
    rng = np.random.default_rng(7)
    frame = pl.DataFrame({name: rng.integers(0, distinct, 5_000) for name in ("age", "zip", "income")})
    found = profile_table(Table.of(frame))
    for pair in found.pairs:
        alone = frame.group_by(pair.first, pair.second).len().filter(pl.col("len") == 1).height
        assert pair.unique == alone / frame.height
    assert found.quasi
    assert found.unique_share == frame.group_by(found.quasi).len().filter(pl.col("len") == 1).height / frame.height


def test_a_table_without_rows_has_shares_of_zero():
    found = profile_table(Table.of(SMALL.clear()))
    assert found.rows == 0
    assert found.pairs == ()
    assert found.unique_share == 0.0
    assert {(column.distinct, column.missing, column.unique) for column in found.columns} == {(0, 0.0, 0.0)}


def test_the_profile_as_plain_values_holds_no_cell():
    frame = pl.DataFrame({"age": [30, 31, 32], "zip": ["planted-1", "planted-2", "planted-3"]})
    text = json.dumps(profile_table(Table(frame.cast(pl.String), textual=True)).to_dict())
    assert "planted" not in text
    assert json.loads(text).keys() == {
        "rows",
        "columns",
        "identifiers",
        "pairs",
        "quasi",
        "unique_share",
        "notes",
        "sampled",
    }
    assert json.loads(text)["columns"][0].keys() == set(ColumnProfile.__dataclass_fields__)


def test_every_type_that_a_table_may_hold_is_counted():
    frame = pl.DataFrame(
        {
            "flag": [True, False, None],
            "share": [0.5, float("nan"), 0.5],
            "day": pl.Series(["2020-01-01", "2020-01-01", None]).str.to_date(),
            "sort": pl.Series(["b", "a", "b"], dtype=pl.Enum(["b", "a"])),
            "list": [[1], [1], [2]],
            "empty": [None, None, None],
        }
    )
    found = columns_of(frame)
    assert {name: column.distinct for name, column in found.items()} == {
        "flag": 2, "share": 1, "day": 1, "sort": 2, "list": 2, "empty": 0,
    }  # fmt: skip
    assert found["share"].missing == 1 / 3
    assert found["empty"].missing == 1.0


def test_identifiers_that_may_be_there_are_listed_with_their_columns():
    frame = pl.DataFrame({"mail": ["a@b.example", "c@d.example", "e@f.example"], "zip": ["02138", "02139", "02140"]})
    found = profile_table(Table.of(frame))
    assert found.identifiers == {"B": ("zip",), "F": ("mail",)}
    told = found.to_dict()
    assert told["identifiers"][1] == {"letter": "F", "what": "e-mail addresses", "columns": ["mail"]}
    assert told["columns"][0]["safe_harbor"] == [
        {"letter": "F", "what": "e-mail addresses", "by": "name and values", "share": 1.0}
    ]
    assert "example" not in json.dumps(told)
