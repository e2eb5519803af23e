"""Every type of column, in every role, through every step: a release that verifies, or an error that says why."""

from __future__ import annotations

import datetime as dt
import warnings
from decimal import Decimal

import pandas as pd
import polars as pl
import pytest

import shoal
from shoal.errors import ShoalError

ROWS = 6
HOUR = 3_600_000_000
AUTUMN = pl.Series([1_729_983_600_000_000 + step * HOUR // 2 for step in range(ROWS)], dtype=pl.Int64)
"""Half hours around the one in which clocks in Berlin are put back."""

WIDE = [-(2**63) + 1, 2**63 - 1, 0, 1, 2, 3]


def whole(dtype, bits, *, signed=True):
    """Return a column that fills all bits."""
    least, most = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    return pl.Series([least, most, 3, 1, 2, most], dtype=dtype)


def decimals(texts, precision, scale):
    return pl.Series([Decimal(text) for text in texts], dtype=pl.Decimal(precision, scale))


COLUMNS = {
    "Int8": whole(pl.Int8, 8),
    "Int16": whole(pl.Int16, 16),
    "Int32": whole(pl.Int32, 32),
    "Int64": whole(pl.Int64, 64),
    "Int128": whole(pl.Int128, 128),
    "UInt8": whole(pl.UInt8, 8, signed=False),
    "UInt16": whole(pl.UInt16, 16, signed=False),
    "UInt32": whole(pl.UInt32, 32, signed=False),
    "UInt64": whole(pl.UInt64, 64, signed=False),
    "UInt128": whole(pl.UInt128, 128, signed=False),
    "Float16": pl.Series([0.5, -0.0, 0.0, 1.25, 65504.0, 6e-8]).cast(pl.Float16),
    "Float32": pl.Series([0.1, -0.0, 0.0, 1.25, 3.4e38, 1e-45], dtype=pl.Float32),
    "Float64": pl.Series([1e150, -1e150, 5e-324, 0.0, 1.0, 1.0000000000000002]),
    "huge": pl.Series([1.7e308, -1.7e308, 5e-324, 0.0, 1.0, 1.0000000000000002]),
    "NaN": pl.Series([float("nan"), 1.0, 2.0, 0.5, 2.5, 1.5]),
    "infinite": pl.Series([float("inf"), 1.0, float("-inf"), 0.5, 2.5, 1.5]),
    "Decimal": decimals(["1.50", "2.50", "1.25", "7.75", "8.00", "9.99"], 10, 2),
    "whole Decimal": decimals(["9" * 38, "-" + "9" * 38, "3", "4", "5", "6"], 38, 0),
    "long Decimal": decimals(["1." + "3" * 36, "2." + "1" * 36, "3", "4", "5", "-9." + "9" * 36], 38, 37),
    "String": pl.Series(["", "alpha\n", "béta,", "=gamma", '"delta"', "007"]),
    "Categorical": pl.Series(["alpha", "", "béta", "alpha", "gamma", "béta"], dtype=pl.Categorical),
    "Enum": pl.Series([*"adbgab"], dtype=pl.Enum([*"dgbax"])),
    "Boolean": pl.Series([True, False, True, True, False, True]),
    "Date": pl.Series([dt.date(1, 1, 1), dt.date(9999, 12, 31), dt.date(2000, 2, 29)] * 2),
    "Date beyond": pl.Series([-(2**31), 2**31 - 1, 0, 3_000_000, -800_000, 1], dtype=pl.Int32).cast(pl.Date),
    "Datetime ms": pl.Series([dt.datetime(2024, 1, 1, 12, minute) for minute in range(ROWS)], dtype=pl.Datetime("ms")),
    "Datetime us": pl.Series([dt.datetime(1, 1, 1), dt.datetime(9999, 12, 31, 23, 59, 59, 999_999)] * 3),
    "Datetime ns": pl.Series(WIDE, dtype=pl.Int64).cast(pl.Datetime("ns")),
    "Datetime beyond ms": pl.Series(WIDE, dtype=pl.Int64).cast(pl.Datetime("ms")),
    "Datetime beyond us": pl.Series(WIDE, dtype=pl.Int64).cast(pl.Datetime("us")),
    "Datetime in autumn": AUTUMN.cast(pl.Datetime("us", "Europe/Berlin")),
    "Datetime in UTC": AUTUMN.cast(pl.Datetime("us", "UTC")),
    "Datetime far in a zone": pl.Series(WIDE, dtype=pl.Int64).cast(pl.Datetime("us", "Europe/Berlin")),
    "Duration ms": pl.Series(WIDE, dtype=pl.Int64).cast(pl.Duration("ms")),
    "Duration us": pl.Series([0, 1, -1, 10**15, HOUR, HOUR], dtype=pl.Int64).cast(pl.Duration("us")),
    "Duration ns": pl.Series([-(2**63), 2**63 - 1, 0, 1, 2, 3], dtype=pl.Int64).cast(pl.Duration("ns")),
    "Time": pl.Series([dt.time(hour, 1, 2, hour) for hour in range(ROWS)]),
    "Binary": pl.Series([b"alpha", b"beta!", b"", b"\xff", b"alpha", b"beta!"]),
    "List": pl.Series([[11111], [22222], [11111], [], [3, 4], [1]]),
    "Array": pl.Series([[11111, 2]] * 3 + [[3, 4]] * 3, dtype=pl.Array(pl.Int64, 2)),
    "Struct": pl.Series([{"a": place % 2, "b": "alpha"} for place in range(ROWS)]),
    "Null": pl.Series([None] * ROWS, dtype=pl.Null),
    "Object": pl.Series([object() for _ in range(ROWS)], dtype=pl.Object),
}  # fmt: skip
"""A column of six rows of every type that polars has, with cells that are as hard as the type allows."""

NESTED = ("Binary", "List", "Array", "Struct")
REFUSED = {
    "quasi": (*NESTED, "Object", "huge", "infinite", *(name for name in COLUMNS if "beyond" in name or "far" in name)),
    "plain": ("Object", *(name for name in COLUMNS if "beyond" in name or "far" in name)),
}
"""Which types a role cannot have; what is not here must be released."""

WAYS = [
    ("mondrian", "bounds"), ("mondrian", "mean"), ("mondrian", "midpoint"),
    ("datafly", None), ("mdav", None), ("condensation", None), ("anatomy", None),
]  # fmt: skip
"""Ways to publish a quasi column besides intervals; each type is tried in three of them, its neighbours in others."""

CALL = {"k": 2, "seed": 1}
TWO = [shoal.LDiversity(2)]


def changed(series):
    """Yield the column with missing cells, with no other cells, and with one value throughout."""
    yield pl.concat([series.head(4), series.clear(2)])
    yield series.clear(ROWS)
    yield series.new_from_index(0, ROWS)


def table(series):
    """Return a table with a column `c` of any type, an age and a disease."""
    return pl.DataFrame([series.alias("c"), pl.Series("age", [1, 2, 3, 4, 5, 6]), pl.Series("disease", [*"abcabc"])])


def cells_of(series):
    """Return what no message may hold: all cells of some length, as they would be written."""
    if series.dtype in (pl.Object, pl.Binary) or series.dtype.is_nested():
        return ["11111", "22222", "alpha", "beta!"]
    written = series.to_physical() if series.dtype.is_temporal() else series.cast(pl.String)
    return [text for text in map(str, written.drop_nulls()) if len(text) > 4]


def attempt(action, secrets):
    """Return what an action comes to; an error must be shoal's own, and hold no cell."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return action()
        except ShoalError as error:
            refusal = error
    assert not [cell for cell in secrets if cell in str(refusal)], type(refusal).__name__
    return refusal


def released(frame, **call):
    """Return a release for two rows or more in a group."""
    return shoal.anonymize(frame, **CALL, **call)


def filed(release, folder):
    """Save a release in every format, and report on it; a format may refuse it in words."""
    if isinstance(release, ShoalError):
        return
    for suffix in ("csv", "xlsx", "parquet", "arrow"):
        attempt(lambda suffix=suffix: release.save(folder / f"r.{suffix}"), ())
    release.report(folder / "r.html")


def is_sound(result):
    """Return whether a result is a verified release, or any other answer."""
    return not isinstance(result, shoal.Release) or result.verdict.k >= CALL["k"]


@pytest.mark.parametrize("name", COLUMNS)
def test_every_type_can_be_quasi_or_is_refused_by_name(name, tmp_path, capfd):
    series = COLUMNS[name]
    frame, secrets = table(series), cells_of(series)
    call = {"quasi": ["c", "age"], "sensitive": "disease"}
    turn = list(COLUMNS).index(name)
    for method, style in [("mondrian", "interval"), *(WAYS[(turn + step) % len(WAYS)] for step in (0, 2, 3))]:
        result = attempt(lambda m=method, s=style: released(frame, method=m, style=s, **call), secrets)
        assert is_sound(result)
        if method in ("mondrian", "datafly", "anatomy"):
            assert isinstance(result, ShoalError) == (name in REFUSED["quasi"]), str(result)
        if isinstance(result, ShoalError) and name in REFUSED["quasi"]:
            assert "'c'" in str(result)
        if (method, style) == ("mondrian", "interval"):
            filed(result, tmp_path)
    for action in (
        lambda: shoal.check(frame, quasi=["c"], sensitive="disease"),
        lambda: shoal.risk(frame, quasi=["c"], sensitive="disease"),
        lambda: shoal.bound(frame, k=2, quasi=["c"], effort="fast"),
        lambda: shoal.profile(frame),
    ):
        attempt(action, secrets)
    assert "panicked" not in capfd.readouterr().err


@pytest.mark.parametrize("name", COLUMNS)
def test_every_type_can_be_released_as_it_is_or_is_refused_by_name(name, tmp_path, capfd):
    series = COLUMNS[name]
    frame, secrets = table(series), cells_of(series)
    for call in (
        {"sensitive": "c", "method": "mondrian"},
        {"sensitive": "c", "method": "mondrian", "criteria": TWO},
        {"sensitive": "c", "method": "anatomy"},
        {"keep": "c", "method": "mondrian"},
        {"method": "mondrian"},
        {"identifiers": "c", "method": "mondrian"},
        {"pseudonymize": "c", "method": "mondrian"},
    ):
        result = attempt(lambda call=call: released(frame, quasi="age", **call), secrets)
        assert is_sound(result)
        if call == {"method": "mondrian"} or "identifiers" in call or "keep" in call:
            assert isinstance(result, ShoalError) == (name in REFUSED["plain"]), str(result)
        if "pseudonymize" in call:
            assert isinstance(result, ShoalError) == (name in (*REFUSED["plain"], *NESTED)), str(result)
        if call == {"sensitive": "c", "method": "mondrian"}:
            filed(result, tmp_path)
    for action in (
        lambda: shoal.check(frame, quasi="age", sensitive="c"),
        lambda: shoal.risk(frame, quasi="age", sensitive="c"),
    ):
        attempt(action, secrets)
    assert "panicked" not in capfd.readouterr().err


@pytest.mark.parametrize("name", [name for name in COLUMNS if name not in ("Null", "Object")])
def test_missing_and_constant_cells_of_every_type(name, capfd):
    secrets = cells_of(COLUMNS[name])
    calls = (
        {"quasi": ["c", "age"], "sensitive": "disease", "method": "mondrian"},
        {"quasi": ["c", "age"], "sensitive": "disease", "method": "mondrian", "style": "mean"},
        {"quasi": ["c", "age"], "sensitive": "disease", "method": "datafly"},
        {"quasi": "age", "sensitive": "c", "method": "mondrian", "written_as": "csv"},
    )
    for turn, series in enumerate(changed(COLUMNS[name]), list(COLUMNS).index(name)):
        frame = table(series)
        for call in (calls[turn % 4], calls[(turn + 1) % 4]):  # each change meets each call at one type or another
            assert is_sound(attempt(lambda call=call, frame=frame: released(frame, **call), secrets))
        attempt(lambda frame=frame: shoal.check(frame, quasi="c", sensitive="c"), secrets)
        attempt(lambda frame=frame: shoal.profile(frame), secrets)
    assert "panicked" not in capfd.readouterr().err


@pytest.mark.parametrize("kind", ["pandas", "pyarrow"])
@pytest.mark.parametrize("name", ["Int8", "Float32", "NaN", "Decimal", "String", "Categorical", "Boolean", "Date",
                                  "Datetime ns", "Datetime in autumn", "Duration us", "Time", "Binary", "List",
                                  "Null"])  # fmt: skip
def test_types_of_other_frames_are_taken_or_refused_by_name(kind, name, capfd):
    frame = table(COLUMNS[name])
    other = frame.to_arrow() if kind == "pyarrow" else frame.to_pandas()
    for call in ({"quasi": ["c", "age"]}, {"quasi": "age", "sensitive": "c"}, {"quasi": "age", "keep": "c"}):
        result = attempt(lambda call=call: released(other, method="mondrian", **call), cells_of(COLUMNS[name]))
        assert is_sound(result)
        if isinstance(result, shoal.Release):
            assert isinstance(result.frame, pd.DataFrame if kind == "pandas" else type(other))
    assert "panicked" not in capfd.readouterr().err


@pytest.mark.parametrize("method", ["mdav", "fdm", "condensation"])
def test_methods_that_reckon_take_decimals_for_what_they_are(method):
    frame = pl.DataFrame({"price": decimals(["1.50", "2.50", "1.25", "7.75", "8.00", "9.99"], 10, 2)})
    release = shoal.anonymize(frame, k=3, quasi="price", method=method, seed=1)
    assert 0 < release.data["price"].cast(pl.Float64).mean() < 10


@pytest.mark.parametrize("name", ["UInt128", "Float64", "Decimal", "Datetime ns", "Datetime in autumn", "Time"])
def test_an_original_and_its_release_are_compared_whatever_the_type(name):
    frame, secrets = table(COLUMNS[name]), cells_of(COLUMNS[name])
    for call in ({"quasi": ["c", "age"], "sensitive": "disease"}, {"quasi": "age", "sensitive": "c"}):
        release = released(frame, method="mondrian", **call)
        for compare in (shoal.attack, shoal.utility):
            attempt(lambda compare=compare, release=release: compare(frame, release), secrets)
