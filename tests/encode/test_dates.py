"""Dates and moments, from types and from text."""

from __future__ import annotations

import datetime as dt

import polars as pl
import pytest

from shoal.encode.dates import as_dates, encode_date
from shoal.errors import SchemaError
from shoal.schema.column import Column

COLUMN = Column("day", "quasi", "date")


def test_dates_lie_on_a_line():
    domain, codes = encode_date(
        COLUMN, pl.Series([dt.date(2024, 1, 11), dt.date(2024, 1, 1), None, dt.date(2024, 1, 3)])
    )
    assert codes.tolist() == [2, 0, 3, 1]
    assert domain.position[:3] == pytest.approx([0, 0.2, 1])


@pytest.mark.parametrize(
    "text", ["2024-01-01T10:30:00", "2024-01-01 10:30", "2024-01-01 10:30:00.5", "2024-01-01T10:30:00Z"]
)
def test_iso_moments_are_read_from_text(text):
    domain, _ = encode_date(COLUMN, pl.Series([text, "2025-06-01 00:00:00"]))
    assert isinstance(domain.values.dtype, pl.Datetime)


def test_a_form_reads_other_dates():
    column = Column("day", "quasi", "date", form="%d/%m/%Y")
    assert encode_date(column, pl.Series(["31/12/2020", "01/01/2021"]))[0].values[0] == dt.date(2020, 12, 31)


def test_cells_that_are_no_dates_are_counted_not_shown():
    with pytest.raises(SchemaError, match="1 of its 2 cells") as caught:
        encode_date(COLUMN, pl.Series(["2024-01-01", "swordfish"]))
    assert "swordfish" not in str(caught.value)


def test_a_declared_domain_is_in_iso_form():
    column = Column("day", "quasi", "date", domain=("2024-01-01", "2024-01-21"))
    series = pl.Series([dt.date(2024, 1, 1), dt.date(2024, 1, 11)])
    assert encode_date(column, series)[0].position.tolist() == [0, 0.5]
    with pytest.raises(SchemaError, match="does not cover"):
        encode_date(column, pl.Series([dt.date(2023, 1, 1)]))


def test_text_that_says_how_far_it_is_ahead_is_in_utc():
    text = ["2024-10-27T02:00:00.000000+02:00", "2024-10-27 02:00+01:00", "2024-10-27T00:30:00Z", None]
    domain, codes = encode_date(COLUMN, pl.Series(text))
    assert codes.tolist() == [0, 2, 1, 3]
    assert domain.values.dtype == pl.Datetime("us", "UTC")


@pytest.mark.parametrize("zone", [None, "Europe/Berlin"])
@pytest.mark.parametrize("unit", ["ms", "us", "ns"])
def test_a_declared_domain_may_be_wider_than_the_unit_can_hold(unit, zone):
    days = pl.Series([dt.datetime(2000, 1, 1), dt.datetime(2500, 1, 1)] if unit != "ns" else [dt.datetime(2000, 1, 1)])
    column = Column("day", "quasi", "date", domain=("1000-01-01", "3000-01-01"))
    domain, _ = encode_date(column, days.cast(pl.Datetime(unit)).dt.replace_time_zone(zone))
    assert domain.position[-1] == (pytest.approx(0.25, abs=1e-4) if unit != "ns" else 0.0)


def test_a_domain_that_ends_in_an_hour_which_is_skipped_is_refused():
    column = Column("day", "quasi", "date", domain=("2024-03-31 02:30:00", "2025-01-01 00:00:00"))
    series = pl.Series([dt.datetime(2024, 5, 1)]).dt.replace_time_zone("Europe/Berlin")
    with pytest.raises(SchemaError, match="skips"):
        encode_date(column, series)


@pytest.mark.parametrize(("year", "unit"), [(2023, "ns"), (1500, "us")])
def test_text_with_nanoseconds_keeps_them_where_the_years_allow(year, unit):
    cells = [f"{year}-11-14 22:13:19.999999953", f"{year}-11-14 22:13:19.999999974", f"{year}-11-14 22:13:20"]
    found = as_dates(Column("d", "quasi", "date"), pl.Series("d", cells))
    assert found.dtype == pl.Datetime(unit)
    assert found.n_unique() == (3 if unit == "ns" else 2)
