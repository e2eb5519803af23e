"""Cells as text."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import polars as pl
import pytest

from shoal.errors import InputError
from shoal.table.held import values_held
from shoal.table.text import as_text, require_comparable

HOUR = 3_600_000_000
FOLD = pl.Series([1_729_987_200_000_000 + step * HOUR for step in range(3)], dtype=pl.Int64)


@pytest.mark.parametrize(
    "series",
    [
        pl.Series([dt.time(1, 2, 3), dt.time(1, 2, 3, 4)]),
        pl.Series([dt.datetime(2024, 1, 1), dt.datetime(2024, 1, 1, 0, 0, 0, 1)]),
        pl.Series([1, 2], dtype=pl.Int64).cast(pl.Datetime("ns")),
        FOLD.cast(pl.Datetime("us", "Europe/Berlin")),
        pl.Series([0, 1, -1], dtype=pl.Int64).cast(pl.Duration("ns")),
        pl.Series([0.3, 0.1 + 0.2]),
        pl.Series([2.0**53, 2.0**53 + 2]),
        pl.Series([0, 2**128 - 1], dtype=pl.UInt128),
        pl.Series([Decimal("1.50"), Decimal("1.51")]),
        pl.Series([dt.date(1, 1, 1), dt.date(9999, 12, 31)]),
    ],
)
def test_cells_that_differ_have_texts_that_differ(series):
    assert as_text(series).n_unique() == series.n_unique() == len(series)


def test_moments_in_a_zone_say_by_how_much_they_are_ahead_of_utc():
    zoned = FOLD.cast(pl.Datetime("us", "Europe/Berlin"))
    assert as_text(zoned).to_list() == [
        "2024-10-27 02:00:00+02:00",
        "2024-10-27 02:00:00+01:00",
        "2024-10-27 03:00:00+01:00",
    ]
    assert as_text(FOLD.head(1).cast(pl.Datetime("us"))).to_list() == ["2024-10-27 00:00:00"[:10]]


def test_moments_whose_clocks_had_seconds_of_their_own_say_so():
    early = pl.Series([dt.datetime(1906, 8, 17)]).dt.replace_time_zone("Asia/Kathmandu")
    assert as_text(early).to_list() == ["1906-08-17 00:00:00+05:41:16"]
    assert write_and_read(early) == ["1906-08-17T00:00:00+05:41:16"]


def write_and_read(series):
    """Return the cells of a column as a CSV file has them."""
    return values_held(series.alias("x"), "csv").data.to_series().to_list()


def test_times_of_day_and_durations_are_in_iso_form():
    assert as_text(pl.Series([dt.time(1, 2, 3), None])).to_list() == ["01:02:03", None]
    assert as_text(pl.Series([dt.timedelta(days=1, seconds=5), None])).to_list() == ["P1DT5S", None]


@pytest.mark.parametrize("series", [pl.Series("x", [[1]]), pl.Series("x", [{"a": 1}]), pl.Series("x", [b"secret"])])
def test_what_has_no_text_is_refused_by_column_and_type(series):
    with pytest.raises(InputError, match="'x' has the type") as caught:
        require_comparable(series)
    assert "secret" not in str(caught.value)
