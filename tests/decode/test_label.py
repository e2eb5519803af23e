"""The grammar of labels: what is read, and that all labels that we write are read as what they were written from."""

from __future__ import annotations

import datetime as dt
from datetime import date
from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.decode.label import read_ends
from shoal.encode.dates import encode_date
from shoal.encode.numeric import encode_numeric
from shoal.generalize.base import Extent
from shoal.generalize.interval import Interval
from shoal.schema.column import Column
from shoal.schema.hierarchy import Bands, Calendar, Prefix
from shoal.schema.stepwise import CALENDAR
from shoal.table.number import TICKS, as_floats

INF = np.inf
NONE = (None, None, False, False)


def ends(label, dtype=None, form=""):
    return read_ends(pl.Series([label], dtype=pl.String), dtype or pl.Int64(), form).row(0)


def days(iso):
    return (date.fromisoformat(iso) - date(1970, 1, 1)).days


# ------------------------------------------------------------------------------------------------------------ the table


@pytest.mark.parametrize(
    ("label", "low", "high"),
    [
        ("39", 39.0, 39.0),
        ("-3.5", -3.5, -3.5),
        ("1e3", 1000.0, 1000.0),
        ("[39 - 42]", 39.0, 42.0),
        ("[-5 - -2]", -5.0, -2.0),
        ("-5--2", -5.0, -2.0),
        ("20-30", 20.0, 30.0),
        ("20 – 30", 20.0, 30.0),
        ("[1.5; 2.5]", 1.5, 2.5),
        ("10 to 20", 10.0, 20.0),
        ("10..20", 10.0, 20.0),
        ("479**", 47900.0, 47999.0),
        ("-4*", -49.0, -40.0),
        ("1.*", 1.0, 1.9),
        ("*", -INF, INF),
        (" ***** ", -INF, INF),
    ],
)
def test_a_label_of_numbers_has_two_ends_that_belong_to_it(label, low, high):
    assert ends(label) == (low, high, False, False)


@pytest.mark.parametrize(
    ("label", "low", "high", "above", "below"),
    [
        ("[20, 30)", 20.0, 30.0, False, True),
        ("[20 - 30[", 20.0, 30.0, False, True),
        ("(20, 30]", 20.0, 30.0, True, False),
        ("]20 - 30]", 20.0, 30.0, True, False),
        ("> 65", 65.0, INF, True, False),
        (">= 65", 65.0, INF, False, False),
        ("≥65", 65.0, INF, False, False),
        ("65+", 65.0, INF, False, False),
        ("-65 +", -65.0, INF, False, False),
        ("<18", -INF, 18.0, False, True),
        ("<=18", -INF, 18.0, False, False),
        ("≤ 18", -INF, 18.0, False, False),
        ("(-inf, 18]", -INF, 18.0, False, False),
        ("[65, ∞)", 65.0, INF, False, False),
    ],
)
def test_an_end_may_be_left_out_or_not_there(label, low, high, above, below):
    assert ends(label) == (low, high, above, below)


@pytest.mark.parametrize(
    "label", ["forty", "nan", "inf", "", "[20 - ]", "[42 - 39]", "2020-Q1", "2020s", "- * -", "[1 - 1e999]", None]
)
def test_what_has_no_form_has_no_ends(label):
    assert ends(label) == NONE


@pytest.mark.parametrize(
    ("label", "low", "after"),
    [
        ("2024", "2024-01-01", "2025-01-01"),
        ("2024-02", "2024-02-01", "2024-03-01"),
        ("2024-12", "2024-12-01", "2025-01-01"),
        ("2024-Q1", "2024-01-01", "2024-04-01"),
        ("2024-Q4", "2024-10-01", "2025-01-01"),
        ("2020s", "2020-01-01", "2030-01-01"),
        ("1960s", "1960-01-01", "1970-01-01"),
        ("[2023 - 2024]", "2023-01-01", "2025-01-01"),
        ("2010-2019", "2010-01-01", "2020-01-01"),
        ("2020-03 to 2020-Q3", "2020-03-01", "2020-10-01"),
        ("[2020, 2024)", "2020-01-01", "2024-01-01"),
        ("(2020, 2024]", "2021-01-01", "2025-01-01"),
        ("[2024-02-28 - 2024-03]", "2024-02-28", "2024-04-01"),
    ],
)
@pytest.mark.parametrize("dtype", [pl.Date(), pl.Datetime("us"), pl.Datetime("ns"), pl.Datetime("ms", "UTC")])
def test_a_period_ends_before_the_first_day_after_it(label, low, after, dtype):
    unit = TICKS[dtype.time_unit] if isinstance(dtype, pl.Datetime) else 1
    assert ends(label, dtype) == (days(low) * unit, days(after) * unit, False, True)


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("2020+", ("2020-01-01", INF, False, False)),
        ("> 2020", ("2021-01-01", INF, False, False)),
        ("< 2020-Q2", (-INF, "2020-04-01", False, True)),
        ("<= 2020", (-INF, "2021-01-01", False, True)),
        (">= 2020-02-03", ("2020-02-03", INF, False, False)),
        ("> 2020-02-03", ("2020-02-03", INF, True, False)),
        ("*", (-INF, INF, False, False)),
    ],
)
def test_dates_may_have_one_end(label, expected):
    low, high, *left_out = (days(end) if isinstance(end, str) else end for end in expected)
    assert ends(label, pl.Date()) == (low, high, *left_out)


@pytest.mark.parametrize(
    "label", ["2024-13", "2024-Q5", "2025s", "99999", "[2024-01-01 - 2024-02-31]", "65+", "[7 - 9]"]
)
def test_what_the_calendar_has_not_has_no_ends(label):
    assert ends(label, pl.Date()) == NONE


def test_the_calendar_ends_where_its_periods_do():
    assert ends("9999", pl.Date()) == (days("9999-01-01"), days("9999-12-31") + 1, False, True)
    assert ends("0000s", pl.Date())[1] == days("0010-01-01")


def test_dates_are_read_as_days():
    day = days("2024-01-03")
    assert ends("2024-01-03", pl.Date()) == (day, day, False, False)
    assert ends("[2024-01-03 - 2024-02-03]", pl.Date()) == (day, day + 31, False, False)
    assert ends("03.01.2024", pl.Date(), "%d.%m.%Y") == (day, day, False, False)
    assert ends("03.01.2024", pl.Date()) == NONE


def test_moments_are_read_as_ticks():
    hour = 3600 * 10**6
    low, high, *_ = ends("[1970-01-01 01:00:00 - 1970-01-01T02:00:00Z]", pl.Datetime("us"))
    assert (low, high) == (hour, 2 * hour)


def test_a_day_among_moments_is_a_period():
    day = TICKS["us"]
    assert ends("1970-01-02", pl.Datetime("us")) == (day, 2 * day, False, True)
    assert ends("1970-01-02 00:00:00", pl.Datetime("us")) == (day, day, False, False)


def test_moments_in_a_zone_are_read_as_the_clocks_there_show_them():
    label = "[2024-10-27 02:00:00+02:00 - 2024-10-27 02:30:00.5-01:00]"
    shown = ends("[2024-10-27 02:00:00 - 2024-10-27 02:30:00.5]", pl.Datetime("us"))
    assert ends(label, pl.Datetime("us")) == shown
    assert None not in shown


def test_labels_of_nanoseconds_have_all_their_digits():
    ticks = ends("1677-09-21 00:12:43.145224193", pl.Datetime("ns"))
    assert ticks[:2] == (float(-(2**63) + 1),) * 2


def test_labels_that_are_no_text_are_values():
    assert read_ends(pl.Series([7, None]), pl.Float64()).rows() == [(7.0, 7.0, False, False), NONE]
    moment = pl.Series([dt.datetime(1970, 1, 2)])
    assert read_ends(moment, pl.Datetime("ms")).row(0) == (TICKS["ms"], TICKS["ms"], False, False)
    assert read_ends(moment, pl.Int64()).row(0) == NONE


@pytest.mark.parametrize("dtype", [pl.Int64(), pl.Date(), pl.Datetime("us")])
@pytest.mark.parametrize("labels", [[], [None]])
def test_no_labels_have_no_ends(labels, dtype):
    assert read_ends(pl.Series(labels, dtype=pl.String), dtype).rows() == [NONE] * len(labels)
    assert read_ends(pl.Series(labels, dtype=dtype), dtype).rows() == [NONE] * len(labels)


# ---------------------------------------------------------------------------------------------------------- round trips

DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31))
MOMENTS = st.datetimes(dt.datetime(1, 1, 1), dt.datetime(9999, 12, 31))
FLOATS = st.floats(-1e150, 1e150, allow_nan=False)
WHOLE = st.integers(-(2**62), 2**62)


@settings(deadline=None)
@given(st.one_of(*(st.lists(each, min_size=1, max_size=6) for each in (WHOLE, FLOATS, DAYS, MOMENTS))), st.data())
def test_every_interval_is_read_as_the_ends_that_it_was_written_from(cells, data):
    kind = "numeric" if isinstance(cells[0], int | float) else "date"
    encode = encode_numeric if kind == "numeric" else encode_date
    domain, _ = encode(Column("x", "quasi", kind), pl.Series("x", cells))
    lo = data.draw(st.integers(0, domain.size - 1))
    hi = data.draw(st.integers(lo, domain.size - 1))
    (label,) = Interval().publish(Extent(domain, np.array([lo], np.int32), np.array([hi], np.int32)))
    low, high, above, below = read_ends(label, domain.values.dtype).row(0)
    at = as_floats(domain.values)
    # Moments that are all midnights are written as days, and a day ends with the next midnight.
    ahead = TICKS["us"] if below else 0
    assert (low, high, above) == (
        at[lo],
        float(int(domain.values.to_physical()[hi]) + ahead) if ahead else at[hi],
        False,
    )
    assert below == (isinstance(domain.values.dtype, pl.Datetime) and ":" not in str(label[0]))


@settings(deadline=None)
@given(
    st.lists(st.one_of(st.integers(-(10**6), 10**6), st.decimals(-100, 100, places=2)), min_size=1, max_size=6),
    st.sampled_from([(5.0, 10.0), (0.1, 0.5), (2.5,), (1000.0,)]),
    st.sampled_from([0.0, -3.0, 0.05]),
)
def test_every_band_is_read_as_the_ends_that_it_was_written_from(numbers, widths, origin):
    texts = list(dict.fromkeys(str(number) for number in numbers))
    tree = Bands(widths, origin).tree("x", texts)
    for level, width in enumerate(map(Fraction, map(str, widths)), start=1):
        for leaf, text in enumerate(tree.leaf_labels):
            start = Fraction(str(origin))
            start += (Fraction(text) - start) // width * width
            label = tree.labels[tree.levels[leaf, level]]
            assert label in ("*", text) or ends(label) == (float(start), float(start + width), False, True)


def period(day, step):
    """Return the first day of the period that a day falls in, and the first day after it, by hand."""
    months = {"month": 1, "quarter": 3, "year": 12, "decade": 120}.get(step)
    if months is None:
        return day.toordinal(), day.toordinal() + 1
    first = (day.year * 12 + day.month - 1) // months * months
    return tuple(
        date(month // 12, month % 12 + 1, 1).toordinal() if month < 120_000 else date.max.toordinal() + 1
        for month in (first, first + months)
    )


@settings(deadline=None)
@given(st.lists(st.dates(date(10, 1, 1), date.max), min_size=1, max_size=6, unique=True))
def test_every_period_is_read_as_the_ends_that_it_was_written_from(cells):
    tree = Calendar(tuple(CALENDAR)).tree("x", [f"{cell} 12:00:00" for cell in cells])
    first_of_all = date(1970, 1, 1).toordinal()
    for leaf, text in enumerate(tree.leaf_labels):
        for level, step in enumerate(CALENDAR, start=1):
            low, after = period(date.fromisoformat(text[:10]), step)
            label = tree.labels[tree.levels[leaf, level]]
            expected = [float(end - first_of_all) * TICKS["us"] for end in (low, after)]
            assert ends(label, pl.Datetime("us")) == (*expected, False, True)
            if step != "day":
                assert ends(label, pl.Date()) == (low - first_of_all, after - first_of_all, False, True)


@settings(deadline=None)
@given(st.integers(-99_999, 99_999), st.integers(1, 4))
def test_every_masked_whole_number_is_read_as_the_numbers_that_it_may_be(number, masked):
    tree = Prefix((masked,)).tree("x", [str(number)])
    label = tree.labels[tree.levels[0, 1]]
    digits = len(str(abs(number)))
    if label == "*":
        assert ends(label)[:2] == (-INF, INF)
        return
    size = abs(number) // 10**masked * 10**masked if digits > masked else 0
    furthest = size + 10**masked - 1
    expected = (-furthest, -size) if number < 0 else (size, furthest)
    assert ends(label) == (*map(float, expected), False, False)
