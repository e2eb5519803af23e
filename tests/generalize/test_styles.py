"""How groups are published."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import numpy as np
import polars as pl
import pytest

from shoal.encode.encoder import encode
from shoal.errors import HierarchyError, InputError
from shoal.generalize.publish import group_means, pseudonyms, released_columns
from shoal.generalize.registry import STYLES
from shoal.partition.base import Partition, boxes_of
from shoal.schema.column import Column
from shoal.schema.hierarchy import Nested, Order


def published(values, style="interval", labels=None, **column):
    """Return the released columns of one column, one row per group, groups given by `labels`."""
    made = Column("x", "quasi", **{"kind": "numeric", **column})
    coded = encode(pl.DataFrame({"x": values}), (made,))
    labels = np.array(labels if labels is not None else [0, 0, 1, 1], np.int32)
    boxes = boxes_of(coded.codes, Partition(labels, int(labels.max()) + 1))
    means = group_means(coded.codes, coded.domains, labels, boxes)
    return [s.to_list() for s in released_columns(coded.domains, boxes, style, means)["x"]]


def test_an_interval_or_the_bare_value():
    assert published([39, 42, 7, 7]) == [["[39 - 42]", "7"]]


def test_intervals_of_negatives_and_fractions():
    assert published([-5, -1, 0, 3]) == [["[-5 - -1]", "[0 - 3]"]]
    assert published([0.25, 1.5, 2.0, 2.0]) == [["[0.25 - 1.5]", "2.0"]]


def test_intervals_of_dates_and_moments():
    days = [dt.date(2024, 1, 1), dt.date(2024, 2, 1), dt.date(2024, 3, 1), dt.date(2024, 3, 1)]
    assert published(days, kind="date") == [["[2024-01-01 - 2024-02-01]", "2024-03-01"]]
    moments = [
        dt.datetime(2024, 1, 1, 9),
        dt.datetime(2024, 1, 1, 10),
        dt.datetime(2024, 1, 2),
        dt.datetime(2024, 1, 2),
    ]
    assert published(moments, kind="date") == [["[2024-01-01 09:00:00 - 2024-01-01 10:00:00]", "2024-01-02 00:00:00"]]


@pytest.mark.parametrize(
    ("style", "mixed"),
    [
        ("interval", [["*", None]]),
        ("bounds", [[None, None]] * 2),
        ("midpoint", [[None, None]]),
        ("mean", [[None, None]]),
    ],
)
def test_missing_cells(style, mixed):
    assert published([5, None, None, None], style) == mixed


def test_an_all_missing_column():
    assert published([None] * 4, "interval") == [[None, None]]
    assert published([None] * 4, "mean") == [[None, None]]


def test_bounds_keep_the_type():
    assert published([39, 42, 7, 7], "bounds") == [[39, 7], [42, 7]]


def test_midpoint_and_mean():
    assert published([1, 2, 6, 7], "midpoint", [0, 0, 0, 1]) == [[3.5, 7.0]]
    assert published([1, 2, 6, 7], "mean", [0, 0, 0, 1]) == [[3.0, 7.0]]


def test_the_mean_of_equal_values_is_that_value():
    assert published([0.1, 0.1, 0.1, 5.5], "mean", [0, 0, 0, 1]) == [[0.1, 5.5]]


def test_midpoint_of_dates_is_a_date():
    days = [dt.date(2024, 1, 1), dt.date(2024, 1, 4), dt.date(2024, 3, 1), dt.date(2024, 3, 1)]
    assert published(days, "midpoint", kind="date") == [[dt.date(2024, 1, 2), dt.date(2024, 3, 1)]]


@pytest.mark.parametrize("style", ["midpoint", "mean"])
def test_huge_middles_do_not_overflow(style):
    assert published([1e150, 9e149, 0, 0.5], style)[0][0] == pytest.approx(9.5e149)


TREE = Nested({"anyone": {"adult": ["man", "woman"], "child": ["boy", "girl"]}})


@pytest.mark.parametrize("style", STYLES)
def test_categories_are_published_as_the_lowest_common_ancestor(style):
    values = ["man", "woman", "boy", "man", "girl", "girl"]
    found = published(values, style, [0, 0, 1, 1, 2, 2], kind="categorical", hierarchy=TREE)
    assert found == [["adult", "anyone", "girl"]]


def test_missing_categories():
    found = published(["man", None, None, None], kind="categorical", hierarchy=TREE)
    assert found == [["anyone", None]]


def test_a_flat_root_is_a_star():
    assert published(["a", "b", "c", "c"], kind="categorical") == [["*", "c"]]


def test_ordered_categories_are_intervals():
    order = Order(("low", "mid", "high"))
    assert published(["low", "mid", "high", "high"], "mean", kind="categorical", hierarchy=order) == [
        ["[low - mid]", "high"]
    ]


def test_an_inner_label_that_equals_a_value_elsewhere_is_refused():
    # Both groups would be published as b, though one may be a or c and the other cannot.
    tree = Nested({"*": {"b": ["a", "c"], "": ["b"]}})
    with pytest.raises(HierarchyError):
        published(["a", "c", "b", "b"], kind="categorical", hierarchy=tree)


def test_released_labels_are_a_dictionary_of_published_labels_only():
    coded = encode(pl.DataFrame({"x": [1, 2, 90, 91]}), (Column("x", "quasi", "numeric"),))
    boxes = boxes_of(coded.codes, Partition(np.array([0, 0, -1, -1], np.int32), 1))
    column = released_columns(coded.domains, boxes, "interval", {})["x"][0]
    assert column.dtype == pl.Enum(["[1 - 2]"])


def test_pseudonyms_are_equal_where_the_cells_are_and_new_every_time():
    names = pl.Series("n", ["ann", "bob", None, "ann"])
    first, second = pseudonyms(names), pseudonyms(names)
    assert first[0] == first[3] != first[1]
    assert first[2] is None
    assert set(first.drop_nulls()) & set(second.drop_nulls()) == set()


def test_decimals_have_the_middle_and_the_mean_of_their_values():
    prices = [Decimal("1.50"), Decimal("2.50"), Decimal("7.25"), Decimal("7.75")]
    assert published(prices, "midpoint") == published(prices, "mean") == [[2.0, 7.5]]
    assert published(prices, "bounds") == [[prices[0], prices[2]], [prices[1], prices[3]]]


def test_middles_that_are_nothing_are_never_minus_nothing():
    middles = published([-0.0, -0.0, -1.5, 1.5], "mean")
    assert [str(middle) for middle in middles[0]] == ["0.0", "0.0"]


@pytest.mark.parametrize("style", ["midpoint", "mean", "bounds"])
def test_moments_that_agree_are_published_to_the_last_nanosecond(style):
    ticks = [1_700_000_000_123_456_789, 1_700_000_000_123_456_789, 1, 1]
    moments = pl.Series(ticks, dtype=pl.Int64).cast(pl.Datetime("ns"))
    assert published(moments, style, kind="date")[0] == [moments[0], moments[2]]
    assert released(moments, style).to_physical().to_list() == [1_700_000_000_123_456_789, 1]


@pytest.mark.parametrize("style", ["midpoint", "mean", "bounds"])
def test_moments_keep_their_zone_where_clocks_are_put_back(style):
    ticks = [1_729_987_200, 1_729_990_800, 1_729_994_400, 1_729_994_400]  # 2:00, 2:00 again, 3:00 in Berlin
    moments = pl.Series(ticks, dtype=pl.Int64) * 1_000_000
    zoned = moments.cast(pl.Datetime("us", "UTC")).dt.convert_time_zone("Europe/Berlin")
    assert released(zoned, style).dtype == zoned.dtype


def test_intervals_of_moments_in_a_zone_say_by_how_much_they_are_ahead():
    ticks = pl.Series([1_729_987_200, 1_729_990_800, 1_729_994_400, 1_729_994_400], dtype=pl.Int64) * 1_000_000
    zoned = ticks.cast(pl.Datetime("us", "UTC")).dt.convert_time_zone("Europe/Berlin")
    assert published(zoned, kind="date") == [
        ["[2024-10-27 02:00:00+02:00 - 2024-10-27 02:00:00+01:00]", "2024-10-27 03:00:00+01:00"]
    ]


def released(values, style):
    """Return the first released column of moments, two rows to a group."""
    coded = encode(pl.DataFrame({"x": values}), (Column("x", "quasi", "date"),))
    labels = np.array([0, 0, 1, 1], np.int32)
    boxes = boxes_of(coded.codes, Partition(labels, 2))
    return released_columns(coded.domains, boxes, style, group_means(coded.codes, coded.domains, labels, boxes))["x"][0]


def test_lists_have_no_pseudonyms():
    with pytest.raises(InputError, match=r"'n' has the type List\(Int64\)"):
        pseudonyms(pl.Series("n", [[1], [2], [1]]))
