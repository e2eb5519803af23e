"""Columns of every type, as quasi or kept: no release may fail because a report looks at it."""

from __future__ import annotations

import datetime as dt
import json
from decimal import Decimal

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shoal
from shoal.report.facts import gather
from shoal.report.page import page

ROWS = 12
DAY = dt.datetime(2024, 2, 28, 23, 59, 59)
KEPT = {
    "boolean": pl.Series([True, False, None] * 4),
    "duration": pl.Series([dt.timedelta(hours=at) for at in range(ROWS)]),
    "time": pl.Series([dt.time(at) for at in range(ROWS)]),
    "decimal": pl.Series([Decimal(at) / 4 for at in range(ROWS)], dtype=pl.Decimal(10, 2)),
    "int128": pl.Series([2**100 + at for at in range(ROWS)], dtype=pl.Int128),
    "uint64": pl.Series([2**64 - 1 - at for at in range(ROWS)], dtype=pl.UInt64),
    "moment": pl.Series([DAY + dt.timedelta(days=at) for at in range(ROWS)]),
    "zoned": pl.Series([DAY + dt.timedelta(days=at) for at in range(ROWS)]).dt.replace_time_zone("Europe/Berlin"),
    "far days": pl.Series([dt.date(1, 1, 1), dt.date(9999, 12, 31)] * 6),
    "bytes": pl.Series([b"a"] * ROWS),
    "list": pl.Series([[1]] * ROWS),
    "struct": pl.Series([{"a": 1}] * ROWS),
    "category": pl.Series(["a", "b"] * 6, dtype=pl.Categorical),
    "enum": pl.Series(["a", "b"] * 6, dtype=pl.Enum(["b", "a", "c"])),
    "nothing": pl.Series([None] * ROWS),
    "not a number": pl.Series([float("nan"), float("inf"), -float("inf"), 1.0] * 3),
    "huge": pl.Series([-1.7e308, 1.7e308] * 6),
    "tiny": pl.Series([5e-324, 0.0] * 6),
    "one": pl.Series([7] * ROWS),
    "text of numbers": pl.Series(["1", "02", "3.5", "x"] * 3),
    "blank": pl.Series(["", " ", "\t"] * 4),
}


@pytest.mark.filterwarnings("ignore::shoal.PrivacyWarning")
@pytest.mark.parametrize("name", KEPT)
@pytest.mark.parametrize("role", ["sensitive", "plain"])
def test_a_kept_column_of_any_type_has_facts_and_a_page(name, role):
    frame = pl.DataFrame({"age": range(ROWS), "kept": KEPT[name]})
    roles = {"sensitive": "kept"} if role == "sensitive" else {"keep": "kept"}
    release = shoal.anonymize(frame, k=3, quasi="age", method="mondrian", **roles)
    facts = gather(release, release._before.read())
    json.dumps(facts, allow_nan=False)
    assert page(facts)


UNFIT = {"bytes", "list", "struct", "duration", "time", "not a number", "int128", "huge"}
QUASI = [name for name in KEPT if name not in UNFIT]


@pytest.mark.filterwarnings("ignore::shoal.PrivacyWarning")
@pytest.mark.parametrize("style", ["interval", "bounds", "midpoint", "mean"])
@pytest.mark.parametrize("name", QUASI)
def test_a_quasi_column_of_any_type_has_facts_and_a_page(name, style):
    frame = pl.DataFrame({"quasi": KEPT[name], "age": range(ROWS)})
    release = shoal.anonymize(frame, k=3, quasi=["quasi", "age"], method="mondrian", style=style)
    facts = gather(release, release._before.read())
    json.dumps(facts, allow_nan=False)
    assert page(facts)


CELLS = {
    "numbers": st.one_of(st.none(), st.floats(-1e150, 1e150)),
    "whole": st.one_of(st.none(), st.integers(-(2**62), 2**62)),
    "text": st.one_of(st.none(), st.text(max_size=6).filter(lambda text: text.isprintable())),
    "days": st.one_of(st.none(), st.dates()),
    "moments": st.one_of(st.none(), st.datetimes(dt.datetime(1700, 1, 1), dt.datetime(2200, 1, 1))),
}


@given(st.data(), st.sampled_from(sorted(CELLS)), st.sampled_from(["interval", "bounds", "midpoint"]))
def test_whatever_goes_in_the_shares_add_up(data, kind, style):
    cells = data.draw(st.lists(CELLS[kind], min_size=4, max_size=20))
    frame = pl.DataFrame({"quasi": cells, "other": range(len(cells))})
    release = shoal.anonymize(frame, k=2, quasi=["quasi", "other"], method="mondrian", style=style, seed=0)
    facts = gather(release, release._before.read())
    json.dumps(facts, allow_nan=False)
    for column in facts["columns"]:
        assert sum(column["after"]) == pytest.approx(1, abs=1e-3)
        assert sum(share or 0 for share in column["before"]) <= 1 + 0.5 * len(column["before"])
        assert all(share is None or share >= 0 for share in column["before"])
